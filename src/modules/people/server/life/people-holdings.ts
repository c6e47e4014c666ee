import { sql } from 'kysely';
import { changeObjects } from '#kit/server/change/change-objects.ts';
import { successorOf, heldBy, withoutPerson, type HeldQuery } from '#kit/server/field-holding.ts';
import type { HandOver, HoldingKind } from '#kit/server/holdings.ts';
import type { Db, Tx } from '#kit/server/services.ts';
import { departmentKind } from '../department/department.kind.ts';
import { employeeKind } from '../employee/employee.kind.ts';
import { nameIn } from '../employee/employee.view.ts';

type Held = ReturnType<HeldQuery>;

async function idsOf(db: Db, held: Held): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from (${held}) as held order by id`.execute(db);
  return rows.map(({ id }) => id);
}

const here = sql`e.status not in ('left', 'deleted')`;
const reports = (uids: readonly string[]): Held =>
  sql`select e.manager_id as uid, e.id, e.name from employee e where e.manager_id = any(${uids}::uuid[]) and ${here}`;
const dotted = (uids: readonly string[]): Held =>
  sql`select m.uid, e.id, e.name from employee e, unnest(e.dotted_manager_ids) as m(uid)
    where e.dotted_manager_ids && ${uids}::uuid[] and m.uid = any(${uids}::uuid[]) and ${here}`;
const owned = (uids: readonly string[]): Held =>
  sql`select e.owner_id as uid, e.id, e.name from employee e where e.owner_id = any(${uids}::uuid[]) and ${here}`;
const departments = (uids: readonly string[]): Held =>
  sql`select p.uid, d.id, ${nameIn('zh_CN')} as name from department d, unnest(${uids}::uuid[]) as p(uid)
    where (d.manager_ids && ${uids}::uuid[] or d.deputy_ids && ${uids}::uuid[]) and (p.uid = any(d.manager_ids) or p.uid = any(d.deputy_ids))`;
/** Whether somebody stands below another in the reporting line. */
async function isBelow(tx: Tx, id: string, top: string): Promise<boolean> {
  const { rows } = await sql`with recursive above as (
      select e.manager_id as id, 1 as level from employee e where e.id = ${id}::uuid
      union all select e.manager_id, level + 1 from employee e join above on e.id = above.id where level < 40)
    select from above where id = ${top}::uuid`.execute(tx);
  return rows.length > 0;
}

async function handReports(tx: Tx, request: HandOver): Promise<number> {
  const { uid, caller, options } = request;
  const ids = await idsOf(tx, reports([uid]));
  const to = successorOf(request);
  const own = await tx.selectFrom('employee').select('manager_id').where('id', '=', uid).executeTakeFirst();
  const changes = ids.filter((id) => id !== to).map((id) => ({ id, version: null, fields: { managerId: to } }));
  // Who takes over and stood below comes up: else they would lead themselves by way of others.
  if (to !== null && (await isBelow(tx, to, uid)))
    changes.unshift({ id: to, version: null, fields: { managerId: own?.manager_id ?? null } });
  if (changes.length > 0) await changeObjects(tx, caller, employeeKind, changes, options);
  return ids.length;
}

async function handDotted(tx: Tx, request: HandOver): Promise<number> {
  const { uid, caller, options } = request;
  const states = await employeeKind.read(tx, await idsOf(tx, dotted([uid])), true);
  const changes = [...states.values()].map(({ id, fields }) => {
    const others = withoutPerson(fields['dottedManagerIds'], request).filter((one) => one !== id);
    return { id, version: null, fields: { dottedManagerIds: others } };
  });
  if (changes.length > 0) await changeObjects(tx, caller, employeeKind, changes, options);
  return changes.length;
}

async function handOwned(tx: Tx, request: HandOver): Promise<number> {
  const { uid, caller, options, choice } = request;
  const states = [...(await employeeKind.read(tx, await idsOf(tx, owned([uid])), true)).values()];
  const to = successorOf(request);
  const changes =
    choice === 'handOver'
      ? states.map(({ id }) => ({ id, version: null, fields: { ownerId: to } }))
      : states
          .filter(({ fields }) => fields['status'] === 'active')
          .map(({ id }) => ({ id, version: null, fields: { status: 'disabled' }, action: 'disable' as const }));
  if (changes.length > 0) await changeObjects(tx, caller, employeeKind, changes, options);
  return changes.length;
}

async function handDepartments(tx: Tx, request: HandOver): Promise<number> {
  const { uid, caller, options } = request;
  const states = await departmentKind.read(tx, await idsOf(tx, departments([uid])), true);
  const changes = [...states.values()].map(({ id, fields }) => ({
    id,
    version: null,
    fields: {
      managerIds: withoutPerson(fields['managerIds'], request),
      deputyIds: withoutPerson(fields['deputyIds'], request),
    },
  }));
  if (changes.length > 0) await changeObjects(tx, caller, departmentKind, changes, options);
  return changes.length;
}

/** What people hold in the directory itself. */
export const peopleHoldings: readonly HoldingKind[] = [
  {
    kind: 'report',
    refers: 'employee',
    title: { zh_CN: '直属下级', en_US: 'Direct reports', ja_JP: '直属の部下' },
    order: 'handOver',
    choices: ['remove', 'handOver'],
    ...heldBy(reports),
    apply: handReports,
  },
  {
    kind: 'dottedReport',
    refers: 'employee',
    title: { zh_CN: '虚线下级', en_US: 'Dotted-line reports', ja_JP: '点線の部下' },
    order: 'handOver',
    choices: ['remove', 'handOver'],
    ...heldBy(dotted),
    apply: handDotted,
  },
  {
    kind: 'department',
    refers: 'department',
    title: { zh_CN: '管理的部门', en_US: 'Departments led', ja_JP: '管理している部門' },
    order: 'handOver',
    choices: ['remove', 'handOver'],
    ...heldBy(departments),
    apply: handDepartments,
  },
  {
    kind: 'ownedAccount',
    refers: 'employee',
    title: { zh_CN: '负责的共享与服务账号', en_US: 'Shared and service accounts owned', ja_JP: '責任を持つ共有・サービスアカウント' },
    order: 'handOver',
    choices: ['disable', 'handOver'],
    ...heldBy(owned),
    apply: handOwned,
  },
];
