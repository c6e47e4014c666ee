import { getBatch, listBatches, listJournal, previewRevert, revertChanges } from '#kit/common/change/journal.contract.ts';
import { listRecycled, purgeRecycled, restoreRecycled } from '#kit/common/change/recycle-bin.contract.ts';
import { handle, type BoundRoute, type Call } from '../handle.ts';
import { readBatch, readBatches, readJournal } from './journal.service.ts';
import { assertRecycled, purge, readRecycled } from './recycle-bin.ts';
import { linesOf, revert, revertAtOnce, type RevertTarget } from './revert.ts';
import { revertJob } from './revert.job.ts';
import { foreseeRevert } from './revert.preview.ts';
import { revertViews } from './revert.view.ts';

/** The calls of the journal, of undoing, and of the recycle bin. */
export const journalRoutes: readonly BoundRoute[] = [
  handle(listJournal, (call, filter) => readJournal(call.services, call.caller, filter)),
  handle(listBatches, (call, filter) => readBatches(call.services, call.caller, filter)),
  handle(getBatch, (call, { id }) => readBatch(call.services, call.caller, id)),
  handle(previewRevert, async (call, input) => {
    const target = targetOf(input);
    let operations = 0;
    const all = await foreseeRevert(call.services, call.caller, async (tx) => {
      const lines = await linesOf(tx, call.caller, call.services.kinds, { target, limit: 10_000 });
      operations = lines.length;
      return lines;
    });
    const sorted = all.toSorted((left, right) => Number(Boolean(right.conflict)) - Number(Boolean(left.conflict)));
    return {
      list: await revertViews(call, sorted.slice(0, 200)),
      objects: all.length,
      conflicts: all.filter((one) => one.conflict).length,
      operations,
    };
  }),
  handle(revertChanges, (call, input) => undo(call, targetOf(input), input.reason ?? null)),
  handle(listRecycled, (call, filter) => readRecycled(call.services, call.caller, filter)),
  handle(restoreRecycled, async (call, { operationIds }) => {
    await assertRecycled(call.db, call.caller, call.services, operationIds);
    return undo(call, { operationIds }, null);
  }),
  handle(purgeRecycled, async (call, { operationIds }) => ({
    count: await call.write((tx) => purge(tx, call.caller, call.services, operationIds)),
  })),
];

function targetOf(input: { batchId?: string | undefined; operationIds?: string[] | undefined }): RevertTarget {
  return input.batchId === undefined ? { operationIds: input.operationIds ?? [] } : { batchId: input.batchId };
}

async function undo(call: Call, target: RevertTarget, reason: string | null) {
  const { caller, services } = call;
  return call.write(async (tx) => {
    const lines = await linesOf(tx, caller, services.kinds, { target, limit: revertAtOnce + 1 });
    if ('batchId' in target && lines.length > revertAtOnce) {
      const batch = await tx.selectFrom('change_batch').select('operation').where('id', '=', target.batchId).executeTakeFirstOrThrow();
      caller.touch({ kind: 'batch', id: target.batchId, name: batch.operation });
      return {
        batchId: null,
        reverted: 0,
        conflicts: [],
        jobId: await services.jobs.start(tx, caller, revertJob, {
          batchId: target.batchId,
          reason,
          name: services.words.actions(batch.operation),
        }),
      };
    }
    const done = await revert(tx, caller, services.kinds, { target, reason });
    return { batchId: done.batchId, reverted: done.reverted, conflicts: await revertViews(call, done.conflicts), jobId: null };
  });
}
