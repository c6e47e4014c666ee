import { sql } from 'kysely';
import type { Caller } from '#kit/server/caller.ts';
import type { JobContext } from '#kit/server/services.ts';
import type { Mapper } from '../../mapping/map-record.ts';
import type { SourceRow } from '../open-source.ts';
import { RunOver, type Reading } from '../read-source.ts';
import { readRun, type RunRowData } from '../run-store.ts';
import { dropOutside } from './drop-outside.ts';
import { loadPaths } from './paths.ts';
import { planDepartmentManagers, planManagers } from './managers.ts';
import { lastRanksBelow, planDepartments } from './plan-departments.ts';
import { emptyPlan, type PlanContext } from './plan-context.ts';
import { planMissingDepartments, planMissingPeople } from './plan-missing.ts';
import { planPeople } from './plan-people.ts';

/** From so many lines on the database is told of them. */
const manyLines = 5_000;

/** What a plan is made of. */
interface Parts {
  run: RunRowData;
  source: SourceRow;
  mapper: Mapper;
  reading: Reading;
}

/**
 * Turns what was read into the lines of a plan, in the order in which they are applied: departments, people, managers, those who lose
 * sign-in, departments that go. Begins again after a crash.
 */
export async function makeRunPlan(context: JobContext, caller: Caller, parts: Parts): Promise<PlanContext> {
  const { services, signal } = context;
  const { db } = services.database;
  const { run, source, reading } = parts;
  await sql`delete from source_item where run_id = ${run.id}`.execute(db);
  const root = await db
    .selectFrom('department')
    .select(['id', sql<string>`path::text`.as('path')])
    .where('id', '=', source.root_department_id)
    .executeTakeFirstOrThrow();
  const rivals = await db.selectFrom('source').select('id').where('enabled', '=', true).where('id', '<>', source.id).executeTakeFirst();
  const unchanged = isUnchanged(reading);
  let told = services.now();
  const plan: PlanContext = {
    db,
    services,
    caller,
    ...parts,
    root,
    ...emptyPlan(),
    rivals: rivals !== undefined,
    lastRanks: unchanged ? new Map() : await lastRanksBelow(db, root.path),
    step: async () => {
      signal.throwIfAborted();
      if (services.now() - told < 500) return;
      told = services.now();
      if ((await readRun(db, run.id)).state !== 'staged') throw new RunOver();
      await context.progress({ done: plan.seq, total: null, failed: 0 });
    },
  };
  if (unchanged) {
    plan.counts['unchanged'] = reading.people + reading.departments;
    return plan;
  }
  const tree = await planDepartments(plan);
  await dropOutside(plan, tree);
  await loadPaths(plan);
  plan.base = plan.seq;
  const deferred = source.delivers.includes('employees') ? await planPeople(plan) : [];
  plan.seq = plan.base + (await lastStaged(plan)) + 1;
  await planManagers(plan, deferred);
  await planDepartmentManagers(plan, tree);
  await planMissingPeople(plan);
  await planMissingDepartments(plan, tree);
  // The planner of the database knows nothing of lines that have just come, and applying them reads them page by page.
  if (plan.seq > manyLines) await sql`analyze source_item (run_id, seq, object_kind, external_id, action, state, object_id)`.execute(db);
  for (const [action, count] of Object.entries(plan.counts)) if (count <= 0) delete plan.counts[action];
  return plan;
}

/** Whether everybody came as they were and nobody is missing: then there is nothing to compare. */
const isUnchanged = ({ full, complete, known, sameDepartments, staged }: Reading): boolean =>
  full && complete && staged === 0 && sameDepartments && known?.isWhole === true;

async function lastStaged({ db, run }: PlanContext): Promise<number> {
  const { rows } = await sql<{ last: number | null }>`select max(seq) as last from source_staged where run_id = ${run.id}::uuid`.execute(
    db,
  );
  return rows[0]?.last ?? 0;
}
