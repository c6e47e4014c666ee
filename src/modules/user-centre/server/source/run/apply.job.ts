import { callerOfBatch } from '#kit/server/change/callers.ts';
import { laterOnDisk, manyRows } from '#kit/server/change/journal.ts';
import { writeAudit } from '#kit/server/audit/write-audit.ts';
import type { Tx } from '#kit/server/directory.ts';
import { clock } from '#platform/clock.ts';
import { newId } from '#kit/server/ids.ts';
import type { JobContext, JobKind } from '#kit/server/services.ts';
import { sourcePage } from '../../../common/source/source.permissions.ts';
import { applyItems } from './apply-items.ts';
import { endRun } from './end-run.ts';
import { ItemsAhead } from './items-ahead.ts';
import { cancelRun, lockRun, readRun } from './run-store.ts';
import { startPasswords } from './password.job.ts';
import { lostRun } from './sync-lost.ts';

/** Which plan is applied. */
export interface ApplyPayload {
  runId: string;
  name: string;
}

/** Applies the plan of a run, five hundred lines a transaction. Goes on from its last line after a crash; what was applied stays when it is cancelled. */
export const applyJob: JobKind<ApplyPayload, { runId: string; outcome: Record<string, number> }> = {
  kind: 'source.apply',
  title: { namespace: 'user-centre', key: 'job.source.apply' },
  code: sourcePage.button.apply,
  params: ({ name }) => ({ name }),
  exclusive: ({ runId }) => `source run ${runId}`,
  run: async (context, { runId }) => {
    const { db } = context.services.database;
    const items = new ItemsAhead(db, runId);
    for (let ended = false; !ended;) {
      context.signal.throwIfAborted();
      await items.ready();
      ended = await db.transaction().execute((tx) => applyStep(tx, context, { runId, items }));
    }
    const { outcome } = await readRun(db, runId);
    return { runId, outcome };
  },
  over: async (db, { runId }, state) => {
    const now = clock.now();
    if (state === 'cancelled') await cancelRun(db, { now: () => now }, runId);
    else await lostRun(db, runId, now);
  },
};

async function applyStep(tx: Tx, context: JobContext, { runId, items }: { runId: string; items: ItemsAhead }): Promise<boolean> {
  const { services } = context;
  await manyRows(tx);
  // The lock and the number of the last line let a line be applied once, even if two processes hold the job for a moment.
  const run = await lockRun(tx, runId, ['applying']);
  if (!run) return true;
  const batchId = run.batch_id ?? newId();
  const caller = callerOfBatch(context.caller, 'source.apply');
  const page = await items.after(tx, run.applied_seq);
  const source = await tx.selectFrom('source').selectAll().where('id', '=', run.source_id).executeTakeFirstOrThrow();
  const done = await applyItems(tx, caller, {
    run: { ...run, batch_id: batchId },
    source,
    items: page.items,
    services,
    begin: () => items.begin(),
  });
  const outcome = { ...run.outcome };
  for (const [name, count] of Object.entries(done)) outcome[name] = (outcome[name] ?? 0) + count;
  await tx
    .updateTable('source_run')
    .set({ applied_seq: page.last ?? run.applied_seq, outcome: JSON.stringify(outcome), batch_id: batchId })
    .where('id', '=', runId)
    .execute();
  if (caller.touched.length > 0)
    await writeAudit(tx, caller, { path: 'muc/source/log/apply', module: 'user-centre', code: 0, durationMs: 0, batchId });
  if (page.ended) {
    await endRun(tx, services, { ...run, outcome });
    await startPasswords(tx, services, { run: { id: runId, made: outcome['add'] ?? 0 }, source, caller: context.caller });
  } else await laterOnDisk(tx);
  const total = Object.values(run.counts).reduce((sum, count) => sum + count, 0) - (run.counts['unchanged'] ?? 0);
  const counted = Object.values(outcome).reduce((sum, count) => sum + count, 0);
  await context.progress({ done: counted, total, failed: (outcome['failed'] ?? 0) + (outcome['stale'] ?? 0) });
  return page.ended;
}
