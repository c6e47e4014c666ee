import { sql } from 'kysely';
import type { Services } from '#kit/server/services.ts';
import { note, partners, tell } from './events.ts';

/** Ends requests that nobody decided in time, and those whose plan has ended. */
export async function settle(services: Services): Promise<void> {
  const { db } = services.database;
  const now = services.now();
  const over = await db
    .updateTable('change_request')
    .set({ state: 'expired', ended_at: now })
    .where('state', 'in', ['pending', 'stale'])
    .where('expires_at', '<=', now)
    .returning(['id', 'requester', 'caller'])
    .execute();
  for (const { id, requester, caller } of over) {
    await note(db, { uid: requester, name: caller.name, address: '' }, { requestId: id, event: 'expired', at: now });
    await tell(db, services, [requester, ...(await partners(db, id))]);
  }
  const { rows } = await sql<{ id: string; requester: string; name: string; state: string }>`update change_request r set
      state = case when r.state = 'bypassed' then r.state when p.state = 'applied' then 'done' else 'failed' end,
      batch_id = p.batch_id, ended_at = ${now}
    from change_plan p where p.id = r.plan_id and (r.state = 'running' or (r.state = 'bypassed' and r.ended_at is null))
      and p.state in ('applied', 'failed', 'cancelled', 'discarded')
    returning r.id, r.requester, r.caller ->> 'name' as name, case when p.state = 'applied' then 'done' else 'failed' end as state`.execute(db);
  for (const { id, requester, name, state } of rows) {
    await note(db, { uid: requester, name, address: '' }, { requestId: id, event: state === 'done' ? 'done' : 'failed', at: now });
    await tell(db, services, [requester, ...(await partners(db, id))]);
  }
}
