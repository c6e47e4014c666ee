import { sql } from 'kysely';
import type { Db } from '../directory.ts';
import './audit.table.ts';
import type { AuditGapTable } from './audit.table.ts';

/** A piece of a chain. */
export interface Places {
  first: number;
  last: number;
}

/** Whether every row of a piece of a chain went after its time. */
export async function isAllGone(db: Db, stream: string, { first, last }: Places): Promise<boolean> {
  return (await goneRows(db, stream, { first, last })) === last - first + 1;
}

/** How many rows of a piece of a chain went after their time. */
export async function goneRows(db: Db, stream: string, { first, last }: Places): Promise<number> {
  // Gaps never overlap: a row goes once.
  const { rows } = await sql<{
    gone: number;
  }>`select coalesce(sum(least(to_seq, ${last}) - greatest(from_seq, ${first}) + 1), 0)::bigint as gone
    from audit_gap where stream = ${stream} and to_seq >= ${first} and from_seq <= ${last}`.execute(db);
  return rows[0]?.gone ?? 0;
}

/** The gap in which a place lies. */
export async function gapAt(db: Db, stream: string, seq: number): Promise<AuditGapTable | undefined> {
  return db
    .selectFrom('audit_gap')
    .selectAll()
    .where('stream', '=', stream)
    .where('from_seq', '<=', seq)
    .where('to_seq', '>=', seq)
    .executeTakeFirst();
}
