import { sql } from 'kysely';
import { inTurn, upkeepEvery } from '#kit/server/per-product.ts';
import type { Services } from '#kit/server/services.ts';
import { runRetention } from './cases/retention.job.ts';
import { workOutbox } from './engine/outbox.ts';

const hourMillis = 3_600_000;
const refusalDays = 30;

/** Who is off line is queued for a push; old refusals go; what must not be kept any longer ends once a day, by one process. */
export const messagingUpkeep = inTurn(
  async (services: Services) => {
    while ((await workOutbox(services)) >= 500);
  },
  upkeepEvery(hourMillis, async ({ database: { db }, now }: Services) => {
    await sql`delete from im_refusal where at < ${now() - refusalDays * 24 * hourMillis}`.execute(db);
    await sql`delete from im_broadcast where at < ${now() - refusalDays * 24 * hourMillis}`.execute(db);
    await sql`delete from im_silence where until_at < ${now()}`.execute(db);
  }),
  upkeepEvery(hourMillis, async (services: Services) => {
    const { rows } = await sql<{
      due: boolean;
    }>`select not exists (select from im_retention_run where at > ${services.now() - 24 * hourMillis})
      and exists (select from im_retention where enabled) as due`.execute(services.database.db);
    if (rows[0]!.due) await runRetention(services);
  }),
);
