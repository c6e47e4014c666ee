import { sql, type Selectable } from 'kysely';
import { writeAudit } from '#kit/server/audit/write-audit.ts';
import { callerOfBatch } from '#kit/server/change/callers.ts';
import { revertLines } from '#kit/server/change/revert.ts';
import type { JournalLine } from '#kit/server/change/undo.ts';
import type { Tx } from '#kit/server/directory.ts';
import type { JobContext, JobKind } from '#kit/server/services.ts';
import { sourcePage } from '../../common/source.permissions.ts';
import type { SourceRunTable } from '../source.table.ts';
import { moveDeleted } from '#modules/people/server/for-sources/public.ts';
import { runKinds } from './apply-items.ts';

/** Which run is taken back, and why. */
export interface UndoPayload {
  runId: string;
  reason: string;
  name: string;
}

const linesAtOnce = 500;
const newest = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * Takes back what a run wrote, newest first, where nobody changed it since; people whom it made go to the recycle bin. Goes on after a crash:
 * what was undone already is left as it is.
 */
export const undoJob: JobKind<UndoPayload, { runId: string; undone: number; kept: number }> = {
  kind: 'source.undo',
  title: { namespace: 'user-centre', key: 'job.source.undo' },
  code: sourcePage.button.undo,
  params: ({ name }) => ({ name }),
  exclusive: ({ runId }) => `source run ${runId}`,
  run: async (context, { runId, reason }) => {
    const { db } = context.services.database;
    const sums = { undone: 0, kept: 0 };
    const run = await db.selectFrom('source_run').selectAll().where('id', '=', runId).executeTakeFirstOrThrow();
    const total = Object.values(run.outcome).reduce((sum, count) => sum + count, 0);
    // Departments that the run made go last: by then nobody is in them.
    for (const made of [false, true])
      for (let before: string | null = newest; before !== null;) {
        context.signal.throwIfAborted();
        const from: string = before;
        before = await db.transaction().execute((tx) => undoStep(tx, context, { run, reason, made, before: from, sums }));
        await context.progress({ done: sums.undone + sums.kept, total, failed: sums.kept });
      }
    await db.transaction().execute((tx) => endUndo(tx, context, run));
    return { runId, ...sums };
  },
  over: async (db, { runId }) => {
    await db
      .updateTable('source_run')
      .set({ state: 'applied', undo_batch_id: null })
      .where('id', '=', runId)
      .where('state', '=', 'applying')
      .execute();
  },
};

interface Step {
  run: Selectable<SourceRunTable>;
  reason: string;
  /** Only departments that the run made, or everything else. */
  made: boolean;
  before: string;
  sums: { undone: number; kept: number };
}

/** One page; answers where the next begins, null after the last. */
async function undoStep(tx: Tx, context: JobContext, { run, reason, made, before, sums }: Step): Promise<string | null> {
  const caller = callerOfBatch(context.caller, 'source.undo');
  const page = await tx
    .selectFrom('change_operation')
    .select(['id', 'kind', 'object_id'])
    .where('batch_id', '=', run.batch_id!)
    .where('id', '<', before)
    .where(made ? sql<boolean>`kind = 'department' and action = 'create'` : notMade(run.batch_id!))
    .orderBy('id', 'desc')
    .limit(linesAtOnce)
    .execute();
  if (page.length === 0) return null;
  // All lines of an object are undone together: its last version is that of the newest of them.
  const lines = await linesOf(tx, run.batch_id!, page);
  const open = lines.filter(({ reverted_by: by }) => by === null);
  await emptyMade(tx, run, open);
  const batchId = run.undo_batch_id!;
  const { conflicts } = await revertLines(tx, caller, { kinds: runKinds, lines: open }, { reason, batchId, revertOf: run.batch_id });
  const kept = new Set(conflicts.map(({ objectId }) => objectId));
  const undone = [...new Set(open.map((line) => line.object_id))].filter((id) => !kept.has(id));
  await mark(tx, run, { undone, kept: [...kept] });
  if (caller.touched.length > 0)
    await writeAudit(tx, caller, { path: 'muc/source/log/undo', module: 'user-centre', code: 0, durationMs: 0, batchId });
  sums.undone += undone.length;
  sums.kept += kept.size;
  return page.length < linesAtOnce ? null : page.at(-1)!.id;
}

const notMade = (batchId: string) => sql<boolean>`not (kind = 'department' and exists (select from change_operation o
  where o.batch_id = ${batchId}::uuid and o.kind = 'department' and o.action = 'create' and o.object_id = change_operation.object_id))`;

async function linesOf(tx: Tx, batchId: string, page: readonly { object_id: string }[]): Promise<JournalLine[]> {
  const objects = [...new Set(page.map((line) => line.object_id))];
  return tx
    .selectFrom('change_operation')
    .leftJoin('change_reverted', 'change_reverted.operation_id', 'change_operation.id')
    .selectAll('change_operation')
    .select('change_reverted.reverted_by')
    .where('batch_id', '=', batchId)
    .where('object_id', '=', sql<string>`any(${objects}::text[])`)
    .orderBy('change_operation.id', 'desc')
    .execute();
}

/** People in the recycle bin leave the departments that the run made: an empty department can go. */
async function emptyMade(tx: Tx, run: Selectable<SourceRunTable>, lines: readonly JournalLine[]): Promise<void> {
  const made = lines.filter(({ kind, action }) => kind === 'department' && action === 'create').map((line) => line.object_id);
  if (made.length === 0) return;
  const source = await tx.selectFrom('source').select('root_department_id').where('id', '=', run.source_id).executeTakeFirstOrThrow();
  const { rows } = await sql<{ id: string }>`select distinct e.id from employee e join employee_department ed on ed.employee_id = e.id
    where ed.department_id = any(${made}::uuid[]) and e.status = 'deleted'`.execute(tx);
  await moveDeleted(
    tx,
    rows.map(({ id }) => id),
    new Map(made.map((id) => [id, source.root_department_id])),
  );
}

/** Lines and ties follow: what the run made is tied no more, everything else is compared again by the next run. */
async function mark(tx: Tx, run: Selectable<SourceRunTable>, { undone, kept }: { undone: string[]; kept: string[] }): Promise<void> {
  const setState = (state: 'undone' | 'kept', ids: string[]) =>
    sql`update source_item set state = ${state} where run_id = ${run.id}::uuid and object_id = any(${ids}::uuid[]) and state = 'planned' and seq <= ${run.applied_seq}`.execute(
      tx,
    );
  if (kept.length > 0) await setState('kept', kept);
  if (undone.length === 0) return;
  await sql`delete from source_link l using source_item it where it.run_id = ${run.id}::uuid and it.object_id = any(${undone}::uuid[]) and it.action in ('add', 'link')
    and it.state = 'planned' and it.seq <= ${run.applied_seq}
    and l.source_id = ${run.source_id}::uuid and l.object_kind = it.object_kind and l.external_id = it.external_id`.execute(tx);
  await sql`update source_link set hash = null, state = case when state = 'missing' then 'linked' else state end, owned = owned - 'status'
    where source_id = ${run.source_id}::uuid and object_id = any(${undone}::uuid[])`.execute(tx);
  await setState('undone', undone);
}

/** Ties that the run only made are given up, too. */
async function endUndo(tx: Tx, { services }: JobContext, run: Selectable<SourceRunTable>): Promise<void> {
  await sql`delete from source_link l using source_item it where it.run_id = ${run.id}::uuid and it.action = 'link' and it.state = 'planned' and it.seq <= ${run.applied_seq}
    and l.source_id = ${run.source_id}::uuid and l.object_kind = it.object_kind and l.external_id = it.external_id`.execute(tx);
  await sql`update source_item set state = 'undone' where run_id = ${run.id}::uuid and action = 'link' and state = 'planned' and seq <= ${run.applied_seq}`.execute(
    tx,
  );
  await tx.updateTable('source_run').set({ state: 'undone' }).where('id', '=', run.id).execute();
  // What stands in the source begins to be read as a whole again.
  await sql`update source_standing set cursor = null, read_mark = null where source_id = ${run.source_id}::uuid`.execute(tx);
  services.log.info({ run: run.id }, 'A run of a source was undone');
}
