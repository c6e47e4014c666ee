import type { PlanAction, PlanView } from '#kit/common/change/plan.contract.ts';
import type { Caller, Touched } from '../../caller.ts';
import type { Db, Tx } from '../../directory.ts';
import { InvalidInput, outOfRange, wrongState } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { beginPlan, findPlan, mayDecide } from './plan-access.ts';
import type { PlanData } from './plan.table.ts';

const idle = new Set<PlanAction | 'stale'>(['same', 'refused']);

/** The counts of the lines that do something. */
const actingCounts = (counts: PlanData['counts']): PlanData['counts'] =>
  Object.fromEntries(Object.entries(counts).filter(([action]) => !idle.has(action as PlanAction)));

/** A plan as the audit names it: by its title, in the language of whoever did something with it. */
const touchedPlan = ({ texts }: Pick<Services, 'texts'>, { language }: Caller, { id, title }: PlanData): Touched => ({
  kind: 'plan',
  id,
  name: texts.text(language, title.namespace, title.key, title.params),
});

/** Starts applying a plan, or asks for approval where a policy wants it: answers the job or the request. */
export async function startPlan(
  tx: Tx,
  caller: Caller,
  services: Services,
  input: { id: string; expected: PlanView['counts']; reason?: string | undefined; asks?: true },
): Promise<{ jobId: string } | { requestId: string }> {
  const plan = await findPlan(tx, caller, input.id, true);
  if (plan.state !== 'planned') throw wrongState(plan.state);
  if (plan.uid !== caller.uid && !(await mayDecide(tx, caller, { plan, code: plan.code }))) throw outOfRange();
  assertExpected(plan.counts, input.expected);
  caller.touch(touchedPlan(services, caller, plan));
  const reason = input.reason ?? plan.reason;
  const requestId = await services.approvals?.holdPlan(tx, services, caller, { plan, reason, ...(input.asks && { asks: true }) });
  if (requestId !== undefined) return { requestId };
  return { jobId: await beginPlan(tx, caller, services, { plan, reason }) };
}

function assertExpected(counts: PlanData['counts'], expected: PlanView['counts']): void {
  const acting = actingCounts(counts);
  const wrong = [...new Set([...Object.keys(acting), ...Object.keys(actingCounts(expected))])].filter(
    (action) => (acting[action as PlanAction] ?? 0) !== (expected[action as PlanAction] ?? 0),
  );
  if (wrong.length > 0)
    throw new InvalidInput(
      wrong.map((action) => ({
        path: `expected.${action}`,
        namespace: 'kit',
        key: 'plan.expected',
        params: { count: acting[action as PlanAction] ?? 0 },
      })),
    );
}

/** Lets a held plan be applied after all. */
export async function releaseHeld(
  tx: Tx,
  caller: Caller,
  services: Pick<Services, 'texts'>,
  input: { id: string; reason: string },
): Promise<PlanData> {
  const plan = await findPlan(tx, caller, input.id, true);
  if (plan.state !== 'held') throw wrongState(plan.state);
  caller.touch(touchedPlan(services, caller, plan));
  return tx
    .updateTable('change_plan')
    .set({ state: 'planned', reason: input.reason })
    .where('id', '=', plan.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Throws away a plan that was not applied. */
export async function discardPlanOf(tx: Tx, caller: Caller, services: Pick<Services, 'texts'>, id: string): Promise<void> {
  const plan = await findPlan(tx, caller, id, true);
  if (!['making', 'planned', 'held'].includes(plan.state)) throw wrongState(plan.state);
  caller.touch(touchedPlan(services, caller, plan));
  await tx.updateTable('change_plan').set({ state: 'discarded' }).where('id', '=', plan.id).execute();
  await tx.deleteFrom('change_plan_item').where('plan_id', '=', plan.id).execute();
}

/** Removes plans whose time is over; one that waits for approval lives at least as long as its request. Answers how many went. */
export async function sweepPlans(db: Db, now: number): Promise<number> {
  const gone = await db.deleteFrom('change_plan').where('expires_at', '<', now).where('state', '<>', 'applying').executeTakeFirst();
  return Number(gone.numDeletedRows);
}

/** A plan as answers carry it. */
export function planView(services: Pick<Services, 'kinds' | 'texts'>, caller: Caller, plan: PlanData): PlanView {
  const { text } = services.texts;
  const trip = plan.brake;
  const message =
    trip &&
    (trip.key
      ? text(caller.language, trip.namespace ?? 'kit', trip.key, { ...trip })
      : text(caller.language, 'kit', `brake.${trip.rule}`, {
          action: text(caller.language, 'kit', `brake.group.${trip.action}`),
          percent: trip.number,
          count: trip.number,
          limit: trip.limit,
        }));
  return {
    id: plan.id,
    kind: plan.kind,
    module: services.kinds.find((one) => one.kind === plan.kind)?.module ?? plan.title.namespace,
    title: plan.title,
    at: plan.at,
    operation: plan.operation,
    source: plan.source,
    reason: plan.reason,
    state: plan.state,
    counts: plan.counts,
    impact: plan.impact,
    brake: trip && { rule: trip.rule, action: trip.action, number: trip.number, limit: trip.limit, message: message ?? '' },
    outcome: plan.outcome,
    batchId: plan.batch_id,
    jobId: plan.job_id,
    expiresAt: plan.expires_at,
  };
}
