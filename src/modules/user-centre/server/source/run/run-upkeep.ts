import { sql } from 'kysely';
import type { Services } from '#kit/server/services.ts';
import { settleStanding } from './run-store.ts';

const dayMillis = 86_400_000;
const keep = { staged: 7 * dayMillis, items: 30 * dayMillis, runs: 400 * dayMillis };
/** Rows of one statement: an upkeep never holds others up. */
const atOnce = 20_000;

/** Plans whose time is over expire; staged rows, lines and runs go after their days. A few steps on each call. */
export async function keepUpRuns({ database, now }: Pick<Services, 'database' | 'now'>): Promise<void> {
  const { db } = database;
  const at = now();
  const over = await db
    .selectFrom('source_run')
    .select('id')
    .where('state', 'in', ['planned', 'held'])
    .where('expires_at', '<=', at)
    .where('ended_at', 'is', null)
    .limit(100)
    .execute();
  for (const { id } of over)
    await db.transaction().execute(async (tx) => {
      const ended = await tx
        .updateTable('source_run')
        .set({ state: 'expired', ended_at: at })
        .where('id', '=', id)
        .where('state', 'in', ['planned', 'held'])
        .returning('source_id')
        .executeTakeFirst();
      if (ended) await settleStanding(tx, ended.source_id);
    });
  const drop = (table: 'source_staged' | 'source_item', days: number) =>
    sql`delete from ${sql.table(table)} where ctid in (select x.ctid from ${sql.table(table)} x join source_run r on r.id = x.run_id
      where r.started_at <= ${at - days} and r.state not in ('planned', 'held', 'applying', 'reading', 'staged') limit ${atOnce})`.execute(db);
  // Mostly there is nothing: one look at the runs tells.
  const { rows } = await sql`select from source_run where started_at <= ${at - keep.staged} limit 1`.execute(db);
  if (rows.length === 0) return;
  await drop('source_staged', keep.staged);
  await drop('source_item', keep.items);
  await sql`delete from source_run where started_at <= ${at - keep.runs} and ended_at is not null`.execute(db);
}
