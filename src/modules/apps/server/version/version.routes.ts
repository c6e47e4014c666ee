import { sql } from 'kysely';
import { pick } from '#kit/common/language.ts';
import { changeObjects } from '#kit/server/change/change-objects.ts';
import { findFile, takeFile } from '#kit/server/files/files.ts';
import type { Tx } from '#kit/server/directory.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { InvalidInput, notFound } from '#kit/server/refusal.ts';
import { appVersion, packageParse, versionClone, type VersionFacts } from '../../common/version.contract.ts';
import type { CrudDraft } from '#kit/common/crud/crud-types.ts';
import { apps } from '../app/app.ts';
import type { PackageReading } from '../package/read/facts.ts';
import { findApp } from '../public.ts';
import { buildKeyOf } from './build-key.ts';
import { appOfId, appOfIdentity, compare, fitInto, versionBefore } from './place.ts';
import { readUpload } from './read-upload.ts';
import { versions } from './version.ts';

type Draft = CrudDraft<typeof appVersion>;

/** A version from a package: read, placed, compared, and kept with what the app learns from it. */
async function addFromPackage(call: Call, draft: Draft & { fileId: string }) {
  const reading = await readUpload(call, draft.fileId);
  return call.write(async (tx) => {
    await findApp(tx, call.caller, draft.appId);
    const { facts } = reading;
    const app = await appOfId(tx, draft.appId, true);
    if (!app) throw notFound();
    const learnt = await fitInto(tx, app, { facts, channel: draft.channel });
    const findings = [...reading.findings, ...(await compare(tx, { appId: app.id, channel: draft.channel, facts }))];
    await findFile(tx, call.caller.uid, draft.fileId, call.services.now());
    await takeFile(tx, draft.fileId);
    await changeObjects(tx, call.caller, apps.kind, [{ id: app.id, version: null, fields: learnt }]);
    if (reading.icon.length > 0) await keepIcon(tx, app.id, Buffer.from(reading.icon));
    return versions.add(tx, call, {
      ...draft,
      ...versionFacts(facts),
      findings,
      expiresAt: endOf(reading),
    } as Draft);
  });
}

/** What a version takes from its package. */
export const versionFacts = (facts: PackageReading['facts']) => ({
  platform: facts.platform,
  versionName: facts.versionName || facts.buildNo,
  buildNo: facts.buildNo,
  buildKey: buildKeyOf(facts.buildNo),
  facts: facts as VersionFacts,
});

/** The earliest end of profile and signer; a signer that is good for decades ends nothing. */
export function endOf({ facts }: PackageReading): number | null {
  const ends = [facts.profile?.expiresAt, facts.platform === 1 ? undefined : facts.signer?.notAfter].filter((one) => one !== undefined);
  return ends.length > 0 ? Math.min(...ends) : null;
}

/** The icon of an app that has none yet. */
const keepIcon = async (tx: Tx, appId: string, icon: Buffer): Promise<void> => {
  await sql`insert into app_icon (app_id, png) values (${appId}::uuid, ${icon}) on conflict do nothing`.execute(tx);
};

/** Adding, reading beforehand, and cloning of versions. */
export const versionRoutes: readonly BoundRoute[] = [
  handle(appVersion.add, async (call, draft) => {
    call.caller.scope();
    if (draft.source === 'package' && draft.fileId) return addFromPackage(call, { ...draft, fileId: draft.fileId });
    const missing = (['versionName', 'buildNo', 'platform', 'storeUrl'] as const).filter((name) => !draft[name]);
    if (missing.length > 0 || draft.source === 'package')
      throw new InvalidInput(
        (draft.source === 'package' ? ['fileId'] : missing).map((path) => ({ path, namespace: 'kit', key: 'issue.missing' })),
      );
    const buildKey = buildKeyOf(draft.buildNo);
    if (buildKey === '') throw new InvalidInput([{ path: 'buildNo', namespace: 'apps', key: 'version.buildNo' }]);
    return call.write(async (tx) => {
      await findApp(tx, call.caller, draft.appId);
      return versions.add(tx, call, { ...draft, buildKey } as Draft);
    });
  }),
  handle(packageParse, async (call, { fileId, appId }) => {
    if (appId !== undefined) await findApp(call.db, call.caller, appId);
    const reading = await readUpload(call, fileId);
    const { facts } = reading;
    const known = appId === undefined ? await appOfIdentity(call.db, facts) : await appOfId(call.db, appId);
    // An app outside the range has this identity: that it does is all that is told.
    if (known && appId === undefined) await findApp(call.db, call.caller, known.id);
    if (known) await fitInto(call.db, known, { facts, channel: 'stable' });
    const place = known && { appId: known.id, platform: facts.platform, channel: 'stable', buildKey: buildKeyOf(facts.buildNo) };
    const before = place && (await versionBefore(call.db, place));
    call.caller.scope();
    return {
      facts: facts as VersionFacts,
      findings: [...reading.findings, ...(known ? await compare(call.db, { appId: known.id, channel: 'stable', facts }) : [])],
      app: known ? { id: known.id, appKey: known.app_key, name: pick(known.name, call.caller.language) } : null,
      before: before
        ? {
            versionName: before.versionName,
            buildNo: before.buildNo,
            size: before.facts.size,
            added: facts.permissions.filter((one) => !before.facts.permissions.includes(one)),
            removed: before.facts.permissions.filter((one) => !facts.permissions.includes(one)),
            sameSigner: before.facts.signer?.sha256 === facts.signer?.sha256,
          }
        : null,
    };
  }),
  handle(versionClone, async (call, { id, platform, channel }) => {
    const source = await versions.one(call, id);
    return call.write((tx) =>
      versions.add(tx, call, {
        appId: source.appId,
        platform: platform ?? source.platform,
        channel: channel ?? source.channel,
        versionName: source.versionName,
        buildNo: '',
        buildKey: '',
        source: 'package',
        upgradeMode: source.upgradeMode,
        remindHours: source.remindHours,
        notes: source.notes,
        limits: source.limits,
        widgets: source.widgets,
        clonedFromId: id,
        fileId: null,
        storeUrl: null,
      } as Draft),
    );
  }),
];
