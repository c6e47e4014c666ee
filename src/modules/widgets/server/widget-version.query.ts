import { sql, type RawBuilder } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { pick } from '#kit/common/language.ts';
import type { Db } from '#kit/server/directory.ts';
import type { Call } from '#kit/server/handle.ts';
import { containing, orderOf, readPage } from '#kit/server/read-page.ts';
import { notFound, outOfRange } from '#kit/server/refusal.ts';
import type {
  widgetVersionDiff,
  widgetVersionHistory,
  widgetVersionList,
  WidgetVersionDetail,
  WidgetVersionRow,
} from '../common/widget-version.contract.ts';
import { signPackage } from './package-signature.ts';
import { openedOf, widgetInRange } from './widget.ts';
import type { PackedFile, WidgetVersionTable } from './widgets.table.ts';

const nobody = '00000000-0000-0000-0000-000000000000';

type Reading = Pick<Call, 'db' | 'caller' | 'services'>;
type Row = WidgetVersionTable & { name: { zh_CN: string } };

const from = sql`widget_version v join widget w on w.id = v.widget_id`;
const columns = sql`v.*, w.name`;

/** A page of the versions of widgets. */
export async function listVersions(call: Reading, input: Parsed<typeof widgetVersionList>): Promise<Reply<typeof widgetVersionList>> {
  const where: RawBuilder<boolean>[] = [widgetInRange(call.caller.scope(), 'v.widget_id')];
  if (input.widgetId) where.push(sql<boolean>`v.widget_id = ${input.widgetId}::uuid`);
  if (input.status) where.push(sql<boolean>`v.status = ${input.status}`);
  if (input.text) where.push(sql<boolean>`v.version_name ilike ${containing(input.text)}`);
  const orders = { buildNo: sql`v.build_no`, createdAt: sql`v.created_at` };
  const order = orderOf(input.sort ?? '-buildNo', orders, sql`v.id`);
  const { list, ...counted } = await readPage<Row>(call.db, { columns, from, where, order }, input);
  return { list: await viewsOf(call, list), ...counted };
}

async function viewsOf({ db, caller }: Reading, rows: readonly Row[]): Promise<WidgetVersionRow[]> {
  const opened = await openedOf(
    db,
    'version_id',
    rows.map(({ id }) => id),
  );
  const rollouts = await rolloutsOf(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    id: row.id,
    version: row.version,
    createdAt: row.created_at,
    createdBy: row.created_by,
    updatedAt: row.updated_at,
    updatedBy: row.updated_by,
    widgetId: row.widget_id,
    widgetName: pick(row.name, caller.language),
    versionName: row.version_name,
    buildNo: row.build_no,
    size: Number(row.size),
    sha256: row.sha256,
    mode: row.mode,
    status: row.status,
    files: row.files.length,
    opened: opened.get(row.id) ?? 0,
    rollout: rollouts.get(row.id) ?? null,
  }));
}

async function rolloutsOf(db: Db, ids: readonly string[]): Promise<Map<string, NonNullable<WidgetVersionRow['rollout']>>> {
  const rows = await db
    .selectFrom('widget_rollout')
    .select(['version_id', 'state', 'stage_no', 'stages'])
    .where('version_id', 'in', [nobody, ...ids])
    .execute();
  return new Map(
    rows.map((row) => {
      const percent = row.state === 'done' ? 100 : (row.stages[row.stage_no]?.percent ?? 100);
      return [row.version_id, { state: row.state, stageNo: row.stage_no, percent }];
    }),
  );
}

/** The row of a version in the caller's range; refuses with 10404 or 10910. */
export async function versionIn({ db, caller }: Reading, id: string): Promise<Row> {
  const { rows } = await sql<Row>`select ${columns} from ${from} where v.id = ${id}::uuid
    and ${widgetInRange(caller.scope(), 'v.widget_id')}`.execute(db);
  if (!rows[0]) throw caller.scope().all ? notFound() : outOfRange();
  return rows[0];
}

/** One version with its files, and what differs from the version before. */
export async function readVersion(call: Reading, id: string): Promise<WidgetVersionDetail> {
  const row = await versionIn(call, id);
  const [view] = await viewsOf(call, [row]);
  const { rows } = await sql<WidgetVersionTable>`select * from widget_version where widget_id = ${row.widget_id}::uuid
    and build_no < ${row.build_no} order by build_no desc limit 1`.execute(call.db);
  return {
    ...view!,
    entry: row.entry,
    bridge: row.bridge,
    hosts: row.hosts,
    functions: row.functions,
    notes: row.notes,
    list: row.files,
    signature: signPackage(call.services.secrets, row.widget_id, { buildNo: row.build_no, sha256: row.sha256 }),
    before: rows[0] ? difference(rows[0], row) : null,
  };
}

/** What differs in a version from another one of the same widget. */
export async function diffVersions(
  call: Reading,
  { id, otherId }: Parsed<typeof widgetVersionDiff>,
): Promise<Reply<typeof widgetVersionDiff>> {
  const [one, other] = [await versionIn(call, id), await versionIn(call, otherId)];
  if (one.widget_id !== other.widget_id) throw notFound();
  return { ...difference(other, one), size: Number(one.size), otherSize: Number(other.size) };
}

/** What happened to the versions of a widget. */
export async function versionsHistory(
  { db, caller }: Reading,
  { widgetId, versionId }: Parsed<typeof widgetVersionHistory>,
): Promise<Reply<typeof widgetVersionHistory>> {
  const { rows: own } = await sql`select from widget w where w.id = ${widgetId}::uuid and ${widgetInRange(caller.scope(), 'w.id')}`.execute(
    db,
  );
  if (own.length === 0) throw caller.scope().all ? notFound() : outOfRange();
  const { rows } = await sql<Reply<typeof widgetVersionHistory>['list'][number]>`select o.id::text as id, o.at, b.name as by, o.action,
      o.object_id as "versionId", o.object_name as name, coalesce(b.reason, '') as reason,
      array(select jsonb_object_keys(coalesce(o.after, o.before, '{}'))) as fields
    from change_operation o join change_batch b on b.id = o.batch_id where o.kind = 'widgetVersion' and o.object_id in
      (select v.id::text from widget_version v where v.widget_id = ${widgetId}::uuid
        and (${versionId ?? null}::uuid is null or v.id = ${versionId ?? null}::uuid))
    order by o.at desc limit 200`.execute(db);
  return { list: rows };
}

function difference(before: WidgetVersionTable, after: WidgetVersionTable): NonNullable<WidgetVersionDetail['before']> {
  const digests = (files: readonly PackedFile[]): Map<string, string> => new Map(files.map(({ path, sha256 }) => [path, sha256]));
  const [old, now] = [digests(before.files), digests(after.files)];
  const fresh = (all: readonly string[], known: readonly string[]): string[] => all.filter((one) => !known.includes(one));
  return {
    versionName: before.version_name,
    added: fresh([...now.keys()], [...old.keys()]),
    changed: [...now].filter(([path, digest]) => old.has(path) && old.get(path) !== digest).map(([path]) => path),
    removed: fresh([...old.keys()], [...now.keys()]),
    bridge: fresh(after.bridge, before.bridge),
    hosts: fresh(after.hosts, before.hosts),
  };
}
