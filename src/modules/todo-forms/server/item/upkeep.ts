import { sql } from 'kysely';
import { inTurn, upkeepEvery } from '#kit/server/per-product.ts';
import type { Services } from '#kit/server/services.ts';
import { endItems, lockItems } from './close.ts';
import { lookAgain } from './console/compare.ts';
import { newsOf, queueNotices, tellNews } from './news.ts';
import { calm } from './quiet.ts';
import { nextReminder } from './remind-at.ts';
import { todoSettings } from './settings.ts';

const dayMillis = 86_400_000;
const hourMillis = 3_600_000;
const minuteMillis = 60_000;
const atOnce = 200;

/** Reminds of items whose time of a reminder has come. */
async function remind(services: Services): Promise<void> {
  const { db } = services.database;
  const setting = await todoSettings.now(services);
  const now = services.now();
  const news = newsOf();
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{
      id: string;
      dueAt: number;
      priority: number;
      quietHours: boolean;
    }>`select i.id, i.due_at as "dueAt", i.priority,
        s.quiet_hours as "quietHours" from todo_item i join todo_system s on s.id = i.system_id
      where i.remind_at <= ${now} and i.state = 'open' order by i.remind_at limit ${atOnce} for update of i skip locked`.execute(tx);
    for (const { id, dueAt, priority, quietHours } of rows) {
      const { rows: people } = await sql<{ uid: string }>`select employee_id as uid from todo_person
        where item_id = ${id}::uuid and state = 'open'`.execute(tx);
      const next = nextReminder({ dueAt: Number(dueAt), daily: setting.dailyReminders, now });
      await sql`update todo_item set remind_at = ${setting.dueReminders ? next : null} where id = ${id}::uuid`.execute(tx);
      if (!setting.dueReminders) continue;
      const at = calm(now, { system: { quietHours }, priority, setting });
      await queueNotices(tx, { itemId: id, uids: people.map(({ uid }) => uid), kind: 'due', at });
    }
  });
  await tellNews(services, news);
}

/** Ends items that nobody answered for so long after they were due. */
async function expire(services: Services): Promise<void> {
  const { db } = services.database;
  const { expireDays, callDays } = await todoSettings.now(services);
  const now = services.now();
  const news = newsOf();
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string }>`select id from todo_item where state = 'open' and due_at < ${now - expireDays * dayMillis}
      order by due_at limit ${atOnce}`.execute(tx);
    const items = await lockItems(
      tx,
      rows.map(({ id }) => id),
    );
    await endItems(tx, items, { state: 'expired', now }, news);
  });
  await tellNews(services, news);
  await sql`delete from todo_answer_call where at < ${now - callDays * dayMillis}`.execute(db);
}

/** What of to-dos is due by time. */
export const todoUpkeep = inTurn(upkeepEvery(minuteMillis, lookAgain), upkeepEvery(minuteMillis, remind), upkeepEvery(hourMillis, expire));
