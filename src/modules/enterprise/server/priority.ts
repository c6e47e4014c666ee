import { sql } from 'kysely';
import type { Caller } from '#kit/server/caller.ts';
import { changeObjects } from '#kit/server/change/change-objects.ts';
import type { Kind } from '#kit/server/change/kind.ts';
import type { Tx } from '#kit/server/directory.ts';
import { InvalidInput, wrongState } from '#kit/server/refusal.ts';

type Table = 'segment_limit' | 'member_limit';

/** The place behind all others. */
export async function nextPriority(tx: Tx, table: Table): Promise<number> {
  const { rows } = await sql<{ next: number }>`select coalesce(max(priority), 0) + 1 as next from ${sql.table(table)}`.execute(tx);
  return rows[0]!.next;
}

/** There is room for one more. */
export async function assertRoom(tx: Tx, table: Table, most: number): Promise<void> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(tx);
  if (rows[0]!.n >= most)
    throw new InvalidInput([{ path: 'name', namespace: 'enterprise', key: 'limit.tooMany', params: { maximum: most } }]);
}

/** Puts all limits in this order; refuses with 10412 when there are others meanwhile. Answers how many there are. */
export async function reorder(
  tx: Tx,
  caller: Caller,
  { kind, table }: { kind: Kind; table: Table },
  ids: readonly string[],
): Promise<number> {
  const { rows } = await sql<{ id: string }>`select id from ${sql.table(table)} order by id for update`.execute(tx);
  const named = new Set(ids);
  if (rows.length !== named.size || rows.some(({ id }) => !named.has(id))) throw wrongState('others');
  await changeObjects(
    tx,
    caller,
    kind,
    ids.map((id, index) => ({ id, version: null, fields: { priority: index + 1 } })),
  );
  return ids.length;
}
