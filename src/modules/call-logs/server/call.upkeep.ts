import { sql } from 'kysely';
import { upkeepEvery } from '#kit/server/per-product.ts';
import type { Services } from '#kit/server/services.ts';
import { grains } from './call-counters.ts';
import './call.table.ts';

const hourMillis = 3_600_000;
const dayMillis = 86_400_000;
/** Days for which what was masked is kept. */
const sealedDays = 7;

/** Removes counters whose time is over, and makes the partition of the next month before its first call comes. */
export const tickCalls = upkeepEvery<Services>(hourMillis, async ({ database, now }) => {
  for (const [grain, { keptDays }] of Object.entries(grains))
    await sql`delete from call_stat where grain = ${grain} and at < ${now() - keptDays * dayMillis}`.execute(database.db);
  await sql`delete from call_sealed where at < ${now() - sealedDays * dayMillis}`.execute(database.db);
  await sql`select make_log_partition('call_log', ${now() + 5 * dayMillis})`.execute(database.db);
});
