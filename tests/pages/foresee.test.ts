import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { sysRole } from '../../src/modules/system/common/role.contract.ts';
import { resourceFind } from '../../src/modules/system/common/resource.contract.ts';
import { departmentAdd } from '../../src/modules/people/common/department.contract.ts';
import { employeeAdd, employeeGet, employeePassword } from '../../src/modules/people/common/employee.contract.ts';
import { userManagement } from '../../src/modules/people/common/permissions.ts';
import { rootDepartmentId } from '../../src/modules/people/common/root.ts';
import { openSignedIn, openTestConsole, picture, type ConsolePage, type TestConsole } from '../browser.ts';
import { faultsOf } from '../looked-at.ts';
import { ConsoleClient } from '../journeys/console-client.ts';
import { signIn, testPassword } from '../product.ts';

let console_: TestConsole;
let admin: ConsoleClient;
let view: ConsolePage;
let page: Page;
let sales = '';
let ada = '';
let roleId = '';

beforeAll(async () => {
  console_ = await openTestConsole();
  const { app } = console_.product;
  admin = new ConsoleClient(app, console_.product.admin.token);
  const unit = async (name: string): Promise<string> =>
    (await admin.call(departmentAdd, { name: { zh_CN: name, en_US: name }, parentId: rootDepartmentId })).id;
  sales = await unit('Sales');
  await unit('Plant');
  const depot = await unit('Depot');
  await admin.call(employeeAdd, { account: 'bob', name: 'Bob', assignments: [{ departmentId: depot, primary: true }] });
  // Whoever is in Sales looks after people; Ada is signed in by nothing else.
  roleId = (await admin.call(sysRole.save, { name: 'Sales desk', code: 'sales_desk' })).roleId;
  const { version } = await admin.call(sysRole.resources, { roleId });
  await admin.call(sysRole.saveResources, { roleId, version, codes: [userManagement.code] });
  await admin.call(sysRole.assignDepartments, { roleId, ids: [sales] });
  ada = (await admin.call(employeeAdd, { account: 'ada', name: 'Ada Byron', assignments: [{ departmentId: sales, primary: true }] })).id;
  await admin.call(employeePassword, { id: ada, mode: 'set', password: testPassword, mustChange: false });
  await signIn(app, 'ada', testPassword);
}, 120_000);
afterAll(() => console_.stop());

beforeEach(async () => {
  view = await openSignedIn(console_);
  ({ page } = view);
});
afterEach(async () => {
  await view.context.close();
  if (view.complaints.length > 0) throw new Error(view.complaints.join('\n'));
});

const open = (address: string): Promise<unknown> => page.goto(console_.product.origin + address);
const dialog = (): Locator => page.getByRole('dialog').filter({ visible: true }).last();
const line = (): Locator => dialog().locator('.whk-impact-line');
const act = async (name: string, action: string): Promise<void> => {
  await page
    .getByRole('button', { name: `Actions for ${name}` })
    .first()
    .click();
  await page.getByRole('button', { name: action, exact: true }).filter({ visible: true }).click();
};

test('Before a person is saved the form says who loses what, and is quiet about a new title', async () => {
  await open(`/muc_user_management?dept=${sales}`);
  await act('Ada Byron', 'Edit');
  const field = dialog().getByLabel('Title', { exact: true });
  await field.waitFor();
  const tries = page.waitForResponse((answer) => answer.url().endsWith('/muc/employee/update'));
  await field.fill('Countess');
  const { data } = (await (await tries).json()) as { data: { counts: unknown } };
  expect(data.counts).toEqual({ change: 1 });
  await expect.poll(() => line().allInnerTexts()).toEqual([]);
  await dialog().getByRole('combobox', { name: 'Department 1' }).fill('Plant');
  await page.locator('.ant-select-dropdown').filter({ visible: true }).getByText('Plant').first().click();
  await expect.poll(() => line().innerText()).toContain('people who lose roles: 1');
  expect(await line().innerText()).toContain('administrators: 1');
  expect(await line().innerText()).toContain('people signed out immediately: 1');
  await picture(page, 'foresee-transfer');
  expect(await faultsOf(page)).toEqual([]);
  const { version, title, departments } = await admin.call(employeeGet, { id: ada });
  expect([version, title, departments.map(({ departmentId }) => departmentId)]).toEqual([1, null, [sales]]);
});

test('The question before a dangerous action says what it touches', async () => {
  await open(`/muc_user_management?dept=${sales}`);
  await act('Ada Byron', 'Disable');
  await expect.poll(() => line().innerText()).toContain('people who lose their sign-in: 1');
  expect(await line().innerText()).toContain('people signed out immediately: 1');
  await picture(page, 'foresee-disable');
  expect(await faultsOf(page)).toEqual([]);
  await dialog().getByRole('button', { name: 'Cancel' }).click();
  await act('Sales', 'Disable department');
  await expect.poll(() => line().innerText()).toContain('people: 1');
  await dialog().getByRole('button', { name: 'Cancel' }).click();
  // What names a department stands against its end.
  await act('Sales', 'Delete department');
  await dialog().getByText('Sales desk').waitFor();
  expect(await dialog().getByRole('combobox').count()).toBe(0);
  await dialog().getByRole('button', { name: 'Close' }).first().click();
  await act('Depot', 'Delete department');
  await dialog().getByRole('combobox').fill('Plant');
  await page.locator('.ant-select-dropdown').filter({ visible: true }).getByText('Plant').first().click();
  await expect.poll(() => line().innerText()).toContain('people: 1');
  await picture(page, 'foresee-delete-department');
  expect((await admin.call(employeeGet, { id: ada })).enabled).toBe(true);
});

test('What would be refused is said before it is tried', async () => {
  await open(`/muc_user_management?dept=${sales}`);
  await act('Sales', 'Edit department');
  const name = dialog().locator('.whk-form input').first();
  await name.fill('Plant');
  await expect.poll(() => line().innerText()).toMatch(/^Would be refused: /);
  await picture(page, 'foresee-refused');
  expect(await faultsOf(page)).toEqual([]);
});

test('A page that is hidden and a role that is emptied say whose they are', async () => {
  await open(`/sys_resource?code=${userManagement.code}`);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await dialog().getByRole('switch').click();
  await expect.poll(() => line().innerText()).toMatch(/roles: \d+ · people: \d+|people: \d+ · roles: \d+/);
  await picture(page, 'foresee-resource');
  expect((await admin.call(resourceFind, { code: userManagement.code })).visible).toBe(true);
  await open(`/sys_authentication/role_manage/relate_auth?roleId=${roleId}`);
  await page.locator('.whk-matrix tbody tr:not(.whk-matrix-group) input[type=radio]').first().check();
  const foot = page.locator('.whk-authority-bar .whk-impact-line');
  await expect.poll(() => foot.innerText()).toContain('people signed out immediately: 1');
  await picture(page, 'foresee-authority');
  expect(await faultsOf(page)).toEqual([]);
});

test.each(['zh_CN', 'ja_JP'] as const)('In the dark, on a narrow screen: %s', async (language) => {
  const narrow = await openSignedIn(console_, { language, theme: 'dark', width: 390 });
  await narrow.page.goto(`${console_.product.origin}/sys_resource?code=${userManagement.code}`);
  await narrow.page.locator('.sys-resource-head .ant-btn-primary').click();
  await narrow.page.locator('.whk-form').getByRole('switch').click();
  const text = narrow.page.locator('.whk-drawer-foot .whk-impact-line');
  await expect.poll(() => text.innerText()).toMatch(language === 'zh_CN' ? /^影响： \d+ 个角色 · \d+ 人$/ : /^影響： \d+ ロール · \d+ 人$/);
  await picture(narrow.page, `foresee-${language}`);
  expect(await faultsOf(narrow.page)).toEqual([]);
  expect(narrow.complaints).toEqual([]);
  await narrow.context.close();
});

test('Giving a role and copying it are foreseen in their dialogs', async () => {
  await open(`/sys_authentication/role_manage/relate_user?roleId=${roleId}`);
  await act('Sales desk', 'Copy');
  await dialog().getByRole('textbox').last().fill('sales_desk');
  await expect.poll(() => line().innerText()).toMatch(/^Would be refused: .+ · /);
  await picture(page, 'foresee-copy');
  await dialog().getByRole('button', { name: 'Cancel' }).click();
  // What was typed is not lost without a question.
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Leave', exact: true }).click();
  await page.getByRole('button', { name: 'Assign', exact: true }).first().click();
  await dialog().getByRole('combobox').fill('无权');
  await page.locator('.ant-select-item-option').filter({ hasText: '无权' }).first().click();
  await expect.poll(() => line().innerText()).toContain('people who gain roles: 1');
  await picture(page, 'foresee-assign');
  expect(await faultsOf(page)).toEqual([]);
});
