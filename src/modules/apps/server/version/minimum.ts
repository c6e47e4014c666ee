import { sql } from 'kysely';
import type { Caller } from '#kit/server/caller.ts';
import type { BuildRule } from '#kit/server/client/terminal-gate.ts';
import { clock } from '#platform/clock.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import { Refusal } from '#kit/server/refusal.ts';
import { membershipOf } from '#kit/server/audience/audience.ts';
import { directory } from '#modules/people/server/public.ts';
import { onShelf, type AppMinimum } from '../../common/app.contract.ts';
import { decideOffer, readOffers } from '../offer/offer.ts';
import { buildKeyOf } from './build-key.ts';

/** Terminals of whom is told by name that they could not follow. */
const sampled = 12;
/** Terminals that are looked at one by one. */
const most = 20_000;

/** Who would have to upgrade, and who could not. */
export interface Follow {
  under: number;
  can: number;
  cannot: number;
  sample: { deviceId: string; name: string; buildNo: string; reason: string }[];
}

interface Terminal {
  device_id: string;
  employee_id: string | null;
  build_no: string;
  channel: string;
  system: string;
}

/** Asks for each terminal under a build whether a version that is high enough is offered to it. People are named as the caller sees them. */
export async function followers(db: Db, caller: Caller, at: { appId: string; platform: number; buildKey: string }): Promise<Follow> {
  const { rows } = await sql<Terminal>`select device_id, employee_id, build_no, channel, system from app_terminal
    where app_id = ${at.appId}::uuid and platform = ${at.platform} and build_key < ${at.buildKey} order by device_id limit ${most}`.execute(
    db,
  );
  const { rows: apps } = await sql<{ app_key: string }>`select app_key from app where id = ${at.appId}::uuid`.execute(db);
  const refused: { terminal: Terminal; reason: string }[] = [];
  for (const terminal of rows) {
    const found = await readOffers(db, { appKey: apps[0]?.app_key ?? '', platform: at.platform, deviceId: terminal.device_id });
    const enough = (found?.candidates ?? []).filter(({ buildKey }) => buildKey >= at.buildKey);
    const membership = terminal.employee_id === null ? null : await membershipOf(db, directory, terminal.employee_id);
    const asking = {
      deviceId: terminal.device_id,
      platform: at.platform,
      buildNo: terminal.build_no,
      channel: terminal.channel,
      system: terminal.system,
      membership,
      now: null,
    };
    const verdicts = found ? enough.map((version) => decideOffer(found.app, version, asking)) : [];
    if (verdicts.some(({ offered }) => offered)) continue;
    refused.push({ terminal, reason: verdicts[0]?.rules.find(({ holds }) => !holds)?.rule ?? 'none' });
  }
  const named = refused.slice(0, sampled);
  const people = await directory.people(
    db,
    named.flatMap(({ terminal }) => terminal.employee_id ?? []),
    caller.language,
    caller.scope(),
  );
  return {
    under: rows.length,
    can: rows.length - refused.length,
    cannot: refused.length,
    sample: named.map(({ terminal, reason }) => ({
      deviceId: terminal.device_id,
      name: people.get(terminal.employee_id ?? '')?.name ?? '',
      buildNo: terminal.build_no,
      reason,
    })),
  };
}

/** Refuses with 13022 where, after a change of this version, nothing on shelf satisfies the forced minimum of its platform any more. */
export async function assertMinimum(tx: Tx, versionId: string): Promise<void> {
  const { rows } = await sql<{
    app_id: string;
    platform: number;
    minimums: AppMinimum[];
    build_key: string;
  }>`select v.app_id, v.platform, a.minimums, v.build_key
    from app_version v join app a on a.id = v.app_id where v.id = ${versionId}::uuid`.execute(tx);
  const [row] = rows;
  const minimum = row?.minimums.find(({ platform }) => platform === row.platform);
  if (!row || !minimum || row.build_key < minimum.buildKey) return;
  const { rows: enough } =
    await sql`select from app_version where app_id = ${row.app_id}::uuid and platform = ${row.platform} and status = ${onShelf}
    and bad_reason is null and build_key >= ${minimum.buildKey} and jsonb_array_length(limits) = 0 limit 1`.execute(tx);
  if (enough.length === 0) throw new Refusal(13022, { build: minimum.buildNo });
}

/** Calls that are answered under a minimum: upgrading, reporting, feedback with its files, the commands of the device, and signing in and out. */
const alwaysAnswered = /^(?:app\/upgrade|app\/report|feedback|file\/upload|device|auth)\//;

/** Which terminals are under a forced minimum whose moment has come: they are answered 13090. */
export async function buildRule(db: Db): Promise<BuildRule> {
  const rows = await db
    .selectFrom('app')
    .select(['app_key', 'minimums'])
    .where(sql<boolean>`minimums <> '[]'::jsonb`)
    .execute();
  const known = new Map(rows.map((row) => [row.app_key.toLowerCase(), row.minimums]));
  return ({ appKey, platform, buildNo }, path) => {
    const minimum = known.get(appKey.toLowerCase())?.find((one) => one.platform === platform);
    if (!minimum || minimum.at > clock.now() || alwaysAnswered.test(`${path}/`)) return undefined;
    return buildKeyOf(String(buildNo)) < minimum.buildKey ? 13090 : undefined;
  };
}

/** A minimum with the key by which builds are compared. */
export const minimumOf = ({ platform, buildNo, at }: { platform: AppMinimum['platform']; buildNo: string; at: number }): AppMinimum => ({
  platform,
  buildNo,
  buildKey: buildKeyOf(buildNo),
  at,
});
