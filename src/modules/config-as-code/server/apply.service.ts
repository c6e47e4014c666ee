import type { Parsed } from '#kit/common/contract.ts';
import type { Caller } from '#kit/server/caller.ts';
import type { Tx } from '#kit/server/directory.ts';
import { newId } from '#kit/server/ids.ts';
import { Refusal, wrongState } from '#kit/server/refusal.ts';
import type { Services } from '#kit/server/services.ts';
import type { configApply } from '../common/config.contract.ts';
import { mostAtOnce, type PlanCounts } from '../common/config-facts.ts';
import { applyLines } from './apply-lines.ts';
import { configApplyJob } from './config.jobs.ts';
import { countLines, linesOf, printOf } from './lines.ts';
import { ended, findPlan, requestOfPlan } from './plan.service.ts';

const idle = new Set(['same', 'refused']);
/** How many operations these lines are. */
const actingIn = (counts: PlanCounts): number =>
  Object.entries(counts).reduce((sum, [action, count]) => sum + (idle.has(action) ? 0 : (count ?? 0)), 0);

/** Applies a plan: exactly what was read, or nothing (11083). More than five thousand operations become a job. */
export async function applyConfigPlan(
  tx: Tx,
  { caller, services }: { caller: Caller; services: Services },
  input: Parsed<typeof configApply>,
): Promise<{ batchId: string | null; jobId: string | null; counts: PlanCounts }> {
  const plan = await findPlan(tx, input.planId, true);
  if (plan.state !== 'planned' || plan.expires_at < services.now()) throw wrongState(plan.state === 'planned' ? 'expired' : plan.state);
  if (!sameCounts(plan.counts, input.expected)) throw new Refusal(11083, {}, { counts: plan.counts });
  caller.touch({ kind: 'configPlan', id: plan.id, name: plan.areas.join(', ') });
  const reason = input.reason ?? null;
  if (actingIn(plan.counts) > mostAtOnce) {
    await tx.updateTable('config_plan').set({ state: 'applying', batch_id: newId(), reason }).where('id', '=', plan.id).execute();
    return { batchId: null, jobId: await services.jobs.start(tx, caller, configApplyJob, { planId: plan.id }), counts: plan.counts };
  }
  const lines = await linesOf({ tx, services, caller }, await requestOfPlan(tx, services, plan, caller.language));
  if (printOf(lines) !== plan.print) throw new Refusal(11083, {}, { counts: countLines(lines) });
  // A try of this very call names its own batch; otherwise all operations of the call are one.
  const batchId = caller.batch() ?? newId();
  await applyLines(tx, caller, { services, lines, options: { batchId, reason } });
  const counts = countLines(lines);
  if (!sameCounts(plan.counts, counts)) throw new Refusal(11083, {}, { counts });
  await ended(tx, { caller, services }, { plan, batchId, reason });
  return { batchId: actingIn(counts) > 0 ? batchId : null, jobId: null, counts };
}

function sameCounts(one: PlanCounts, other: PlanCounts): boolean {
  const names = [...Object.keys(one), ...Object.keys(other)] as (keyof PlanCounts)[];
  return names.every((name) => (one[name] ?? 0) === (other[name] ?? 0));
}
