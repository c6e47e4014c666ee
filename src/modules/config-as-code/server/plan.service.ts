import { sql, type Selectable } from 'kysely';
import type { Caller } from '#kit/server/caller.ts';
import { callerOfBatch } from '#kit/server/change/callers.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import { newId } from '#kit/server/ids.ts';
import { notFound, wrongState } from '#kit/server/refusal.ts';
import type { Services } from '#kit/server/services.ts';
import { applyLines, impactOf } from './apply-lines.ts';
import { findBundle, openBundle, type BundleData } from './bundle.service.ts';
import type { ConfigPlanTable } from './config.table.ts';
import { countLines, diffsOf, linesOf, printOf, type Line, type LinesRequest } from './lines.ts';

export type PlanData = Selectable<ConfigPlanTable>;

/** What a plan is made of. */
export interface PlanDraft {
  bundle: BundleData;
  /** What its files hold. */
  documents: LinesRequest['documents'];
  areas: readonly string[];
  prune: boolean;
  mapping: Readonly<Record<string, string>>;
  secrets: Readonly<Record<string, string>>;
}

const dayMillis = 86_400_000;
const secretPlace = (id: string) => ({ table: 'config_plan', column: 'secrets', row: id });

class TakenBack extends Error {}

/** Works a plan out: what differs, tried in a transaction that is rolled back, so that every rule of every kind has spoken. */
export async function makeConfigPlan(services: Services, caller: Caller, draft: PlanDraft): Promise<PlanData> {
  const { db } = services.database;
  const found: { lines: Line[]; print: string; impact: Record<string, number> } = { lines: [], print: '', impact: {} };
  try {
    await db.transaction().execute(async (tx) => {
      found.lines = await linesOf({ tx, services, caller }, draft);
      found.print = printOf(found.lines);
      found.impact = await impactOf(tx, caller, { services, lines: found.lines });
      // As applying would: an area that files manage takes it from a file.
      const trying = callerOfBatch(caller, 'config.apply');
      const effects = await effectsOf(tx, services, found.lines);
      await applyLines(tx, trying, { services, lines: found.lines, options: { batchId: newId() } });
      for (const effect of effects) found.impact = { ...found.impact, ...(await effect()) };
      throw new TakenBack();
    });
  } catch (error) {
    if (!(error instanceof TakenBack)) throw error;
  }
  const id = newId();
  const now = services.now();
  const sealed = Object.keys(draft.secrets).length > 0 ? services.secrets.seal(JSON.stringify(draft.secrets), secretPlace(id)) : null;
  return db.transaction().execute(async (tx) => {
    const plan = await tx
      .insertInto('config_plan')
      .values({
        id,
        at: now,
        uid: caller.uid,
        by_name: caller.name,
        bundle_id: draft.bundle.id,
        prune: draft.prune,
        areas: [...draft.areas],
        mapping: JSON.stringify(draft.mapping),
        secrets: sealed,
        state: 'planned',
        counts: JSON.stringify(countLines(found.lines)),
        impact: JSON.stringify(found.impact),
        print: found.print,
        batch_id: null,
        applied_at: null,
        applied_by: null,
        reason: null,
        expires_at: now + dayMillis,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await storeLines(tx, id, found.lines);
    return plan;
  });
}

/** What the areas that change can tell of people once their lines are done. */
async function effectsOf(tx: Tx, services: Services, lines: readonly Line[]): Promise<(() => Promise<Readonly<Record<string, number>>>)[]> {
  const acting = new Set(lines.flatMap(({ area, operation }) => (operation ? [area] : [])));
  const asked = services.configAreas.filter(({ area }) => acting.has(area));
  const effects = [];
  for (const area of asked) effects.push(await area.effect?.(tx, services));
  return effects.filter((effect) => effect !== undefined);
}

async function storeLines(tx: Tx, planId: string, lines: readonly Line[]): Promise<void> {
  const rows = lines.map((line, seq) => ({
    seq,
    area: line.area,
    kind: line.kind,
    path: line.path,
    action: line.action,
    name: line.name,
    fields: diffsOf(line),
    issues: line.issues,
  }));
  for (let start = 0; start < rows.length; start += 1000)
    await sql`insert into config_plan_item (plan_id, seq, area, kind, path, action, name, fields, issues)
      select ${planId}::uuid, seq, area, kind, path, action, name, fields, issues from jsonb_to_recordset(${JSON.stringify(rows.slice(start, start + 1000))}::jsonb)
        as r(seq int, area text, kind text, path text, action text, name text, fields jsonb, issues jsonb)`.execute(tx);
}

/** A plan by its id. */
export async function findPlan(db: Db, id: string, lock = false): Promise<PlanData> {
  const query = db.selectFrom('config_plan').selectAll().where('id', '=', id);
  const plan = await (lock ? query.forUpdate() : query).executeTakeFirst();
  if (!plan) throw notFound();
  return plan;
}

/** What a plan requests, read again from its bundle. */
export async function requestOfPlan(db: Db, services: Services, plan: PlanData, language: Caller['language']): Promise<LinesRequest> {
  const bundle = await findBundle(db, plan.bundle_id);
  const { documents } = await openBundle(services, bundle, language);
  const secrets: unknown = plan.secrets === null ? {} : JSON.parse(services.secrets.open(plan.secrets, secretPlace(plan.id)));
  return { documents, areas: plan.areas, prune: plan.prune, mapping: plan.mapping, secrets: secrets as Record<string, string> };
}

/** Notes that a plan was applied, in the transaction of its last operation. */
export async function ended(
  tx: Tx,
  { caller, services }: { caller: Caller; services: Services },
  { plan, batchId, reason }: { plan: PlanData; batchId: string; reason: string | null },
): Promise<void> {
  const now = services.now();
  await tx
    .updateTable('config_plan')
    .set({ state: 'applied', batch_id: batchId, applied_at: now, applied_by: caller.name, reason, secrets: null })
    .where('id', '=', plan.id)
    .execute();
  for (const area of plan.areas)
    await tx
      .insertInto('config_area')
      .values({ area, bundle_id: plan.bundle_id, applied_at: now, applied_by: caller.name, exported_at: null, drift_at: null })
      .onConflict((on) =>
        on.column('area').doUpdateSet({ bundle_id: plan.bundle_id, applied_at: now, applied_by: caller.name, drift_at: null }),
      )
      .execute();
}

/** Throws a plan away. */
export async function discardConfigPlan(tx: Tx, caller: Caller, planId: string): Promise<void> {
  const plan = await findPlan(tx, planId, true);
  if (plan.state !== 'planned') throw wrongState(plan.state);
  caller.touch({ kind: 'configPlan', id: plan.id, name: plan.areas.join(', ') });
  await tx.updateTable('config_plan').set({ state: 'discarded', secrets: null }).where('id', '=', planId).execute();
  await tx.deleteFrom('config_plan_item').where('plan_id', '=', planId).execute();
}

/** Takes the secrets out of plans whose day is over; the plans stay as history. */
export async function sweepConfigPlans(db: Db, now: number): Promise<void> {
  await db
    .updateTable('config_plan')
    .set({ state: 'discarded', secrets: null })
    .where('state', '=', 'planned')
    .where('expires_at', '<', now)
    .execute();
}
