import { applyPlan, discardPlan, exportPlanItems, getPlan, listPlanItems, releasePlan } from '#kit/common/change/plan.contract.ts';
import { code } from '#kit/common/codes.ts';
import { handle, type BoundRoute } from '../../handle.ts';
import { Refusal } from '../../refusal.ts';
import { findPlan } from './plan-access.ts';
import { planItems, planItemsJob } from './plan-items.ts';
import { discardPlanOf, planView, releaseHeld, startPlan } from './plan.service.ts';

/** The calls of plans and of their approval. */
export const planRoutes: readonly BoundRoute[] = [
  handle(getPlan, async (call, { id }) => planView(call.services, call.caller, await findPlan(call.db, call.caller, id))),
  handle(listPlanItems, (call, input) => planItems(call, input)),
  handle(exportPlanItems, async (call, input) => {
    await findPlan(call.db, call.caller, input.planId);
    return call.write(async (tx) => ({ jobId: await call.services.jobs.start(tx, call.caller, planItemsJob, input) }));
  }),
  handle(applyPlan, async (call, input) => {
    const started = await call.write((tx) => startPlan(tx, call.caller, call.services, { ...input, asks: true }));
    // The request is kept, so the refusal comes after the commit.
    if ('requestId' in started) throw new Refusal(code.approval, { id: started.requestId }, { requestId: started.requestId });
    return started;
  }),
  handle(releasePlan, async (call, input) =>
    planView(call.services, call.caller, await call.write((tx) => releaseHeld(tx, call.caller, call.services, input))),
  ),
  handle(discardPlan, async (call, { id }) => {
    await call.write(async (tx) => {
      await discardPlanOf(tx, call.caller, call.services, id);
      await call.services.approvals?.planGone(tx, id);
    });
    return null;
  }),
];
