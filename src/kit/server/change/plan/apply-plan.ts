import { sql, type Selectable } from 'kysely';
import type { PlanAction } from '#kit/common/change/plan.contract.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import type { Caller } from '../../caller.ts';
import type { Db, Tx } from '../../directory.ts';
import type { JobContext, JobKind } from '../../services.ts';
import type { KeptText } from '../../texts.ts';
import { applyEach } from '../apply-each.ts';
import { laterOnDisk, manyRows } from '../journal.ts';
import { LinesAhead, linesAtOnce, signallingKind } from '../lines-ahead.ts';
import { callerOfBatch } from '../callers.ts';
import { sameJson } from '../fields.ts';
import type { Kind, Operation, OperationIssue, State } from '../kind.ts';
import type { ChangePlanTable } from './plan.table.ts';

/** Input of a plan's job. */
export interface PlanPayload {
  planId: string;
  code: string | null;
  /** What the plan is. */
  name: KeptText;
}

/** Result of a plan's job. */
export interface PlanResult {
  planId: string;
  batchId: string;
  outcome: Partial<Record<PlanAction | 'stale', number>>;
}

/** Applies a plan, two thousand lines a transaction. Goes on from its cursor after a crash; cancelled between two transactions. */
export const planApplyJob: JobKind<PlanPayload, PlanResult> = {
  kind: 'plan.apply',
  title: { namespace: 'kit', key: 'job.planApply' },
  code: ({ code }) => code,
  params: ({ name }) => ({ name }),
  exclusive: ({ planId }) => planId,
  run: async (context, { planId }) => {
    const { db } = context.services.database;
    const lines = new LinesAhead(db, planId);
    for (;;) {
      if (context.signal.aborted) break;
      await lines.ready();
      const step = await db.transaction().execute((tx) => applyStep(tx, context, { planId, lines }));
      await context.progress(step);
      if (step.ended) break;
    }
    return endOf(db, context, planId);
  },
  over: async (db, { planId }, state) => {
    await db.updateTable('change_plan').set({ state }).where('id', '=', planId).where('state', '=', 'applying').execute();
  },
};

type Plan = Selectable<ChangePlanTable>;

async function applyStep(tx: Tx, context: JobContext, { planId, lines }: { planId: string; lines: LinesAhead }) {
  await manyRows(tx);
  // The lock and the cursor make a line be applied once, even if two processes hold the job for a moment.
  const plan = await tx.selectFrom('change_plan').selectAll().where('id', '=', planId).forUpdate().executeTakeFirstOrThrow();
  const total = Object.values(plan.counts).reduce((sum, count) => sum + count, 0);
  if (plan.state !== 'applying') return { done: total, total, failed: failedOf(plan.outcome), ended: true };
  const kind = context.services.kinds.find((one) => one.kind === plan.kind);
  if (!kind) throw new Error(`No kind of object is called ${plan.kind}`);
  const requests = await lines.after(tx, kind, plan.cursor);
  const caller = callerOfBatch(context.caller, plan.operation);
  const done = await applyItems(tx, caller, { plan, kind: signallingKind(kind, () => lines.begin()), requests: requests.operations });
  const cursor = requests.last ?? plan.cursor;
  const outcome = addCounts(plan.outcome, done);
  const ended = requests.count < linesAtOnce;
  await tx
    .updateTable('change_plan')
    .set({ cursor, outcome: JSON.stringify(outcome), ...(ended && { state: 'applied' as const }) })
    .where('id', '=', planId)
    .execute();
  if (!ended) await laterOnDisk(tx);
  if (caller.touched.length > 0)
    await writeAudit(tx, caller, { path: 'plan/apply', module: kind.module, code: 0, durationMs: 0, batchId: plan.batch_id });
  return { done: cursor + 1, total, failed: failedOf(outcome), ended };
}

const failedOf = (outcome: PlanResult['outcome']): number => (outcome.refused ?? 0) + (outcome.stale ?? 0);

function addCounts<K extends string>(left: Partial<Record<K, number>>, right: Partial<Record<K, number>>): Partial<Record<K, number>> {
  const sum = { ...left };
  for (const [name, count] of Object.entries(right) as [K, number][]) sum[name] = (sum[name] ?? 0) + count;
  return sum;
}

async function applyItems(
  tx: Tx,
  caller: Caller,
  { plan, kind, requests }: { plan: Plan; kind: Kind; requests: readonly { seq: number; operation: Operation }[] },
): Promise<PlanResult['outcome']> {
  const present = await kind.read(
    tx,
    requests.filter(({ operation }) => operation.action !== 'create').map(({ operation }) => operation.id),
    true,
  );
  const bad = new Map<number, { state: 'stale' | 'refused'; issues: OperationIssue[] }>();
  const ready: { seq: number; operation: Operation }[] = [];
  for (const { seq, operation } of requests) {
    const fresh = freshened(operation, present.get(operation.id));
    if ('key' in fresh) bad.set(seq, { state: 'stale', issues: [{ path: '', namespace: 'kit', key: fresh.key }] });
    else ready.push({ seq, operation: fresh });
  }
  const each = await applyEach(
    tx,
    caller,
    { kind, operations: ready.map(({ operation }) => operation) },
    { source: plan.source, reason: plan.reason, batchId: plan.batch_id! },
  );
  for (const [index, issues] of each.refused) bad.set(ready[index]!.seq, { state: 'refused', issues });
  await markBad(tx, plan.id, bad);
  const outcome: PlanResult['outcome'] = {};
  for (const index of each.done) add(outcome, ready[index]!.operation.action);
  for (const { state } of bad.values()) add(outcome, state);
  return outcome;
}

function add(counts: PlanResult['outcome'], name: PlanAction | 'stale'): void {
  counts[name] = (counts[name] ?? 0) + 1;
}

/** The operation against the object of now: on its present version where the touched fields are still as planned, else why not. */
function freshened(operation: Operation, state: State | undefined): Operation | { key: 'plan.gone' | 'plan.stale' } {
  if (operation.action === 'create') return operation;
  if (operation.action === 'restore') return state ? { key: 'plan.stale' } : operation;
  if (!state) return { key: 'plan.gone' };
  const { before } = operation;
  // A deletion takes the whole object with it; a change only minds the fields it touches.
  const isSame =
    state.version === operation.version ||
    (operation.action !== 'delete' &&
      Object.keys(before ?? {}).every((name) => sameJson(before?.[name] ?? null, state.fields[name] ?? null)));
  if (operation.version !== null && !isSame) return { key: 'plan.stale' };
  return { ...operation, version: state.version, path: state.path, ...(operation.action === 'delete' && { before: state.fields }) };
}

async function markBad(tx: Tx, planId: string, bad: ReadonlyMap<number, { state: string; issues: OperationIssue[] }>): Promise<void> {
  if (bad.size === 0) return;
  const rows = [...bad].map(([seq, { state, issues }]) => ({ seq, state, issues }));
  await sql`update change_plan_item as item set state = r.state, issues = r.issues
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(seq int, state text, issues jsonb) where item.plan_id = ${planId} and item.seq = r.seq`.execute(
    tx,
  );
}

async function endOf(db: Db, context: JobContext, planId: string): Promise<PlanResult> {
  const plan = await db.selectFrom('change_plan').selectAll().where('id', '=', planId).executeTakeFirstOrThrow();
  if (context.signal.aborted && plan.state === 'applying') {
    // A drain hands the job back and the plan goes on elsewhere; only a cancellation ends it.
    const job = await db.selectFrom('job').select('cancel').where('id', '=', context.jobId).executeTakeFirst();
    if (!job?.cancel) throw context.signal.reason;
  }
  return { planId, batchId: plan.batch_id ?? '', outcome: plan.outcome };
}
