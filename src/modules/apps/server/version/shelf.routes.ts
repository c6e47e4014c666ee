import { sql } from 'kysely';
import { changeObjects } from '#kit/server/change/change-objects.ts';
import { sendFile } from '#kit/server/files/send-file.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { notFound, Refusal, wrongState } from '#kit/server/refusal.ts';
import type { Tx } from '#kit/server/directory.ts';
import { offShelf, onShelf, isNew } from '../../common/app.contract.ts';
import {
  forcePreview,
  versionDiff,
  versionDownload,
  versionForce,
  versionHistory,
  versionOffline,
  versionOnline,
  type VersionFacts,
} from '../../common/version.contract.ts';
import { apps } from '../app/app.ts';
import { findApp } from '../known-app.ts';
import { findVersion } from '../release/find-version.ts';
import { followers, minimumOf } from './minimum.ts';
import { versions } from './version.ts';

const kind = versions.kind;

/** Shelf, history, comparison, download and the forced minimum of versions. */
export const shelfRoutes: readonly BoundRoute[] = [
  handle(versionOnline, (call, { ids }) =>
    call.write(async (tx) => {
      for (const id of ids) await putOnline(tx, call, id);
      return { count: ids.length };
    }),
  ),
  handle(versionOffline, ({ caller, write }, { ids, reason, markBad }) =>
    write(async (tx) => {
      for (const id of ids) {
        const { status } = await findVersion(tx, caller, id);
        if (status !== onShelf) throw wrongState(String(status), { namespace: 'apps', key: `appVersion.status.${status}` });
        const fields = { status: offShelf, ...(markBad && { badReason: reason ?? '-' }) };
        await changeObjects(tx, caller, kind, [{ id, version: null, fields, action: 'disable' }], { reason: reason ?? null });
      }
      return { count: ids.length };
    }),
  ),
  handle(versionHistory, async (call, { appId, versionId }) => {
    await findApp(call.db, call.caller, appId);
    const { rows } = await sql<{ id: string; at: number; by: string; action: string; versionId: string; name: string; fields: string[] }>`
      select o.id::text as id, o.at, b.name as by, o.action, o.object_id as "versionId", o.object_name as name,
        array(select jsonb_object_keys(coalesce(o.after, o.before, '{}'))) as fields
      from change_operation o join change_batch b on b.id = o.batch_id where o.kind = 'appVersion' and o.object_id in
        (select v.id::text from app_version v where v.app_id = ${appId}::uuid and (${versionId ?? null}::uuid is null or v.id = ${versionId ?? null}::uuid))
      order by o.at desc limit 200`.execute(call.db);
    return { list: rows };
  }),
  handle(versionDiff, async (call, { id, otherId }) => {
    const [one, other] = [await versions.one(call, id), await versions.one(call, otherId)];
    return { rows: sideBySide(one.facts, other.facts) };
  }),
  handle(versionDownload, async (call, { id }) => {
    const { version_name: name } = await findVersion(call.db, call.caller, id);
    const { rows } = await sql<{ hash: string; name: string; type: string; size: number }>`select f.hash, f.name, f.type, f.size
      from app_version v join file f on f.id = v.file_id where v.id = ${id}::uuid`.execute(call.db);
    if (!rows[0]) throw notFound();
    call.caller.touch({ kind: 'appVersion', id, name });
    await sendFile(call.services.files, rows[0], call.request, call.response);
    return undefined;
  }),
  handle(forcePreview, async (call, { appId, ...request }) => {
    await findApp(call.db, call.caller, appId);
    return followers(call.db, call.caller, { appId, platform: request.platform, buildKey: minimumOf(request).buildKey });
  }),
  handle(versionForce, (call, { appId, expected, ...request }) =>
    call.write(async (tx) => {
      await findApp(tx, call.caller, appId);
      const { minimums } = await tx.selectFrom('app').select('minimums').where('id', '=', appId).executeTakeFirstOrThrow();
      const others = minimums.filter(({ platform }) => platform !== request.platform);
      const { buildNo } = request;
      const minimum = buildNo === null ? undefined : minimumOf({ ...request, buildNo });
      const follow = minimum
        ? await followers(tx, call.caller, { appId, platform: request.platform, buildKey: minimum.buildKey })
        : { under: 0, can: 0, cannot: 0, sample: [] };
      if (follow.cannot > 0 && expected === undefined) throw new Refusal(13023, { n: follow.cannot }, { cannot: follow.cannot });
      if (expected !== undefined && expected !== follow.cannot)
        throw new Refusal(13024, { n: follow.cannot, m: expected }, { cannot: follow.cannot });
      const next = minimum ? [...others, minimum] : others;
      await changeObjects(tx, call.caller, apps.kind, [{ id: appId, version: null, fields: { minimums: next } }]);
      return follow;
    }),
  ),
];

/** Puts a version on shelf: with notes, something to install, and no check that stops it; its app goes on shelf with the first one. */
export async function putOnline(tx: Tx, { caller, services }: Pick<Call, 'caller' | 'services'>, id: string): Promise<void> {
  const { app_id: appId, status } = await findVersion(tx, caller, id);
  if (status === onShelf) throw wrongState(String(status), { namespace: 'apps', key: `appVersion.status.${status}` });
  const row = await tx.selectFrom('app_version').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const stops = row.findings.filter(({ level }) => level === 'stop');
  const missing = [
    ...(row.notes ? [] : ['notes']),
    ...(row.file_id || row.store_url ? [] : ['package']),
    ...(row.bad_reason === null ? [] : ['bad']),
    ...(row.expires_at !== null && row.expires_at <= services.now() ? ['expired'] : []),
    ...stops.map(({ code }) => `check.${code}`),
  ];
  if (missing.length > 0) {
    const words = missing.map((one) => services.texts.text(caller.language, 'apps', `missing.${one.replace('check.', '')}`)).join(' · ');
    throw new Refusal(13020, { missing: words }, { missing });
  }
  await changeObjects(tx, caller, kind, [{ id, version: null, fields: { status: onShelf }, action: 'enable' }]);
  const own = await tx.selectFrom('app').select('status').where('id', '=', appId).executeTakeFirstOrThrow();
  if (own.status === isNew)
    await changeObjects(tx, caller, apps.kind, [{ id: appId, version: null, fields: { status: onShelf }, action: 'enable' }]);
}

/** Facts of two versions in rows. */
function sideBySide(one: VersionFacts | null, other: VersionFacts | null) {
  const names = [
    'identity',
    'versionName',
    'buildNo',
    'minOs',
    'targetOs',
    'size',
    'sha256',
    'permissions',
    'abis',
    'devices',
    'signer',
    'profile',
  ] as const;
  const text = (facts: VersionFacts | null, name: (typeof names)[number]): string => {
    if (!facts) return '';
    if (name === 'signer') return facts.signer?.sha256 ?? '';
    if (name === 'profile')
      return facts.profile ? `${facts.profile.name} · ${new Date(facts.profile.expiresAt).toISOString().slice(0, 10)}` : '';
    const value = facts[name];
    return Array.isArray(value) ? value.join('\n') : String(value ?? '');
  };
  return names.map((field) => {
    const [left, right] = [text(one, field), text(other, field)];
    return { field, one: left, other: right, same: left === right };
  });
}
