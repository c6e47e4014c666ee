import { sql } from 'kysely';
import { upkeepEvery } from '#kit/server/per-product.ts';
import type { Services } from '#kit/server/services.ts';
import { mikaLimits } from '../common/words.ts';
import { mikaSettings } from './setting.ts';

const everyMillis = 60_000;
const dayMillis = 86_400_000;
const atOnce = 5_000;

/** Ends sessions in which nobody says anything any more, and erases what was written once its days are over. */
export const mikaUpkeep = upkeepEvery<Services>(everyMillis, async (services) => {
  const { db } = services.database;
  const now = services.now();
  await sql`update mika_session set state = 'ended', ended_at = last_at, talk = null, waiting_since = null, result = coalesce(result, 'givenUp')
    where state <> 'ended' and last_at < ${now - mikaLimits.idleMillis}`.execute(db);
  const { textDays } = await mikaSettings.now(services);
  await sql`update mika_turn set text = null, answer = null where id in (select id from mika_turn
    where at < ${now - textDays * dayMillis} and (text is not null or answer is not null) order by at limit ${atOnce})`.execute(db);
});
