import { sql } from 'kysely';
import { upkeepEvery } from '#kit/server/per-product.ts';
import type { Services } from '#kit/server/services.ts';
import { settleStanding } from './run-store.ts';

const dayMillis = 86_400_000;
const keep = { staged: 7 * dayMillis, items: 30 * dayMillis };
/** Rows of one statement: an upkeep never holds others up. */
const atOnce = 20_000;

/** What is kept for days is looked at now and then. */
const sweepMillis = 600_000;

/** Plans whose time is over expire; staged rows and lines go after their days, runs with the cleaning of logs. A few steps on each call. */
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
  await dropOld({ database, now });
}

const dropOld = upkeepEvery(sweepMillis, async ({ database: { db }, now }: Pick<Services, 'database' | 'now'>) => {
  const at = now();
  const drop = (table: 'source_staged' | 'source_item', days: number) =>
    sql`delete from ${sql.table(table)} where (run_id, seq) in (select x.run_id, x.seq from source_run r, lateral (
        select run_id, seq from ${sql.table(table)} where run_id = r.id limit ${atOnce}) x
      where r.started_at <= ${at - days} and r.state not in ('planned', 'held', 'applying', 'reading', 'staged') limit ${atOnce})`.execute(
      db,
    );
  await drop('source_staged', keep.staged);
  await drop('source_item', keep.items);
});
