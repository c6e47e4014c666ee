import { afterAll, beforeAll, expect, test } from 'vitest';
import { getButton, getMenu, type MenuNode } from '../../src/kit/common/session/menu.contract.ts';
import { getUser } from '../../src/kit/common/session/session.contract.ts';
import * as clear from '../../src/modules/logs/common/cleaning/clear.contract.ts';
import { holdAdd } from '../../src/modules/logs/common/cleaning/hold.contract.ts';
import { operationList } from '../../src/modules/logs/common/operation-log.contract.ts';
import { sealVerify } from '../../src/modules/logs/common/seal.contract.ts';
import { mailUpdate } from '../../src/modules/mail/common/mail-config.contract.ts';
import { updateAuthenticate } from '../../src/modules/sign-in/common/authenticate.contract.ts';
import { presetRoleIds } from '../../src/kit/server/access/preset-roles.ts';
import { enumsGet } from '../../src/modules/system/common/enums.contract.ts';
import { recycleRestorePreview, recycleRestore, recycleList } from '../../src/modules/recycle-bin/common/recycle.contract.ts';
import { rights, sysRole } from '../../src/modules/system/common/role.contract.ts';
import { resourcePage, roleManage, roleUserManage } from '../../src/modules/system/common/permissions.ts';
import { departmentMove, departmentGet } from '../../src/modules/people/common/department.contract.ts';
import {
  employeeDisable,
  employeeGet,
  employeeList,
  employeePurge,
  employeeRemove,
  employeeUpdate,
} from '../../src/modules/people/common/employee.contract.ts';
import { userManagement } from '../../src/modules/people/common/permissions.ts';
import { rootDepartmentId } from '../../src/modules/people/common/root.ts';
import { codeOf, House } from './house.ts';
import { ConsoleClient } from '../journeys/console-client.ts';

let house: House;
let north: string;
let south: string;
let northTeam: string;

beforeAll(async () => {
  house = await House.open();
  north = await house.department('北方公司');
  south = await house.department('南方公司');
  northTeam = await house.department('北方平台组', north);
});
afterAll(() => house.stop());

const pages = async (client: ConsoleClient): Promise<string[]> => {
  const flat = (nodes: { code: string; children: unknown[] }[]): string[] =>
    nodes.flatMap((node) => [node.code, ...flat(node.children as { code: string; children: unknown[] }[])]);
  return flat(await client.call(getMenu, {}));
};
const people = userManagement.code;

test('Rights are the union over roles held by name, by the own department and by a department above', async () => {
  const id = await house.person([northTeam]);
  const byName = await house.role({ codes: [people], range: { kind: 'all' }, employees: [id] });
  await house.role({ codes: [resourcePage.code], range: { kind: 'all' }, departments: [northTeam] });
  await house.role({ codes: [roleManage.code], range: { kind: 'all' }, departments: [north] });
  await house.role({ codes: [userManagement.button.add], range: { kind: 'all' }, departments: [south] });
  const client = await house.signIn(id);
  const seen = await pages(client);
  expect(seen).toEqual(expect.arrayContaining([people, resourcePage.code, roleManage.code]));
  expect(await client.call(getButton, {})).toEqual([]);
  const { roles } = await client.call(getUser, {});
  expect(roles).toHaveLength(3);

  await house.boss.call(sysRole.disable, { ids: [byName] });
  expect(await pages(client)).not.toContain(people);
  expect(await codeOf(client, employeeList, { pageSize: 20 })).toBe(65002);
  await house.boss.call(sysRole.enable, { ids: [byName] });
  expect(await codeOf(client, employeeList, { pageSize: 20 })).toBe(0);
});

test('A department that moves takes its roles along, and its people lose those of the old place', async () => {
  const [before, after] = [await house.department('之前'), await house.department('之后')];
  const moved = await house.department('移动的部门', before);
  await house.role({ codes: [people], range: { kind: 'all' }, departments: [before] });
  await house.role({ codes: [resourcePage.code], range: { kind: 'all' }, departments: [after] });
  await house.role({ codes: [roleManage.code], range: { kind: 'all' }, departments: [moved] });
  const client = await house.signIn(await house.person([moved]));
  expect(await pages(client)).toEqual(expect.arrayContaining([people, roleManage.code]));
  const { version } = await house.boss.call(departmentGet, { id: moved });
  await house.boss.call(departmentMove, { id: moved, parentId: after, version });
  const now = await pages(client);
  expect(now).toEqual(expect.arrayContaining([resourcePage.code, roleManage.code]));
  expect(now).not.toContain(people);
});

test('A function granted for one subsidiary is not granted for another because of a second role', async () => {
  const inNorth = await house.person([northTeam]);
  const inSouth = await house.person([south]);
  const reading = { codes: [people], range: { kind: 'chosen' as const, departmentIds: [north, south] } };
  const { id, client } = await house.administrator(reading);
  await house.role({
    codes: [people, userManagement.button.disable],
    range: { kind: 'chosen', departmentIds: [north] },
    employees: [id],
  });
  expect(await codeOf(client, employeeGet, { id: inSouth })).toBe(0);
  expect(await codeOf(client, employeeDisable, { ids: [inSouth] })).toBe(10910);
  expect(await codeOf(client, employeeDisable, { ids: [inNorth, inSouth] })).toBe(10910);
  expect(await codeOf(client, employeeGet, { id: inNorth })).toBe(0);
  expect((await client.call(employeeGet, { id: inNorth })).status).toBe('active');
  expect(await codeOf(client, employeeDisable, { ids: [inNorth] })).toBe(0);
  const why = await house.boss.call(rights.explain, { empId: id, code: userManagement.button.disable });
  expect(why).toMatchObject({ granted: true, range: { all: false, departments: [expect.stringContaining('北方公司')] } });
  expect((await house.boss.call(rights.explain, { empId: id, code: people })).range.departments).toHaveLength(2);
});

test('Ranges that follow the holder: own department with and without those below, and oneself', async () => {
  const top = await house.department('范围公司');
  const below = await house.department('范围小组', top);
  const [here, deeper] = [await house.person([top]), await house.person([below])];
  const ofKind = async (kind: 'ownDept' | 'ownDeptAndBelow' | 'self') =>
    (await house.administrator({ codes: [people], range: { kind } }, [top])).client;
  const seenBy = async (client: ConsoleClient): Promise<number[]> => [
    await codeOf(client, employeeGet, { id: here }),
    await codeOf(client, employeeGet, { id: deeper }),
  ];
  expect(await seenBy(await ofKind('ownDeptAndBelow'))).toEqual([0, 0]);
  expect(await seenBy(await ofKind('ownDept'))).toEqual([0, 10910]);
  const alone = await ofKind('self');
  expect(await seenBy(alone)).toEqual([10910, 10910]);
  const { list } = await alone.call(employeeList, { pageSize: 20 });
  expect(list.map(({ id }) => id)).toEqual([(await alone.call(getUser, {})).empInfoDto.uid]);
});

test('Explain names every path, what stops each, and which roles would give it', async () => {
  const id = await house.person([northTeam]);
  const direct = await house.role({ codes: [resourcePage.code], range: { kind: 'all' }, employees: [id] });
  const through = await house.role({ codes: [resourcePage.code], departments: [northTeam] });
  const off = await house.role({ codes: [resourcePage.code], employees: [id] });
  const other = await house.role({ codes: [roleManage.code], employees: [id] });
  await house.boss.call(sysRole.disable, { ids: [off] });
  const why = await house.boss.call(rights.explain, { empId: id, code: resourcePage.code });
  expect(why.granted).toBe(true);
  expect(why.range.all).toBe(true);
  const stateOf = new Map(why.paths.map(({ roleId, way, state }) => [roleId, `${way.kind} ${state}`]));
  expect(stateOf.get(direct)).toBe('employee effective');
  expect(stateOf.get(through)).toBe('department effective');
  expect(stateOf.get(off)).toBe('employee disabled');
  expect(stateOf.get(other)).toBe('employee notGranted');
  const no = await house.boss.call(rights.explain, { empId: id, code: resourcePage.button.delete });
  expect(no).toMatchObject({ granted: false, superAdmin: false });
  expect(no.paths.some(({ state }) => state === 'effective')).toBe(false);
  const would = await house.role({ codes: [resourcePage.button.delete] });
  expect(
    (await house.boss.call(rights.explain, { empId: id, code: resourcePage.button.delete })).wouldGive.map((role) => role.id),
  ).toContain(would);
  await house.boss.call(employeeDisable, { ids: [id] });
  expect(await house.boss.call(rights.explain, { empId: id, code: resourcePage.code })).toMatchObject({ granted: false, barred: true });
});

test('A membership that has ended gives nothing, also without anybody doing anything', async () => {
  const id = await house.person([northTeam]);
  const roleId = await house.role({ codes: [people], range: { kind: 'all' } });
  const client = await house.signIn(id);
  await house.boss.call(sysRole.assignEmployees, { roleId, ids: [id], until: Date.now() + 1500 });
  expect(await codeOf(client, employeeList, { pageSize: 20 })).toBe(0);
  await expect.poll(() => codeOf(client, employeeList, { pageSize: 20 })).toBe(65002);
  const { paths } = await house.boss.call(rights.explain, { empId: id, code: people });
  expect(paths.find((one) => one.roleId === roleId)?.state).toBe('ended');
});

test('A person moved out of a department loses what it gave on the next call', async () => {
  await house.role({ codes: [people], range: { kind: 'all' }, departments: [south] });
  const id = await house.person([south]);
  for (let round = 0; round < 5; round += 1) {
    // Who lost the last right was signed out.
    const client = await house.signIn(id);
    expect(await codeOf(client, employeeList, { pageSize: 20 })).toBe(0);
    const { version } = await house.boss.call(employeeGet, { id });
    await house.boss.call(employeeUpdate, { id, version, assignments: [{ departmentId: rootDepartmentId, primary: true }] });
    expect(await codeOf(client, employeeList, { pageSize: 20 })).not.toBe(0);
    const again = await house.boss.call(employeeGet, { id });
    await house.boss.call(employeeUpdate, { id, version: again.version, assignments: [{ departmentId: south, primary: true }] });
  }
});

test('Who administers administrators gives and takes roles by name there, and touches nobody who comes by a department', async () => {
  const { button } = roleUserManage;
  const codes = [people, roleUserManage.code, button.assign, button.remove];
  const { client } = await house.administrator({ codes, range: { kind: 'all' } });
  const roleId = await house.role({ codes: [people], range: { kind: 'all' }, departments: [north] });
  const id = await house.person([south]);
  const wish = { roleId, ids: [id] };
  expect(await codeOf(client, sysRole.assignEmployees, wish)).toBe(0);
  const held = async () => (await client.call(sysRole.roleEmpList, { roleId, way: 'employee' })).list.map((row) => row.id);
  expect(await held()).toEqual([id]);
  expect(await codeOf(client, sysRole.removeMembers, { ...wish, kind: 'employee' })).toBe(0);
  expect(await held()).toEqual([]);
  expect(await codeOf(client, sysRole.assignDepartments, { roleId, ids: [south] })).toBe(65002);
  expect(await codeOf(client, sysRole.removeMembers, { roleId, ids: [north], kind: 'department' })).toBe(65002);
  expect(await codeOf(client, sysRole.save, { name: 'Mine', code: 'mine' })).toBe(65002);
  const reader = await house.administrator({ codes: [roleUserManage.code], range: { kind: 'all' } });
  expect(await codeOf(reader.client, sysRole.assignEmployees, wish)).toBe(65002);
});

test('Menu and buttons have a version, which changes with what is granted: who has them is not told again', async () => {
  const { client, roleId } = await house.administrator({ codes: [people], range: { kind: 'all' } });
  const ask = (path: string, known?: string) =>
    house.product.app.inject({ url: `/api/${path}`, headers: { accesstoken: client.token, ...(known && { 'if-none-match': known }) } });
  const { resourceVersion } = await client.call(getUser, {});
  for (const path of ['getMenu', 'getButton']) {
    const first = await ask(path);
    expect([first.headers['etag'], first.headers['cache-control']]).toEqual([`"${resourceVersion}"`, 'private, no-cache']);
    const again = await ask(path, `"${resourceVersion}"`);
    expect([again.statusCode, again.body]).toEqual([304, '']);
  }
  await house.shape(roleId, { codes: [people, roleManage.code] });
  const changed = await ask('getMenu', `"${resourceVersion}"`);
  expect([changed.statusCode, changed.body.includes(roleManage.code)]).toEqual([200, true]);
  expect((await client.call(getUser, {})).resourceVersion).toBe(changed.headers['etag']?.toString().replaceAll('"', ''));
});

test('Who administers the system neither cleans, proves nor holds logs; who audits changes no settings', async () => {
  const [system, auditor] = await Promise.all(
    (['system', 'audit'] as const).map(async (preset) => {
      const id = await house.person();
      await house.shape(presetRoleIds[preset], { employees: [id] });
      const client = await house.signIn(id);
      await house.confirm(client);
      return client;
    }),
  );
  const id = '00000000-0000-7000-8000-000000000009';
  const kind = 'operation';
  const reason = 'A dispute about something';
  expect(await codeOf(system!, sealVerify, { log: kind })).toBe(65002);
  expect(await codeOf(system!, clear.clearRun, { kind, estimateId: id })).toBe(65002);
  expect(await codeOf(system!, clear.clearConfigUpdate, { kind, version: 1, keepDays: 200 })).toBe(65002);
  expect(await codeOf(system!, holdAdd, { name: 'Case', reason })).toBe(65002);
  expect(await codeOf(auditor!, operationList, {})).toBe(0);
  expect(await codeOf(auditor!, mailUpdate, { version: 1, fromName: 'Mine' })).toBe(65002);
  expect(await codeOf(auditor!, updateAuthenticate, { version: 1, pictureCodeAfter: 1 })).toBe(65002);
  expect(await codeOf(auditor!, employeeDisable, { ids: [id] })).toBe(65002);
  expect(await codeOf(auditor!, sysRole.save, { name: 'Mine', code: 'mine' })).toBe(65002);
});

test('What a page with tabs opens first is what the design says', async () => {
  const menu = await house.boss.call(getMenu, {});
  const all = (nodes: readonly MenuNode[]): MenuNode[] => nodes.flatMap((node) => [node, ...all(node.children)]);
  const first = (code: string): string | undefined => all(menu).find((node) => node.code === code)?.children[0]?.code;
  const pages: readonly [string, string][] = [
    ['sys_authentication', 'role_manage'],
    ['sys_authentication_role_manage', 'relate_user'],
    ['sys_console_mail', 'sys_notice_mail'],
    ['customer_sys_boe_config', 'segment_limit_file'],
    ['customer_sys_boe_config_customer_sys_file_manage_member', 'relate_user'],
    ['logs_system_login', 'console_login'],
    ['logs_cleaning', 'cleanup_mechanism'],
  ];
  for (const [parent, child] of pages) expect(first(parent)).toBe(`${parent}_${child}`);
});

test('Of two who save the same role at once one is told that it changed', async () => {
  const roleId = await house.role({ codes: [people] });
  const version = await house.version(roleId);
  const save = (codes: string[]) => codeOf(house.boss, sysRole.saveResources, { roleId, version, codes });
  const answers = await Promise.all([save([people, roleManage.code]), save([people, resourcePage.code])]);
  expect(answers.toSorted((one, other) => one - other)).toEqual([0, 10409]);
});

test('A role saved with two pages gives exactly these to who is signed in, at once; a call elsewhere is 403 with 65002', async () => {
  const { client, roleId } = await house.administrator({ codes: [roleManage.code], range: { kind: 'all' } });
  const before = await client.call(getUser, {});
  await house.shape(roleId, { codes: [people, resourcePage.code] });
  // Pages, and the groups of the menu that they stand in.
  const own = [people, resourcePage.code];
  expect((await pages(client)).filter((code) => code.includes('_')).toSorted()).toEqual(own.toSorted());
  expect(await client.call(getButton, {})).toEqual([]);
  expect(await codeOf(client, employeeList, {})).toBe(0);
  expect(await client.ask(sysRole.list, {})).toMatchObject({ status: 403, code: 65002 });
  expect((await client.call(getUser, {})).resourceVersion).not.toBe(before.resourceVersion);
});

test('The enumerations of the wire have their values, with names in three languages', async () => {
  const values: Record<string, (string | number)[]> = {
    platform: [1, 2, 4, 5, 8],
    appStatus: [1, 2, 3],
    language: ['zh_CN', 'en_US', 'ja_JP'],
    cardType: [0, 1],
    publishStatus: [0, 1, 2],
    onOff: [1, 0],
    terminalType: [1, 2, 3],
    ruleType: [1, 2, 3],
  };
  const nobody = new ConsoleClient(house.product.app, house.product.powerless.token);
  const all = await nobody.call(enumsGet, {});
  for (const [name, expected] of Object.entries(values)) expect([name, all[name]?.map(({ value }) => value)]).toEqual([name, expected]);
  const labels = async (language: 'zh_CN' | 'en_US' | 'ja_JP') =>
    (await nobody.call(enumsGet, { names: ['platform', 'publishStatus'], language }))['publishStatus']?.map(({ label }) => label);
  expect(await labels('zh_CN')).toEqual(['已过期', '已发布', '未发布']);
  expect(await labels('en_US')).toEqual(['Expired', 'Published', 'Not published']);
  expect(await labels('ja_JP')).toEqual(['期限切れ', '公開済み', '未公開']);
  for (const [name, list] of Object.entries(all)) expect([name, list.every(({ label }) => label !== '')]).toEqual([name, true]);
  expect(Object.keys(await nobody.call(enumsGet, { names: ['platform'] }))).toEqual(['platform']);
});

test('A role comes back from the recycle bin without those who are gone meanwhile, and never over another one of its code', async () => {
  const [stays, goes] = [await house.person(), await house.person()];
  const roleId = await house.role({ codes: [people], range: { kind: 'all' }, employees: [stays, goes] });
  const { code } = await house.boss.call(sysRole.find, { roleId });
  await house.boss.call(sysRole.delete, { ids: [roleId] });
  const { pool } = house.product.database;
  await pool.query(`update employee set status = 'left', left_at = 0 where id = $1`, [goes]);
  await house.boss.call(employeeRemove, { ids: [goes] });
  await house.boss.call(employeePurge, { ids: [goes] });
  const other = (await house.boss.call(sysRole.save, { name: 'In its place', code })).roleId;
  const { id } = (await house.boss.call(recycleList, { kind: ['sysRole'] })).list.find(({ objectId }) => objectId === roleId)!;
  const plan = await house.boss.call(recycleRestorePreview, { ids: [id], suffix: true });
  expect(plan).toMatchObject({ restored: 1, conflicts: 0, parents: [{ objectId: goes, kind: 'employee', id: null, replaceable: false }] });
  // Its code is another role's now: nothing is written over that one.
  expect(await house.boss.ask(recycleRestore, { ids: [id] })).toMatchObject({ code: 11090 });
  await house.boss.call(recycleRestore, { ids: [id], suffix: true });
  expect(await house.boss.call(sysRole.find, { roleId })).toMatchObject({ code: `${code}-2` });
  expect((await house.boss.call(sysRole.getRoleEmpList, { roleId })).list.map((one) => one.id)).toEqual([stays]);
  expect(await house.boss.call(sysRole.find, { roleId: other })).toMatchObject({ code, name: 'In its place' });
});
