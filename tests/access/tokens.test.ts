import { afterAll, beforeAll, expect, test } from 'vitest';
import { getMenu } from '../../src/kit/common/session/menu.contract.ts';
import { logout, sessionList } from '../../src/kit/common/session/session.contract.ts';
import { changeApproval } from '../../src/modules/approvals/common/permissions.ts';
import { requestApprove } from '../../src/modules/approvals/common/request.contract.ts';
import { operationList } from '../../src/modules/logs/common/operation-log.contract.ts';
import { resourcePage, roleUserManage } from '../../src/modules/system/common/permissions.ts';
import { holderResetFactor, sysRole } from '../../src/modules/system/common/role.contract.ts';
import { tokenAdd, tokenCodes, tokenList, tokenRemove } from '../../src/modules/system/common/token.contract.ts';
import { departmentAdd } from '../../src/modules/people/common/department.contract.ts';
import { employeeAdd, employeeDisable, employeeEnable, employeeList } from '../../src/modules/people/common/employee.contract.ts';
import { userManagement } from '../../src/modules/people/common/permissions.ts';
import { rootDepartmentId } from '../../src/modules/people/common/root.ts';
import { ConsoleClient } from '../journeys/console-client.ts';
import { codeOf, House } from './house.ts';

let house: House;
beforeAll(async () => void (house = await House.open()));
afterAll(() => house.stop());

const dayMillis = 86_400_000;
const soon = (days = 30): number => Date.now() + days * dayMillis;
const everywhere = { kind: 'all' as const };
const clientOf = (token: string): ConsoleClient => new ConsoleClient(house.product.app, token);
const page = { pageSize: 50 };

async function tokenOf(employeeId: string, codes: string[], more: { networks?: string[]; expiresAt?: number; stepUps?: string[] } = {}) {
  const { id, token } = await house.boss.call(tokenAdd, { name: 'Nightly sync', employeeId, codes, expiresAt: soon(), ...more });
  return { id, token, client: clientOf(token) };
}

test('A token does what it names and its person holds at that moment, and is over at the commit of its deletion', async () => {
  const held = [userManagement.code, userManagement.button.add];
  const { id: employeeId, roleId } = await house.administrator({ codes: held, range: everywhere });
  const { id, token, client } = await tokenOf(employeeId, [userManagement.code]);
  expect(token).toMatch(/^wht_[\w-]{43}$/);
  expect(await codeOf(client, employeeList, page)).toBe(0);
  expect(
    await codeOf(client, employeeAdd, { account: 'by-token', name: 'x', assignments: [{ departmentId: rootDepartmentId, primary: true }] }),
  ).toBe(65002);
  // Held by nobody meanwhile: the token alone gives nothing.
  await house.shape(roleId, { codes: [userManagement.button.add] });
  expect(await codeOf(client, employeeList, page)).toBe(65002);
  await house.shape(roleId, { codes: held });
  expect(await codeOf(client, employeeList, page)).toBe(0);
  const [listed] = (await house.boss.call(tokenList, { employeeId })).list;
  expect(listed).toMatchObject({ state: 'active', prefix: token.slice(0, 10), codes: [userManagement.code], effective: 1 });
  expect(listed?.lastUsedAt).not.toBeNull();
  expect(JSON.stringify(listed)).not.toContain(token);
  await house.boss.call(tokenRemove, { ids: [id] });
  expect(await codeOf(client, employeeList, page)).toBe(65001);
});

test('A token of a super administrator does no more than it names, and is no session', async () => {
  const { client } = await tokenOf('00000000-0000-7000-8000-000000000001', [userManagement.code]);
  expect(await codeOf(client, employeeList, page)).toBe(0);
  expect(await codeOf(client, departmentAdd, { parentId: rootDepartmentId, name: { zh_CN: '令牌' } })).toBe(65002);
  expect(await codeOf(client, sessionList, {})).toBe(10433);
  expect(await codeOf(client, logout, {})).toBe(10433);
  expect(JSON.stringify(await client.call(getMenu, {}))).not.toContain(roleUserManage.code);
});

test('What needs the password again a token does where it names that very operation, and nothing else of the kind', async () => {
  const word = String(holderResetFactor.audit);
  const codes = [roleUserManage.code, roleUserManage.button.resetFactor];
  const { id } = await house.administrator({ codes, range: everywhere });
  const wish = { name: 'Resets', employeeId: id, expiresAt: soon() };
  // Behind none of its codes, and nothing that asks for the password.
  for (const stepUps of [[String(tokenAdd.audit)], ['licence.update'], ['employee.add'], ['nothing']])
    expect(await codeOf(house.boss, tokenAdd, { ...wish, codes, stepUps })).toBe(10400);
  expect(await codeOf(house.boss, tokenAdd, { ...wish, codes: [roleUserManage.code], stepUps: [word] })).toBe(10400);
  expect((await house.boss.call(tokenCodes, { employeeId: id })).stepUps).toEqual([
    { word, name: expect.any(String), codes: [roleUserManage.button.resetFactor] },
  ]);
  const { client } = await tokenOf(id, codes, { stepUps: [word] });
  expect(await codeOf(client, holderResetFactor, { empId: await house.person() })).toBe(0);
  expect((await house.boss.call(tokenList, { employeeId: id })).list[0]?.stepUps).toEqual([word]);
});

test('A token decides for nobody: agreeing is done in person', async () => {
  const codes = [changeApproval.code, changeApproval.button.approve];
  const { id } = await house.administrator({ codes, range: everywhere });
  const { client } = await tokenOf(id, codes);
  expect(await codeOf(client, requestApprove, { id: '00000000-0000-7000-8000-000000000001', version: 1 })).toBe(10433);
});

test('A token never passes what needs the password again, and makes no other tokens', async () => {
  const codes = [userManagement.code, roleUserManage.button.resetFactor, roleUserManage.code, roleUserManage.button.token];
  const { id } = await house.administrator({ codes, range: everywhere });
  const { client } = await tokenOf(id, codes);
  expect(await codeOf(client, holderResetFactor, { empId: id })).toBe(10428);
  expect(await codeOf(client, tokenAdd, { name: 'More', employeeId: id, codes, expiresAt: soon() })).toBe(10433);
  expect(await codeOf(client, tokenRemove, { ids: [id] })).toBe(10433);
});

test('Networks, ends and people who may not sign in', async () => {
  const { id } = await house.administrator({ codes: [userManagement.code], range: everywhere });
  const inside = await tokenOf(id, [userManagement.code], { networks: ['127.0.0.0/8', '::1'] });
  const outside = await tokenOf(id, [userManagement.code], { networks: ['10.0.0.0/8', '2001:db8::/32'] });
  expect(await codeOf(inside.client, employeeList, page)).toBe(0);
  expect(await codeOf(outside.client, employeeList, page)).toBe(65001);
  await house.boss.call(employeeDisable, { ids: [id] });
  expect(await codeOf(inside.client, employeeList, page)).toBe(65003);
  expect((await house.boss.call(tokenList, { employeeId: id })).list.map(({ state }) => state)).toEqual(['barred', 'barred']);
  await house.boss.call(employeeEnable, { ids: [id] });
  expect(await codeOf(inside.client, employeeList, page)).toBe(0);
  await house.product.database.pool.query('update api_token set expires_at = 1 where id = $1', [inside.id]);
  expect(await codeOf(inside.client, employeeList, page)).toBe(65001);
  for (const wish of [
    { expiresAt: soon(366) },
    { expiresAt: 1 },
    { networks: ['10.0.0.0/33'] },
    { networks: ['somewhere'] },
    { codes: [] },
  ])
    expect(
      await codeOf(house.boss, tokenAdd, { name: 'Wrong', employeeId: id, codes: [userManagement.code], expiresAt: soon(), ...wish }),
    ).toBe(10400);
});

test('Nobody makes a token that does more than they do, nor more than ten for one person', async () => {
  const north = await house.department('令牌北方');
  const giver = await house.administrator({
    codes: [userManagement.code, roleUserManage.button.token],
    range: { kind: 'chosen', departmentIds: [north] },
  });
  const wide = await house.person([north]);
  await house.role({ codes: [userManagement.code], range: everywhere, employees: [wide] });
  await house.confirm(giver.client);
  const wish = { name: 'Too wide', employeeId: wide, codes: [userManagement.code], expiresAt: soon() };
  expect(await codeOf(giver.client, tokenAdd, wish)).toBe(11008);
  expect(await codeOf(giver.client, tokenAdd, { ...wish, codes: [resourcePage.code] })).toBe(11005);
  expect((await giver.client.call(tokenCodes, { employeeId: wide })).list.filter(({ kind }) => kind !== 'folder')).toEqual([]);
  const elsewhere = await house.person();
  expect(await codeOf(giver.client, tokenAdd, { ...wish, employeeId: elsewhere })).toBe(10910);
  for (let at = 0; at < 10; at += 1) await tokenOf(wide, [userManagement.code]);
  expect(await codeOf(house.boss, tokenAdd, wish)).toBe(10400);
});

test('What a token does is audited as the token, with its name', async () => {
  const { id, roleId } = await house.administrator({ codes: [userManagement.code, userManagement.button.add], range: everywhere });
  const { client } = await tokenOf(id, [userManagement.code, userManagement.button.add]);
  await client.call(employeeAdd, {
    account: 'from-a-program',
    name: '程序',
    assignments: [{ departmentId: rootDepartmentId, primary: true }],
  });
  const { list } = await house.boss.call(operationList, { actorKind: ['token'], word: ['employee.add'] });
  expect(list[0]).toMatchObject({ actorKind: 'token', result: 'ok' });
  await house.boss.call(sysRole.disable, { ids: [roleId] });
  expect(await codeOf(client, employeeList, page)).toBe(65002);
});
