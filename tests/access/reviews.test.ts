import { afterAll, beforeAll, expect, test } from 'vitest';
import { downloadFile } from '../../src/kit/common/files/file.contract.ts';
import { applyPlan, listPlanItems } from '../../src/kit/common/change/plan.contract.ts';
import { addressOf, type Input } from '../../src/kit/common/contract.ts';
import { contactRole, contactSaveResources } from '../../src/modules/contacts/common/role.contract.ts';
import { fileRule } from '../../src/modules/enterprise/common/file-rule.contract.ts';
import { watchMemberships } from '../../src/modules/system/server/membership-ends.ts';
import { authentication, roleManage, roleMembers, roleUserManage } from '../../src/modules/system/common/permissions.ts';
import {
  holderExport,
  holderReactivate,
  memberFiles,
  reviewExport,
  rights,
  sysRole,
} from '../../src/modules/system/common/role.contract.ts';
import { employeeGet, employeeList } from '../../src/modules/people/common/employee.contract.ts';
import { userManagement } from '../../src/modules/people/common/permissions.ts';
import { rootDepartmentId } from '../../src/modules/people/common/root.ts';
import type { ConsoleClient } from '../journeys/console-client.ts';
import { codeOf, House } from './house.ts';

let house: House;
let north: string;
let south: string;
beforeAll(async () => {
  house = await House.open();
  north = await house.department('北方复核');
  south = await house.department('南方复核');
});
afterAll(() => house.stop());

const { export: memberExport, import: memberImport } = memberFiles;
const dayMillis = 86_400_000;
const everywhere = { kind: 'all' as const };

/** The lines of the file that a job made. */
async function linesOf(client: ConsoleClient, jobId: string): Promise<string[]> {
  const { result } = await client.jobEnd(jobId);
  const { fileId } = result as { fileId: string };
  const answer = await house.product.app.inject({
    method: 'GET',
    url: `${addressOf(downloadFile)}?fileId=${fileId}`,
    headers: { accesstoken: client.token },
  });
  return answer.payload
    .replace(/^\uFEFF/, '')
    .trim()
    .split(/\r?\n/);
}

test('Who can, asked by a code and by a person: everybody with every chain, within the range', async () => {
  const byName = await house.person([north]);
  const byDepartment = await house.person([north]);
  const outside = await house.person([south]);
  const roleId = await house.role({ codes: [roleManage.code], range: everywhere, employees: [byName, outside], departments: [north] });
  const all = await house.boss.call(rights.whoCan, { code: roleManage.code, pageSize: 200 });
  const chains = (id: string) => all.list.find((one) => one.id === id)?.chains.map(({ roleId: role, way }) => [role, way.kind]);
  expect(chains(byName)).toEqual([
    [roleId, 'employee'],
    [roleId, 'department'],
  ]);
  expect(chains(byDepartment)).toEqual([[roleId, 'department']]);
  expect(chains(outside)).toEqual([[roleId, 'employee']]);
  const held = await house.boss.call(rights.whoCan, { empId: byName });
  expect(held.resources.map(({ code, roles }) => [code, roles])).toEqual([[roleManage.code, [roleId]]]);
  const asker = await house.administrator({ codes: [authentication.button.explain], range: { kind: 'chosen', departmentIds: [north] } });
  const seen = await asker.client.call(rights.whoCan, { code: roleManage.code, pageSize: 200 });
  expect(seen.list.map(({ id }) => id).toSorted()).toEqual([byName, byDepartment].toSorted());
  expect(await codeOf(asker.client, rights.whoCan, { empId: outside })).toBe(10910);
  expect(await codeOf(house.boss, rights.whoCan, {})).toBe(10400);
});

test('The review lists one row a person and grant in the range, with columns to sign', async () => {
  const id = await house.person([north], '复核甲');
  const elsewhere = await house.person([south], '复核乙');
  const roleId = await house.role({
    codes: [userManagement.code, userManagement.button.add],
    range: everywhere,
    employees: [id, elsewhere],
  });
  const asker = await house.administrator({
    codes: [authentication.button.reviewExport],
    range: { kind: 'chosen', departmentIds: [north] },
  });
  const byRole = await linesOf(asker.client, (await asker.client.call(reviewExport, { by: 'role', roleId, format: 'csv' })).jobId);
  expect(byRole).toHaveLength(2);
  expect(byRole[0]).toMatch(/复核人.*签字日期/);
  expect(byRole[1]).toContain('复核甲');
  expect(byRole.join()).not.toContain('复核乙');
  const byCode = await linesOf(house.boss, (await house.boss.call(reviewExport, { by: 'code', roleId, format: 'csv' })).jobId);
  expect(byCode).toHaveLength(5);
  expect(byCode.join()).toContain(userManagement.button.add);
  const holders = await linesOf(asker.client, (await house.boss.call(holderExport, { filter: { roleId }, format: 'csv' })).jobId).catch(
    () => [],
  );
  expect(holders).toEqual([]);
  const own = await linesOf(house.boss, (await house.boss.call(holderExport, { filter: { roleId }, format: 'csv' })).jobId);
  for (const name of ['复核甲', '复核乙']) expect(own.join()).toContain(name);
});

test('The review lists roles of other areas too: whom they show and what they allow in the directory, where files are limited', async () => {
  const ownerDeptId = rootDepartmentId;
  const id = await house.person([north], '复核丙');
  const contact = await house.boss.call(contactRole.save, { name: '北方通讯录', code: 'north_book', ownerDeptId });
  await house.boss.call(contactRole.assignEmployees, { roleId: contact.roleId, ids: [id] });
  const { version } = await house.boss.call(contactRole.find, { roleId: contact.roleId });
  const functions: Input<typeof contactSaveResources>['functions'] = ['person.card', 'directory.export'];
  await house.boss.call(contactSaveResources, { roleId: contact.roleId, version, functions });
  const rule = await house.boss.call(fileRule.save, { name: '北方文件', code: 'north_files', ownerDeptId, ruleType: 2 });
  await house.boss.call(fileRule.assignEmployees, { roleId: rule.roleId, ids: [id] });
  const review = async (client: ConsoleClient, input: Input<typeof reviewExport>) =>
    linesOf(client, (await client.call(reviewExport, { ...input, format: 'csv' })).jobId);
  const byCode = (await review(house.boss, { by: 'code', area: 'contact' })).filter((line) => line.includes('复核丙'));
  expect(byCode).toHaveLength(2);
  expect(byCode.join()).toMatch(/北方通讯录.*directory\.export/);
  const files = (await review(house.boss, { by: 'code', area: 'fmm' })).filter((line) => line.includes('复核丙'));
  expect(files).toEqual([expect.stringMatching(/北方文件.*ruleType\.2/)]);
  // Whoever does not see the people of a role, nor the department that it belongs to, reads nothing of either.
  const wish = { codes: [authentication.button.reviewExport], range: { kind: 'chosen' as const, departmentIds: [south] } };
  const asker = await house.administrator(wish);
  expect(await review(asker.client, { by: 'role', area: 'contact' })).toHaveLength(1);
  const northern = await house.administrator({ ...wish, range: { kind: 'chosen', departmentIds: [north] } });
  expect((await review(northern.client, { by: 'role', area: 'contact' })).join()).not.toContain('北方通讯录');
});

test('Members leave and come by files: accounts that are not known become refused lines', async () => {
  const [known, there] = [await house.person([north]), await house.person([north])];
  const account = async (id: string): Promise<string> => (await house.boss.call(employeeGet, { id })).account;
  const roleId = await house.role({ codes: [userManagement.code], employees: [there] });
  const until = new Date(Math.floor(Date.now() / 1000) * 1000 + 10 * dayMillis).toISOString();
  const csv = `Account,until\n${await account(known)},${until}\nnobody-at-all,\n${await account(there)},soon\n`;
  const fileId = await house.boss.upload('members.csv', Buffer.from(csv));
  const { result } = await house.boss.jobEnd((await house.boss.call(memberImport, { roleId, fileId })).jobId);
  const { planId } = result as { planId: string };
  const lines = await house.boss.call(listPlanItems, { planId });
  expect(lines.list.map(({ action }) => action).toSorted()).toEqual(['change', 'refused', 'refused']);
  await house.boss.jobEnd((await house.boss.call(applyPlan, { id: planId, expected: { change: 1, refused: 2 } })).jobId);
  const { list } = await house.boss.call(sysRole.getRoleEmpList, { roleId });
  expect(list.find(({ id }) => id === known)?.until).toBe(Date.parse(until));
  expect(list).toHaveLength(2);
  expect(await linesOf(house.boss, (await house.boss.call(memberExport, { roleId, format: 'csv' })).jobId)).toHaveLength(3);
  expect((await house.boss.call(sysRole.getRoleEmpList, { roleId, ending: '30' })).list.map(({ id }) => id)).toEqual([known]);
});

test('A role that is given for a time only takes no membership without a near end (11004)', async () => {
  const id = await house.person();
  const { roleId } = await house.boss.call(sysRole.save, { name: 'Visitors', code: 'visitors', memberDays: 7, needsFactor: true });
  expect(await codeOf(house.boss, sysRole.assignEmployees, { roleId, ids: [id] })).toBe(11004);
  expect(await codeOf(house.boss, sysRole.assignEmployees, { roleId, ids: [id], until: Date.now() + 8 * dayMillis })).toBe(11004);
  expect(await codeOf(house.boss, sysRole.assignEmployees, { roleId, ids: [id], until: Date.now() + 6 * dayMillis })).toBe(0);
  expect(await house.boss.call(sysRole.find, { roleId })).toMatchObject({ memberDays: 7, needsFactor: true });
  const { list } = await house.boss.call(sysRole.roleEmpList, { roleId, factor: false });
  expect(list).toMatchObject([{ id, factors: [], factorNeeded: true, keptOut: false }]);
});

test('A membership ends on its minute, signs out who has nothing else, and is told three days before', async () => {
  const { id, client, roleId } = await house.administrator({ codes: [userManagement.code], range: everywhere });
  const { pool } = house.product.database;
  await house.boss.call(sysRole.assignEmployees, { roleId, ids: [id], until: Date.now() + 2 * dayMillis });
  const { services } = house.product;
  // As a process that has looked at nothing yet.
  const look = (): Promise<void> => watchMemberships({ ...services });
  await look();
  const told = await pool.query<{ holds: boolean }>(
    `select holds from warning_event where kind = 'role.ends' and object_id like $1 union all select holds from warning where kind = 'role.ends' and object_id like $1`,
    [`${roleId}:%`],
  );
  expect(told.rows.some(({ holds }) => holds)).toBe(true);
  expect(await codeOf(client, employeeList, { pageSize: 20 })).toBe(0);
  await pool.query('update role_member set until = $1 where role_id = $2', [Date.now() - 1, roleId]);
  await look();
  await expect.poll(() => codeOf(client, employeeList, { pageSize: 20 })).toBe(65003);
});

test('Who was away for too long is listed, kept out, and let in again by somebody else', async () => {
  const { id, client } = await house.administrator({
    codes: [roleUserManage.code, roleUserManage.button.reactivate, roleMembers.code],
    range: everywhere,
  });
  const { pool } = house.product.database;
  const away = await house.administrator({ codes: [userManagement.code], range: everywhere });
  const long = Date.now() - 100 * dayMillis;
  await pool.query('update role_member set since = $1 where object_id = $2', [long, away.id]);
  await pool.query('update credential set changed_at = $1 where uid = $2', [long, away.id]);
  await pool.query('update auth_setting_use set last_at = $1 where uid = $2', [long, away.id]);
  await pool.query('update session set seen_at = $1, created_at = $1 where uid = $2', [long, away.id]);
  const kept = async () => (await client.call(sysRole.roleEmpList, { idle: 'keptOut' })).list.map((one) => [one.id, one.idleDays]);
  expect(await kept()).toEqual([[away.id, 100]]);
  expect(await codeOf(client, holderReactivate, { ids: [id] })).toBe(10412);
  await client.call(holderReactivate, { ids: [away.id] });
  expect(await kept()).toEqual([]);
});
