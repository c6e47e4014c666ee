import { sql } from 'kysely';
import type { Tx } from '#kit/server/directory.ts';
import { systemCaller, type Caller } from '#kit/server/caller.ts';
import { newId } from '#kit/server/ids.ts';
import { Refusal } from '#kit/server/refusal.ts';
import type { Services } from '#kit/server/services.ts';
import type { RawRecord } from '../connector/connector.ts';
import type { runTriggers } from '../../common/source-run.contract.ts';
import { missingTargets } from '../mapping/required.ts';
import { ensureStanding } from './run-store.ts';
import { syncJob } from './sync.job.ts';
import '../source.table.ts';

/** Which run is to begin. */
export interface RunRequest {
  sourceId: string;
  /** `deprovision`: nothing is read, everybody goes by the source's policy. */
  mode: 'full' | 'incremental' | 'deprovision';
  trigger: (typeof runTriggers)[number];
  /** Only read and planned: it can't be applied. */
  dryRun?: boolean;
  /** Objects that events named: they alone are fetched. */
  only?: readonly { readonly of: RawRecord['of']; readonly id: string }[];
  /** Who asked for it; the product itself unless said. */
  caller?: Caller;
}

/**
 * Begins a run in the caller's transaction: it is read and planned by a job. Refuses with 12101 while another run of the source goes on,
 * 12107 when its mapping lacks something.
 */
export async function startRun(
  tx: Tx,
  services: Pick<Services, 'jobs' | 'now'>,
  request: RunRequest,
): Promise<{ runId: string; jobId: string }> {
  const { sourceId, trigger } = request;
  const source = await tx.selectFrom('source').selectAll().where('id', '=', sourceId).forShare().executeTakeFirstOrThrow();
  const missing = request.mode === 'deprovision' ? [] : missingTargets(source);
  if (missing.length > 0) throw new Refusal(12107, { fields: missing.join(', ') }, { fields: missing });
  await ensureStanding(tx, sourceId);
  const standing = await tx
    .selectFrom('source_standing')
    .selectAll()
    .where('source_id', '=', sourceId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  await assertFree(tx, sourceId);
  const runId = newId();
  const caller = request.caller ?? systemCaller('source.sync');
  // Without a mark to go on from, changes are everything.
  const mode = request.mode === 'incremental' && standing.cursor === null ? 'full' : request.mode;
  await tx
    .insertInto('source_run')
    .values({
      id: runId,
      source_id: sourceId,
      kind: request.only ? 'event' : mode,
      trigger,
      state: 'reading',
      dry_run: request.dryRun ?? false,
      source_version: source.version,
      counts: '{}',
      outcome: '{}',
      brake: null,
      impact: '{}',
      cursor_before: request.only || mode === 'incremental' ? standing.cursor : null,
      cursor_after: null,
      batch_id: null,
      undo_batch_id: null,
      started_at: services.now(),
      planned_at: null,
      expires_at: null,
      applied_at: null,
      ended_at: null,
      by_uid: request.caller?.uid ?? null,
      reason: null,
      failure: null,
      job_id: null,
    })
    .execute();
  const jobId = await services.jobs.start(tx, caller, syncJob, {
    runId,
    name: source.name,
    ...(request.only && { only: [...request.only] }),
  });
  await tx.updateTable('source_run').set({ job_id: jobId }).where('id', '=', runId).execute();
  await sql`update source_standing set state = 'running' where source_id = ${sourceId}`.execute(tx);
  return { runId, jobId };
}

/** Refuses (12101) while a run of the source reads, plans or applies. The source's standing is locked. */
export async function assertFree(tx: Tx, sourceId: string): Promise<void> {
  const busy = await tx
    .selectFrom('source_run')
    .select('id')
    .where('source_id', '=', sourceId)
    .where('state', 'in', ['reading', 'staged', 'applying'])
    .executeTakeFirst();
  if (busy) throw new Refusal(12101, {}, { runId: busy.id });
}
