import { sql } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import { lockRun, settleStanding } from './run-store.ts';

/** Ends a run whose job was given up without a word of its own. */
export async function lostRun(tx: Db, runId: string, now: number): Promise<void> {
  const run = await lockRun(tx, runId, ['reading', 'staged', 'applying']);
  if (!run) return;
  await tx
    .updateTable('source_run')
    .set({ state: 'failed', ended_at: now, failure: JSON.stringify({ code: 10500 }) })
    .where('id', '=', runId)
    .execute();
  await sql`update source_standing set failures = failures + 1 where source_id = ${run.source_id}`.execute(tx);
  await settleStanding(tx, run.source_id);
}
