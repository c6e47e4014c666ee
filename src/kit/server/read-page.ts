import { sql, type RawBuilder } from 'kysely';
import type { Db } from './directory.ts';

/** A list as SQL: what is read, from where, which rows, and in which order. */
export interface PageSource {
  readonly columns: RawBuilder<unknown>;
  readonly from: RawBuilder<unknown>;
  /** All of them hold. */
  readonly where: readonly RawBuilder<boolean>[];
  /** What follows `order by`; ends with a column that no two rows share, so that pages never overlap. */
  readonly order: RawBuilder<unknown>;
}

/** One page of a list with the exact total: rows and their number are asked for at the same time. */
export async function readPage<Row>(
  db: Db,
  source: PageSource,
  { pageNum, pageSize }: { readonly pageNum: number; readonly pageSize: number },
): Promise<{ list: Row[]; total: number; pages: number }> {
  const { columns, from, order } = source;
  const where = source.where.length > 0 ? sql.join([...source.where], sql` and `) : sql`true`;
  const [page, counted] = await Promise.all([
    sql<Row>`select ${columns} from ${from} where ${where} order by ${order} limit ${pageSize} offset ${(pageNum - 1) * pageSize}`.execute(
      db,
    ),
    sql<{ total: number }>`select count(*) as total from ${from} where ${where}`.execute(db),
  ]);
  const total = counted.rows[0]?.total ?? 0;
  return { list: page.rows, total, pages: Math.ceil(total / pageSize) };
}

/** `order by` of a requested sort (`name`, `-name`) by the expression of each name; empty values last, equal ones by `id`. */
export function orderOf(
  sort: string,
  expressions: Readonly<Record<string, RawBuilder<unknown>>>,
  id: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const direction = sql.raw(sort.startsWith('-') ? 'desc' : 'asc');
  const requested = expressions[sort.replace(/^-/, '')];
  return requested ? sql`${requested} ${direction} nulls last, ${id} ${direction}` : sql`${id} ${direction}`;
}

/** A text as a part of a pattern for `like`: its own signs mean nothing but themselves. */
export const literal = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** A pattern for `ilike` that finds the text anywhere, its own signs taken literally. */
export const containing = (text: string): string => `%${literal(text)}%`;
