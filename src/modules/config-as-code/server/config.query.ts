import { sql, type RawBuilder } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { showIssues } from '#kit/server/change/show-fields.ts';
import type { Caller } from '#kit/server/caller.ts';
import type { Db } from '#kit/server/directory.ts';
import type { Call } from '#kit/server/handle.ts';
import { containing, orderOf, readPage } from '#kit/server/read-page.ts';
import { notFound } from '#kit/server/refusal.ts';
import type { areaDrift, bundleList, BundleRow, ConfigPlanRow, LineRow, planItems, planList } from '../common/config.contract.ts';
import type { BundleData } from './bundle.service.ts';
import type { ConfigPlanItemTable } from './config.table.ts';
import type { PlanData } from './plan.service.ts';
import type { Selectable } from 'kysely';

/** A bundle as answers carry it. */
export const bundleView = (bundle: BundleData, caller: Caller): BundleRow => ({
  mine: bundle.by_uid === caller.uid,
  id: bundle.id,
  fileId: bundle.file_id,
  name: bundle.name,
  kind: bundle.kind,
  version: bundle.product_version,
  areas: bundle.areas,
  counts: bundle.counts,
  at: bundle.at,
  by: bundle.by_name,
});

/** Bundles, the newest first unless asked otherwise. */
export async function listBundles(
  { db, caller }: Pick<Call, 'db' | 'caller'>,
  input: Parsed<typeof bundleList>,
): Promise<Reply<typeof bundleList>> {
  const order = orderOf(input.sort ?? '-at', { at: sql`at` }, sql`id`);
  const page = await readPage<BundleData>(db, { columns: sql`*`, from: sql`config_bundle`, where: [sql<boolean>`true`], order }, input);
  return { ...page, list: page.list.map((bundle) => bundleView(bundle, caller)) };
}

type WithBundle = PlanData & { bundle_name: string };

const planView = (plan: WithBundle): ConfigPlanRow => ({
  id: plan.id,
  at: plan.at,
  by: plan.by_name,
  bundle: { id: plan.bundle_id, name: plan.bundle_name },
  prune: plan.prune,
  areas: plan.areas,
  state: plan.state,
  counts: plan.counts,
  impact: plan.impact,
  batchId: plan.batch_id,
  appliedAt: plan.applied_at,
  appliedBy: plan.applied_by,
  reason: plan.reason,
  expiresAt: plan.expires_at,
});

const planColumns = sql`config_plan.*, config_bundle.name as bundle_name`;
const plansFrom = sql`config_plan join config_bundle on config_bundle.id = config_plan.bundle_id`;

/** Plans, the newest first unless asked otherwise. */
export async function listPlans(db: Db, input: Parsed<typeof planList>): Promise<Reply<typeof planList>> {
  const where: RawBuilder<boolean>[] = [sql<boolean>`true`];
  if (input.state) where.push(sql<boolean>`state = any(${input.state}::text[])`);
  const order = orderOf(input.sort ?? '-at', { at: sql`config_plan.at` }, sql`config_plan.id`);
  const page = await readPage<WithBundle>(db, { columns: planColumns, from: plansFrom, where, order }, input);
  return { ...page, list: page.list.map(planView) };
}

/** One plan. */
export async function getPlan(db: Db, id: string): Promise<ConfigPlanRow> {
  const { rows } = await sql<WithBundle>`select ${planColumns} from ${plansFrom} where config_plan.id = ${id}::uuid`.execute(db);
  if (!rows[0]) throw notFound();
  return planView(rows[0]);
}

/** The lines of a plan. */
export async function listItems(call: Call, input: Parsed<typeof planItems>): Promise<Reply<typeof planItems>> {
  await getPlan(call.db, input.planId);
  const where: RawBuilder<boolean>[] = [sql<boolean>`plan_id = ${input.planId}`];
  if (input.action) where.push(sql<boolean>`action = any(${input.action}::text[])`);
  if (input.area !== undefined) where.push(sql<boolean>`area = ${input.area}`);
  if (input.text) where.push(sql<boolean>`(name ilike ${containing(input.text)} or path ilike ${containing(input.text)})`);
  const order = orderOf(input.sort ?? 'seq', { seq: sql`seq` }, sql`path`);
  const from = sql`config_plan_item`;
  const page = await readPage<Selectable<ConfigPlanItemTable>>(call.db, { columns: sql`*`, from, where, order }, input);
  const { caller, services } = call;
  const list = page.list.map((row): LineRow => {
    const { plan_id: _plan, issues, ...rest } = row;
    return { ...rest, issues: showIssues(services.texts, caller, issues) };
  });
  return { ...page, list };
}

/** What differs in an area. */
export async function driftOf(db: Db, area: string): Promise<Reply<typeof areaDrift>> {
  const row = await db.selectFrom('config_area').selectAll().where('area', '=', area).executeTakeFirst();
  const list = (row?.drift ?? []).map((line, seq): LineRow => ({ ...line, seq, area, kind: line.path.split('/')[1] ?? '', issues: [] }));
  return { list, total: row?.drift_count ?? 0, at: row?.drift_at ?? null };
}
