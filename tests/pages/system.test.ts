import { afterAll, beforeAll, expect, test } from 'vitest';
import { userManagement } from '../../src/modules/people/common/permissions.ts';
import { sysRole } from '../../src/modules/system/common/role.contract.ts';
import { looks, openConsolePage, openSignedIn, openTestConsole, picture, type TestConsole } from '../browser.ts';
import { faultsOf } from '../looked-at.ts';
import { getAuthenticate } from '../../src/modules/sign-in/common/authenticate.contract.ts';
import { ConsoleClient } from '../journeys/console-client.ts';
import { testPassword } from '../product.ts';
import { focusOn, pressOn, tabTo, typeInto } from './keyboard.ts';

let console_: TestConsole;
let roleId = '';

beforeAll(async () => {
  // What can be entered: a field that is passed by brings a number outside its bounds back into them.
  console_ = await openTestConsole({ SESSIONS_PER_PERSON: '20' });
  const admin = new ConsoleClient(console_.product.app, console_.product.admin.token);
  roleId = (await admin.call(sysRole.save, { name: '华东区人事管理员', code: 'hr_east' })).roleId;
  const { version } = await admin.call(sysRole.resources, { roleId });
  await admin.call(sysRole.saveResources, { roleId, version, codes: [userManagement.code, userManagement.button.update] });
  await admin.call(sysRole.assignEmployees, { roleId, ids: [console_.product.powerless.id] });
}, 120_000);
afterAll(() => console_.stop());

const pages = (): [name: string, address: string, ready: string][] => [
  ['members', `/sys_authentication/role_manage/relate_user?roleId=${roleId}`, '.whk-role .whk-table, .whk-role .whk-cards'],
  ['authority', `/sys_authentication/role_manage/relate_auth?roleId=${roleId}`, '.whk-matrix input[type=radio]'],
  ['holders', '/sys_authentication/role_user_manage', '.whk-table, .whk-cards'],
  ['resource', '/sys_resource?code=muc_user_management', '.whk-versions'],
];

for (const { language, theme, width } of looks())
  test(`Roles, administrators, permission tree: ${language}, ${theme}, ${width} px: no fault, no complaint`, async () => {
    const { page, context, complaints } = await openSignedIn(console_, { language, theme, width });
    for (const [name, address, ready] of pages()) {
      await page.goto(console_.product.origin + address);
      await page.locator(ready).first().waitFor();
      await picture(page, `${name}-${language}-${theme}-${width}`);
      expect([name, await faultsOf(page, { state: name })]).toEqual([name, []]);
    }
    expect(complaints).toEqual([]);
    await context.close();
  });

test('The frame opens its first granted tab and keeps the chosen role between tabs', async () => {
  const { page, context } = await openSignedIn(console_);
  await page.goto(`${console_.product.origin}/sys_authentication`);
  await page.waitForURL('**/sys_authentication/role_manage/relate_user*');
  await page.getByRole('button', { name: /华东区人事管理员/ }).click();
  await page.waitForURL(`**roleId=${roleId}`);
  await page.getByRole('link', { name: 'Permissions and range 2' }).click();
  await page.waitForURL(`**/relate_auth?roleId=${roleId}`);
  const search = page.getByLabel('Find a page or button');
  await search.fill(userManagement.code);
  // A page with one of its buttons is a choice; the box of each is behind it.
  const level = (name: string) => page.getByLabel(`Departments and employees: ${name}`, { exact: true });
  await level('Custom').waitFor();
  expect(await level('Custom').isChecked()).toBe(true);
  // Nothing that was ticked is lost: going to another tab or role asks first.
  await level('Manage').check();
  await page.getByRole('link', { name: /^Members/ }).click();
  const question = page.locator('.ant-modal-confirm');
  await question.waitFor();
  await question.getByRole('button', { name: 'Keep editing' }).or(question.locator('.ant-btn').first()).first().click();
  await question.waitFor({ state: 'detached' });
  await page.locator('.whk-role-list li button').first().click();
  await question.waitFor();
  await question.locator('.ant-btn-dangerous').click();
  await page.waitForURL((url) => url.searchParams.get('roleId') !== roleId);
  await context.close();
});

test('By keyboard alone: a role is made, opens its tabs, and gets a right', async () => {
  const { page, context, complaints } = await openConsolePage(console_);
  const { keyboard } = page;
  await typeInto(page, page.locator('input[name=account]'), 'admin');
  await typeInto(page, page.locator('input[autocomplete=current-password]'), testPassword);
  await keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname !== '/login');
  await pressOn(page, page.locator('.wh-menu nav').getByRole('button', { name: 'System', exact: true }));
  await pressOn(page, page.locator('.wh-menu nav').getByRole('link', { name: 'Permissions', exact: true }));
  await page.waitForURL('**/role_manage/relate_user*');
  // A drawer takes the focus, and gives it back when Escape closes it.
  const add = page.locator('.whk-role-list header').getByRole('button', { name: 'Add', exact: true });
  const drawer = page.locator('.ant-drawer:has(.whk-form)');
  await pressOn(page, add);
  await focusOn(drawer.getByLabel('Name', { exact: true }));
  await keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached' });
  await focusOn(add);
  await keyboard.press('Enter');
  await focusOn(drawer.getByLabel('Name', { exact: true }));
  await keyboard.type('By keyboard');
  await expect.poll(() => drawer.getByLabel('Code', { exact: true }).inputValue()).toBe('by_keyboard');
  await keyboard.press('Enter');
  await focusOn(drawer.getByLabel('Find a page or button'));
  // What it may do: a level for the page that one searches for, by the arrows.
  await typeInto(page, drawer.getByLabel('Find a page or button'), userManagement.code);
  await tabTo(page, drawer.getByLabel('Departments and employees: None', { exact: true }));
  await keyboard.press('ArrowRight');
  await pressOn(page, drawer.getByRole('button', { name: 'Next', exact: true }));
  await drawer.getByRole('radio', { name: 'Own department and below' }).waitFor();
  await focusOn(drawer.locator('h3').filter({ hasText: 'Where' }));
  await pressOn(page, drawer.getByRole('button', { name: 'Create role', exact: true }));
  await page.waitForURL('**roleId=*');
  await drawer.waitFor({ state: 'detached' });
  await focusOn(add);
  const made = new URL(page.url()).searchParams.get('roleId') ?? '';
  const admin = new ConsoleClient(console_.product.app, console_.product.admin.token);
  expect((await admin.call(sysRole.resources, { roleId: made })).codes).toContain(userManagement.code);
  expect((await admin.call(sysRole.ranges, { roleId: made })).range.kind).toBe('ownDeptAndBelow');
  // Tabs with addresses of their own; the boxes of a page's buttons are reached, and one bar saves permissions and range.
  await pressOn(page, page.getByRole('link', { name: /^Permissions and range/ }));
  await page.waitForURL('**/relate_auth*');
  await typeInto(page, page.getByLabel('Find a page or button'), userManagement.code);
  await tabTo(page, page.getByLabel('Departments and employees: Read', { exact: true }));
  for (let step = 0; step < 2; step += 1) await keyboard.press('ArrowRight');
  await pressOn(page, page.getByRole('checkbox', { name: /^Add$|^Add employee/ }).first(), 'Space');
  await tabTo(page, page.getByRole('radio', { name: 'Own department and below' }));
  await keyboard.press('ArrowDown');
  await pressOn(page, page.getByRole('button', { name: 'Save', exact: true }));
  await expect.poll(async () => (await admin.call(sysRole.ranges, { roleId: made })).range.kind).toBe('ownDept');
  expect((await admin.call(sysRole.resources, { roleId: made })).codes.length).toBeGreaterThan(2);
  await pressOn(page, page.getByRole('link', { name: /^Members/ }));
  await page.waitForURL('**/relate_user*');
  expect(complaints).toEqual([]);
  await context.close();
});

test('By keyboard alone: the policy of signing in is changed, a way is looked at and one is begun', async () => {
  const { page, context, complaints } = await openSignedIn(console_);
  const { keyboard } = page;
  await page.goto(`${console_.product.origin}/sys_login_authentication`);
  const tab = page.getByRole('tab');
  const local = page.locator('.whk-open').first();
  await pressOn(page, local);
  const drawer = page.locator('.ant-drawer');
  await drawer.locator('.whk-facts').waitFor();
  await focusOn(drawer);
  await keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached' });
  await focusOn(local);
  await tabTo(page, tab.first());
  await keyboard.press('ArrowRight');
  await page.waitForURL('**tab=policy');
  const admin = new ConsoleClient(console_.product.app, console_.product.admin.token);
  const before = await admin.call(getAuthenticate, {});
  const remember = page.getByLabel('Remember the last account');
  await remember.waitFor();
  await pressOn(page, remember, 'Space');
  await pressOn(page, page.getByRole('button', { name: 'Save', exact: true }));
  await expect.poll(async () => (await admin.call(getAuthenticate, {})).rememberAccount).toBe(true);
  // Going past the other fields changed none of them: nothing waits for its confirmation.
  const { session, factor, addressRules, password, lock } = before;
  expect(await admin.call(getAuthenticate, {})).toMatchObject({ session, factor, addressRules, password, lock, guard: null });
  await tabTo(page, tab.nth(1));
  await keyboard.press('Home');
  await pressOn(page, page.getByRole('button', { name: 'Add', exact: true }));
  await pressOn(page, page.getByRole('button', { name: /^OpenID/ }));
  const wizard = page.locator('.whk-wizard');
  await wizard.locator('.ant-form-item input').first().waitFor();
  await typeInto(page, wizard.getByLabel('Name: Chinese', { exact: true }), '键盘');
  await typeInto(page, wizard.getByLabel('Code', { exact: true }), 'keys');
  // What is missing takes the focus.
  await pressOn(page, page.getByRole('button', { name: 'Next', exact: true }));
  await focusOn(wizard.locator('.ant-form-item-has-error'));
  await typeInto(page, wizard.getByLabel('Issuer', { exact: true }), 'https://idp.example.com');
  await typeInto(page, wizard.getByLabel('Client id', { exact: true }), 'console');
  await pressOn(page, page.getByRole('button', { name: 'Next', exact: true }));
  await page.getByRole('heading', { name: 'Map' }).waitFor();
  await pressOn(page, page.getByRole('button', { name: 'Back', exact: true }));
  await expect.poll(() => wizard.getByLabel('Code', { exact: true }).inputValue()).toBe('keys');
  expect(complaints).toEqual([]);
  await context.close();
});
