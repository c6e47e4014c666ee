import { modules } from '../../../src/app/modules.ts';
import { listJournal } from '../../../src/kit/common/change/journal.contract.ts';
import { listRecycled } from '../../../src/kit/common/change/recycle-bin.contract.ts';
import { consoleLoginList } from '../../../src/modules/logs/common/login-log.contract.ts';
import { operationList } from '../../../src/modules/logs/common/operation-log.contract.ts';
import { sysRole } from '../../../src/modules/system/common/role.contract.ts';
import { departmentGet } from '../../../src/modules/people/common/department.contract.ts';
import { employeeBatchUpdate } from '../../../src/modules/people/common/employee-bulk.contract.ts';
import { employeeDisable, employeeGet, employeeRemove, employeeUpdate } from '../../../src/modules/people/common/employee.contract.ts';
import { userManagement } from '../../../src/modules/people/common/permissions.ts';
import { House } from '../../access/house.ts';
import type { ConsoleClient } from '../../journeys/console-client.ts';

/** An inside and an outside of everything that has a range, as seen by an administrator of the north. */
export interface World {
  house: House;
  boss: ConsoleClient;
  /** Holds every code there is, in the north alone. */
  admin: ConsoleClient;
  inside: Side;
  outside: Side;
  /** Somebody outside who is signed in: who it is, the session, and the line of the log that began it. */
  stranger: { uid: string; session: string; line: string };
  /** A role that the administrator could change, but for the people outside whom it reaches. */
  shared: { id: string; version: number };
  /** A role over the south, which nobody of the north could make. */
  foreign: { id: string; version: number };
  /** Somebody else's plan about people outside, waiting for approval, with its batch of earlier changes. */
  plan: string;
  /** When it stood: what the tests themselves do comes after. */
  builtAt: number;
  request: string;
}

/** Ids of one side. */
export interface Side {
  department: { id: string; version: number };
  person: { id: string; version: number };
  deleted: string;
  /** The deletion in the recycle bin, a line of the journal, and its batch. */
  deletion: string;
  line: string;
  batch: string;
  /** The row of the operation log that wrote it. */
  logged: string;
}

/** Every code that the product declares. */
export const everyCode = modules.flatMap((module) =>
  module.resources.flatMap((page) => [page.code, ...page.buttons.map(({ verb }) => `${page.code}:${verb}`)]),
);

/** Builds the world over the wire. */
export async function openWorld(): Promise<World> {
  const house = await House.open();
  const { boss } = house;
  const [north, south] = [await house.department('内部公司'), await house.department('外部公司')];
  const inside = await sideOf(house, north, '内部人员');
  const outside = await sideOf(house, south, '外部人员');
  const { client: admin } = await house.administrator({ codes: everyCode, range: { kind: 'chosen', departmentIds: [north] } }, [north]);
  const shared = await house.role({
    codes: [userManagement.code],
    range: { kind: 'chosen', departmentIds: [north] },
    employees: [inside.person.id, outside.person.id],
    departments: [south],
    owner: north,
  });
  const foreign = await house.role({ codes: [userManagement.code], range: { kind: 'chosen', departmentIds: [south] }, owner: south });
  const roleOf = async (id: string) => ({ id, version: (await boss.call(sysRole.find, { roleId: id })).version });
  return {
    house,
    boss,
    admin,
    inside: await fresh(boss, inside),
    outside: await fresh(boss, outside),
    stranger: await strangerIn(house, south),
    shared: await roleOf(shared),
    foreign: await roleOf(foreign),
    ...(await waitingPlan(house, outside.person.id)),
    builtAt: Date.now(),
  };
}

async function sideOf(house: House, parent: string, name: string): Promise<Side> {
  const { boss } = house;
  const department = await house.department(`${name}的部门`, parent);
  const person = await house.person([department], name);
  await boss.call(employeeUpdate, { id: person, version: 1, title: `${name}的职务` });
  const deleted = await house.person([department], `${name}已删`);
  await boss.call(employeeDisable, { ids: [deleted] });
  await boss.call(employeeRemove, { ids: [deleted] });
  const [line] = (await boss.call(listJournal, { kind: ['employee'], objectId: person, pageSize: 1 })).list;
  const recycled = (await boss.call(listRecycled, { pageSize: 100 })).list.find(({ objectId }) => objectId === deleted);
  return {
    department: { id: department, version: 1 },
    person: { id: person, version: 1 },
    deleted,
    deletion: recycled!.operationId,
    line: line!.id,
    batch: line!.batchId,
    logged: (await boss.call(operationList, { batchId: line!.batchId })).list[0]!.id,
  };
}

async function strangerIn(house: House, department: string): Promise<World['stranger']> {
  const uid = await house.person([department]);
  await house.signIn(uid);
  const [line] = (await house.boss.call(consoleLoginList, { uid, event: ['signIn'] })).list;
  return { uid, session: line!.sessionId!, line: line!.id };
}

async function fresh(boss: ConsoleClient, side: Side): Promise<Side> {
  const department = await boss.call(departmentGet, { id: side.department.id });
  const person = await boss.call(employeeGet, { id: side.person.id });
  return { ...side, department: { id: department.id, version: department.version }, person: { id: person.id, version: person.version } };
}

/** A bulk change of somebody outside that waits for a second person. */
async function waitingPlan(house: House, person: string): Promise<{ plan: string; request: string }> {
  // Somebody must be able to agree.
  await house.administrator({ codes: [userManagement.code, userManagement.button.batchUpdate], range: { kind: 'all' } });
  await house.product.database.pool.query(
    `insert into change_policy (id, name, operations, at_least, loud, off_hours, approver_role_ids, approver_ids, needed, expires_hours, emergency_role_ids, review_hours, enabled, created_at, updated_at)
     values ($1, 'Bulk', '{employee.batchUpdate}', 1, false, false, '{}', '{}', 1, 24, '{}', 24, true, 0, 0)`,
    ['00000000-0000-7000-8000-00000000abcd'],
  );
  const { jobId } = await house.boss.call(employeeBatchUpdate, { ids: [person], set: { workplace: 'Elsewhere' }, expected: 1 });
  const { result } = await house.boss.jobEnd(jobId);
  const { planId, requestId } = (result ?? {}) as { planId: string; requestId: string };
  await house.product.database.pool.query('update change_policy set enabled = false');
  return { plan: planId, request: requestId };
}
