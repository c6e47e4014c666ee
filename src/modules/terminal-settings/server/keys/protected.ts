import { sql } from 'kysely';
import type { Db, Tx } from '#kit/server/directory.ts';
import type { KeyedColumn } from '#kit/server/keyed-column.ts';
import { moveTo, prefixOf, type OpenKey } from './cipher.ts';

/** How many values of these columns only this key opens. */
export async function countLeft(db: Db, columns: readonly KeyedColumn[], keyId: string): Promise<number> {
  let left = 0;
  for (const { table, column } of columns) {
    const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}
      where starts_with(${sql.ref(column)}, ${prefixOf(keyId)})`.execute(db);
    left += rows[0]?.n ?? 0;
  }
  return left;
}

/** Puts the next values of a column under another key, in one transaction; answers how many. */
export async function moveSome(
  tx: Tx,
  { table, id, column }: KeyedColumn,
  { former, next, limit }: { former: OpenKey; next: OpenKey; limit: number },
): Promise<number> {
  const { rows } = await sql<{ row: string; value: string }>`select ${sql.ref(id)}::text as row, ${sql.ref(column)} as value
    from ${sql.table(table)} where starts_with(${sql.ref(column)}, ${prefixOf(former.keyId)})
    order by ${sql.ref(id)} limit ${limit} for update`.execute(tx);
  if (rows.length === 0) return 0;
  const moved = rows.map(({ row, value }) => moveTo(next, former, value, { table, column, row }));
  await sql`update ${sql.table(table)} as t set ${sql.ref(column)} = moved.value
    from unnest(${rows.map(({ row }) => row)}::text[], ${moved}::text[]) as moved(row, value) where t.${sql.ref(id)}::text = moved.row`.execute(
    tx,
  );
  return rows.length;
}
