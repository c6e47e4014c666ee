import { sql, type Selectable } from 'kysely';
import { chunksOf } from '#kit/server/change/journal.ts';
import type { Tx } from '#kit/server/directory.ts';
import type { Services } from '#kit/server/services.ts';
import type { SourceRunTable } from '../source.table.ts';
import { isClean, settleStanding } from './run-store.ts';
import { notifyRun } from './run-events.ts';

/**
 * The end of a good run: where the next incremental reading begins is stored only now; who is gone and was left in peace is no longer seen;
 * the brake compares with what was read this time.
 */
export async function endRun(tx: Tx, services: Services, run: Selectable<SourceRunTable>): Promise<void> {
  const now = services.now();
  const { id, source_id: sourceId } = run;
  await tx.updateTable('source_run').set({ state: 'applied', applied_at: now, ended_at: now }).where('id', '=', id).execute();
  const isWhole = run.kind === 'full' || run.kind === 'deprovision';
  if (isWhole) await markMissing(tx, run);
  await sql`update source_standing set last_run_id = ${id}, last_good_at = ${now}, failures = 0, late_told = false,
      cursor = case when ${run.kind === 'event'} then cursor else coalesce(${run.cursor_after}, case when ${isWhole} then null else cursor end) end,
      read_mark = case when ${isWhole} then ${isClean(run.counts, run.outcome) ? run.read_mark : null} else read_mark end,
      last_full_at = case when ${run.kind === 'full'} then ${now}::bigint else last_full_at end,
      people_read = case when ${run.kind === 'full'} then ${run.people_read}::int else people_read end,
      departments_read = case when ${run.kind === 'full'} then ${run.departments_read}::int else departments_read end
    where source_id = ${sourceId}`.execute(tx);
  await settleStanding(tx, sourceId);
  if (Object.keys(run.outcome).length > 0) await notifyRun(tx, services, { sourceId, runId: id, event: 'applied' });
}

/** Ties of one statement. */
const tiesAtOnce = 50_000;

/** Ties of which a full reading saw nothing, and of which no line of the run speaks. */
async function markMissing(tx: Tx, { id, source_id: sourceId, departments_read: read }: Selectable<SourceRunTable>): Promise<void> {
  // People who did not come were staged as gone; those who did not change were not staged at all. One step after another: joined freely,
  // the database would compare every line with every tie, for it knows little of rows that have just come.
  const { rows: gone } = await sql<{ id: string }>`select distinct external_id as id from source_staged
    where run_id = ${id}::uuid and object_kind = 'employee' and gone`.execute(tx);
  for (const piece of chunksOf(gone, tiesAtOnce)) {
    const ids = piece.map((one) => one.id);
    const { rows: spoken } = await sql<{ id: string }>`select external_id as id from source_item
      where run_id = ${id}::uuid and object_kind = 'employee' and external_id = any(${ids}::text[])`.execute(tx);
    const said = new Set(spoken.map((one) => one.id));
    await sql`update source_link set state = 'missing' where source_id = ${sourceId}::uuid and object_kind = 'employee' and state = 'linked'
      and external_id = any(${ids.filter((one) => !said.has(one))}::text[])`.execute(tx);
  }
  await markMissingDepartments(tx, { id, sourceId, read });
}

/** There are tens of thousands at most: they are compared here, whatever the database knows of rows that have just come. */
async function markMissingDepartments(tx: Tx, { id, sourceId, read }: { id: string; sourceId: string; read: number }): Promise<void> {
  const { rows: staged } = await sql<{ id: string }>`select external_id as id from source_staged
    where run_id = ${id}::uuid and object_kind = 'department' and external_id is not null`.execute(tx);
  // They are staged together, or all of them came as they were.
  if (staged.length === 0 && read > 0) return;
  const { rows: tied } = await sql<{ id: string }>`select external_id as id from source_link
    where source_id = ${sourceId}::uuid and object_kind = 'department' and state = 'linked' and external_id not like 'path:%'`.execute(tx);
  if (tied.length === 0) return;
  const came = new Set(staged.map((one) => one.id));
  const left = tied.flatMap((one) => (came.has(one.id) ? [] : [one.id]));
  if (left.length === 0) return;
  const { rows: spoken } = await sql<{ id: string }>`select external_id as id from source_item
    where run_id = ${id}::uuid and object_kind = 'department' and external_id = any(${left}::text[])`.execute(tx);
  const said = new Set(spoken.map((one) => one.id));
  await sql`update source_link set state = 'missing' where source_id = ${sourceId}::uuid and object_kind = 'department' and state = 'linked'
    and external_id = any(${left.filter((one) => !said.has(one))}::text[])`.execute(tx);
}
