import { sql } from 'kysely';
import type { Parsed } from '#kit/common/contract.ts';
import { changeObjects, createObjects, removeObjects } from '#kit/server/change/change-objects.ts';
import type { Tx } from '#kit/server/directory.ts';
import { findFile, takeFile } from '#kit/server/files/files.ts';
import { sendFile } from '#kit/server/files/send-file.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { notFound, outOfRange, Refusal } from '#kit/server/refusal.ts';
import {
  widgetVersionAdd,
  widgetVersionDelete,
  widgetVersionDiff,
  widgetVersionDownload,
  widgetVersionGet,
  widgetVersionHistory,
  widgetVersionList,
  widgetVersionOffline,
  widgetVersionOnline,
  widgetVersionRollback,
  widgetVersionUpdate,
} from '../common/widget-version.contract.ts';
import { widgetStatus } from '../common/widget-words.ts';
import { readPackage } from './read-package.ts';
import { giveUp } from './rollout/rolled-widgets.ts';
import { widgetVersionKind } from './widget-version.kind.ts';
import { diffVersions, listVersions, readVersion, versionIn, versionsHistory } from './widget-version.query.ts';
import { widgetInRange } from './widget.ts';
import { pathsOfWidgets } from './within-widget.ts';

/** Reads the package and keeps it as a new version of its widget. */
async function addVersion(call: Call, input: Parsed<typeof widgetVersionAdd>): Promise<{ id: string }> {
  const { db, caller, services } = call;
  const range = caller.scope();
  const { rows } = await sql<{
    identifier: string;
    name: string;
  }>`select widget_identifier as identifier, name ->> 'zh_CN' as name from widget
    where id = ${input.widgetId}::uuid and ${widgetInRange(range, 'widget.id')}`.execute(db);
  const owner = rows[0];
  if (!owner) throw range.all ? notFound() : outOfRange();
  const file = await findFile(db, caller.uid, input.fileId, services.now());
  const read = await readPackage(services, file);
  if (read.identifier.toLowerCase() !== owner.identifier.toLowerCase())
    throw new Refusal(
      13061,
      { found: read.identifier, expected: owner.identifier },
      { found: read.identifier, expected: owner.identifier },
    );
  return call.write(async (tx) => {
    await takeFile(tx, file.id);
    const path = (await pathsOfWidgets(tx, [input.widgetId])).get(input.widgetId) ?? null;
    const fields = {
      widgetId: input.widgetId,
      versionName: read.version,
      buildNo: read.build,
      fileId: file.id,
      size: Number(file.size),
      sha256: read.sha256,
      hash: file.hash,
      entry: read.entry,
      files: read.files.map((one) => ({ ...one })),
      bridge: read.bridge,
      hosts: read.hosts,
      functions: read.functions,
      notes: input.notes === null ? null : { ...noUndefined(input.notes) },
      mode: input.mode,
      status: widgetStatus.fresh,
    };
    const [id] = await createObjects(tx, caller, widgetVersionKind, [{ name: `${owner.name} ${read.version}`, path, fields }]);
    return { id: id! };
  });
}

const noUndefined = (text: { zh_CN: string; en_US?: string | undefined; ja_JP?: string | undefined }): Record<string, string> =>
  Object.fromEntries(Object.entries(text).filter((one): one is [string, string] => one[1] !== undefined));

async function turn(
  tx: Tx,
  { caller }: Pick<Call, 'caller'>,
  { ids, reason, to }: { ids: readonly string[]; reason?: string | undefined; to: 2 | 3 },
): Promise<{ count: number }> {
  const before = await widgetVersionKind.read(tx, ids, true);
  await changeObjects(
    tx,
    caller,
    widgetVersionKind,
    ids.map((id) => ({ id, version: null, fields: { status: to }, action: to === 2 ? ('enable' as const) : ('disable' as const) })),
    { reason: reason ?? null },
  );
  return { count: [...before.values()].filter(({ fields }) => fields['status'] !== to).length };
}

/** Puts a version online and takes every newer one of its widget offline, with their rollouts. */
async function rollBack(tx: Tx, call: Call, { id, reason }: Parsed<typeof widgetVersionRollback>): Promise<{ count: number }> {
  const row = await versionIn({ ...call, db: tx }, id);
  const { rows } = await sql<{ id: string }>`select id from widget_version where widget_id = ${row.widget_id}::uuid and status = 2
    and build_no > ${row.build_no} order by id`.execute(tx);
  const newer = rows.map((one) => one.id);
  const online = await turn(tx, call, { ids: [id], reason, to: widgetStatus.online });
  if (newer.length === 0) return online;
  await giveUp(tx, call.caller, newer, reason);
  const offline = await turn(tx, call, { ids: newer, reason, to: widgetStatus.offline });
  return { count: online.count + offline.count };
}

/** Calls of the versions of widgets. */
export const widgetVersionRoutes: readonly BoundRoute[] = [
  handle(widgetVersionList, (call, input) => listVersions(call, input)),
  handle(widgetVersionGet, (call, { id }) => readVersion(call, id)),
  handle(widgetVersionHistory, (call, input) => versionsHistory(call, input)),
  handle(widgetVersionDiff, (call, input) => diffVersions(call, input)),
  handle(widgetVersionAdd, (call, input) => addVersion(call, input)),
  handle(widgetVersionUpdate, (call, { id, version, mode, notes }) =>
    call.write(async (tx) => {
      const fields = { ...(mode && { mode }), ...(notes !== undefined && { notes: notes && noUndefined(notes) }) };
      await changeObjects(tx, call.caller, widgetVersionKind, [{ id, version, fields }]);
      return readVersion({ ...call, db: tx }, id);
    }),
  ),
  handle(widgetVersionDelete, (call, { ids, reason }) =>
    call.write(async (tx) => ({ count: await removeObjects(tx, call.caller, widgetVersionKind, ids, { reason: reason ?? null }) })),
  ),
  handle(widgetVersionOnline, (call, { ids, reason }) => call.write((tx) => turn(tx, call, { ids, reason, to: widgetStatus.online }))),
  handle(widgetVersionOffline, (call, { ids, reason }) => call.write((tx) => turn(tx, call, { ids, reason, to: widgetStatus.offline }))),
  handle(widgetVersionRollback, (call, input) => call.write((tx) => rollBack(tx, call, input))),
  handle(widgetVersionDownload, async (call, { id }) => {
    const row = await versionIn(call, id);
    const name = `${pickName(row)}-${row.version_name}.zip`;
    await sendFile(
      call.services.files,
      { hash: row.hash, name, type: 'application/zip', size: Number(row.size) },
      call.request,
      call.response,
    );
    return undefined;
  }),
];

const pickName = ({ name }: { name: { zh_CN: string } }): string => name.zh_CN;
