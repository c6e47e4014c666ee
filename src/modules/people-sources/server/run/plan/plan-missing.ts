import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '#kit/server/directory.ts';
import { administratorsAmong, departmentKind, employeeKind } from '#modules/people/server/for-sources/public.ts';
import { runEmployeeKind } from '../run-kinds.ts';
import type { DepartmentTree } from './department-tree.ts';
import { leaverOf } from './leaver.ts';
import { operationOf } from './operations.ts';
import { emptyItem, keepItems, replacedKey, type PlanContext } from './plan-context.ts';
import { goneMark, reasonOf, refusedItem, type PlanItem } from './plan-item.ts';
import { departmentLinks } from './staged.ts';

const pageSize = 1000;

interface Gone {
  externalId: string;
  objectId: string;
  owned: Record<string, string>;
}

// Looked up by key (`offset`), whatever the database knows of rows that have just come.
const staged = ({ run }: Pick<PlanContext, 'run'>, which = sql`true`) =>
  sql`select from source_staged st where st.run_id = ${run.id}::uuid and st.object_kind = l.object_kind and st.external_id = l.external_id and ${which} offset 0`;

/** Whether a tie (`l`) stands for something that the other side named as gone. */
const isNamed = (plan: PlanContext) => sql<boolean>`exists (${staged(plan, sql`st.gone`)})`;

/** Whether everything was read to its end, so that who is missing is gone. */
const isWhole = ({ reading }: Pick<PlanContext, 'reading'>): boolean => reading.full && reading.complete;

/** Digests of one statement. */
const digestsAtOnce = 50_000;

/**
 * Stages everybody as gone who is tied and did not come in a reading that came to its end. Who was not staged because they did not change is
 * told by the digests that were read.
 */
async function stageMissing(plan: PlanContext): Promise<void> {
  const { db, run, source, reading } = plan;
  const mark = async (which: RawBuilder<unknown>): Promise<void> =>
    // Few are left by `which`, mostly: only these are looked up.
    void (await sql`with l as materialized (select l.object_kind, l.external_id from source_link l left join employee e on e.id = l.object_id and e.status <> 'deleted'
        where l.source_id = ${source.id}::uuid and l.object_kind = 'employee' and l.state = 'linked' and ${which})
      insert into source_staged (run_id, seq, object_kind, external_id, raw, gone)
      select ${run.id}::uuid, (select coalesce(max(seq), -1) from source_staged where run_id = ${run.id}::uuid) + row_number() over (), l.object_kind, l.external_id, '{}', true
      from l where not exists (${staged(plan)})`.execute(db));
  if (!reading.known) return mark(sql`true`);
  if (reading.known.others > 0) await mark(sql`(l.hash is null or e.id is null)`);
  for (const piece of reading.known.unread(digestsAtOnce)) await mark(sql`left(l.hash, 16) = any(${piece}::text[])`);
}

/** People who are gone from the source, by its policy; the last lines but those of departments. */
export async function planMissingPeople(plan: PlanContext): Promise<void> {
  const { db, run, source } = plan;
  if (isWhole(plan)) await stageMissing(plan);
  if (!source.delivers.includes('employees')) return;
  for (let after = ''; ;) {
    await plan.step();
    const { rows } = await sql<Gone>`select distinct on (st.external_id) st.external_id as "externalId", l.object_id as "objectId", l.owned
      from source_staged st cross join lateral (select o.object_id, o.owned from source_link o
        where o.source_id = ${source.id}::uuid and o.object_kind = 'employee' and o.state = 'linked' and o.external_id = st.external_id offset 0) as l
      where st.run_id = ${run.id}::uuid and st.object_kind = 'employee' and st.gone and st.external_id > ${after}
      order by st.external_id limit ${pageSize}`.execute(db);
    const gone = rows.filter(({ externalId }) => !plan.replaced.has(replacedKey('employee', externalId)));
    if (gone.length > 0) await db.transaction().execute((tx) => planPage(plan, tx, gone));
    const last = rows.at(-1)?.externalId;
    if (rows.length < pageSize || last === undefined) return;
    after = last;
  }
}

async function planPage(plan: PlanContext, tx: Tx, rows: readonly Gone[]): Promise<void> {
  const ids = rows.map(({ objectId }) => objectId);
  const states = await employeeKind.read(tx, ids, false);
  const administrators = await administratorsAmong(tx, ids);
  const items = rows.flatMap(({ externalId, objectId }): PlanItem[] => {
    const state = states.get(objectId);
    const leaver = state && leaverOf(plan.source.leaver_policy, state, plan.services.now());
    if (!leaver) return [];
    return [
      {
        ...emptyItem('employee', externalId, state.name),
        seq: plan.seq++,
        action: leaver.action,
        objectId,
        version: state.version,
        path: state.path,
        before: Object.fromEntries(Object.keys(leaver.after).map((field) => [field, state.fields[field] ?? null])),
        after: leaver.after,
        owners: { status: goneMark },
        administrator: administrators.has(objectId),
      },
    ];
  });
  const operations = items.flatMap((item) => operationOf(item) ?? []);
  const issues = (operations.length > 0 && (await runEmployeeKind.check?.(tx, plan.caller, operations))) || new Map();
  const outside = await employeeKind.outside(tx, plan.caller.scope(), operations);
  const judged = items.map((item, at) => {
    const found = issues.get(at)?.[0];
    if (found) return refusedItem(item, reasonOf(found));
    return outside.has(at) ? refusedItem(item, { code: 'outOfRange', path: '' }) : item;
  });
  const losing = judged.filter(({ state }) => state === 'planned');
  plan.sums.lose += losing.length;
  plan.sums.administrators += losing.filter(({ administrator }) => administrator).length;
  await keepItems(plan, tx, judged);
}

/** Departments that are gone from the source, by its policy, the deepest first. */
export async function planMissingDepartments(plan: PlanContext, tree: DepartmentTree): Promise<void> {
  const { db, source } = plan;
  if (source.dept_policy === 'keepEmpty' || !source.delivers.includes('departments') || plan.reading.sameDepartments) return;
  // Mostly all that are tied were read.
  const tied = await departmentLinks(db, source.id);
  if (![...tied].some(([externalId, { state, path }]) => state === 'linked' && path !== null && !tree.byId.has(externalId))) return;
  const { rows } =
    await sql<Gone>`select l.external_id as "externalId", l.object_id as "objectId", l.owned from source_link l join department d on d.id = l.object_id
    where l.source_id = ${source.id}::uuid and l.object_kind = 'department' and l.state = 'linked' and d.id <> ${plan.root.id}::uuid
      and ${isWhole(plan) ? sql`not exists (${staged(plan, sql`not st.gone`)})` : isNamed(plan)}
    order by nlevel(d.path) desc, d.path`.execute(db);
  const gone = rows.filter(({ externalId }) => !tree.byId.has(externalId) && !plan.replaced.has(replacedKey('department', externalId)));
  if (gone.length === 0) return;
  await db.transaction().execute(async (tx) => {
    const states = await departmentKind.read(
      tx,
      gone.map(({ objectId }) => objectId),
      false,
    );
    const items = gone.flatMap(({ externalId, objectId }): PlanItem[] => {
      const state = states.get(objectId);
      if (!state || (source.dept_policy === 'disable' && state.fields['enabled'] === false)) return [];
      const base = {
        ...emptyItem('department', externalId, state.name),
        seq: plan.seq++,
        objectId,
        version: state.version,
        path: state.path,
      };
      return source.dept_policy === 'disable'
        ? [{ ...base, action: 'disable', before: { enabled: true }, after: { enabled: false } }]
        : [{ ...base, action: 'delete', before: state.fields }];
    });
    plan.sums.departmentsLost += items.length;
    await keepItems(plan, tx, items);
  });
}
