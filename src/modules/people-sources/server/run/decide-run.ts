import { sql } from 'kysely';
import type { Parsed } from '#kit/common/contract.ts';
import type { Call } from '#kit/server/handle.ts';
import { newId } from '#kit/server/ids.ts';
import { Refusal, wrongState } from '#kit/server/refusal.ts';
import type { Tx } from '#kit/server/directory.ts';
import type * as contract from '../../common/source-run.contract.ts';
import { acts } from './plan/plan-item.ts';
import { applyJob } from './apply.job.ts';
import { findRun, undoMillis, type FoundRun } from './run-query.ts';
import { cancelRun, settleStanding } from './run-store.ts';
import { assertFree } from './start-run.ts';
import { undoJob } from './undo.job.ts';

/** How many lines of a plan do something. */
const actingOf = (counts: Readonly<Record<string, number>>): number =>
  Object.entries(counts).reduce((sum, [action, count]) => sum + (acts(action as contract.ItemAction) ? count : 0), 0);

/** The run and its source's standing, locked: two deciders come one after another. */
async function lockDecision(call: Call, tx: Tx, runId: string): Promise<FoundRun> {
  const found = await findRun({ ...call, db: tx }, runId);
  await sql`select from source_standing where source_id = ${found.source_id}::uuid for update`.execute(tx);
  await sql`select from source_run where id = ${runId}::uuid for update`.execute(tx);
  call.caller.touch({ kind: 'source', id: found.source_id, name: found.sourceName, path: found.rootPath });
  return findRun({ ...call, db: tx }, runId);
}

/** Applies a plan; a held one only when it is `released`. Refuses with 10412, 12101, 12110, 12111, 12112. */
export async function applyRun(
  call: Call,
  tx: Tx,
  input: Parsed<typeof contract.sourceRunApply>,
  released: boolean,
): Promise<{ jobId: string }> {
  const run = await lockDecision(call, tx, input.runId);
  const { services, caller } = call;
  if (run.state === 'expired' || ((run.state === 'planned' || run.state === 'held') && (run.expires_at ?? 0) <= services.now()))
    throw new Refusal(12111);
  if (run.dry_run || (run.state !== 'planned' && run.state !== 'held')) throw wrongState(run.state);
  if (run.state === 'held' && !released) {
    const { rule, number, limit } = run.brake!;
    const words = services.texts.text(caller.language, 'user-centre', `sourceRun.rule.${rule}`);
    throw new Refusal(12110, { rule: words, number, limit }, run.brake);
  }
  if (released && run.state !== 'held') throw wrongState(run.state);
  await assertFree(tx, run.source_id);
  const { loseSignIn, total } = input.expected;
  const now = { loseSignIn: run.impact['loseSignIn'] ?? 0, total: actingOf(run.counts) };
  if (loseSignIn !== now.loseSignIn || total !== now.total) throw new Refusal(12112, {}, now);
  caller.note({ ...now, ...(input.reason && { reason: input.reason }), ...(run.brake && { brake: run.brake.rule }) });
  const jobId = await services.jobs.start(tx, caller, applyJob, { runId: run.id, name: run.sourceName });
  await tx
    .updateTable('source_run')
    .set({ state: 'applying', job_id: jobId, by_uid: caller.uid, reason: input.reason ?? null, batch_id: newId() })
    .where('id', '=', run.id)
    .execute();
  await settleStanding(tx, run.source_id);
  return { jobId };
}

/** Throws a plan away. */
export async function rejectRun(call: Call, tx: Tx, { runId, reason }: Parsed<typeof contract.sourceRunReject>): Promise<number> {
  const run = await lockDecision(call, tx, runId);
  if (run.state !== 'planned' && run.state !== 'held') throw wrongState(run.state);
  call.caller.note({ reason });
  const now = call.services.now();
  await tx
    .updateTable('source_run')
    .set({ state: 'rejected', ended_at: now, reason, by_uid: call.caller.uid })
    .where('id', '=', runId)
    .execute();
  await settleStanding(tx, run.source_id);
  return 1;
}

/** Begins to take back what a run wrote. Refuses with 12101 and 12113. */
export async function undoRun(call: Call, tx: Tx, { runId, reason }: Parsed<typeof contract.sourceRunUndo>): Promise<{ jobId: string }> {
  const run = await lockDecision(call, tx, runId);
  const { services, caller } = call;
  await assertFree(tx, run.source_id);
  // What a run wrote before it was cancelled or failed can be taken back as well.
  const wrote = run.batch_id !== null && run.applied_seq >= 0 && ['applied', 'cancelled', 'failed'].includes(run.state);
  const at = run.applied_at ?? run.ended_at ?? 0;
  if (!wrote || run.undo_batch_id !== null || at + undoMillis <= services.now()) throw new Refusal(12113);
  caller.note({ reason });
  const jobId = await services.jobs.start(tx, caller, undoJob, { runId, reason, name: run.sourceName });
  await tx.updateTable('source_run').set({ state: 'applying', undo_batch_id: newId(), job_id: jobId }).where('id', '=', runId).execute();
  await settleStanding(tx, run.source_id);
  return { jobId };
}

/** Ends a run that reads, plans or applies. */
export async function stopRun(call: Call, tx: Tx, { runId }: Parsed<typeof contract.sourceRunCancel>): Promise<number> {
  const run = await lockDecision(call, tx, runId);
  if (run.undo_batch_id !== null || !(await cancelRun(tx, call.services, runId))) throw wrongState(run.state);
  return 1;
}
