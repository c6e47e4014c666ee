import { afterAll, beforeAll, expect, test } from 'vitest';
import { userManagement } from '../../src/modules/user-centre/common/permissions.ts';
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
  ['authority', `/sys_authentication/role_manage/relate_auth?roleId=${roleId}`, '.whk-authority-tree .ant-tree-checkbox'],
  ['holders', '/sys_authentication/role_user_manage', '.whk-table, .whk-cards'],
  ['resource', '/sys_resource?code=muc_user_management', '.whk-versions'],
];

for (const { language, theme, width } of looks())
  test(
    `Roles, administrators, permission tree: ${language}, ${theme}, ${width} px: no fault, no complaint`,
    { timeout: 90_000 },
    async () => {
      const { page, context, complaints } = await openSignedIn(console_, { language, theme, width });
      for (const [name, address, ready] of pages()) {
        await page.goto(console_.product.origin + address);
        await page.locator(ready).first().waitFor();
        await picture(page, `${name}-${language}-${theme}-${width}`);
        expect([name, await faultsOf(page, { state: name })]).toEqual([name, []]);
      }
      expect(complaints).toEqual([]);
      await context.close();
    },
  );

test('The frame opens its first granted tab and keeps the chosen role between tabs', { timeout: 60_000 }, async () => {
  const { page, context } = await openSignedIn(console_);
  await page.goto(`${console_.product.origin}/sys_authentication`);
  await page.waitForURL('**/sys_authentication/role_manage/relate_user*');
  await page.getByRole('button', { name: /华东区人事管理员/ }).click();
  await page.waitForURL(`**roleId=${roleId}`);
  await page.getByRole('link', { name: 'Permissions and range' }).click();
  await page.waitForURL(`**/relate_auth?roleId=${roleId}`);
  await page.locator('.whk-authority-tree .ant-tree-checkbox-checked').first().waitFor();
  await expect.poll(() => page.locator('.whk-authority-tree .ant-tree-checkbox-checked').count()).toBe(2);
  await context.close();
});

test('By keyboard alone: a role is made, opens its tabs, and gets a right', { timeout: 120_000 }, async () => {
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
  await typeInto(page, drawer.getByLabel('Code', { exact: true }), 'by_keyboard');
  await pressOn(page, drawer.getByRole('button', { name: 'Add', exact: true }));
  await page.waitForURL('**roleId=*');
  await drawer.waitFor({ state: 'detached' });
  await focusOn(add);
  const made = new URL(page.url()).searchParams.get('roleId') ?? '';
  // Tabs with addresses of their own, and a tree whose boxes the arrows reach.
  await pressOn(page, page.getByRole('link', { name: 'Permissions and range' }));
  await page.waitForURL('**/relate_auth*');
  const tree = page.locator('.whk-authority-tree');
  await tree.locator('.ant-tree-checkbox').first().waitFor();
  await tabTo(page, tree.getByRole('tree'));
  await keyboard.press('ArrowDown');
  await keyboard.press('Space');
  await expect.poll(() => tree.locator('.ant-tree-checkbox-checked').count()).toBeGreaterThan(0);
  // Tab stops at the button of the line where the arrows stand, and not at those of all lines; Enter presses it, and folds nothing.
  const lines = await tree.getByRole('treeitem').count();
  const active = tree.locator('.ant-tree-treenode-active');
  const all = active.getByRole('button', { name: /^All of/ });
  // Each step is waited for: a slow browser would else be past the line when it is looked at.
  const standing = () => tree.getByRole('tree').getAttribute('aria-activedescendant');
  for (let line = 0; line < lines && (await all.count()) === 0; line += 1) {
    const before = await standing();
    await keyboard.press('ArrowDown');
    await expect.poll(standing).not.toBe(before);
  }
  expect(await all.count()).toBe(1);
  const name = (await all.getAttribute('aria-label')) ?? '';
  const below = tree.locator('.ant-tree-treenode').filter({ has: page.getByRole('button', { name, exact: true }) });
  await keyboard.press('Tab');
  await focusOn(below.getByRole('button', { name, exact: true }));
  await keyboard.press('Enter');
  await below.locator('.ant-tree-checkbox-checked').waitFor();
  expect(await tree.getByRole('treeitem').count()).toBe(lines);
  await pressOn(page, page.getByRole('button', { name: 'Save', exact: true }));
  const admin = new ConsoleClient(console_.product.app, console_.product.admin.token);
  await expect.poll(async () => (await admin.call(sysRole.resources, { roleId: made })).codes.length).toBeGreaterThan(0);
  await pressOn(page, page.getByRole('link', { name: 'Members' }));
  await page.waitForURL('**/relate_user*');
  expect(complaints).toEqual([]);
  await context.close();
});

test('By keyboard alone: the policy of signing in is changed, a way is looked at and one is begun', { timeout: 120_000 }, async () => {
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
