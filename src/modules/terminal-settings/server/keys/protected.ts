import { sql } from 'kysely';
import type { Db, Tx } from '#kit/server/directory.ts';
import type { KeyedColumn } from '#kit/server/keyed-column.ts';
import { moveTo, prefixOf, type OpenKey } from './cipher.ts';

/** `k1.`, the sixteen letters of a key and a dot: a column's index over so much of it finds what is under a key. */
const prefixLength = 20;

/** How many values of these columns only this key opens. */
export async function countLeft(db: Db, columns: readonly KeyedColumn[], keyId: string): Promise<number> {
  let left = 0;
  for (const { table, column } of columns) {
    const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}
      where left(${sql.ref(column)}, ${sql.lit(prefixLength)}) = ${prefixOf(keyId)}`.execute(db);
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
    from ${sql.table(table)} where left(${sql.ref(column)}, ${sql.lit(prefixLength)}) = ${prefixOf(former.keyId)}
    order by ${sql.ref(id)} limit ${limit} for update`.execute(tx);
  if (rows.length === 0) return 0;
  const moved = rows.map(({ row, value }) => moveTo(next, former, value, { table, column, row }));
  await sql`update ${sql.table(table)} as t set ${sql.ref(column)} = moved.value
    from unnest(${rows.map(({ row }) => row)}::text[], ${moved}::text[]) as moved(row, value) where t.${sql.ref(id)} = moved.row::uuid`.execute(
    tx,
  );
  return rows.length;
}
