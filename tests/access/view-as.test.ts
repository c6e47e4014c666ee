import { afterAll, beforeAll, expect, test } from 'vitest';
import { getButton, getMenu } from '../../src/kit/common/session/menu.contract.ts';
import { getUser, sessionList, viewEnd } from '../../src/kit/common/session/session.contract.ts';
import { operationList } from '../../src/modules/logs/common/operation-log.contract.ts';
import { resourcePage, roleUserManage } from '../../src/modules/system/common/permissions.ts';
import { resourceTree } from '../../src/modules/system/common/resource.contract.ts';
import { sysRole, viewAs } from '../../src/modules/system/common/role.contract.ts';
import { employeeAdd, employeeGet, employeeList } from '../../src/modules/people/common/employee.contract.ts';
import { userManagement } from '../../src/modules/people/common/permissions.ts';
import { rootDepartmentId } from '../../src/modules/people/common/root.ts';
import { ConsoleClient } from '../journeys/console-client.ts';
import { codeOf, House } from './house.ts';

let house: House;
let north: string;
let south: string;
beforeAll(async () => {
  house = await House.open();
  north = await house.department('北方视图');
  south = await house.department('南方视图');
});
afterAll(() => house.stop());

const page = { pageSize: 50 };
const see = async (viewer: ConsoleClient, empId: string): Promise<ConsoleClient> =>
  new ConsoleClient(house.product.app, (await viewer.call(viewAs, { empId, reason: 'support call 12' })).accessToken);

test('The console is seen with that person’s pages and range, marked, and nothing can be written', async () => {
  const inNorth = await house.person([north]);
  const inSouth = await house.person([south]);
  const { id } = await house.administrator({
    codes: [userManagement.code, userManagement.button.add],
    range: { kind: 'chosen', departmentIds: [north] },
  });
  const view = await see(house.boss, id);
  const user = await view.call(getUser, {});
  expect(user).toMatchObject({ superAdmin: false, viewing: { uid: id }, empInfoDto: { account: 'admin' } });
  expect(user.viewing!.endsAt - Date.now()).toBeLessThanOrEqual(15 * 60_000);
  expect(JSON.stringify(await view.call(getMenu, {}))).not.toContain(resourcePage.code);
  expect((await view.call(getButton, {})).map(({ code }) => code)).toEqual([userManagement.button.add]);
  expect(await codeOf(view, employeeGet, { id: inNorth })).toBe(0);
  expect(await codeOf(view, employeeGet, { id: inSouth })).toBe(10910);
  expect(await codeOf(view, resourceTree, {})).toBe(65002);
  const draft = { account: 'never-made', name: '不', assignments: [{ departmentId: north, primary: true }] };
  expect(await codeOf(view, employeeAdd, draft)).toBe(10434);
  expect(await codeOf(view, employeeAdd, { ...draft, dryRun: true } as typeof draft)).toBe(10434);
  expect(await codeOf(view, viewAs, { empId: id })).toBe(10434);
  expect((await house.boss.call(employeeList, { ...page, text: 'never-made' })).total).toBe(0);
});

test('It never carries more than the viewer has: other pages and other ranges stay closed', async () => {
  const inSouth = await house.person([south]);
  const { id } = await house.administrator({ codes: [userManagement.code, resourcePage.code], range: { kind: 'all' } });
  const viewer = await house.administrator({
    codes: [userManagement.code, roleUserManage.code, roleUserManage.button.viewAs],
    range: { kind: 'chosen', departmentIds: [north] },
  });
  expect(await codeOf(viewer.client, viewAs, { empId: id })).toBe(10910);
  const colleague = await house.person([north]);
  const roleId = await house.role({ codes: [userManagement.code, resourcePage.code], range: { kind: 'all' }, employees: [colleague] });
  const view = await see(viewer.client, colleague);
  expect(await codeOf(view, resourceTree, {})).toBe(65002);
  expect(await codeOf(view, employeeGet, { id: inSouth })).toBe(10910);
  expect(await codeOf(view, employeeGet, { id: colleague })).toBe(0);
  // What either loses is lost at once.
  await house.boss.call(sysRole.disable, { ids: [roleId] });
  expect(await codeOf(view, employeeGet, { id: colleague })).toBe(65002);
});

test('It ends by a word, after its time, and with the own session; both people stand in the audit', async () => {
  const { id } = await house.administrator({ codes: [userManagement.code], range: { kind: 'all' } });
  const viewer = await house.administrator({ codes: [userManagement.code, roleUserManage.button.viewAs], range: { kind: 'all' } });
  const view = await see(viewer.client, id);
  expect((await viewer.client.call(sessionList, {})).list).toHaveLength(1);
  await view.call(viewEnd, {});
  expect(await codeOf(view, employeeList, page)).toBe(65003);
  expect(await codeOf(viewer.client, employeeList, page)).toBe(0);
  expect(await codeOf(viewer.client, viewEnd, {})).toBe(10412);
  const { list } = await house.boss.call(operationList, { uid: viewer.id, word: ['role.viewAs', 'role.viewAsEnd'], result: ['ok'] });
  expect(list.map(({ word, objectId }) => [word, objectId])).toEqual([
    ['role.viewAsEnd', id],
    ['role.viewAs', id],
  ]);
  const second = await see(viewer.client, id);
  await house.product.database.pool.query(`update session set ends_at = 1 where view_as is not null`);
  await house.product.database.pool.query(`insert into session_change (at, uids) values (0, '{}')`);
  await expect.poll(() => codeOf(second, employeeList, page)).toBe(65001);
  const third = await see(viewer.client, id);
  await house.boss.call(sysRole.disable, { ids: [viewer.roleId] });
  expect(await codeOf(third, employeeList, page)).toBe(65003);
});

test('Nobody looks on as themselves, nor with the token of a program', async () => {
  const { id } = await house.administrator({ codes: [userManagement.code], range: { kind: 'all' } });
  const boss = (await house.boss.call(getUser, {})).empInfoDto.uid;
  expect(await codeOf(house.boss, viewAs, { empId: boss })).toBe(10412);
  expect(await codeOf(house.boss, viewAs, { empId: rootDepartmentId })).not.toBe(0);
  expect(await codeOf(house.boss, viewAs, { empId: id })).toBe(0);
});
