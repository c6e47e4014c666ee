import { sql } from 'kysely';
import type { Caller } from '#kit/server/caller.ts';
import { createRecentChange } from '#kit/server/recent-change.ts';
import type { Fields, Operation } from '#kit/server/change/kind.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import { clock } from '#platform/clock.ts';
import './department/department.table.ts';

/** What readers of the feed need of the old and the new state: where somebody is, and whether. */
const carried = ['parentId', 'assignments', 'status', 'enabled'] as const;

const carriedOf = (fields: Fields | null): Fields | null => {
  const kept = Object.fromEntries(carried.flatMap((name) => (fields && name in fields ? [[name, fields[name] ?? null]] : [])));
  return Object.keys(kept).length > 0 ? kept : null;
};

/** Rows of new objects as JSON. */
const prepared = new WeakMap<Operation, string>();

const rowOf = ({ id, action, before, after }: Operation): string =>
  JSON.stringify({
    object_id: id,
    op: action,
    fields: action === 'create' || action === 'delete' ? [] : Object.keys(after ?? {}),
    before: carriedOf(before),
    after: carriedOf(after),
  });

/** Makes the row of a new object beforehand. */
export function prepareDirectoryChange(operation: Operation): void {
  prepared.set(operation, rowOf(operation));
}

/** Changes of the directory that this process makes. */
export const directoryChanges = createRecentChange();

/** Operations that stand in the feed already, written earlier in the same transaction. */
const ahead = new WeakMap<Tx, ReadonlySet<Operation>>();

/** Adds operations to the feed that this transaction is still to do; `writeDirectoryChanges` then adds them no second time. */
export async function directoryChangesAhead(
  tx: Tx,
  caller: Caller,
  kind: 'employee' | 'department',
  operations: readonly Operation[],
): Promise<void> {
  await writeDirectoryChanges(tx, caller, kind, operations);
  ahead.set(tx, new Set(operations));
}

/** Adds operations to the change feed (the fields of changes; creations and deletions mean all) of the directory, in the transaction that does them. */
export async function writeDirectoryChanges(
  tx: Tx,
  caller: Caller,
  kind: 'employee' | 'department',
  given: readonly Operation[],
): Promise<void> {
  const told = ahead.get(tx);
  const operations = told ? given.filter((operation) => !told.has(operation)) : given;
  const rows = operations.map((operation) => prepared.get(operation) ?? rowOf(operation));
  if (rows.length > 0)
    await sql`insert into directory_change (at, kind, object_id, op, fields, before, after, batch_id)
    select ${clock.now()}::bigint, ${kind}, object_id, op, array(select jsonb_array_elements_text(fields)), before, after, ${caller.batch()}::uuid
    from jsonb_to_recordset(${`[${rows.join(',')}]`}::jsonb) as r(object_id uuid, op text, fields jsonb, before jsonb, after jsonb)`.execute(
      tx,
    );
  directoryChanges.happens();
}

/** Tells who follows the directory that something beside the record of these people turned: a device was bound, or given up. */
export async function peopleTurned(tx: Db, uids: readonly string[], field: string): Promise<void> {
  if (uids.length === 0) return;
  await sql`insert into directory_change (at, kind, object_id, op, fields)
    select ${clock.now()}::bigint, 'employee', id, 'change', ${[field]}::text[] from unnest(${[...new Set(uids)]}::uuid[]) as p(id)`.execute(
    tx,
  );
  directoryChanges.happens();
}
