import { clock } from '#platform/clock.ts';
import type { JobKind } from '#kit/server/services.ts';
import { sourcePage } from '../../common/source.permissions.ts';
import { ApplyPieces } from './apply-pieces.ts';
import { cancelRun, readRun } from './run-store.ts';
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
    await new ApplyPieces(context, runId).all();
    const { outcome } = await readRun(context.services.database.db, runId);
    return { runId, outcome };
  },
  over: async (db, { runId }, state) => {
    const now = clock.now();
    if (state === 'cancelled') await cancelRun(db, { now: () => now }, runId);
    else await lostRun(db, runId, now);
  },
};
