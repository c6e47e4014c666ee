import { sql } from 'kysely';
import type { LocalDraft } from '#kit/common/language.ts';
import type { Db } from '#kit/server/directory.ts';
import { Refusal } from '#kit/server/refusal.ts';
import type { AppPin, AppPlatform } from '../../common/app.contract.ts';
import { onShelf } from '../../common/app.contract.ts';
import type { VersionFacts, VersionFinding } from '../../common/version.contract.ts';
import type { PackageFacts } from '../package/read/facts.ts';
import { buildKeyOf } from './build-key.ts';
import '../app/app.table.ts';
import './version.table.ts';

/** An app as far as a package must fit it. */
export interface PlacedApp {
  readonly id: string;
  readonly app_key: string;
  readonly name: LocalDraft;
  readonly owner_dept_id: string;
  readonly status: number;
  readonly icon_id: string | null;
  readonly platforms: AppPlatform[];
  readonly pins: AppPin[];
}

const columns = sql`t.id, t.app_key, t.name, t.owner_dept_id, t.status, t.icon_id, t.platforms, t.pins`;

/** The app whose packages have this identity. */
export async function appOfIdentity(
  db: Db,
  { platform, identity }: { platform: number; identity: string },
): Promise<PlacedApp | undefined> {
  const { rows } =
    await sql<PlacedApp>`select ${columns} from app as t where exists (select from jsonb_array_elements(t.platforms) as p(value)
    where (p.value ->> 'platform')::int = ${platform} and p.value ->> 'identity' = ${identity})`.execute(db);
  return rows[0];
}

/** An app by id; locked, so that of two who add the same package at once the second finds what the first added. */
export async function appOfId(db: Db, id: string, lock = false): Promise<PlacedApp | undefined> {
  const { rows } = await sql<PlacedApp>`select ${columns} from app as t where t.id = ${id}::uuid ${lock ? sql`for update` : sql``}`.execute(
    db,
  );
  return rows[0];
}

/** The version before a build on its channel: the highest one below, of whatever status. */
export async function versionBefore(
  db: Db,
  at: { appId: string; platform: number; channel: string; buildKey: string },
): Promise<{ id: string; versionName: string; buildNo: string; facts: VersionFacts } | undefined> {
  const { rows } = await sql<{
    id: string;
    versionName: string;
    buildNo: string;
    facts: VersionFacts;
  }>`select id, version_name as "versionName",
    build_no as "buildNo", facts from app_version where app_id = ${at.appId}::uuid and platform = ${at.platform} and channel = ${at.channel}
    and build_key < ${at.buildKey} and facts is not null order by build_key desc limit 1`.execute(db);
  return rows[0];
}

/** Checks that a package is this app's: identity (13004) and signer (13005), no second time the same file (13010). Answers the app's platforms and signers with it. */
export async function fitInto(
  db: Db,
  app: PlacedApp,
  { facts, channel }: { facts: PackageFacts; channel: string },
): Promise<{ platforms: AppPlatform[]; pins: AppPin[] }> {
  const { platform, identity, sha256 } = facts;
  const own = app.platforms.find((one) => one.platform === platform);
  if (own?.identity && own.identity !== identity)
    throw new Refusal(13004, { found: identity, expected: own.identity }, { found: identity });
  const other = await appOfIdentity(db, { platform, identity });
  if (other && other.id !== app.id) throw new Refusal(13004, { found: identity, expected: app.app_key }, { found: identity });
  const pinned = app.pins.find((one) => one.platform === platform);
  const teamId = facts.profile?.teamId ?? null;
  const isSame =
    !pinned ||
    (teamId ? pinned.teamId === teamId : pinned.sha256 === facts.signer?.sha256) ||
    (facts.signer?.lineage.includes(pinned.sha256) ?? false);
  if (!isSame) {
    const { rows } = await sql<{
      name: string;
    }>`select version_name as name from app_version where app_id = ${app.id}::uuid and platform = ${platform}
      and facts is not null order by build_key desc limit 1`.execute(db);
    throw new Refusal(13005, { name: rows[0]?.name ?? '' }, { found: facts.signer?.sha256 ?? '' });
  }
  const { rows: twins } = await sql<{ name: string }>`select version_name as name from app_version where app_id = ${app.id}::uuid
    and platform = ${platform} and channel = ${channel} and facts ->> 'sha256' = ${sha256} limit 1`.execute(db);
  if (twins[0]) throw new Refusal(13010, { name: twins[0].name });
  const platforms = [
    ...app.platforms.filter((one) => one.platform !== platform),
    { ...(own ?? { storeUrl: null, on: true }), platform, identity },
  ].toSorted((one, next) => one.platform - next.platform) as AppPlatform[];
  const pins = [
    ...app.pins.filter((one) => one.platform !== platform),
    { platform, sha256: facts.signer?.sha256 ?? '', teamId },
  ] as AppPin[];
  return { platforms, pins };
}

/** What a reviewer says of a package against the version before and what is on shelf. */
export async function compare(
  db: Db,
  { appId, channel, facts }: { appId: string; channel: string; facts: PackageFacts },
): Promise<VersionFinding[]> {
  const { platform } = facts;
  const buildKey = buildKeyOf(facts.buildNo);
  const found: VersionFinding[] = [];
  if (buildKey === '') found.push({ level: 'stop', code: 'build', params: { build: facts.buildNo } });
  const { rows } = await sql<{ name: string; build: string }>`select version_name as name, build_no as build from app_version
    where app_id = ${appId}::uuid and platform = ${platform} and channel = ${channel} and status = ${onShelf} and build_key >= ${buildKey}
    order by build_key desc limit 1`.execute(db);
  if (rows[0]) found.push({ level: 'stop', code: 'lowBuild', params: { build: facts.buildNo, name: rows[0].name, other: rows[0].build } });
  const before = await versionBefore(db, { appId, platform, channel, buildKey });
  if (!before) return found;
  const added = facts.permissions.filter((one) => !before.facts.permissions.includes(one));
  if (added.length > 0)
    found.push({ level: 'warn', code: 'newPermissions', params: { count: added.length, names: added.slice(0, 5).join(', ') } });
  if (facts.size > before.facts.size * 1.3)
    found.push({ level: 'warn', code: 'larger', params: { percent: Math.round((facts.size / before.facts.size - 1) * 100) } });
  if (before.facts.signer && facts.signer && before.facts.signer.sha256 !== facts.signer.sha256)
    found.push({ level: 'warn', code: 'rotated', params: { name: before.versionName } });
  return found;
}
