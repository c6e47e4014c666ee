import { sql, type RawBuilder } from 'kysely';
import { clock } from '#platform/clock.ts';
import { pathInRange, type Caller } from '../caller.ts';
import type { Tx } from '../directory.ts';
import { containing } from '../read-page.ts';
import { InvalidInput, inUse, Refusal, taken } from '../refusal.ts';
import type { FieldRule, Json, Kind, Operation, OperationIssue, State } from './kind.ts';

/** A field of a one-table kind and the column that holds it. */
export interface TableField extends FieldRule {
  readonly column: string;
}

/** Declaration of a kind stored in one table. The table has id, version, created_at, created_by, updated_at, updated_by. */
export interface TableKindDraft extends Pick<Kind, 'kind' | 'module' | 'codes' | 'check' | 'impact' | 'usedBy'> {
  readonly table: string;
  readonly fields: Readonly<Record<string, TableField>>;
  /** The field shown as the object's name. */
  readonly name: string;
  /** The field that holds the department it belongs to, and the way to its ltree path; without it the objects belong to no department. */
  readonly department?: { readonly field: string; paths(tx: Tx, departmentIds: readonly string[]): Promise<ReadonlyMap<string, string>> };
  /** Fields that must differ, by the name of the index that says so: its violation answers 10411 with the field. */
  readonly unique?: Readonly<Record<string, string>>;
}

/** A kind of object kept in one table: reading, writing (a statement for a thousand rows) and range come from the columns. */
export function tableKind(draft: TableKindDraft): Kind {
  const fields = Object.entries(draft.fields);
  const columns = new Map(fields.map(([name, field]) => [name, field.column]));
  return {
    kind: draft.kind,
    module: draft.module,
    codes: draft.codes,
    ...(!draft.department && { unranged: true as const }),
    fields: Object.fromEntries(fields.map(([name, { column: _column, ...rule }]) => [name, rule])),
    kept: [{ table: draft.table, object: 'id', columns: ['created_at', 'created_by', ...secretColumns(draft)] }],
    check: async (tx, caller, operations) => {
      const unknown = await unknownDepartments(tx, draft, operations);
      const broken = new Map<number, OperationIssue[]>(await draft.check?.(tx, caller, operations));
      for (const index of unknown) broken.set(index, [noDepartment(draft), ...(broken.get(index) ?? [])]);
      return broken;
    },
    ...(draft.impact && { impact: draft.impact }),
    ...(draft.usedBy && { usedBy: draft.usedBy }),
    read: (tx, ids, lock) => readRows(tx, draft, { ids, lock }),
    ...(draft.unique && { sameKey: (tx: Tx, operation: Operation) => sameKeyOf(tx, { table: draft.table, columns }, operation) }),
    ...(!draft.department && { search: (tx: Tx, text: string) => searchRows(tx, draft, text) }),
    write: async (tx, caller, operations) => {
      try {
        await writeRows(tx, caller, { table: draft.table, columns }, operations);
      } catch (error) {
        throw wordingOf(error, draft);
      }
    },
    outside: async (tx, range, operations) => {
      const outside = new Set<number>();
      const { department } = draft;
      if (!department || range.all) return outside;
      const requested = operations.flatMap((operation) => textOf(operation.after?.[department.field]) ?? []);
      const paths = await department.paths(tx, requested);
      for (const [index, operation] of operations.entries()) {
        const target = textOf(operation.after?.[department.field]);
        const ends = [
          operation.path,
          ...(operation.after && department.field in operation.after ? [(target && paths.get(target)) ?? null] : []),
        ];
        if (ends.some((path) => path === null || !pathInRange(range, path))) outside.add(index);
      }
      return outside;
    },
  };
}

const secretColumns = ({ fields }: TableKindDraft): string[] =>
  Object.values(fields).flatMap(({ secret, column }) => (secret ? [column] : []));

/** Operations that would put their object into a department that does not exist (any more). */
async function unknownDepartments(tx: Tx, { department }: TableKindDraft, operations: readonly Operation[]): Promise<number[]> {
  if (!department) return [];
  const requested = operations.map(({ after }) => textOf(after?.[department.field]));
  const ids = requested.filter((id) => id !== undefined);
  if (ids.length === 0) return [];
  const paths = await department.paths(tx, ids);
  return requested.flatMap((id, index) => (id !== undefined && !paths.has(id) ? [index] : []));
}

const noDepartment = ({ department }: TableKindDraft): OperationIssue => ({
  path: department?.field ?? '',
  namespace: 'kit',
  key: 'issue.noDepartment',
});

const textOf = (value: Json | undefined): string | undefined => (typeof value === 'string' ? value : undefined);

async function readRows(
  tx: Tx,
  draft: TableKindDraft,
  { ids, lock }: { ids: readonly string[]; lock: boolean },
): Promise<Map<string, State>> {
  // Locked in the order of ids, so that two calls never wait for each other.
  const { rows } = await sql<{ row: Record<string, Json> }>`select to_jsonb(t) as row from ${sql.table(draft.table)} as t
    where id = any(${ids}::uuid[]) order by id ${lock ? sql`for update` : sql``}`.execute(tx);
  const states = rows.map(({ row }) => stateOf(draft, row));
  const { department } = draft;
  if (department) {
    const paths = await department.paths(
      tx,
      states.flatMap((state) => textOf(state.fields[department.field]) ?? []),
    );
    for (const state of states) state.path = paths.get(textOf(state.fields[department.field]) ?? '') ?? null;
  }
  return new Map(states.map((state) => [state.id, state]));
}

function stateOf(draft: TableKindDraft, row: Record<string, Json>): State {
  const fields = Object.fromEntries(Object.entries(draft.fields).map(([name, { column }]) => [name, row[column] ?? null]));
  return { id: String(row['id']), name: nameOf(fields[draft.name]), version: Number(row['version']), path: null, fields };
}

/** Names of several languages are shown in their first. */
function nameOf(value: Json | undefined): string {
  if (value && typeof value === 'object' && !Array.isArray(value)) return nameOf(Object.values(value).find((text) => text));
  return value === null || value === undefined ? '' : String(value);
}

interface Target {
  table: string;
  columns: ReadonlyMap<string, string>;
}

async function writeRows(tx: Tx, caller: Caller, target: Target, operations: readonly Operation[]): Promise<void> {
  const added = operations.filter(({ action }) => action === 'create' || action === 'restore');
  const removed = operations.filter(({ action }) => action === 'delete');
  const changed = operations.filter((operation) => !added.includes(operation) && !removed.includes(operation));
  if (removed.length > 0)
    await sql`delete from ${sql.table(target.table)} where id = any(${removed.map(({ id }) => id)}::uuid[])`.execute(tx);
  if (changed.length > 0) await updateRows(tx, caller, target, changed);
  if (added.length > 0) await insertRows(tx, caller, target, added);
}

/** The requested values by column, with the id. */
function rowsOf(target: Target, operations: readonly Operation[]): { json: string; columns: string[] } {
  const used = new Set<string>();
  const rows = operations.map((operation) => {
    const row: Record<string, Json> = { id: operation.id, version: (operation.version ?? 0) + 1 };
    for (const [name, value] of Object.entries(operation.after ?? {})) {
      const column = target.columns.get(name);
      if (!column) throw new Error(`The kind of table ${target.table} has no field ${name}`);
      row[column] = value;
      used.add(column);
    }
    return row;
  });
  return { json: JSON.stringify(rows), columns: [...used] };
}

async function insertRows(tx: Tx, caller: Caller, target: Target, operations: readonly Operation[]): Promise<void> {
  const { json, columns } = rowsOf(target, operations);
  const now = clock.now();
  const list = sql.join(columns.map((column) => sql.ref(column)));
  await sql`insert into ${sql.table(target.table)} (id, version, created_at, created_by, updated_at, updated_by, ${list})
    select id, version, ${now}, ${caller.uid}, ${now}, ${caller.uid}, ${list}
    from jsonb_populate_recordset(null::${sql.table(target.table)}, ${json}::jsonb)`.execute(tx);
}

async function updateRows(tx: Tx, caller: Caller, target: Target, operations: readonly Operation[]): Promise<void> {
  const { json, columns } = rowsOf(target, operations);
  // A row keeps the columns that its own request does not name.
  const sets: RawBuilder<unknown>[] = columns.map(
    (column) =>
      sql`${sql.ref(column)} = case when wish.value ? ${sql.lit(column)} then wished.${sql.ref(column)} else t.${sql.ref(column)} end`,
  );
  await sql`update ${sql.table(target.table)} as t set version = t.version + 1, updated_at = ${clock.now()}, updated_by = ${caller.uid}, ${sql.join(sets)}
    from jsonb_array_elements(${json}::jsonb) as wish(value), lateral jsonb_populate_record(null::${sql.table(target.table)}, wish.value) as wished
    where t.id = wished.id`.execute(tx);
}

/** The row that has what a unique index of the table would refuse of this operation, read from the index's own expressions. */
async function sameKeyOf(tx: Tx, target: Target, operation: Operation): Promise<string | undefined> {
  const { json } = rowsOf(target, [operation]);
  const { rows: indexes } = await sql<{ keys: string[]; predicate: string | null }>`select
      array(select pg_get_indexdef(i.indexrelid, k, true) from generate_series(1, i.indnkeyatts) as k) as keys,
      pg_get_expr(i.indpred, i.indrelid, true) as predicate
    from pg_index i where i.indrelid = ${target.table}::regclass and i.indisunique and not i.indisprimary`.execute(tx);
  for (const { keys, predicate } of indexes) {
    // The expressions come from the catalogue of the database and name columns of the table.
    const names = sql.join(keys.map((key, at) => sql`(${sql.raw(key)}) as ${sql.ref(`k${at}`)}`));
    const where = predicate === null ? sql`` : sql`where ${sql.raw(predicate)}`;
    const same = sql.join(
      keys.map((_, at) => sql`${sql.ref(`there.k${at}`)} = ${sql.ref(`wished.k${at}`)}`),
      sql` and `,
    );
    const { rows } = await sql<{ id: string }>`select there.id from (select id, ${names} from ${sql.table(target.table)} ${where}) as there
      join (select ${names} from jsonb_populate_recordset(null::${sql.table(target.table)}, ${json}::jsonb) ${where}) as wished on ${same}
      where there.id <> ${operation.id}::uuid limit 1`.execute(tx);
    if (rows[0]) return rows[0].id;
  }
  return undefined;
}

const mostFound = 20;

async function searchRows(tx: Tx, draft: TableKindDraft, text: string): Promise<{ id: string; name: string }[]> {
  const column = sql.ref(draft.fields[draft.name]!.column);
  const { rows } = await sql<{ id: string; name: Json }>`select id, to_jsonb(${column}) as name from ${sql.table(draft.table)}
    where ${column}::text ilike ${containing(text)} order by ${column}::text limit ${mostFound}`.execute(tx);
  return rows.map(({ id, name }) => ({ id, name: nameOf(name) }));
}

/** A broken rule of the table in the words of the console; other errors as they are. */
function wordingOf(error: unknown, draft: TableKindDraft): unknown {
  if (!(error instanceof Error) || error instanceof Refusal) return error;
  const { code, constraint, detail } = error as Error & { code?: string; constraint?: string; detail?: string };
  if (code === '23505') return taken(draft.unique?.[constraint ?? ''] ?? draft.name);
  if (code !== '23503') return error;
  // Of the two ways to break a reference the database tells this one by naming the own column; the other is that something still refers here.
  const column = /^Key \((\w+)\)=.* is not present in table/.exec(detail ?? '')?.[1];
  const [path] = Object.entries(draft.fields).find(([, field]) => field.column === column) ?? [];
  return path === undefined ? inUse([]) : new InvalidInput([{ path, namespace: 'kit', key: 'issue.notThere' }]);
}
