import { sql } from 'kysely';
import type { CoreServices } from '#kit/server/services.ts';
import { mostFromAccount } from '#modules/messaging/server/public.ts';
import { byItself, pushOf, stateTo } from '../push/push-record.ts';
import { messengerOf } from './messenger.ts';

/** Withdraws the messages of the next people from whom a push is taken back; answers whether there are more. */
export async function withdrawBatch(services: CoreServices, pushId: string): Promise<boolean> {
  return services.database.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string; message: string | null; reached: boolean }>`select employee_id as id, message_id as message,
        reached_at is not null as reached from push_target where push_id = ${pushId}::uuid and recall_state = 'ordered'
      order by employee_id limit ${mostFromAccount} for update skip locked`.execute(tx);
    if (rows.length === 0) return false;
    const messages = rows.flatMap(({ message }) => (message === null ? [] : [message]));
    const gone = await messengerOf(services).current.withdraw(services, messages);
    // Who never fetched it has nothing to remove.
    const done = rows.filter(({ message }) => message === null || gone.has(message));
    await sql`update push_target t set recall_state = case when r.reached then 'server' else 'notReached' end, recall_at = ${services.now()}
      from unnest(${done.map(({ id }) => id)}::uuid[], ${done.map(({ reached }) => reached)}::boolean[]) as r(id, reached)
      where t.push_id = ${pushId}::uuid and t.employee_id = r.id`.execute(tx);
    return done.length === mostFromAccount;
  });
}

/** A push is taken back when every terminal that had it has acknowledged, or the deadline has passed. */
export async function settleRecall(services: CoreServices, pushId: string): Promise<void> {
  await services.database.db.transaction().execute(async (tx) => {
    const push = await pushOf(tx, pushId, 'change');
    if (push?.state !== 'recalling') return;
    const now = services.now();
    if ((push.recall_deadline ?? 0) <= now)
      await sql`update push_target set recall_state = 'unreachable', recall_at = ${now}
        where push_id = ${pushId}::uuid and recall_state in ('ordered', 'server')`.execute(tx);
    const { rows } = await sql<{ open: boolean }>`select exists (select from push_target
      where push_id = ${pushId}::uuid and (state = 4 or recall_state in ('ordered', 'server'))) as open`.execute(tx);
    if (!rows[0]!.open) await stateTo(tx, push, { state: 'recalled', by: byItself(), ended_at: push.ended_at ?? now });
  });
}
