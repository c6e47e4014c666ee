import { sql } from 'kysely';
import type { CoreServices } from '#kit/server/services.ts';

const atOnce = 500;
/** What nobody could be told of within a day is old news. */
const keepMillis = 86_400_000;

/**
 * Looks at what was sent a moment ago: whoever is in the conversation and has it on no terminal yet is queued for a push, one notice a
 * conversation. Rows are claimed, so that several processes never look at one twice.
 */
export async function workOutbox(services: Pick<CoreServices, 'database' | 'now'>): Promise<number> {
  const now = services.now();
  const { rows } = await sql<{ n: number }>`with due as (
      delete from im_outbox where (conversation_id, seq) in (
        select conversation_id, seq from im_outbox where due_at <= ${now} order by due_at limit ${atOnce} for update skip locked)
      returning conversation_id, seq),
    newest as (select conversation_id, max(seq) as seq, count(*)::int as waiting from due group by conversation_id),
    unreached as (select m.employee_id, n.conversation_id, n.seq, n.waiting from newest n
      join im_member m on m.conversation_id = n.conversation_id and m.left_seq is null and not m.do_not_disturb
      join im_message msg on msg.conversation_id = n.conversation_id and msg.seq = n.seq and msg.sender_id <> m.employee_id
      where not exists (select from im_delivery d where d.conversation_id = n.conversation_id and d.employee_id = m.employee_id and d.delivered_seq >= n.seq)),
    queued as (insert into im_push as p (employee_id, conversation_id, seq, waiting, queued_at)
      select employee_id, conversation_id, seq, waiting, ${now} from unreached
      on conflict (employee_id, conversation_id) do update set id = gen_random_uuid(), seq = excluded.seq, waiting = p.waiting + excluded.waiting,
        next_at = 0, attempts = 0, done = '{}' returning 1)
    select count(*)::int as n from due`.execute(services.database.db);
  await sql`delete from im_push where queued_at < ${now - keepMillis}`.execute(services.database.db);
  return rows[0]!.n;
}
