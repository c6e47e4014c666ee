import { afterAll, beforeAll, expect, test } from 'vitest';
import { listJournal, revertChanges } from '../../src/kit/common/change/journal.contract.ts';
import { getPlan } from '../../src/kit/common/change/plan.contract.ts';
import { builtinAdminUid } from '../../src/kit/server/caller.ts';
import { presetRoleIds } from '../../src/kit/server/access/preset-roles.ts';
import { getUser } from '../../src/kit/common/session/session.contract.ts';
import { clearRun } from '../../src/modules/logs/common/cleaning/clear.contract.ts';
import { holdAdd } from '../../src/modules/logs/common/cleaning/hold.contract.ts';
import { sealVerify } from '../../src/modules/logs/common/seal.contract.ts';
import { mailUpdate } from '../../src/modules/mail/common/mail-config.contract.ts';
import { updateAuthenticate } from '../../src/modules/sign-in/common/authenticate.contract.ts';
import { rights, sysRole } from '../../src/modules/system/common/role.contract.ts';
import { resourcePage, sysRoleCodes } from '../../src/modules/system/common/permissions.ts';
import {
  departmentGet,
  departmentMove,
  departmentMovePreview,
  departmentRemove,
} from '../../src/modules/people/common/department.contract.ts';
import { employeeBatchUpdate, employeeBatchUpdatePreview } from '../../src/modules/people/common/employee-bulk.contract.ts';
import {
  employeeAdd,
  employeeDisable,
  employeeEnable,
  employeeGet,
  employeeList,
  employeePassword,
  employeeRemove,
  employeeSessionEnd,
  employeeUnlock,
  employeeUpdate,
} from '../../src/modules/people/common/employee.contract.ts';
import { userManagement } from '../../src/modules/people/common/permissions.ts';
import { rootDepartmentId } from '../../src/modules/people/common/root.ts';
import type { ConsoleClient } from '../journeys/console-client.ts';
import { testPassword } from '../product.ts';
import { codeOf, House } from './house.ts';

let house: House;
/** Looks after all people, and governs no roles. */
let staff: { id: string; client: ConsoleClient };

beforeAll(async () => {
  house = await House.open();
  staff = await house.administrator({ codes: [userManagement.code, ...Object.values(userManagement.button)], range: { kind: 'all' } });
});
afterAll(() => house.stop());

const at = (...departments: string[]) => departments.map((departmentId, index) => ({ departmentId, primary: index === 0 }));
const transfer = async (client: ConsoleClient, id: string, ...departments: string[]): Promise<number> => {
  const { version } = await house.boss.call(employeeGet, { id });
  return codeOf(client, employeeUpdate, { id, version, assignments: at(...departments) });
};
const move = async (client: ConsoleClient, id: string, parentId: string): Promise<number> => {
  const { version } = await house.boss.call(departmentGet, { id });
  return codeOf(client, departmentMove, { id, parentId, version });
};
const holds = async (empId: string, code: string): Promise<boolean> => (await house.boss.call(rights.explain, { empId, code })).granted;
const giveSuper = async (kind: 'employee' | 'department', id: string): Promise<void> => {
  await house.confirm(house.boss);
  const operation = kind === 'employee' ? sysRole.assignEmployees : sysRole.assignDepartments;
  await house.boss.call(operation, { roleId: presetRoleIds.super, ids: [id] });
};

test('Nobody gives a role beyond their own by putting people into the department that holds it', async () => {
  const department = await house.department('权限部门');
  const other = await house.department('待并入', rootDepartmentId);
  await house.role({ codes: [resourcePage.code], range: { kind: 'all' }, departments: [department] });
  const person = await house.person([other]);
  expect(await transfer(staff.client, person, department)).toBe(12028);
  expect(await transfer(staff.client, staff.id, rootDepartmentId, department)).toBe(12028);
  expect(await codeOf(staff.client, employeeAdd, { account: 'puppet', name: 'Puppet', assignments: at(department) })).toBe(12028);
  expect(await move(staff.client, other, department)).toBe(12028);
  expect(await codeOf(staff.client, departmentRemove, { ids: [other], moveTo: department })).not.toBe(0);
  const preview = await staff.client.call(employeeBatchUpdatePreview, { ids: [person], set: { primaryDepartmentId: department } });
  expect(preview).toMatchObject({ changed: 0, refusedCount: 1, roles: [{ gained: true, beyond: true, people: 1 }] });
  const { jobId } = await staff.client.call(employeeBatchUpdate, {
    ids: [person],
    set: { primaryDepartmentId: department },
    expected: 1,
  });
  await staff.client.jobEnd(jobId);
  expect(await holds(person, resourcePage.code)).toBe(false);
  expect(await transfer(house.boss, person, department)).toBe(0);
  expect(await holds(person, resourcePage.code)).toBe(true);
  // Who is taken out may not be brought back by undoing either.
  expect(await transfer(house.boss, person, other)).toBe(0);
  const { list } = await house.boss.call(listJournal, { kind: ['employee'], objectId: person, pageSize: 1 });
  expect((await staff.client.call(revertChanges, { operationIds: [list[0]!.id] })).reverted).toBe(0);
  expect(await holds(person, resourcePage.code)).toBe(false);
});

test('A role within their own they do give that way', async () => {
  const department = await house.department('同权部门');
  await house.role({ codes: [userManagement.code], range: { kind: 'ownDept' }, departments: [department] });
  const person = await house.person();
  expect(await transfer(staff.client, person, department)).toBe(0);
  expect(await holds(person, userManagement.code)).toBe(true);
});

test('The administrators of system, security and audit exclude one another, by whatever way somebody would hold two', async () => {
  const { boss } = house;
  const [secured, audited] = [await house.department('安全部'), await house.department('审计部')];
  const team = await house.department('审计小组');
  await house.shape(presetRoleIds.security, { departments: [secured] });
  await house.shape(presetRoleIds.audit, { departments: [audited] });
  const inSecurity = await house.person([secured]);
  const roles = [presetRoleIds.system, presetRoleIds.audit];
  for (const roleId of roles) expect(await codeOf(boss, sysRole.assignEmployees, { roleId, ids: [inSecurity] })).toBe(11003);
  expect(await codeOf(boss, sysRole.assignDepartments, { roleId: presetRoleIds.system, ids: [rootDepartmentId] })).toBe(11003);
  expect(await transfer(boss, inSecurity, secured, audited)).toBe(12029);
  expect(await codeOf(boss, employeeAdd, { account: 'both', name: 'Both', assignments: at(secured, audited) })).toBe(12029);
  const byName = await house.person([team]);
  await house.shape(presetRoleIds.security, { employees: [byName] });
  expect(await move(boss, team, audited)).toBe(12029);
  expect(await transfer(boss, byName, audited)).toBe(12029);
  // Who is disabled is not reached by the department; enabling must not bring both together.
  const away = await house.person([audited]);
  await boss.call(employeeDisable, { ids: [away] });
  const given = await codeOf(boss, sysRole.assignEmployees, { roleId: presetRoleIds.security, ids: [away] });
  if (given === 0) expect(await codeOf(boss, employeeEnable, { ids: [away] })).toBe(12029);
  else expect(given).toBe(11003);
  expect(await transfer(boss, inSecurity, audited)).toBe(0);
});

test('The system administrator neither verifies, cleans nor holds logs; the audit administrator changes no setting', async () => {
  const signed = async (preset: 'system' | 'audit') => {
    const id = await house.person();
    await house.boss.call(sysRole.assignEmployees, { roleId: presetRoleIds[preset], ids: [id] });
    return house.signIn(id);
  };
  const [system, audit] = [await signed('system'), await signed('audit')];
  const logs = (client: ConsoleClient) =>
    Promise.all([
      codeOf(client, sealVerify, { log: 'operation' }),
      codeOf(client, clearRun, { kind: 'operation', estimateId: rootDepartmentId }),
      codeOf(client, holdAdd, { name: 'Case', reason: 'Dispute with somebody' }),
    ]);
  const settings = (client: ConsoleClient) =>
    Promise.all([
      codeOf(client, updateAuthenticate, { version: 1, lock: { failures: 4, windowMinutes: 20, grow: true } }),
      codeOf(client, mailUpdate, { version: 1, fromName: 'X' }),
      codeOf(client, sysRole.save, { name: 'Odd', code: 'odd' }),
    ]);
  expect(await logs(system)).toEqual([65002, 65002, 65002]);
  expect((await logs(audit)).includes(65002)).toBe(false);
  expect(await settings(audit)).toEqual([65002, 65002, 65002]);
});

test('What a move would give and take is said before, and is what then happens', async () => {
  const { boss } = house;
  const [before, after] = [await house.department('原上级'), await house.department('新上级')];
  const moved = await house.department('被移动', before);
  const below = await house.department('被移动小组', moved);
  const people = [await house.person([moved], 'Anna'), await house.person([below], 'Ben'), await house.person([below, after], 'Cleo')];
  const lost = await house.role({ codes: [userManagement.code], range: { kind: 'all' }, departments: [before] });
  const gained = await house.role({ codes: [resourcePage.code], range: { kind: 'all' }, departments: [after] });
  const kept = await house.role({ codes: [sysRoleCodes.page], range: { kind: 'all' }, departments: [before, after] });
  await house.shape(lost, { employees: [people[1]!] });
  const { roles, people: count } = await boss.call(departmentMovePreview, { id: moved, parentId: after });
  expect(count).toBe(3);
  const seen = (roleId: string) =>
    roles.filter((one) => one.roleId === roleId).map((one) => [one.gained, one.people, one.sample.map(({ name }) => name)]);
  expect(seen(gained)).toEqual([[true, 2, ['Anna', 'Ben']]]);
  expect(seen(lost)).toEqual([[false, 2, ['Anna', 'Cleo']]]);
  expect(seen(kept)).toEqual([]);
  const heldBy = async (code: string) => {
    const all = await Promise.all(people.map((id) => holds(id, code)));
    return all.filter(Boolean).length;
  };
  const old = [await heldBy(resourcePage.code), await heldBy(userManagement.code)];
  expect(await move(boss, moved, after)).toBe(0);
  expect([(await heldBy(resourcePage.code)) - old[0]!, (await heldBy(userManagement.code)) - old[1]!]).toEqual([2, -2]);
  expect(await heldBy(sysRoleCodes.page)).toBe(3);
});

test('Super administrators are changed by super administrators alone, whatever the way', async () => {
  const department = await house.department('超管部');
  const [byName, byPlace] = [await house.person(), await house.person([department])];
  await giveSuper('employee', byName);
  await giveSuper('department', department);
  for (const id of [byName, byPlace, builtinAdminUid]) {
    const { version } = await house.boss.call(employeeGet, { id });
    expect(await codeOf(staff.client, employeeUpdate, { id, version, title: 'Mine' })).toBe(12027);
    expect(await codeOf(staff.client, employeeDisable, { ids: [id] })).toBe(12027);
    expect(await codeOf(staff.client, employeeRemove, { ids: [id] })).toBe(12027);
    expect(await codeOf(staff.client, employeePassword, { id, mode: 'set', password: testPassword })).toBe(12027);
    expect(await codeOf(staff.client, employeeSessionEnd, { ids: [id] })).toBe(12027);
    expect(await codeOf(staff.client, employeeUnlock, { ids: [id] })).toBe(12027);
    expect(await transfer(staff.client, id, rootDepartmentId, department)).not.toBe(0);
    const preview = await staff.client.call(employeeBatchUpdatePreview, { ids: [id], set: { title: 'Mine' } });
    expect(preview).toMatchObject({ changed: 0, refusedCount: 1 });
  }
  expect(await codeOf(staff.client, departmentRemove, { ids: [department], moveTo: rootDepartmentId })).not.toBe(0);
  const moved = await house.person([await house.department('旁部')]);
  expect(await transfer(staff.client, moved, department)).toBe(12028);
});

test('Neither a file nor an undo changes a super administrator for somebody else', async () => {
  const { boss } = house;
  const sheet = Buffer.from('account,title\nadmin,Mine\n');
  const planId = await staff.client.planOf(await staff.client.upload('people.csv', sheet));
  expect((await staff.client.call(getPlan, { id: planId })).counts).toEqual({ refused: 1 });
  const { version } = await boss.call(employeeGet, { id: builtinAdminUid });
  await boss.call(employeeUpdate, { id: builtinAdminUid, version, title: 'Chief' });
  const { list } = await boss.call(listJournal, { kind: ['employee'], objectId: builtinAdminUid, pageSize: 1 });
  expect(await staff.client.call(revertChanges, { operationIds: [list[0]!.id] })).toMatchObject({ reverted: 0, conflicts: [{}] });
  expect((await boss.call(employeeGet, { id: builtinAdminUid })).title).toBe('Chief');
});

test('The built-in super administrator is never locked out: neither disabled, deleted, nor expired', async () => {
  const { boss } = house;
  const other = await house.person();
  await giveSuper('employee', other);
  const second = await house.signIn(other);
  const ids = [builtinAdminUid];
  expect(await codeOf(second, employeeDisable, { ids })).toBe(12131);
  expect(await codeOf(second, employeeRemove, { ids: [...ids, await house.person()] })).toBe(12131);
  const { version } = await boss.call(employeeGet, { id: builtinAdminUid });
  for (const expiresAt of [Date.now() - 1000, Date.now() + 60_000])
    expect(await codeOf(second, employeeUpdate, { id: builtinAdminUid, version, expiresAt })).toBe(12131);
  expect(await codeOf(boss, employeeDisable, { ids: [other] })).toBe(0);
});

test('Who loses the last right is signed out with 65003; who keeps one is not', async () => {
  const { boss } = house;
  const department = await house.department('会话部');
  const placed = await house.role({ codes: [userManagement.code], range: { kind: 'all' }, departments: [department] });
  const [leaver, keeper] = [await house.person([department]), await house.person([department])];
  const named = await house.role({ codes: [resourcePage.code], range: { kind: 'all' }, employees: [keeper] });
  const [gone, stays] = [await house.signIn(leaver), await house.signIn(keeper)];
  expect(await transfer(boss, leaver, rootDepartmentId)).toBe(0);
  expect(await codeOf(gone, getUser, {})).toBe(65003);
  await boss.call(sysRole.disable, { ids: [placed] });
  expect(await codeOf(stays, getUser, {})).toBe(0);
  expect(await codeOf(stays, employeeList, { pageSize: 20 })).toBe(65002);
  await boss.call(sysRole.delete, { ids: [named] });
  expect(await codeOf(stays, getUser, {})).toBe(65003);
});
