import { writeAudit } from '#kit/server/audit/write-audit.ts';
import { callerOfBatch } from '#kit/server/change/callers.ts';
import { chunksOf } from '#kit/server/change/journal.ts';
import type { JobKind } from '#kit/server/services.ts';
import { restoredAtOnce } from '../common/recycle.contract.ts';
import { recycleBin } from '../common/permissions.ts';
import { deletionsOf, restoreObjects, type Choices } from './restore.ts';

/** What is brought back, and how. */
interface RestorePayload extends Choices {
  ids?: readonly string[];
  batchId?: string;
  count: number;
}

/** Brings many objects back, five hundred a transaction, the newest deletion first; the batch has the job's id. What came back before a crash is not in the bin any more. */
export const restoreJob: JobKind<RestorePayload, { batchId: string; restored: number; conflicts: number }> = {
  kind: 'recycle.restore',
  title: { namespace: 'recycle-bin', key: 'job.restore' },
  code: recycleBin.button.restore,
  params: ({ count }) => ({ count }),
  run: async (context, payload) => {
    const { services, caller } = context;
    const { db } = services.database;
    const ids = await deletionsOf(db, caller, services, { ids: payload.ids, batchId: payload.batchId, left: true });
    const sums = { restored: 0, conflicts: 0 };
    const piece = { batchId: context.jobId, by: new Map<string, string>() };
    for (const chunk of chunksOf(ids, restoredAtOnce)) {
      context.signal.throwIfAborted();
      await db.transaction().execute(async (tx) => {
        const one = callerOfBatch(caller, 'recycle.restore');
        // Parents may have come back with a piece before.
        const requested = await deletionsOf(tx, one, services, { ids: chunk, left: true });
        if (requested.length === 0) return;
        const done = await restoreObjects(tx, one, services, { ...payload, ids: requested, piece });
        sums.restored += done.restored.length;
        sums.conflicts += done.conflicts.length;
        if (one.touched.length > 0)
          await writeAudit(tx, one, { path: 'recycle/restore', module: 'recycle-bin', code: 0, durationMs: 0, batchId: context.jobId });
      });
      await context.progress({ done: sums.restored + sums.conflicts, total: ids.length, failed: sums.conflicts });
    }
    return { batchId: context.jobId, ...sums };
  },
};
