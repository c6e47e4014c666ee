import * as run from '../../src/modules/people-sources/common/source-run.contract.ts';
import type { House } from './house.ts';

/** What has to be confirmed before a plan is applied. */
export const expectedOf = ({ counts, loseSignIn }: run.RunDetail): { loseSignIn: number; total: number } => ({
  loseSignIn,
  total: Object.entries(counts).reduce((sum, [action, n]) => (/conflict|invalid|skipped|unchanged/.test(action) ? sum : sum + n), 0),
});

/** Reads a source as its page does, to the end of the run. */
export async function syncSource({ boss }: House, id: string): Promise<run.RunDetail> {
  const { runId, jobId } = await boss.call(run.sourceSync, { id, mode: 'full' });
  await boss.jobEnd(jobId);
  return boss.call(run.sourceRunGet, { runId });
}

/** Applies a plan, also one that the brake held; where nothing differs there is nothing to decide. */
export async function applyPlan({ boss }: House, plan: run.RunDetail): Promise<run.RunDetail> {
  if (plan.state === 'applied') return plan;
  const wish = { runId: plan.id, expected: expectedOf(plan) };
  const { jobId } =
    plan.state === 'held'
      ? await boss.call(run.sourceRunRelease, { ...wish, reason: 'Looked at' })
      : await boss.call(run.sourceRunApply, wish);
  await boss.jobEnd(jobId);
  return boss.call(run.sourceRunGet, { runId: plan.id });
}

/** The lines of a run with these actions. */
export const itemsOf = async ({ boss }: House, runId: string, action: run.RunItem['action'][]): Promise<run.RunItem[]> =>
  (await boss.call(run.sourceRunItems, { runId, action, limit: 200 })).list;
