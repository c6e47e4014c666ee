import { pinyin } from 'pinyin-pro';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sysRole } from '../../src/modules/system/common/role.contract.ts';
import { listJournal, listBatches, previewRevert, revertChanges } from '../../src/kit/common/change/journal.contract.ts';
import { applyPlan, getPlan, listPlanItems } from '../../src/kit/common/change/plan.contract.ts';
import { getMenu } from '../../src/kit/common/session/menu.contract.ts';
import { confirm, getUser } from '../../src/kit/common/session/session.contract.ts';
import { departmentTree } from '../../src/modules/people/common/department.contract.ts';
import { employeeBatchUpdate } from '../../src/modules/people/common/employee-bulk.contract.ts';
import {
  employeeAdd,
  employeeDisable,
  employeeEnable,
  employeeGet,
  employeeList,
  employeePassword,
} from '../../src/modules/people/common/employee.contract.ts';
import { userManagement } from '../../src/modules/people/common/permissions.ts';
import { authentication, resourcePage, roleManage } from '../../src/modules/system/common/permissions.ts';
import { signIn, startTestProduct, testPassword, type TestProduct } from '../product.ts';
import { ConsoleClient, idIn } from './console-client.ts';
import { company, peopleSheet } from './people-sheet.ts';

let product: TestProduct;
let admin: ConsoleClient;
let planId = '';
let subsidiary = { id: '', name: '', totalCount: 0 };
let helper = { id: '', account: '' };
let other: ConsoleClient;

beforeAll(async () => {
  product = await startTestProduct();
  admin = new ConsoleClient(product.app, product.admin.token);
});
afterAll(() => product.stop());

test('An xlsx of 10,000 people becomes a plan: creates, and 30 refusals with their reasons', async () => {
  planId = await admin.planOf(await admin.upload('people.xlsx', await peopleSheet()));
  const plan = await admin.call(getPlan, { id: planId });
  expect(plan.counts.refused).toBe(company.bad);
  expect(plan.counts.create).toBeGreaterThanOrEqual(company.people);
  const refused = await admin.call(listPlanItems, { planId, action: ['refused'], pageSize: 50 });
  expect(refused.total).toBe(company.bad);
  for (const line of refused.list) {
    expect(line.line).toBeGreaterThan(1);
    expect(line.issues.map(({ message }) => message).join('')).not.toBe('');
  }
});

test('Applied, they are there; one is found by pinyin initials', async () => {
  const { counts } = await admin.call(getPlan, { id: planId });
  const { jobId } = await admin.call(applyPlan, { id: planId, expected: counts });
  await admin.jobEnd(jobId);
  const plan = await admin.call(getPlan, { id: planId });
  expect(plan.state).toBe('applied');
  const all = await admin.call(employeeList, { pageSize: 20 });
  expect(all.total).toBeGreaterThanOrEqual(company.people);
  const someone = (await admin.call(employeeList, { pageSize: 100, sort: 'account' })).list.find(({ name }) =>
    /^\p{Script=Han}{3}$/u.test(name),
  );
  const initials = pinyin(someone!.name, { pattern: 'first', toneType: 'none', separator: '', mode: 'surname' });
  const found = await admin.call(employeeList, { text: initials, pageSize: 100 });
  expect(found.total).toBeLessThan(company.people / 10);
  expect(found.list.map(({ name }) => name)).toContain(someone!.name);
});

test('A role with three pages and one subsidiary is given to an employee', async () => {
  const { nodes } = await admin.call(departmentTree, { depth: 2, withCount: true });
  const found = nodes.find(({ name }) => name === '星河软件（成都）有限公司');
  subsidiary = { id: found?.id ?? '', name: found?.name ?? '', totalCount: found?.totalCount ?? 0 };
  expect(subsidiary.totalCount).toBeGreaterThan(100);
  const [person] = (await admin.call(employeeList, { departmentId: subsidiary.id, pageSize: 20 })).list;
  helper = { id: person!.id, account: person!.account };
  admin.token = (await admin.call(confirm, { password: testPassword })).accessToken;
  await admin.call(employeePassword, { id: helper.id, mode: 'set', password: testPassword, mustChange: false });
  const { roleId } = await admin.call(sysRole.save, { name: '成都分公司人事', code: 'chengdu_hr' });
  const { version } = await admin.call(sysRole.resources, { roleId });
  const codes = [userManagement.code, userManagement.button.update, authentication.code, roleManage.code, resourcePage.code];
  const saved = await admin.call(sysRole.saveResources, { roleId, version, codes });
  await admin.call(sysRole.saveRanges, { roleId, version: saved.version, range: { kind: 'chosen', departmentIds: [subsidiary.id] } });
  await admin.call(sysRole.assignEmployees, { roleId, ids: [helper.id] });
});

test('The employee signs in: those pages in the menu, that subsidiary alone in the tree', async () => {
  other = new ConsoleClient(product.app, await signIn(product.app, helper.account, testPassword));
  const codes = JSON.stringify(await other.call(getMenu, {}));
  expect(codes).toContain(userManagement.code);
  expect(codes).toContain(resourcePage.code);
  const { nodes } = await other.call(departmentTree, { depth: 2 });
  expect(nodes.filter(({ inRange, parentId }) => inRange && parentId === nodes[0]?.id).map(({ name }) => name)).toEqual([subsidiary.name]);
  const people = await other.call(employeeList, { pageSize: 20 });
  expect(people.total).toBe(subsidiary.totalCount);
});

test('A person outside is 10910, a function that was not granted 403/65002', async () => {
  const { list } = await admin.call(employeeList, { pageSize: 100, sort: '-createdAt' });
  const outside = list.find(({ departments }) => departments.every(({ fullName }) => !fullName.includes(subsidiary.name)));
  expect(outside).toBeDefined();
  expect(await other.ask(employeeGet, { id: outside!.id })).toMatchObject({ status: 200, code: 10910 });
  const added = await other.ask(employeeAdd, {
    account: 'nobody-yet',
    name: 'Nobody',
    assignments: [{ departmentId: subsidiary.id, primary: true }],
  });
  expect(added).toMatchObject({ status: 403, code: 65002 });
});

test('50 people are changed at once, seen in the journal, and the batch is undone', async () => {
  const { list } = await admin.call(employeeList, { departmentId: subsidiary.id, pageSize: 50, sort: 'account' });
  const before = new Map(list.map(({ id, title }) => [id, title]));
  const { jobId } = await admin.call(employeeBatchUpdate, { ids: [...before.keys()], set: { title: '特聘专家' }, expected: 50 });
  // The job makes the plan and starts a second one that applies it.
  await admin.jobEnd(idIn((await admin.jobEnd(jobId)).result, 'jobId'));
  const [batch] = (await admin.call(listBatches, { operation: 'employee.batchUpdate' })).list;
  const lines = await admin.call(listJournal, { batchId: batch!.id, pageSize: 100 });
  expect(lines.list).toHaveLength(50);
  expect(lines.list[0]?.fields).toMatchObject([{ field: 'title', after: '特聘专家' }]);
  expect(await admin.call(previewRevert, { batchId: batch!.id })).toMatchObject({ objects: 50, conflicts: 0 });
  expect(await admin.call(revertChanges, { batchId: batch!.id })).toMatchObject({ reverted: 50, conflicts: [] });
  const after = await admin.call(employeeList, { departmentId: subsidiary.id, pageSize: 50, sort: 'account' });
  expect(new Map(after.list.map(({ id, title }) => [id, title]))).toEqual(before);
});

test('The administrator is disabled: signed out at once with 65003, and back after being enabled', async () => {
  expect((await other.call(getUser, {})).empInfoDto.uid).toBe(helper.id);
  await admin.call(employeeDisable, { ids: [helper.id] });
  expect(await other.ask(getUser, {})).toMatchObject({ code: 65003 });
  await admin.call(employeeEnable, { ids: [helper.id] });
  const again = new ConsoleClient(product.app, await signIn(product.app, helper.account, testPassword));
  expect((await again.call(employeeList, { pageSize: 20 })).total).toBe(subsidiary.totalCount);
});
