import { sql } from 'kysely';
import type { Tx } from '#kit/server/directory.ts';
import { clock } from '#platform/clock.ts';
import { Refusal } from '#kit/server/refusal.ts';
import type { JobContext, JobKind } from '#kit/server/services.ts';
import { systemCaller } from '#kit/server/caller.ts';
import { sourcePage } from '../../common/source.permissions.ts';
import { SourceFailure, type RawRecord } from '../connector/connector.ts';
import { mapperOf } from '../mapping/map-record.ts';
import { applyJob } from './apply.job.ts';
import { endRun } from './end-run.ts';
import { makeRunPlan } from './plan/make-run-plan.ts';
import { brakeOf } from './plan/brake.ts';
import { acts } from './plan/plan-item.ts';
import type { PlanContext } from './plan/plan-context.ts';
import { nobodyRead, readSource, RunOver, type Reading } from './read-source.ts';
import { lostRun } from './sync-lost.ts';
import { notifyRun } from './run-events.ts';
import { endSame, knownMark, markText } from './same-source.ts';
import { cancelRun, failRun, failureOf, lockRun, readRun, settleStanding } from './run-store.ts';
import type { SourceRow } from './open-source.ts';
import type { ItemAction } from '../../common/source-run.contract.ts';

/** Which run is read. */
export interface SyncPayload {
  runId: string;
  name: string;
  only?: { of: RawRecord['of']; id: string }[];
}

const dayMillis = 86_400_000;

/** From so many rows on the database is told of them. */
const manyRows = 5_000;

/** What decides, beside the mapping, on what becomes of a record: everything is compared again when it was changed. */
const rulesOf = (source: SourceRow, version: string): string =>
  JSON.stringify([
    // What transforms and checks do may differ from release to release.
    version,
    source.root_department_id,
    source.delivers,
    source.create_departments,
    source.unknown_department,
    source.leaver_policy,
    source.scope,
    source.priority,
  ]);

/** Reads a source into a plan. After a crash it is read again. */
export const syncJob: JobKind<SyncPayload, { runId: string; state: string }> = {
  kind: 'source.sync',
  title: { namespace: 'user-centre', key: 'job.source.sync' },
  code: sourcePage.button.sync,
  params: ({ name }) => ({ name }),
  exclusive: ({ runId }) => `source run ${runId}`,
  run: async (context, { runId, only }) => {
    const { services } = context;
    const { db } = services.database;
    try {
      await readAndPlan(context, runId, only);
    } catch (error) {
      const failure = error instanceof SourceFailure ? failureOf(error) : undefined;
      if (!(error instanceof RunOver) && !failure && !(error instanceof Refusal)) throw error;
      const why = failure ?? (error instanceof Refusal ? { code: error.answer } : undefined);
      if (why) await db.transaction().execute((tx) => failRun(tx, services, runId, why));
      if (failure) throw new Refusal(failure.code, { category: failure.category, what: failure.what });
      if (error instanceof Refusal) throw error;
    }
    return { runId, state: (await readRun(db, runId)).state };
  },
  over: async (db, { runId }, state) => {
    const now = clock.now();
    if (state === 'cancelled') await cancelRun(db, { now: () => now }, runId);
    else await lostRun(db, runId, now);
  },
};

async function readAndPlan(context: JobContext, runId: string, only: SyncPayload['only']): Promise<void> {
  const { services } = context;
  const { db } = services.database;
  const run = await readRun(db, runId);
  if (run.state !== 'reading' && run.state !== 'staged') return;
  if (run.state === 'staged') await db.updateTable('source_run').set({ state: 'reading' }).where('id', '=', runId).execute();
  const source = await db.selectFrom('source').selectAll().where('id', '=', run.source_id).executeTakeFirstOrThrow();
  const mapper = await mapperOf(source.mapping, rulesOf(source, services.version));
  const reading = run.kind === 'deprovision' ? nobodyRead : await readOtherSide(context, { run, source, mapper, only });
  if (!reading.complete) throw new Refusal(12115);
  if (reading.same) return endSame(context, source, run);
  const staged = await db
    .updateTable('source_run')
    .set({
      state: 'staged',
      // Changes of a source that only knows everything are everything.
      ...(reading.full && run.kind === 'incremental' && { kind: 'full' as const }),
      people_read: reading.people,
      departments_read: reading.departments,
      valid: reading.valid,
      invalid: reading.invalid,
      cursor_after: reading.cursor,
      read_mark: reading.mark && markText(source, services.version, reading.mark),
      source_version: source.version,
    })
    .where('id', '=', runId)
    .where('state', '=', 'reading')
    .returningAll()
    .executeTakeFirst();
  if (!staged) throw new RunOver();
  // The planner of the database knows nothing of rows that have just come; of few among many it need not.
  if (reading.staged > manyRows) await sql`analyze source_staged (run_id, seq, object_kind, external_id, hash, gone)`.execute(db);
  const plan = await makeRunPlan(context, context.caller, { run: staged, source, mapper, reading });
  await db.transaction().execute((tx) => finishPlan(context, tx, plan));
}

async function readOtherSide(context: JobContext, parts: Omit<Parameters<typeof readSource>[1], 'mark'>): Promise<Reading> {
  const { services } = context;
  const mark = parts.only ? undefined : await knownMark(services.database.db, parts.source, services.version);
  return readSource(context, { ...parts, mark });
}

/** Brake, state and what follows by itself. */
async function finishPlan(context: JobContext, tx: Tx, plan: PlanContext): Promise<void> {
  const { services } = context;
  const { run, source, counts, sums } = plan;
  if (!(await lockRun(tx, run.id, ['staged']))) throw new RunOver();
  const brake = await judge(tx, plan);
  const acting =
    Object.entries(counts).reduce((sum, [action, count]) => (acts(action as ItemAction) ? sum + count : sum), 0) - sums.stopped;
  const now = services.now();
  const impact = {
    ...sums.impact,
    ...(sums.lose > 0 && { loseSignIn: sums.lose }),
    ...(sums.administrators > 0 && { administrators: sums.administrators }),
  };
  const state = brake ? ('held' as const) : ('planned' as const);
  await tx
    .updateTable('source_run')
    .set({
      state,
      counts: JSON.stringify(counts),
      impact: JSON.stringify(impact),
      brake: brake && JSON.stringify(brake),
      planned_at: now,
      expires_at: now + (brake ? 7 : 1) * dayMillis,
    })
    .where('id', '=', run.id)
    .execute();
  // A newer plan takes the place of those that wait; who only looks takes nobody's.
  if (!run.dry_run)
    await sql`update source_run set state = 'expired', ended_at = ${now} where source_id = ${source.id} and id <> ${run.id} and state in ('planned', 'held')`.execute(
      tx,
    );
  await sql`update source_standing set last_run_id = ${run.id}, plan_read = true where source_id = ${source.id}`.execute(tx);
  const event = { sourceId: source.id, runId: run.id };
  if ((counts['conflict'] ?? 0) > 0) await notifyRun(tx, services, { ...event, event: 'conflict' });
  if (brake) await notifyRun(tx, services, { ...event, event: 'held' });
  // Who reads by hand may settle conflicts, also where nothing else is to be done; by schedule they would hold up every other run.
  const nothing = acting <= 0 && !(run.trigger === 'manual' && (counts['conflict'] ?? 0) > 0);
  if (!brake && !run.dry_run && nothing)
    await endRun(tx, services, { ...run, state, counts, people_read: plan.reading.people, departments_read: plan.reading.departments });
  else if (!brake && !run.dry_run && acting > 0 && source.apply_mode === 'auto' && run.kind !== 'deprovision')
    await applyByItself(context, tx, plan);
  if (run.dry_run) await tx.updateTable('source_run').set({ ended_at: now }).where('id', '=', run.id).execute();
  await settleStanding(tx, source.id);
}

async function applyByItself({ services }: JobContext, tx: Tx, { run, source }: PlanContext): Promise<void> {
  await tx.updateTable('source_run').set({ state: 'applying' }).where('id', '=', run.id).execute();
  const jobId = await services.jobs.start(tx, systemCaller('source.apply'), applyJob, { runId: run.id, name: source.name });
  await tx.updateTable('source_run').set({ job_id: jobId }).where('id', '=', run.id).execute();
}

/** How many people and departments the source is tied to: what a share of them is compared with. Counted only where there is anything to compare. */
async function tiedTo(tx: Tx, { source, counts, sums }: PlanContext): Promise<{ people: number; departments: number }> {
  const { lose, departmentsLost, moved, renamed } = sums;
  if (lose + departmentsLost + moved + renamed + (counts['invalid'] ?? 0) + (counts['conflict'] ?? 0) === 0)
    return { people: 0, departments: 0 };
  const { rows } = await sql<{ people: number; departments: number }>`select
      count(*) filter (where l.object_kind = 'employee' and e.status = 'active')::int as people,
      count(*) filter (where l.object_kind = 'department')::int as departments
    from source_link l left join employee e on l.object_kind = 'employee' and e.id = l.object_id
    where l.source_id = ${source.id}::uuid and l.state = 'linked'`.execute(tx);
  return rows[0]!;
}

async function judge(tx: Tx, plan: PlanContext) {
  const { run, source, counts, sums, reading } = plan;
  const tied = await tiedTo(tx, plan);
  const standing = await tx.selectFrom('source_standing').selectAll().where('source_id', '=', source.id).executeTakeFirst();
  return brakeOf(source.brake, {
    full: run.kind === 'full',
    delivers: source.delivers,
    peopleRead: reading.people,
    departmentsRead: reading.departments,
    rows: reading.people + reading.departments,
    lastPeople: standing?.people_read ?? null,
    lastDepartments: standing?.departments_read ?? null,
    ...tied,
    lose: sums.lose,
    departmentsLost: sums.departmentsLost,
    moved: sums.moved,
    renamed: sums.renamed,
    bad: (counts['invalid'] ?? 0) + (counts['conflict'] ?? 0),
    administrators: sums.administrators,
  });
}
