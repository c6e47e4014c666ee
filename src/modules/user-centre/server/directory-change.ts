import { sql } from 'kysely';
import type { Caller } from '#kit/server/caller.ts';
import type { Fields, Operation } from '#kit/server/change/kind.ts';
import type { Tx } from '#kit/server/directory.ts';
import { clock } from '#platform/clock.ts';
import './department.table.ts';

/** What readers of the feed need of the old and the new state: where somebody is, and whether. */
const carried = ['parentId', 'assignments', 'status', 'enabled'] as const;

const carriedOf = (fields: Fields | null): Fields | null => {
  const kept = Object.fromEntries(carried.flatMap((name) => (fields && name in fields ? [[name, fields[name] ?? null]] : [])));
  return Object.keys(kept).length > 0 ? kept : null;
};

/** Adds operations to the change feed (the fields of changes; creations and deletions mean all) of the directory, in the transaction that does them. */
export async function writeDirectoryChanges(
  tx: Tx,
  caller: Caller,
  kind: 'employee' | 'department',
  operations: readonly Operation[],
): Promise<void> {
  const rows = operations.map(({ id, action, before, after }) => ({
    object_id: id,
    op: action,
    fields: action === 'create' || action === 'delete' ? [] : Object.keys(after ?? {}),
    before: carriedOf(before),
    after: carriedOf(after),
  }));
  await sql`insert into directory_change (at, kind, object_id, op, fields, before, after, batch_id)
    select ${clock.now()}::bigint, ${kind}, object_id, op, array(select jsonb_array_elements_text(fields)), before, after, ${caller.batch()}::uuid
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(object_id uuid, op text, fields jsonb, before jsonb, after jsonb)`.execute(
    tx,
  );
}
