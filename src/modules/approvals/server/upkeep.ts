import { sql } from 'kysely';
import type { Db, Services } from '#kit/server/services.ts';
import type { RequestData } from './approvers.ts';
import { mailOutcome } from './approval-mails.ts';
import { note, partners, tell } from './events.ts';

/** Says of what waits over half of its time, and of bypasses nobody reviewed in time; takes back what is over. */
async function warn(services: Services): Promise<void> {
  const { db } = services.database;
  const now = services.now();
  const open = await db
    .selectFrom('change_request')
    .selectAll()
    .where('state', 'in', ['pending', 'stale', 'bypassed'])
    .where('warned', '=', false)
    .where((where) =>
      where.or([
        where.and([where('state', '<>', 'bypassed'), sql<boolean>`(at + expires_at) / 2 <= ${now}`]),
        where.and([where('state', '=', 'bypassed'), where('review_by', '<=', now)]),
      ]),
    )
    .limit(100)
    .execute();
  for (const request of open)
    await db.transaction().execute(async (tx) => {
      await raise(tx, services, request);
      await tx.updateTable('change_request').set({ warned: true }).where('id', '=', request.id).execute();
    });
  const over = await db
    .updateTable('change_request')
    .set({ warned: false })
    .where('warned', '=', true)
    .where('state', 'not in', ['pending', 'stale', 'bypassed'])
    .returning('id')
    .execute();
  for (const { id } of over) for (const kind of ['approval.waiting', 'approval.bypassed']) await services.warnings.clear(db, kind, id);
}

/** The warning of a request that waits, or that ran without approval. */
export async function raise(tx: Db, services: Pick<Services, 'warnings' | 'words'>, request: RequestData): Promise<void> {
  await services.warnings.raise(tx, {
    kind: request.state === 'bypassed' ? 'approval.bypassed' : 'approval.waiting',
    object: { kind: 'changeRequest', id: request.id, name: services.words.actions(request.operation) },
    facts: { requester: request.caller.name, reason: request.reason ?? '' },
  });
}

/** Ends requests that nobody decided in time, and those whose plan has ended. */
export async function settle(services: Services): Promise<void> {
  const { db } = services.database;
  const now = services.now();
  const over = await db
    .updateTable('change_request')
    .set({ state: 'expired', ended_at: now })
    .where((where) =>
      where.or([
        where('state', 'in', ['pending', 'stale']),
        // Agreed to, and who asked did not ask again.
        where.and([where('state', '=', 'approved'), where('job_id', 'is', null), where('plan_id', 'is', null)]),
      ]),
    )
    .where('expires_at', '<=', now)
    .returningAll()
    .execute();
  for (const request of over) {
    const { id, requester, caller } = request;
    await note(db, { uid: requester, name: caller.name, address: '' }, { requestId: id, event: 'expired', at: now });
    await mailOutcome(db, services, request, { outcome: 'expired' });
    await tell(db, services, [requester, ...(await partners(db, id))]);
  }
  const { rows } = await sql<{ id: string; requester: string; name: string; state: string }>`update change_request r set
      state = case when r.state = 'bypassed' then r.state when p.state = 'applied' then 'done' else 'failed' end,
      batch_id = p.batch_id, ended_at = ${now}
    from change_plan p where p.id = r.plan_id and (r.state = 'running' or (r.state = 'bypassed' and r.ended_at is null))
      and p.state in ('applied', 'failed', 'cancelled', 'discarded')
    returning r.id, r.requester, r.caller ->> 'name' as name, case when p.state = 'applied' then 'done' else 'failed' end as state`.execute(
    db,
  );
  for (const { id, requester, name, state } of rows) {
    await note(db, { uid: requester, name, address: '' }, { requestId: id, event: state === 'done' ? 'done' : 'failed', at: now });
    const request = await db.selectFrom('change_request').selectAll().where('id', '=', id).executeTakeFirst();
    if (request) await mailOutcome(db, services, request, { outcome: state === 'done' ? 'done' : 'failed' });
    await tell(db, services, [requester, ...(await partners(db, id))]);
  }
  await warn(services);
}
