import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { sysRole } from '../../../src/modules/system/common/role.contract.ts';
import { departmentAdd } from '../../../src/modules/people/common/department.contract.ts';
import { employeeAdd, employeeGet } from '../../../src/modules/people/common/employee.contract.ts';
import { rootDepartmentId } from '../../../src/modules/people/common/root.ts';
import { openSignedIn, openTestConsole, picture, type TestConsole } from '../../browser.ts';
import { ConsoleClient } from '../../journeys/console-client.ts';
import { faultsOf } from '../../looked-at.ts';

let console_: TestConsole;
let admin: ConsoleClient;
let roleId = '';
let uid = '';

beforeAll(async () => {
  console_ = await openTestConsole();
  admin = new ConsoleClient(console_.product.app, console_.product.admin.token);
  roleId = (await admin.call(sysRole.save, { name: 'Auditors', code: 'auditors' })).roleId;
  await admin.call(departmentAdd, { parentId: rootDepartmentId, name: { zh_CN: 'Auditing' } });
  const draft = { account: 'audrey', name: 'Audrey Tester', assignments: [{ departmentId: rootDepartmentId, primary: true }] };
  uid = (await admin.call(employeeAdd, draft)).id;
}, 120_000);
afterAll(() => console_.stop());

const at = (path: string): string => console_.product.origin + path;
const question = (page: Page) => page.getByRole('dialog').filter({ hasText: 'Leave without saving?' });

test('Ticks of a role are not lost by another tab: it asks first', async () => {
  const { page, context } = await openSignedIn(console_);
  await page.goto(at(`/sys_authentication/role_manage/relate_auth?roleId=${roleId}`));
  const manage = page.getByLabel(/: Manage$/).first();
  await manage.check();
  await page.getByRole('link', { name: /^Members/ }).click();
  await question(page).getByRole('button', { name: 'Keep editing' }).click();
  await question(page).waitFor({ state: 'hidden' });
  expect(page.url()).toContain('relate_auth');
  expect(await manage.isChecked()).toBe(true);
  await page.getByRole('link', { name: /^Members/ }).click();
  await question(page).getByRole('button', { name: 'Leave', exact: true }).click();
  await page.waitForURL('**/relate_user*');
  await context.close();
});

test('A log says which time it searched, and an empty one offers more', async () => {
  const { page, context } = await openSignedIn(console_);
  await page.goto(at('/logs_system_operation?text=audrey'));
  // The account of whom it was done to is found as well as a name.
  await page.locator('.whk-table tbody tr').first().waitFor();
  await page.getByRole('button', { name: 'Time: Last 24 hours' }).waitFor();
  await page.goto(at('/logs_system_operation?text=nobody.of.this.name'));
  await page.getByText('No matches: Last 24 hours').waitFor();
  await picture(page, 'log-nothing-in-span');
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Search: Last 30 days' }).click();
  await page.getByRole('button', { name: 'Time: Last 30 days' }).waitFor();
  await page.getByText('No matches: Last 30 days').waitFor();
  await context.close();
});

test('What was done is taken back from where it was said; "?" opens the help', async () => {
  const { page, context } = await openSignedIn(console_);
  await page.goto(at('/muc_user_management?text=audrey'));
  const act = async (name: string): Promise<void> => {
    await page.getByRole('button', { name: 'Actions for Audrey Tester' }).click();
    await page.locator('.whk-actions').getByRole('button', { name, exact: true }).click();
  };
  const status = async () => (await admin.call(employeeGet, { id: uid })).status;
  await act('Disable');
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
  // At once: what was said goes after a few seconds.
  await page.locator('.ant-message').getByRole('button', { name: 'Revert' }).click();
  await expect.poll(status).toBe('active');
  await page.keyboard.press('?');
  await page.getByText('Help for each page').waitFor();
  await picture(page, 'help');
  expect(await faultsOf(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByText('Help for each page').waitFor({ state: 'hidden' });
  await context.close();
});

test('One search finds pages, tabs, people, departments, roles and what can be begun', async () => {
  const { page, context } = await openSignedIn(console_);
  await page.goto(at('/home'));
  await page.locator('.wh-menu-search').click();
  const input = page.getByRole('combobox');
  const option = (name: string | RegExp) => page.getByRole('option', { name });
  await input.fill('audit');
  await option(/Auditing/).waitFor();
  await option(/Auditors/).waitFor();
  await picture(page, 'palette');
  expect(await faultsOf(page)).toEqual([]);
  await input.fill('audrey');
  await option(/Audrey Tester/).waitFor();
  // A setting is found by what its field is called, and leads to its page.
  await input.fill('sender address');
  await option(/Sender address/)
    .first()
    .waitFor();
  await input.fill('add person');
  await option(/Add/).first().click();
  await page.waitForURL('**/muc_user_management**');
  await page.locator('.whk-drawer input').first().waitFor();
  await context.close();
});

test('Whoever has no connection is told, for as long as it lasts', async () => {
  const { page, context } = await openSignedIn(console_);
  const banner = page.getByText('The server can’t be reached.');
  await page.route('**/api/live**', (route) => route.abort());
  await page.goto(at('/home'));
  await page.reload();
  await banner.waitFor({ timeout: 30_000 });
  await picture(page, 'offline');
  await page.unroute('**/api/live**');
  await banner.waitFor({ state: 'hidden', timeout: 60_000 });
  expect(await faultsOf(page)).toEqual([]);
  await context.close();
});
