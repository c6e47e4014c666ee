import type { LocalText } from '#kit/common/language.ts';
import { writeAudit } from '../audit/write-audit.ts';
import type { JobKind } from '../services.ts';
import { callerOfBatch } from './callers.ts';
import { chunkSize } from './journal.ts';
import { linesOf, revertLines } from './revert.ts';

/** Which batch is undone, and why. */
export interface RevertPayload {
  batchId: string;
  reason: string | null;
  /** What the batch was, in words. */
  name: LocalText;
}

/** Undoes a large batch, a thousand lines a transaction, newest first; the new batch has the job's id. Lines undone before a crash are left as they are. */
export const revertJob: JobKind<RevertPayload, { batchId: string; reverted: number; conflicts: number }> = {
  kind: 'change.revert',
  title: { namespace: 'kit', key: 'job.revert' },
  // The rights are looked at for each page of lines, because a batch may hold many kinds.
  code: null,
  params: ({ name }) => ({ name }),
  exclusive: ({ batchId }) => batchId,
  run: async (context, { batchId, reason }) => {
    const { db } = context.services.database;
    const { kinds } = context.services;
    const sums = { done: 0, reverted: 0, conflicts: 0 };
    const batch = await db.selectFrom('change_batch').select('counts').where('id', '=', batchId).executeTakeFirstOrThrow();
    const total = Object.values(batch.counts).reduce((sum, count) => sum + count, 0);
    for (let before: string | undefined; ;) {
      context.signal.throwIfAborted();
      const lines = await db.transaction().execute(async (tx) => {
        const caller = callerOfBatch(context.caller, 'journal.revert');
        const page = await linesOf(tx, caller, kinds, { target: { batchId }, limit: chunkSize, ...(before && { before }) });
        const { reverted, conflicts } = await revertLines(
          tx,
          caller,
          { kinds, lines: page },
          { reason, batchId: context.jobId, revertOf: batchId },
        );
        if (caller.touched.length > 0)
          await writeAudit(tx, caller, { path: 'journal/revert', module: 'kit', code: 0, durationMs: 0, batchId: context.jobId });
        sums.reverted += reverted;
        sums.conflicts += conflicts.filter((one) => one.conflict?.reason !== 'reverted').length;
        return page;
      });
      sums.done += lines.length;
      await context.progress({ done: sums.done, total, failed: sums.conflicts });
      before = lines.at(-1)?.id;
      if (lines.length < chunkSize || before === undefined)
        return { batchId: context.jobId, reverted: sums.reverted, conflicts: sums.conflicts };
    }
  },
};
