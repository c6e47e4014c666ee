import { sql } from 'kysely';
import type { Db } from '#kit/server/services.ts';
import { requestOf, type CrowdData } from './compute.ts';
import { wantedSql } from './members.sql.ts';
import { momentOf } from './rule.sql.ts';

/** Crowds that one statement asks of a person. */
const atOnce = 50;

/** The crowds in which somebody is meant to be by their rules, with the rows as they are in this transaction; paused ones are left out. */
export async function meantCrowds(db: Db, uid: string, now: number): Promise<ReadonlySet<string>> {
  const rows: CrowdData[] = await db.selectFrom('crowd').selectAll().where('paused', '=', false).execute();
  const moment = momentOf(now);
  const crowds = new Set<string>();
  for (let start = 0; start < rows.length; start += atOnce) {
    const parts = rows
      .slice(start, start + atOnce)
      .map((row) => sql`select ${row.id}::text as id where exists (${wantedSql(requestOf(row), moment, [uid])})`);
    const found = await sql<{ id: string }>`${sql.join(parts, sql` union all `)}`.execute(db);
    for (const { id } of found.rows) crowds.add(id);
  }
  return crowds;
}
