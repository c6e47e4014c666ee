import { sql } from 'kysely';
import type { Fields, State } from '#kit/server/change/kind.ts';
import type { Tx } from '#kit/server/directory.ts';
import { normaliseAccount } from '#platform/text/clean-text.ts';
import { employeeKind } from '#modules/people/server/for-sources/public.ts';
import type { Mapped } from '../../mapping/mapped.ts';
import { mayWrite, ownersIn } from './compare.ts';
import type { DepartmentTree } from './department-tree.ts';
import { emptyItem, keepItems, type PlanContext } from './plan-context.ts';
import type { PlanItem } from './plan-item.ts';
import { stagedPeople, type StagedRowData } from './staged.ts';

/** Numbers of the rows whose manager was not known when they were planned. */
export type Deferred = number[];

interface Page {
  rows: readonly StagedRowData[];
  mapped: readonly Mapped[];
  items: PlanItem[];
  states: readonly (State | undefined)[];
}

const pageSize = 1000;
const refOf = ({ values }: Mapped): string | null => (typeof values['manager'] === 'string' ? values['manager'] : null);

/** What the pages before left. */
interface Before {
  deferred: Deferred;
  /** Lines of the page before, which may not be written yet. */
  coming: readonly PlanItem[];
}

/** Puts managers into the lines of a page where they are known by now; the others are looked at once everybody is planned. */
export async function settleManagers(
  plan: PlanContext,
  tx: Tx,
  { rows, mapped, items, states }: Page,
  { deferred, coming }: Before,
): Promise<void> {
  if (!plan.source.delivers.includes('managers')) return;
  const row = plan.mapper.rows('employee').get('manager');
  if (!row) return;
  const wanted = mapped.flatMap((one, at) => (planned(items[at]!) ? (refOf(one) ?? []) : []));
  const found = await managersOf(plan, tx, wanted);
  // Whom this plan makes in an earlier line, or on this page, is there when the line is applied.
  const made = await plannedPeople(
    plan,
    tx,
    wanted.filter((ref) => !found.has(ref)),
  );
  for (const { externalId, id } of made.values()) if (id) leadable(plan, found, externalId, id);
  const leaders = new Set(wanted);
  for (const { externalId, objectId, state } of coming)
    if (externalId !== null && objectId && state === 'planned' && leaders.has(externalId) && !found.has(externalId))
      leadable(plan, found, externalId, objectId);
  for (const item of items)
    if (item.action === 'add' && item.externalId !== null && item.objectId && leaders.has(item.externalId))
      leadable(plan, found, item.externalId, item.objectId);
  for (const [at, item] of items.entries()) {
    const ref = refOf(mapped[at]!);
    const now = states[at]?.fields ?? null;
    if (!planned(item) || !mayWrite(row, 'managerId', { now, first: item.action === 'link' || now === null, foreign: new Set() })) continue;
    const cleared = mapped[at]!.values['manager'] === null;
    if (ref === null && !cleared) continue;
    const manager = ref === null ? null : found.get(ref);
    if (manager === undefined) deferred.push(rows[at]!.seq);
    // What is still open is compared again, whatever becomes of this plan.
    if (manager === undefined && item.action === 'unchanged') item.hash = null;
    if (manager !== undefined && manager !== item.objectId) lead(item, now, manager);
  }
}

function leadable(plan: PlanContext, found: Map<string, string>, ref: string, id: string): void {
  found.set(ref, id);
  plan.leading.add(id);
}

const planned = ({ action, state }: PlanItem): boolean => state === 'planned' || action === 'unchanged';

/** Gives the person of a line a manager. */
function lead(item: PlanItem, now: Fields | null, manager: string | null): void {
  if ((now?.['managerId'] ?? null) === manager) return;
  item.after = { ...item.after, managerId: manager };
  if (now) item.before = { ...item.before, managerId: now['managerId'] ?? null };
  if (item.action === 'unchanged' || item.action === 'link') Object.assign(item, { action: 'update', state: 'planned' });
}

/** People here by what a source calls them: an external id, tied already; an account; a number. */
async function managersOf(plan: PlanContext, tx: Tx, refs: readonly string[]): Promise<Map<string, string>> {
  const wanted = [...new Set(refs)];
  if (wanted.length === 0) return new Map();
  const { rows } = await sql<{ ref: string; id: string; rank: number }>`
    select l.external_id as ref, e.id, 0 as rank from source_link l join employee e on e.id = l.object_id and e.status <> 'deleted'
      where l.source_id = ${plan.source.id}::uuid and l.object_kind = 'employee' and l.external_id = any(${wanted}::text[])
    union all select w.ref, e.id, 1 from unnest(${wanted}::text[], ${wanted.map(keyOf)}::text[]) as w(ref, key)
      join employee e on e.account_key = w.key collate "C" and e.status <> 'deleted'
    union all select e.employee_no, e.id, 2 from employee e where e.employee_no = any(${wanted}::text[]) and e.status <> 'deleted'
    order by rank desc`.execute(tx);
  // The external id is the last to be put, and so decides.
  return new Map(rows.map(({ ref, id }) => [ref, id]));
}

function keyOf(ref: string): string {
  try {
    return normaliseAccount(ref);
  } catch {
    return ref;
  }
}

/** Looks for the managers of the remaining rows among everybody, also those whom this plan makes: lines of their own, after the people. */
export async function planManagers(plan: PlanContext, deferred: Deferred): Promise<void> {
  for (let at = 0; at < deferred.length; at += pageSize) {
    await plan.step();
    const rows = await stagedPeople(plan.db, plan.run.id, deferred.slice(at, at + pageSize));
    await plan.db.transaction().execute((tx) => planPage(plan, tx, rows));
  }
}

interface PlannedPerson {
  externalId: string;
  id: string | null;
  name: string;
  action: PlanItem['action'];
  path: string | null;
}

/**
 * Lines of people by external id, found by the rows they came from: their number tells. One step after another (`offset`): the database
 * knows nothing of the lines of this run, and would go through all of them.
 */
const linesOf = (plan: PlanContext, externalIds: readonly string[]) => sql`(select st.run_id, st.seq from source_staged st
    where st.run_id = ${plan.run.id}::uuid and st.object_kind = 'employee' and st.external_id = any(${[...new Set(externalIds)]}::text[]) offset 0) as st
  cross join lateral (select i.* from source_item i where i.run_id = st.run_id and i.seq = ${plan.base}::int + st.seq offset 0) as it`;

async function plannedPeople(plan: PlanContext, tx: Tx, ids: readonly string[]): Promise<Map<string, PlannedPerson>> {
  const { rows } =
    await sql<PlannedPerson>`select it.external_id as "externalId", it.object_id as id, it.name, it.action, it.path::text as path
    from ${linesOf(plan, ids)} where it.object_id is not null and it.state = 'planned'`.execute(tx);
  return new Map(rows.map((row) => [row.externalId, row]));
}

async function planPage(plan: PlanContext, tx: Tx, rows: readonly StagedRowData[]): Promise<void> {
  const mapped = rows.map(({ raw }) => plan.mapper.map('employee', raw));
  const refs = mapped.flatMap((one) => refOf(one) ?? []);
  const found = await managersOf(plan, tx, refs);
  const persons = await plannedPeople(plan, tx, [...refs, ...rows.flatMap(({ externalId }) => externalId ?? [])]);
  const linked = await managersOf(
    plan,
    tx,
    rows.flatMap(({ externalId }) => externalId ?? []),
  );
  const states = await employeeKind.read(
    tx,
    rows.flatMap(({ externalId }) => linked.get(externalId ?? '') ?? []),
    false,
  );
  const items: PlanItem[] = [];
  const unknown: string[] = [];
  for (const [at, row] of rows.entries()) {
    const person = persons.get(row.externalId ?? '');
    const state = states.get(person?.id ?? linked.get(row.externalId ?? '') ?? '');
    const id = person?.id ?? state?.id;
    const ref = refOf(mapped[at]!);
    if (!id || ref === null || row.externalId === null) continue;
    const manager = persons.get(ref)?.id ?? found.get(ref);
    if (manager === undefined) unknown.push(row.externalId);
    if (manager === undefined || manager === id || state?.fields['managerId'] === manager) continue;
    items.push({
      ...emptyItem('employee', row.externalId, person?.name ?? state?.name ?? row.externalId),
      seq: plan.seq++,
      objectId: id,
      path: person?.path ?? state?.path ?? plan.root.path,
      // Of somebody whom the plan makes or changes there is no version yet.
      version: person ? null : (state?.version ?? null),
      before: { managerId: state?.fields['managerId'] ?? null },
      after: { managerId: manager },
      owners: ownersIn(mapped[at]!.values, plan.mapper.rows('employee'), {
        fieldOf: (target) => (target === 'manager' ? 'managerId' : undefined),
        foreign: new Set(),
      }),
      // An empty one leaves what the person's own line has put.
      hash: person ? '' : row.hash,
    });
  }
  await keepItems(plan, tx, items);
  await lookAgain(plan, tx, unknown);
}

/** Rows whose manager is nobody yet are compared again in the next run. */
async function lookAgain(plan: PlanContext, tx: Tx, externalIds: readonly string[]): Promise<void> {
  if (externalIds.length === 0) return;
  await sql`update source_item set hash = null where run_id = ${plan.run.id}::uuid and seq in (select it.seq from ${linesOf(plan, externalIds)})`.execute(
    tx,
  );
  await sql`update source_link set hash = null where source_id = ${plan.source.id}::uuid and object_kind = 'employee' and external_id = any(${[...externalIds]}::text[])`.execute(
    tx,
  );
}

/** Managers of departments, once people are planned: lines of their own. */
export async function planDepartmentManagers(plan: PlanContext, tree: DepartmentTree): Promise<void> {
  const row = plan.mapper.rows('department').get('managers');
  if (!row || !plan.source.delivers.includes('managers')) return;
  const nodes = tree.levels
    .flat()
    .filter(({ unusable, objectId, values }) => !unusable && objectId !== null && Array.isArray(values['managers']));
  await plan.db.transaction().execute(async (tx) => {
    const refs = nodes.flatMap(({ values }) => (values['managers'] as string[]).map(String));
    const found = await managersOf(plan, tx, refs);
    for (const [ref, person] of await plannedPeople(plan, tx, refs)) if (person.id) found.set(ref, person.id);
    const { rows } = await sql<{
      id: string;
      managers: string[];
      version: number;
    }>`select id, manager_ids as managers, version from department
      where id = any(${nodes.map(({ objectId }) => objectId)}::uuid[])`.execute(tx);
    const present = new Map(rows.map((one) => [one.id, one]));
    const items: PlanItem[] = [];
    for (const node of nodes) {
      const now = present.get(node.objectId!);
      const request = (node.values['managers'] as string[]).flatMap((ref) => found.get(String(ref)) ?? []);
      if (request.length === 0 || JSON.stringify(now?.managers ?? []) === JSON.stringify(request)) continue;
      if (now && !mayWrite(row, 'managerIds', { now: { managerIds: now.managers }, first: false, foreign: new Set() })) continue;
      items.push({
        ...emptyItem('department', node.externalId, String(node.values['name'] ?? node.externalId)),
        seq: plan.seq++,
        objectId: node.objectId,
        path: node.path ?? plan.root.path,
        before: { managerIds: now?.managers ?? [] },
        after: { managerIds: request },
        owners: { managerIds: row.from.kind === 'attribute' ? row.from.name : row.from.kind },
        hash: '',
      });
    }
    await keepItems(plan, tx, items);
  });
}
