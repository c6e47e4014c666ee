import { sql } from 'kysely';
import { applyPlan, discardPlan, getPlan, listPlanItems, releasePlan } from '#kit/common/change/plan.contract.ts';
import { code } from '#kit/common/codes.ts';
import { containing } from '../../read-page.ts';
import { handle, type BoundRoute, type Call } from '../../handle.ts';
import { Refusal } from '../../refusal.ts';
import { callerOn, rangeOn } from '../callers.ts';
import { findPlan } from './plan-access.ts';
import { discardPlanOf, planView, releaseHeld, startPlan } from './plan.service.ts';
import { nameReferences } from '../name-references.ts';
import { showPlanned, showIssues } from '../show-fields.ts';

/** The calls of plans and of their approval. */
export const planRoutes: readonly BoundRoute[] = [
  handle(getPlan, async (call, { id }) => planView(call.services, call.caller, await findPlan(call.db, call.caller, id))),
  handle(listPlanItems, async (call, { planId, pageNum, pageSize, sort, action, state, text }) => {
    const plan = await findPlan(call.db, call.caller, planId);
    const kind = call.services.kinds.find((one) => one.kind === plan.kind);
    // A line is applied when the plan's cursor has passed it and nothing was wrong with it.
    const shown = sql<
      'planned' | 'applied' | 'stale' | 'refused'
    >`case when state <> 'planned' then state when action = 'refused' then 'refused' when action <> 'same' and seq <= ${plan.cursor} then 'applied' else 'planned' end`;
    const range = rangeOn(callerOn(call.caller, plan.code), plan.code);
    const found = call.db
      .selectFrom('change_plan_item')
      .where('plan_id', '=', planId)
      .$if(action !== undefined, (query) => query.where('action', 'in', action!))
      .$if(state !== undefined, (query) => query.where(shown, 'in', state!))
      .$if(Boolean(text), (query) => query.where('object_name', 'ilike', containing(text!)))
      .$if(plan.uid !== call.caller.uid && !range.all, (query) =>
        query.where(
          range.all
            ? sql<boolean>`true`
            : sql<boolean>`(path <@ any(${range.paths}::ltree[]) or path = any(${range.exact ?? []}::ltree[]))`,
        ),
      );
    const [{ total }, rows] = await Promise.all([
      found.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow(),
      found
        .selectAll()
        .select(shown.as('shown'))
        .orderBy('seq', sort === '-seq' ? 'desc' : 'asc')
        .limit(pageSize)
        .offset((pageNum - 1) * pageSize)
        .execute(),
    ]);
    const texts = rows.map((row) => ({ kind, fields: showPlanned(kind, call.caller, row.before, row.after) }));
    const named = await nameReferences(call.db, { ...call, namesOf: (ids) => plannedNames(call, planId, ids) }, texts);
    const list = rows.map((row, at) => ({
      seq: row.seq,
      line: row.line,
      action: row.action,
      objectId: row.object_id,
      name: row.object_name,
      fields: named[at] ?? [],
      state: row.shown,
      issues: showIssues(call.services.texts, call.caller, row.issues),
    }));
    return { list, total, pages: Math.ceil(total / pageSize) };
  }),
  handle(applyPlan, async (call, input) => {
    const started = await call.write((tx) => startPlan(tx, call.caller, call.services, { ...input, asks: true }));
    // The request is kept, so the refusal comes after the commit.
    if ('requestId' in started) throw new Refusal(code.approval, { id: started.requestId }, { requestId: started.requestId });
    return started;
  }),
  handle(releasePlan, async (call, input) =>
    planView(call.services, call.caller, await call.write((tx) => releaseHeld(tx, call.caller, input))),
  ),
  handle(discardPlan, async (call, { id }) => {
    await call.write(async (tx) => {
      await discardPlanOf(tx, call.caller, id);
      await call.services.approvals?.planGone(tx, id);
    });
    return null;
  }),
];

/** Names of objects that the plan itself is going to make. */
async function plannedNames(call: Call, planId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await call.db
    .selectFrom('change_plan_item')
    .select(['object_id', 'object_name'])
    .where('plan_id', '=', planId)
    .where('object_id', 'in', ids)
    .execute();
  return new Map(rows.flatMap(({ object_id, object_name }) => (object_id === null ? [] : [[object_id, object_name]])));
}
