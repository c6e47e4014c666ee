import { sql } from 'kysely';
import { localText, type LocalDraft } from '#kit/common/language.ts';
import type { Caller } from '#kit/server/caller.ts';
import { keptOf } from '#kit/server/change/kept.ts';
import type { Json, Operation } from '#kit/server/change/kind.ts';
import type { Tx } from '#kit/server/directory.ts';
import { inUse, notFound, taken } from '#kit/server/refusal.ts';
import { clock } from '#platform/clock.ts';
import { departmentPaths } from './department.tree.ts';
import { writeDirectoryChanges } from '../directory-change.ts';
import { grantsChanged } from '../effects.ts';
import { settleMoves } from '../role-turns/role-turns.move.ts';
import { departmentKeys } from '../employee/employee.keys.ts';
import { extraPatch, indexExtras } from '../extra/extra.index.ts';
import { splitTies } from '../ties/merged-ties.ts';

/** Columns by field; `parentId` and `name` bring others with them. */
const columns: Readonly<Record<string, string>> = {
  parentId: 'parent_id',
  name: 'name',
  code: 'code',
  kind: 'kind',
  orderNo: 'order_no',
  managerIds: 'manager_ids',
  deputyIds: 'deputy_ids',
  phone: 'phone',
  email: 'email',
  address: 'address',
  costCentre: 'cost_centre',
  description: 'description',
  enabled: 'enabled',
};
const recordOf = sql`(id uuid, no bigint, parent_id uuid, path text, name jsonb, name_fold text, pinyin text, initials text, sort_key text, code text, kind text, order_no text,
  manager_ids uuid[], deputy_ids uuid[], phone text, email text, address text, cost_centre text, description text, enabled boolean, extra jsonb)`;
const listed = sql.raw(
  'name, name_fold, pinyin, initials, sort_key, code, kind, order_no, manager_ids, deputy_ids, phone, email, address, cost_centre, description, enabled, extra',
);

/** As listed, new extra values without empty ones. */
const listedNew = sql.raw(
  'name, name_fold, pinyin, initials, sort_key, code, kind, order_no, manager_ids, deputy_ids, phone, email, address, cost_centre, description, enabled, jsonb_strip_nulls(extra)',
);

/** Writes operations on departments, set by set, with the paths of all below and the change feed. Refuses with 10411 and 10410. */
export async function writeDepartments(tx: Tx, caller: Caller, operations: readonly Operation[]): Promise<void> {
  const added = operations.filter(({ action }) => action === 'create' || action === 'restore');
  const removed = operations.filter(({ action }) => action === 'delete');
  const changed = operations.filter(({ action }) => !['create', 'restore', 'delete'].includes(action));
  try {
    if (removed.length > 0) await sql`delete from department where id = any(${removed.map(({ id }) => id)}::uuid[])`.execute(tx);
    if (changed.length > 0) await updateRows(tx, caller, changed);
    if (added.length > 0) await insertRows(tx, caller, added);
    await indexExtras(tx, 'department', operations);
  } catch (error) {
    throw worded(error);
  }
  await writeDirectoryChanges(tx, caller, 'department', operations);
  await settleMoves(tx, changed);
  await splitTies(
    tx,
    added.flatMap(({ id, action }) => (action === 'restore' ? [id] : [])),
  );
  if (removed.length > 0 || changed.some(({ after }) => after && 'parentId' in after)) await grantsChanged(tx);
}

function valuesOf(operation: Operation): Record<string, Json> {
  const row: Record<string, Json> = { id: operation.id };
  for (const [field, value] of Object.entries(operation.after ?? {})) {
    const column = columns[field];
    if (column) row[column] = value;
    if (field === 'name') Object.assign(row, departmentKeys(nameOf(value)));
  }
  const extra = extraPatch(operation.after ?? {});
  if (extra) row['extra'] = extra as Json;
  return row;
}

const nameOf = (value: Json): LocalDraft => localText(1000).parse(value);

async function insertRows(tx: Tx, caller: Caller, operations: readonly Operation[]): Promise<void> {
  const parents = operations.map(({ after }) => String(after?.['parentId'] ?? ''));
  const made = new Set(operations.map(({ id }) => id));
  const paths = await departmentPaths(
    tx,
    parents.filter((parent) => parent !== '' && !made.has(parent)),
  );
  const { rows: numbers } = await sql<{
    no: number;
  }>`select nextval(pg_get_serial_sequence('department', 'no')) as no from generate_series(1, ${operations.length}::int)`.execute(tx);
  const kept = await keptOf(
    tx,
    'department',
    operations.flatMap(({ id, action }) => (action === 'restore' ? [id] : [])),
  );
  const rows = operations.map((operation, index) => {
    // One that comes back has the number it had: ranges and lines of the journal name its path.
    const no = Number(kept.get(operation.id)?.['no'] ?? numbers[index]!.no);
    // A plan brings parents before their children, so that a new parent's path is known here.
    const above = paths.get(parents[index]!);
    if (above === undefined) throw notFound();
    paths.set(operation.id, `${above}.${no}`);
    return {
      kind: 'department',
      manager_ids: [],
      deputy_ids: [],
      enabled: true,
      extra: {},
      ...valuesOf(operation),
      no,
      path: `${above}.${no}`,
      version: (operation.version ?? 0) + 1,
    };
  });
  const now = clock.now();
  await sql`insert into department (id, no, parent_id, path, ${listed}, version, created_at, created_by, updated_at, updated_by)
    select id, no, parent_id, path::ltree, ${listedNew}, version, ${now}, ${caller.uid}, ${now}, ${caller.uid}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, no bigint, parent_id uuid, path text, name jsonb, name_fold text, pinyin text, initials text, sort_key text,
      code text, kind text, order_no text, manager_ids uuid[], deputy_ids uuid[], phone text, email text, address text, cost_centre text, description text, enabled boolean, extra jsonb, version int)`.execute(
    tx,
  );
}

async function updateRows(tx: Tx, caller: Caller, operations: readonly Operation[]): Promise<void> {
  const rows = operations.map(valuesOf);
  const used = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((column) => column !== 'id');
  const sets = used.map(
    (column) =>
      sql`${sql.ref(column)} = case when wish.value ? ${sql.lit(column)} then ${column === 'extra' ? sql`jsonb_strip_nulls(t.extra || r.extra)` : sql`r.${sql.ref(column)}`} else t.${sql.ref(column)} end`,
  );
  await sql`update department as t set version = t.version + 1, updated_at = ${clock.now()}, updated_by = ${caller.uid}${sets.length > 0 ? sql`, ${sql.join(sets)}` : sql``}
    from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) as wish(value), lateral jsonb_to_record(wish.value) as r${recordOf} where t.id = r.id`.execute(
    tx,
  );
  for (const { id, after } of operations) if (after && 'parentId' in after) await movePaths(tx, id);
}

/** Gives a department that has a new parent, and everything below it, the new paths: one statement, departments alone. */
async function movePaths(tx: Tx, id: string): Promise<void> {
  await sql`update department as below set path = parent.path || subpath(below.path, nlevel(moved.path) - 1)
    from department as moved join department as parent on parent.id = moved.parent_id
    where moved.id = ${id}::uuid and below.path <@ moved.path and not moved.path = parent.path || subpath(moved.path, nlevel(moved.path) - 1)`.execute(
    tx,
  );
}

/** What still hangs on departments: their children and the people in them, at most five of each. */
export async function usersOfDepartments(
  tx: Tx,
  ids: readonly string[],
): Promise<Map<string, { kind: string; id: string; name: string }[]>> {
  const { rows } = await sql<{ owner: string; kind: string; id: string; name: string }>`
    select d.id as owner, used.* from unnest(${ids}::uuid[]) as d(id), lateral (
      (select 'department' as kind, c.id, c.name ->> 'zh_CN' as name from department c where c.parent_id = d.id limit 5)
      union all
      (select 'employee', e.id, e.name from employee_department ed join employee e on e.id = ed.employee_id where ed.department_id = d.id limit 5)) used`.execute(
    tx,
  );
  const found = new Map<string, { kind: string; id: string; name: string }[]>();
  for (const { owner, ...user } of rows) found.set(owner, [...(found.get(owner) ?? []), user]);
  return found;
}

function worded(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { code, constraint } = error as Error & { code?: string; constraint?: string };
  if (code === '23505' && constraint === 'extra_value_unique') return taken('extra');
  if (code === '23505') return taken(constraint === 'department_code_key' ? 'code' : 'name');
  return code === '23503' ? inUse([]) : error;
}
