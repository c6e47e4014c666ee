import { sql } from 'kysely';
import type { Caller } from '#kit/server/caller.ts';
import { changeObjects } from '#kit/server/change/change-objects.ts';
import type { Kind, Operation, OperationIssue } from '#kit/server/change/kind.ts';
import { lockOrder } from '#kit/server/change/lock-order.ts';
import type { Tx } from '#kit/server/directory.ts';
import { notFound } from '#kit/server/refusal.ts';

type Table = 'segment_limit' | 'member_limit';

/** The place behind all others, which nobody else gets before this transaction ends. */
export async function nextPriority(tx: Tx, table: Table): Promise<number> {
  await lockOrder(tx, table);
  const { rows } = await sql<{ next: number }>`select coalesce(max(priority), 0) + 1 as next from ${sql.table(table)}`.execute(tx);
  return rows[0]!.next;
}

/** Creations for which there is no room, whatever way they come: those behind the most. */
export async function withoutRoom(
  tx: Tx,
  { table, most }: { table: Table; most: number },
  operations: readonly Operation[],
): Promise<Map<number, OperationIssue>> {
  const issues = new Map<number, OperationIssue>();
  const fresh = [...operations.entries()].filter(([, { action }]) => action === 'create' || action === 'restore');
  if (fresh.length === 0) return issues;
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(tx);
  for (const [index] of fresh.slice(Math.max(0, most - rows[0]!.n)))
    issues.set(index, { path: 'name', namespace: 'enterprise', key: 'limit.tooMany', params: { maximum: most } });
  return issues;
}

/** Puts these limits in this order, in the places that they hold together; the others stay where they are. Answers how many were named. */
export async function reorder(
  tx: Tx,
  caller: Caller,
  { kind, table }: { kind: Kind; table: Table },
  ids: readonly string[],
): Promise<number> {
  await lockOrder(tx, table);
  await sql`select from ${sql.table(table)} order by id for update`.execute(tx);
  const { rows } = await sql<{ id: string; priority: number }>`select id, priority from ${sql.table(table)} order by priority, id`.execute(
    tx,
  );
  const known = new Set(rows.map(({ id }) => id));
  if (ids.some((id) => !known.has(id))) throw notFound();
  const named = new Set(ids);
  const requested = [...ids];
  const isClear = new Set(rows.map(({ priority }) => priority)).size === rows.length;
  const places = rows.map(({ id, priority }, index) => ({
    id: named.has(id) ? requested.shift()! : id,
    // Numbered again only where two came to hold one place.
    place: isClear ? priority : index + 1,
  }));
  const now = new Map(rows.map(({ id, priority }) => [id, priority]));
  const moved = places.filter(({ id, place }) => now.get(id) !== place);
  if (moved.length > 0)
    await changeObjects(
      tx,
      caller,
      kind,
      moved.map(({ id, place }) => ({ id, version: null, fields: { priority: place } })),
    );
  return ids.length;
}
