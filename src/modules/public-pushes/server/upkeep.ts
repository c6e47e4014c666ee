import { sql } from 'kysely';
import { upkeepEvery } from '#kit/server/per-product.ts';
import type { Services } from '#kit/server/services.ts';
import { platformRules } from './push/platform.ts';
import { pushOf } from './push/push-record.ts';
import { compare } from './send/after-batch.ts';
import { forgetCaps } from './send/caps.ts';

const hourMillis = 3_600_000;
const dayMillis = 24 * hourMillis;
const eventDays = 35;
const atOnce = 10_000;

/** Once an hour: figures of the last pushes are compared with their rows, and what is over its time goes. */
export const pushUpkeep = upkeepEvery(hourMillis, async (services: Services) => {
  const { db } = services.database;
  const now = services.now();
  await sql`delete from push_preview where at < ${now - dayMillis}`.execute(db);
  await sql`delete from push_event where at < ${now - eventDays * dayMillis}`.execute(db);
  await db.transaction().execute((tx) => forgetCaps(tx, now));
  const { rows } = await sql<{ id: string }>`select id from push where started_at is not null and ended_at > ${now - 2 * dayMillis}
    and coalesce(checked_at, 0) < ${now - dayMillis} limit 50`.execute(db);
  for (const { id } of rows)
    await db.transaction().execute(async (tx) => {
      const push = await pushOf(tx, id, 'change');
      if (!push) return;
      await compare(tx, services, push);
      await tx.updateTable('push').set({ checked_at: now }).where('id', '=', id).execute();
    });
  const { targetDays } = await platformRules(db);
  await sql`delete from push_target where (push_id, employee_id) in (select t.push_id, t.employee_id from push_target t
    join push p on p.id = t.push_id and p.ended_at < ${now - targetDays * dayMillis} limit ${atOnce})`.execute(db);
});
