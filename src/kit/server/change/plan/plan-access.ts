import { sql } from 'kysely';
import type { Caller } from '../../caller.ts';
import type { Db, Tx } from '../../directory.ts';
import { newId } from '../../ids.ts';
import { notFound } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { planApplyJob } from './apply-plan.ts';
import { rangeOn } from '../callers.ts';
import type { PlanData } from './plan.table.ts';

/** One's own plan, or one that others with its code and the range of all its lines may see; 10404 otherwise. */
export async function findPlan(db: Db, caller: Caller, id: string, lock = false): Promise<PlanData> {
  caller.scope();
  let query = db.selectFrom('change_plan').selectAll().where('id', '=', id);
  if (lock) query = query.forUpdate();
  const plan = await query.executeTakeFirst();
  if (!plan || !(plan.uid === caller.uid || (await mayDecide(db, caller, { plan, code: plan.code })))) throw notFound();
  return plan;
}

/** Whether a person holds this code in a range that covers every line of the plan. */
export async function mayDecide(
  db: Db,
  caller: Caller,
  { plan, code: needed }: { plan: Pick<PlanData, 'id'>; code: string | null },
): Promise<boolean> {
  if (caller.grants.superAdmin) return true;
  if (needed === null || !caller.can(needed)) return false;
  const range = rangeOn(caller, needed);
  if (range.all) return true;
  const { rows } =
    await sql`select from change_plan_item where plan_id = ${plan.id} and (path is null or not (path <@ any(${range.paths}::ltree[]) or path = any(${range.exact ?? []}::ltree[]))) limit 1`.execute(
      db,
    );
  return rows.length === 0;
}

/** Puts the job of a plan into the queue. */
export async function beginPlan(
  tx: Tx,
  caller: Caller,
  services: Pick<Services, 'jobs'>,
  { plan, reason }: { plan: PlanData; reason: string | null },
): Promise<string> {
  const jobId = await services.jobs.start(tx, caller, planApplyJob, { planId: plan.id, code: plan.code, name: plan.title });
  await tx
    .updateTable('change_plan')
    .set({ state: 'applying', job_id: jobId, batch_id: newId(), reason })
    .where('id', '=', plan.id)
    .execute();
  return jobId;
}
