import { sql, type Selectable } from 'kysely';
import type { Tx } from '#kit/server/directory.ts';
import type { Db, Services } from '#kit/server/services.ts';
import type { SourceFailure } from '../connector/connector.ts';
import type { RunFailure, SourceRunTable } from '../source.table.ts';
import { notifyRun } from './run-events.ts';

/** A run as it is stored. */
export type RunRowData = Selectable<SourceRunTable>;

/** Two in a row, and the source counts as failing. */
const failingAfter = 2;

/** A run that is being worked on, locked for the transaction; undefined when it is in another state by now. */
export async function lockRun(tx: Db, runId: string, states: readonly RunRowData['state'][]): Promise<RunRowData | undefined> {
  const run = await tx.selectFrom('source_run').selectAll().where('id', '=', runId).forUpdate().executeTakeFirst();
  return run && states.includes(run.state) ? run : undefined;
}

/** A run as it is now. */
export const readRun = (db: Db, runId: string): Promise<RunRowData> =>
  db.selectFrom('source_run').selectAll().where('id', '=', runId).executeTakeFirstOrThrow();

/** Ends a run that can't go on; what it applied stays. */
export async function failRun(tx: Tx, services: Services, runId: string, failure: RunFailure): Promise<void> {
  const run = await lockRun(tx, runId, ['reading', 'staged', 'applying']);
  if (!run) return;
  const now = services.now();
  await tx
    .updateTable('source_run')
    .set({ state: 'failed', ended_at: now, failure: JSON.stringify(failure) })
    .where('id', '=', runId)
    .execute();
  await sql`update source_standing set failures = failures + 1, last_run_id = ${runId},
      state = case when state = 'draft' then state when failures + 1 >= ${failingAfter} then 'failing' else 'idle' end
    where source_id = ${run.source_id}`.execute(tx);
  await settleStanding(tx, run.source_id);
  await notifyRun(tx, services, { sourceId: run.source_id, runId, event: 'failed' });
}

/** Ends a run because somebody requested so. Answers whether it was still going on. */
export async function cancelRun(tx: Db, services: Pick<Services, 'now'>, runId: string): Promise<boolean> {
  const run = await lockRun(tx, runId, ['reading', 'staged', 'applying']);
  if (!run) return false;
  await tx.updateTable('source_run').set({ state: 'cancelled', ended_at: services.now() }).where('id', '=', runId).execute();
  await settleStanding(tx, run.source_id);
  return true;
}

/** Puts the source's state in line with its runs: held while a plan is, running while one works; draft until it was enabled once. */
export async function settleStanding(tx: Db, sourceId: string): Promise<void> {
  await sql`update source_standing as standing set state = case
      when exists (select from source_run r where r.source_id = standing.source_id and r.state in ('reading', 'staged', 'applying')) then 'running'
      when exists (select from source_run r where r.source_id = standing.source_id and r.state = 'held') then 'held'
      when standing.failures >= ${failingAfter} then 'failing'
      when not standing.plan_read then 'draft' else 'idle' end
    where source_id = ${sourceId}`.execute(tx);
}

/** What a failure of the other side is called on the wire. */
export function failureOf({ category, what }: SourceFailure): RunFailure {
  return { code: category === 'permission' ? 12103 : 12102, category, what: what.slice(0, 200) };
}

/** The standing of a source, made with its first run. */
export async function ensureStanding(db: Db, sourceId: string): Promise<void> {
  const none = {
    cursor: null,
    last_run_id: null,
    last_good_at: null,
    last_full_at: null,
    people_read: null,
    departments_read: null,
    next_at: null,
  };
  await db
    .insertInto('source_standing')
    .values({ source_id: sourceId, ...none })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Whether a run left nothing open: everything in it was done, so that a reading of the same would do nothing. */
export const isClean = (counts: Readonly<Record<string, number>>, outcome: Readonly<Record<string, number>>): boolean =>
  [...Object.keys(counts), ...Object.keys(outcome)].every((word) => !/^(conflict|invalid|skipped|failed|stale)$/.test(word));
