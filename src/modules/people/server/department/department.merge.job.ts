import type { Parsed } from '#kit/common/contract.ts';
import type { LocalText } from '#kit/common/language.ts';
import { writeAudit } from '#kit/server/audit/write-audit.ts';
import { callerOfBatch } from '#kit/server/change/callers.ts';
import { InvalidInput, Refusal } from '#kit/server/refusal.ts';
import type { Db, JobContext, JobKind } from '#kit/server/services.ts';
import type { departmentMerge } from '../../common/department-merge.contract.ts';
import { userManagement } from '../../common/permissions.ts';
import { mergeInto, type MergeCounts } from './department.merge.ts';
import { planMerge } from './department.merge.plan.ts';
import { lockTree } from './department.tree.ts';
import { mergeTies } from '../ties/merged-ties.ts';

/** What is merged, and when the password of who asked for it was confirmed: some of what changes along may need that. */
export type MergePayload = Parsed<typeof departmentMerge> & { name: LocalText; confirmedAt: number };

/** The batch has the job's id. */
export type MergeResult = Partial<MergeCounts> & { batchId: string };

/** Merges departments in one transaction: it is done as a whole, or not at all. */
export const mergeJob: JobKind<MergePayload, MergeResult> = {
  kind: 'department.merge',
  title: { namespace: 'user-centre', key: 'job.mergeDepartments' },
  code: userManagement.button.mergeDept,
  params: ({ name }) => ({ name }),
  // One at a time: two that share a department would refuse one another.
  exclusive: () => 'department.merge',
  run: async (context, payload) => (await doneBefore(context.services.database.db, context.jobId)) ?? merge(context, payload),
};

/** What an earlier run of this job did, before its process died. */
async function doneBefore(db: Db, jobId: string): Promise<MergeResult | undefined> {
  const batch = await db.selectFrom('change_batch').select('id').where('id', '=', jobId).executeTakeFirst();
  return batch && { batchId: batch.id };
}

async function merge({ jobId, caller, services, signal }: JobContext, payload: MergePayload): Promise<MergeResult> {
  try {
    return await services.database.db.transaction().execute(async (tx) => {
      await lockTree(tx);
      const acting = { ...callerOfBatch(caller, 'department.merge'), confirmedAt: payload.confirmedAt };
      const planned = await planMerge(tx, acting, payload);
      const plan = { ...planned, following: await mergeTies(tx, planned.replacing) };
      const options = { batchId: jobId, reason: payload.reason ?? null, source: 'bulk' as const };
      const counts = await mergeInto(tx, { services, caller: acting }, plan, options);
      signal.throwIfAborted();
      await writeAudit(tx, acting, { path: 'muc/dept/merge', module: 'user-centre', code: 0, durationMs: 0, batchId: jobId });
      return { batchId: jobId, ...counts };
    });
  } catch (error) {
    throw error instanceof InvalidInput ? inWords(error, services, caller.language) : error;
  }
}

/** A job ends with one code: the first thing that was wrong. */
function inWords(error: InvalidInput, { texts }: JobContext['services'], language: JobContext['caller']['language']): Refusal {
  const [issue] = error.issues;
  const reason = issue ? texts.text(language, issue.namespace, issue.key, { ...issue.params }) : '';
  return new Refusal(12008, { reason });
}
