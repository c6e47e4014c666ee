import { sql } from 'kysely';
import type { Parsed } from '#kit/common/contract.ts';
import { makePlan } from '#kit/server/change/plan/make-plan.ts';
import { startPlan } from '#kit/server/change/plan/plan.service.ts';
import { Refusal } from '#kit/server/refusal.ts';
import type { Db, JobKind } from '#kit/server/services.ts';
import type { employeeBatchUpdate } from '../../common/employee-bulk.contract.ts';
import { userManagement } from '../../common/permissions.ts';
import { plannedBulk } from './employee.bulk.ts';
import { employeeKind } from './employee.kind.ts';
import { countSelected, selected } from './employee.selection.ts';

export type BulkPayload = Parsed<typeof employeeBatchUpdate>;

/** What a bulk change ends with: its plan, and the job (or the request for approval) that applies it. */
export interface BulkResult {
  planId: string;
  jobId: string | null;
  requestId: string | null;
}

/** Turns a bulk change into a plan and starts applying it: one batch of the journal, which can be reverted as a whole. */
export const bulkJob: JobKind<BulkPayload, BulkResult> = {
  kind: 'employee.batchUpdate',
  title: { namespace: 'user-centre', key: 'job.batchUpdate' },
  code: userManagement.button.batchUpdate,
  run: async ({ jobId, caller, services, signal, progress }, payload) => {
    const { db } = services.database;
    const before = await begunPlan(db, jobId);
    if (before) return before;
    const total = await countSelected(db, await selected(db, caller, payload));
    if (total !== payload.expected) throw new Refusal(12141, { n: total, m: payload.expected });
    const plan = await makePlan(db, caller, {
      kind: employeeKind,
      title: { namespace: 'user-centre', key: 'job.batchUpdate', params: { job: jobId } },
      operations: plannedBulk(db, caller, payload, payload.set),
      source: 'bulk',
      operation: 'employee.batchUpdate',
      code: userManagement.button.batchUpdate,
      reason: payload.reason ?? null,
      total,
      signal,
      onProgress: (done) => progress({ done, total, failed: 0 }),
    });
    if (plan.state === 'held') return { planId: plan.id, jobId: null, requestId: null };
    const begun = await db
      .transaction()
      .execute((tx) => startPlan(tx, caller, services, { id: plan.id, expected: plan.counts, reason: payload.reason }));
    return { planId: plan.id, jobId: null, requestId: null, ...begun };
  },
};

/** The plan that an earlier run of this job began to apply, before its process died. */
async function begunPlan(db: Db, jobId: string): Promise<BulkResult | undefined> {
  const { rows } = await sql<BulkResult>`select id as "planId", job_id as "jobId", null as "requestId" from change_plan
    where operation = 'employee.batchUpdate' and title -> 'params' ->> 'job' = ${jobId} and job_id is not null`.execute(db);
  return rows[0];
}
