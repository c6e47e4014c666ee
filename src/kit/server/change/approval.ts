import type { Selectable } from 'kysely';
import type { PlanAction } from '#kit/common/change/plan.contract.ts';
import { code } from '#kit/common/codes.ts';
import { clock } from '#platform/clock.ts';
import { callerOf, type Caller } from '../caller.ts';
import type { Db, Tx } from '../directory.ts';
import { newId } from '../ids.ts';
import { notFound, Refusal, stale, wrongState } from '../refusal.ts';
import type { Services } from '../services.ts';
import { beginPlan, mayDecide, type PlanData } from './plan-access.ts';
import type { ChangePolicyTable, ChangeRequestTable } from './plan.table.ts';

/** A waiting or decided request. */
export type RequestData = Selectable<ChangeRequestTable>;

/** The policy under which this operation on so many objects needs a second person; undefined when it may go ahead. */
export async function approvalNeeded(
  tx: Db,
  _caller: Caller,
  operation: string,
  counts: Partial<Record<PlanAction, number>>,
): Promise<Selectable<ChangePolicyTable> | undefined> {
  const objects = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return tx
    .selectFrom('change_policy')
    .selectAll()
    .where('operation', '=', operation)
    .where('enabled', '=', true)
    .where('at_least', '<=', objects)
    .executeTakeFirst();
}

/** Keeps the plan and asks for approval; answers the request's id. Asking again while it waits answers the same one. */
export async function askApproval(
  tx: Tx,
  caller: Caller,
  wish: { plan: PlanData; policy: Selectable<ChangePolicyTable>; reason: string | null },
): Promise<string> {
  const { plan, policy } = wish;
  const waiting = await tx
    .selectFrom('change_request')
    .select('id')
    .where('plan_id', '=', plan.id)
    .where('state', '=', 'pending')
    .executeTakeFirst();
  if (waiting) return waiting.id;
  const id = newId();
  const now = clock.now();
  const expires = now + policy.hours * 3_600_000;
  const { account, name, language, address, userAgent, requestId } = caller;
  await tx
    .insertInto('change_request')
    .values({
      id,
      policy_id: policy.id,
      plan_id: plan.id,
      operation: plan.operation,
      approver_code: policy.approver_code,
      requester: caller.uid,
      reason: wish.reason,
      caller: JSON.stringify({ account, name, language, address, userAgent, requestId, operation: plan.operation }),
      counts: JSON.stringify(plan.counts),
      at: now,
      expires_at: expires,
    })
    .execute();
  await tx
    .updateTable('change_plan')
    .set({ expires_at: Math.max(plan.expires_at, expires) })
    .where('id', '=', plan.id)
    .execute();
  return id;
}

/** Requests that a person made or may decide (with the code in a range over all lines), the newest first. */
export async function requestsFor(db: Db, caller: Caller, state: RequestData['state'] | undefined): Promise<RequestData[]> {
  caller.scope();
  const rows = await db
    .selectFrom('change_request')
    .selectAll()
    .$if(state !== undefined, (query) => query.where('state', '=', state!))
    .orderBy('id', 'desc')
    .limit(500)
    .execute();
  const visible: RequestData[] = [];
  for (const row of rows) {
    const own = row.requester === caller.uid;
    if (own || (await mayDecide(db, caller, { plan: { id: row.plan_id }, code: row.approver_code }))) visible.push(row);
  }
  return visible;
}

/** Decides a request: the second person holds the policy's code in a range over all lines, and is not the requester. Approved, the plan runs as the requester. */
export async function decide(
  tx: Tx,
  caller: Caller,
  services: Services,
  input: { id: string; version: number; comment?: string | undefined; approve: boolean },
): Promise<RequestData> {
  caller.scope();
  const request = await tx.selectFrom('change_request').selectAll().where('id', '=', input.id).forUpdate().executeTakeFirst();
  if (!request || !(request.requester === caller.uid || caller.can(request.approver_code))) throw notFound();
  if (request.requester === caller.uid)
    throw new Refusal(code.notGranted, { code: request.approver_code }, { code: request.approver_code });
  if (request.version !== input.version) throw stale({ id: request.id, version: request.version, state: request.state });
  const now = services.now();
  if (request.state !== 'pending' || request.expires_at < now) throw wrongState(request.state === 'pending' ? 'expired' : request.state);
  const plan = await tx.selectFrom('change_plan').selectAll().where('id', '=', request.plan_id).forUpdate().executeTakeFirstOrThrow();
  if (!(await mayDecide(tx, caller, { plan, code: request.approver_code }))) throw new Refusal(code.outOfRange);
  if (input.approve && plan.state !== 'planned') throw wrongState(plan.state);
  caller.touch({ kind: 'changeRequest', id: request.id, name: request.operation });
  const jobId = input.approve
    ? await beginPlan(tx, await requesterOf(services, request, plan), services, { plan, reason: request.reason })
    : null;
  return tx
    .updateTable('change_request')
    .set({
      state: input.approve ? 'approved' : 'rejected',
      decided_by: caller.uid,
      decided_at: now,
      comment: input.comment ?? null,
      job_id: jobId,
      version: request.version + 1,
    })
    .where('id', '=', request.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The requester with the rights of now: a right lost meanwhile is found by the job. */
async function requesterOf(services: Services, request: RequestData, plan: PlanData): Promise<Caller> {
  const grants = await services.access.grants(request.requester);
  return callerOf({
    ...request.caller,
    uid: request.requester,
    grants,
    sessionId: null,
    confirmedAt: 0,
    mustChangePassword: false,
    codes: plan.code ? [plan.code] : [],
  });
}
