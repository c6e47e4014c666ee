import { sql } from 'kysely';
import { upkeepEvery } from '#kit/server/per-product.ts';
import type { Services } from '#kit/server/services.ts';
import { foldWarnings } from '#kit/server/warning/fold-warnings.ts';
import { advance } from './advance.ts';
import { bundle } from './bundle.ts';
import { decide } from './decide.ts';
import { deliver } from './deliver.ts';

const lock = 7_361_204_430;

/**
 * One round: counts what was said, takes warnings to their state, decides who is told, and sends. Of several nodes one decides; what fails
 * is taken up by the next round.
 */
export async function warningRound(services: Services): Promise<void> {
  const { db } = services.database;
  await foldWarnings(db);
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ ok: boolean }>`select pg_try_advisory_xact_lock(${lock}) as ok`.execute(tx);
    if (!rows[0]?.ok) return;
    const now = services.now();
    await advance(tx, services, now);
    await decide(tx, services, now);
    await bundle(tx, now);
  });
  await deliver(services);
}

const dayMillis = 86_400_000;

/** Removes what has been over for long enough (warnings themselves go with the cleaning of logs): notices after 180, spans after 31. */
export const sweepWarnings = upkeepEvery(3_600_000, async (services: Pick<Services, 'database' | 'now'>) => {
  const now = services.now();
  const { db } = services.database;
  await sql`delete from warning_notice where id in (select id from warning_notice where at < ${now - 180 * dayMillis} limit 50000)`.execute(
    db,
  );
  await sql`delete from warning_span where until < ${now - 31 * dayMillis}`.execute(db);
  await sql`delete from notice_proof where until < ${now}`.execute(db);
});
