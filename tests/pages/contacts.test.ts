import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contactConfigGet, contactConfigUpdate } from '../../src/modules/contacts/common/config.contract.ts';
import { fieldList } from '../../src/modules/contacts/common/field.contract.ts';
import { revealList, scrapeList } from '../../src/modules/contacts/common/reveal.contract.ts';
import { contactRanges, contactResources, contactRole, contactSaveRanges } from '../../src/modules/contacts/common/role.contract.ts';
import { authRangePage, contactAuth, contactRolePage, relateDeptPage } from '../../src/modules/contacts/common/permissions.ts';
import { belongsList, belongsSave, specialUser } from '../../src/modules/contacts/common/special.contract.ts';
import { whiteAdd, whiteList } from '../../src/modules/contacts/common/whitelist.contract.ts';
import { sysRole } from '../../src/modules/system/common/role.contract.ts';
import { departmentAdd } from '../../src/modules/people/common/department.contract.ts';
import { employeeAdd, employeePassword } from '../../src/modules/people/common/employee.contract.ts';
import { rootDepartmentId } from '../../src/modules/people/common/root.ts';
import { looks, openSignedIn, openTestConsole, picture, type TestConsole } from '../browser.ts';
import { faultsOf } from '../looked-at.ts';
import { ConsoleClient } from '../journeys/console-client.ts';
import { testPassword } from '../product.ts';

let console_: TestConsole;
let admin: ConsoleClient;
let [roleId, ruleId, secondId] = ['', '', ''];
let lin = '';
const base = '/contact_auth_management';
const specials = '/contact_person_detail/special_user_manage';

beforeAll(async () => {
  console_ = await openTestConsole();
  admin = new ConsoleClient(console_.product.app, console_.product.admin.token);
  const lab = (await admin.call(departmentAdd, { parentId: rootDepartmentId, name: { zh_CN: '研发中心', en_US: 'Lab' } })).id;
  lin = (await admin.call(employeeAdd, { account: 'lin', name: '林', assignments: [{ departmentId: lab, primary: true }] })).id;
  roleId = (await admin.call(contactRole.save, { name: '研发人员', code: 'lab' })).roleId;
  await admin.call(contactSaveRanges, {
    roleId,
    version: 1,
    kind: 'auth',
    rows: [{ kind: 'self' }, { kind: 'employees', ids: [console_.product.powerless.id] }],
  });
  await admin.call(contactRole.assignEmployees, { roleId, ids: [console_.product.powerless.id] });
  await admin.call(whiteAdd, {
    memberKind: 'employee',
    memberId: lin,
    reason: '服务台',
    until: Date.now() + 20 * 86_400_000,
  });
  const rule = (name: string, code: string) =>
    admin.call(specialUser.save, {
      name,
      code,
      ownerDeptId: rootDepartmentId,
      mode: 'limited',
      fields: [{ fieldKey: 'mobile', show: false }],
    });
  [ruleId, secondId] = [(await rule('高管保护', 'leaders')).roleId, (await rule('保密项目', 'secret')).roleId];
  await admin.call(belongsSave, { roleId: ruleId, parties: [{ kind: 'department', id: lab }] });
  const { pool } = console_.product.database;
  const { powerless } = console_.product;
  await pool.query(
    `insert into contact_reveal (at, viewer_id, target_id, field_key, terminal) select $1, $2, $3, 'mobile', 'iOS' from generate_series(1, 3)`,
    [Date.now() - 60_000, powerless.id, lin],
  );
  await pool.query(
    `insert into contact_scrape (id, viewer_id, state, cards, since, until_at) values (gen_random_uuid(), $1, 'blocked', 301, $2, $3)`,
    [powerless.id, Date.now() - 60_000, Date.now() + 3_600_000],
  );
}, 120_000);
afterAll(() => console_.stop());

const rows = '.whk-table tbody tr, .whk-cards li';
const pages = (): [name: string, address: string, ready: string][] => [
  ['people', `${base}/role/relate_user?roleId=${roleId}`, rows],
  ['tree', `${base}/role/auth_range?roleId=${roleId}`, '.contacts-row .ant-select'],
  ['search', `${base}/role/search_range?roleId=${roleId}`, '.contacts-exact'],
  ['functions', `${base}/role/function?roleId=${roleId}`, '.whk-functions li'],
  ['holders', `${base}/role_user`, rows],
  ['fields', '/contact_person_detail', '.contacts-fields tbody tr'],
  ['specials', specials, rows],
  ['belongs', `${specials}/belongs?roleId=${ruleId}`, rows],
  ['reveals', '/contact_person_detail?view=reveals', rows],
  ['scrapes', '/contact_person_detail?view=reveals&tab=scrapes', rows],
  ['see', `${base}?view=as&empId=${lin}`, '.see-list button'],
];

for (const { language, theme, width } of looks())
  test(`Contacts: ${language}, ${theme}, ${width} px: no fault, no complaint`, async () => {
    const { page, context, complaints } = await openSignedIn(console_, { language, theme, width });
    const look = async (name: string): Promise<void> => {
      await picture(page, `contacts-${name}-${language}-${theme}-${width}`);
      expect([name, await faultsOf(page, { state: name })]).toEqual([name, []]);
    };
    for (const [name, address, ready] of pages()) {
      await page.goto(console_.product.origin + address);
      await page.locator(ready).first().waitFor();
      await look(name);
    }
    await page.goto(`${console_.product.origin}${base}`);
    const tools = page.locator('.whk-header-actions button');
    await tools.filter({ has: page.locator('.anticon-setting') }).click();
    await page.locator('.ant-drawer .ant-form-item').nth(20).waitFor();
    await look('config');
    await page.locator('.ant-drawer-close').click();
    await tools.filter({ has: page.locator('.anticon-safety-certificate') }).click();
    await page.locator('.ant-drawer').locator(rows).first().waitFor();
    await look('white');
    expect(complaints).toEqual([]);
    await context.close();
  });

test('A range and a function say whom they touch before they are saved', async () => {
  const { page, context } = await openSignedIn(console_);
  await page.goto(`${console_.product.origin}${base}/role/auth_range?roleId=${roleId}`);
  await page.locator('.contacts-row').first().waitFor();
  // The boxes of the tree give departments, and what stands on screen is counted at once.
  const lab = page.getByRole('treeitem', { name: /Lab/ });
  if ((await lab.count()) === 0) await page.getByRole('tree', { name: 'Departments' }).press('ArrowRight');
  await lab.click();
  await expect.poll(() => lab.getAttribute('aria-checked')).toBe('true');
  await page.locator('.contacts-says').getByText('2 people').waitFor();
  await page.locator('.contacts-says').getByText('(not saved yet)').waitFor();
  await picture(page, 'contacts-range-tree');
  expect(await faultsOf(page)).toEqual([]);
  await lab.click();
  await expect.poll(() => lab.getAttribute('aria-checked')).toBe('false');
  await page.getByRole('button', { name: 'Add a row' }).click();
  await page.locator('.whk-save-bar').getByRole('button', { name: 'Save' }).click();
  const dialog = page.locator('.ant-modal');
  await dialog.getByText('1 would see more people').waitFor();
  await picture(page, 'contacts-impact');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(async () => (await admin.call(contactRanges, { roleId, kind: 'auth' })).rows.map(({ kind }) => kind))
    .toEqual(['self', 'employees', 'ownDeptBelow']);
  await page.getByRole('link', { name: 'Functions' }).click();
  await page.getByRole('checkbox', { name: 'Chat', exact: true }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  const before = (await admin.call(contactResources, { roleId })).functions.includes('reach.chat');
  await page.locator('.ant-modal').getByRole('button', { name: 'Save' }).click();
  await expect.poll(async () => (await admin.call(contactResources, { roleId })).functions.includes('reach.chat')).toBe(!before);
  await context.close();
});

test('Nobody is put into Everyone, and it is neither switched off nor deleted; a pair is checked', async () => {
  const { page, context } = await openSignedIn(console_);
  await page.goto(`${console_.product.origin}${base}`);
  await page
    .getByRole('button', { name: /Everyone|所有人/ })
    .first()
    .click();
  await page.getByText('No one needs to be added').waitFor();
  await expect
    .poll(() =>
      page
        .locator('.whk-role-head')
        .getByRole('button', { name: /Delete|Disable/ })
        .count(),
    )
    .toBe(0);
  await page.getByRole('button', { name: 'Directory settings' }).click();
  // Fields are fetched: one further down may be there before the first.
  await page.locator('.ant-drawer .ant-form-item').filter({ hasText: 'Directory on' }).getByRole('switch').click();
  await page.locator('.ant-drawer .whk-form-foot').getByRole('button', { name: 'Save' }).click();
  await expect.poll(async () => (await admin.call(contactConfigGet, {})).directoryOn).toBe(false);
  expect((await admin.call(whiteList, {})).total).toBe(1);
  await page.getByRole('button', { name: 'Check a pair' }).click();
  const dialog = page.locator('.ant-modal');
  for (const [field, account] of [
    ['Who looks', 'lin'],
    ['Who is looked at', 'powerless'],
  ] as const) {
    await dialog.getByLabel(field, { exact: true }).fill(account);
    await page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option').first().click();
  }
  await dialog.getByRole('button', { name: 'Check', exact: true }).click();
  await dialog.getByText('Decided by step 3: allow list').waitFor();
  await picture(page, 'contacts-check');
  expect(await faultsOf(page)).toEqual([]);
  await dialog.getByText('A list', { exact: true }).click();
  await dialog.getByLabel('Pasted pairs').fill('lin powerless\nnobody\tlin\nalone');
  await dialog.getByText('Lines without exactly two words are left out: 3').waitFor();
  await dialog.getByRole('button', { name: 'Check', exact: true }).click();
  await dialog.getByText('line 2: nobody').waitFor();
  await dialog.locator('tbody').getByText('Step 3, allow list').waitFor();
  await dialog.locator('tbody button').click();
  await dialog.getByText('林 → 无权').waitFor();
  await picture(page, 'contacts-check-list');
  expect(await faultsOf(page)).toEqual([]);
  await dialog.getByText('Who sees somebody', { exact: true }).click();
  await dialog.getByLabel('Who is looked at', { exact: true }).fill('powerless');
  await page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option').first().click();
  await dialog.getByRole('button', { name: 'Check', exact: true }).click();
  await dialog.getByText('2 of 2 people').waitFor();
  await picture(page, 'contacts-viewers');
  expect(await faultsOf(page)).toEqual([]);
  await context.close();
});

test('A field is changed and saved with its impact; a role is made', async () => {
  const { page, context } = await openSignedIn(console_);
  await page.goto(`${console_.product.origin}/contact_person_detail`);
  await page.getByRole('button', { name: 'Mobile', exact: true }).click();
  const drawer = page.locator('.ant-drawer');
  await drawer.locator('.ant-form-item').filter({ hasText: 'Copyable' }).getByRole('switch').click();
  await picture(page, 'contacts-field');
  expect(await faultsOf(page)).toEqual([]);
  const mobile = async () => (await admin.call(fieldList, {})).fields.find(({ fieldKey }) => fieldKey === 'mobile')?.copyable;
  const before = await mobile();
  await drawer.getByRole('button', { name: 'Apply' }).click();
  await page.locator('.whk-save-bar').getByRole('button', { name: 'Save' }).click();
  await page.locator('.ant-modal').getByRole('button', { name: 'Save' }).click();
  await expect.poll(mobile).toBe(!before);
  await page.goto(`${console_.product.origin}${base}`);
  await page.locator('.whk-role-list header button').last().click();
  await drawer.locator('input[id$=__name]').fill('Sales');
  await drawer.locator('input[id$=__code]').fill('sales');
  await picture(page, 'contacts-role-add');
  await drawer.getByRole('button', { name: 'Next', exact: true }).click();
  await drawer.getByRole('button', { name: 'Create role', exact: true }).click();
  await expect.poll(async () => (await admin.call(contactRole.list, { name: 'Sales' })).list.map(({ code }) => code)).toEqual(['sales']);
  await page.getByRole('button', { name: 'Allow list' }).click();
  await drawer.getByRole('button', { name: 'Add', exact: true }).click();
  await page.locator('.ant-drawer .ant-form-item textarea').first().waitFor();
  await picture(page, 'contacts-white-add');
  await page.getByRole('radio', { name: 'Department' }).click();
  await expect.poll(() => page.getByRole('button', { name: /tree/i }).count()).toBeGreaterThan(0);
  expect(await faultsOf(page)).toEqual([]);
  await context.close();
});

test('The directory is seen as somebody before a range is saved, with why somebody is missing; holders get and lose a role', async () => {
  const { version } = await admin.call(contactConfigGet, {});
  await admin.call(contactConfigUpdate, { version, directoryOn: true });
  const { page, context } = await openSignedIn(console_);
  const pickFirst = () => page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option').first().click();
  await page.goto(`${console_.product.origin}${base}/role/auth_range?roleId=${roleId}`);
  await page.getByRole('button', { name: 'Remove row 3' }).click();
  await page.locator('.whk-save-bar').getByRole('button', { name: 'See as' }).click();
  const drawer = page.locator('.ant-drawer');
  await drawer.getByLabel('As whom').fill('powerless');
  await pickFirst();
  const phone = drawer.locator('.see-phone');
  await phone.locator('.see-list button').first().waitFor();
  await phone.getByPlaceholder('Search by name').fill('lin');
  await phone.getByText('Finds nobody').waitFor();
  await drawer.getByLabel('Is somebody missing?').fill('lin');
  await pickFirst();
  await phone.getByText('For this viewer nobody is here').waitFor();
  await drawer.locator('.see-why li[data-decides=true]').getByText('In the range of no role').waitFor();
  await picture(page, 'contacts-see-missing');
  expect(await faultsOf(page)).toEqual([]);
  // As it is saved lin is seen, under the rule that limits what is shown.
  await drawer.getByText('Rules as saved').click();
  await phone.getByRole('heading', { name: '林' }).waitFor();
  await drawer
    .locator('.see-why')
    .getByRole('link', { name: /special user rule: 高管保护/ })
    .waitFor();
  await picture(page, 'contacts-see-card');
  expect(await faultsOf(page)).toEqual([]);
  await drawer.locator('.ant-drawer-close').click();
  await page.locator('.whk-save-bar').getByRole('button', { name: 'Undo my changes' }).click();
  await page.getByRole('link', { name: 'Roles of people' }).click();
  await page.getByRole('button', { name: '林', exact: true }).click();
  await drawer.getByRole('button', { name: 'Give a role' }).click();
  const dialog = page.locator('.ant-modal').last();
  await dialog.getByLabel('Contact role').fill('研发');
  await page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option').first().click();
  await picture(page, 'contacts-role-give');
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click();
  const held = async () => (await admin.call(contactRole.getRoleEmpList, { roleId })).list.map(({ account }) => account).toSorted();
  await expect.poll(held).toEqual(['lin', 'powerless']);
  await drawer.locator('.contacts-held').getByRole('button', { name: 'Remove', exact: true }).waitFor();
  await picture(page, 'contacts-holder');
  expect(await faultsOf(page)).toEqual([]);
  await drawer.locator('.contacts-held').getByRole('button', { name: 'Remove', exact: true }).click();
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect.poll(held).toEqual(['powerless']);
  await page.goto(`${console_.product.origin}/contact_person_detail?view=reveals`);
  await page.getByText('Most by: 无权 3').waitFor();
  expect((await admin.call(revealList, {})).total).toBe(3);
  await page.getByRole('tab', { name: 'Too many cards' }).click();
  await page.locator('.whk-table tbody .whk-pick input').first().click();
  await page.getByRole('button', { name: 'Let them on' }).click();
  await expect.poll(async () => (await admin.call(scrapeList, {})).list.map(({ state }) => state)).toEqual(['cleared']);
  await context.close();
});

test('Of a role’s pages those appear that were granted: the first of them opens, the query stays, and the trail ends at what is on screen', async () => {
  const { id } = await admin.call(employeeAdd, {
    account: 'partial',
    name: '部分',
    assignments: [{ departmentId: rootDepartmentId, primary: true }],
  });
  await admin.call(employeePassword, { id, mode: 'set', password: testPassword, mustChange: false });
  const granted = await admin.call(sysRole.save, { name: '只看部门', code: 'partial' });
  const codes = [contactAuth.code, contactRolePage.code, relateDeptPage.code, authRangePage.code];
  const version = async (): Promise<number> => (await admin.call(sysRole.find, { roleId: granted.roleId })).version;
  await admin.call(sysRole.saveResources, { roleId: granted.roleId, version: await version(), codes });
  await admin.call(sysRole.saveRanges, { roleId: granted.roleId, version: await version(), range: { kind: 'all' } });
  await admin.call(sysRole.assignEmployees, { roleId: granted.roleId, ids: [id] });
  const { page, context, complaints } = await openSignedIn(console_, {}, 'partial');
  const trail = page.locator('.wh-trail [aria-current=page]');
  await page.goto(`${console_.product.origin}${base}/role`);
  await page.locator('.whk-role-list').getByText('研发人员').waitFor();
  // The first role is chosen, so that the page is not half empty.
  await expect.poll(() => trail.textContent()).toBe('Departments');
  await page.goto(`${console_.product.origin}${base}/role?roleId=${roleId}&kept=1`);
  const tabs = page.locator('.whk-role .whk-nested a');
  await tabs.first().waitFor();
  const withoutCounts = (await tabs.allTextContents()).map((text) => text.replace(/\s*\d+$/, ''));
  expect(withoutCounts).toEqual(['Departments', 'Visible range']);
  await expect.poll(() => page.url().replace(console_.product.origin, '')).toBe(`${base}/role/relate_dept?roleId=${roleId}&kept=1`);
  await expect.poll(() => trail.textContent()).toBe('Departments');
  await page.goto(`${console_.product.origin}${base}/role/relate_user?roleId=${roleId}`);
  await expect.poll(() => new URL(page.url()).pathname).toBe(`${base}/role/relate_dept`);
  expect(new URL(page.url()).searchParams.get('roleId')).toBe(roleId);
  expect(complaints).toEqual([]);
  await context.close();
});

test('Special users are put into their order, changed and filled with their impact before it', async () => {
  const { page, context } = await openSignedIn(console_);
  await page.goto(console_.product.origin + specials);
  await expect.poll(() => page.locator('.wh-trail [aria-current=page]').textContent()).toBe('Special users');
  const order = async (): Promise<string[]> => (await admin.call(specialUser.list, {})).list.map(({ id }) => id);
  await page.getByRole('button', { name: 'Move 保密项目 up' }).press('Enter');
  await expect.poll(order).toEqual([secondId, ruleId]);
  await page.getByText('保密项目 is now number 1 of 2').waitFor({ state: 'attached' });
  const line = (name: string) => page.locator('.whk-table tbody tr').filter({ hasText: name });
  await line('高管保护').locator('.special-handle').dragTo(line('保密项目'));
  await expect.poll(order).toEqual([ruleId, secondId]);
  await page.getByRole('button', { name: '高管保护', exact: true }).click();
  await page.locator('.whk-role-head').getByText('Protected: 1').waitFor();
  await page.locator('.whk-role-head .whk-more').click();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const drawer = page.locator('.ant-drawer');
  await drawer.locator('.ant-form-item').filter({ hasText: 'Mode' }).locator('.ant-select').click();
  await page.getByTitle('Hidden', { exact: true }).click();
  await picture(page, 'contacts-special-edit');
  expect(await faultsOf(page)).toEqual([]);
  await drawer.getByRole('button', { name: 'Save' }).click();
  const dialog = page.locator('.ant-modal');
  await dialog.getByText('would see fewer people').waitFor();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.poll(async () => (await admin.call(specialUser.find, { roleId: ruleId })).mode).toBe('hidden');
  await page.getByRole('link', { name: 'Protected people' }).click();
  await page.getByRole('button', { name: 'Assign', exact: true }).first().click();
  await dialog.getByLabel('Name', { exact: true }).fill('powerless');
  await page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option').first().click();
  await dialog.getByText('1 would be seen by fewer').waitFor();
  await picture(page, 'contacts-belongs-assign');
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click();
  await expect.poll(async () => (await admin.call(belongsList, { roleId: ruleId })).total).toBe(2);
  // Several rules are switched at once, with what that does together.
  await page.goto(console_.product.origin + specials);
  const both = async (action: 'Disable' | 'Enable', effect: string): Promise<void> => {
    for (const name of ['高管保护', '保密项目']) await line(name).locator('.whk-pick input').click();
    await page.locator('.whk-bulk').getByRole('button', { name: action }).click();
    await dialog.getByText(effect).waitFor();
    await picture(page, `contacts-specials-${action}`);
    expect(await faultsOf(page)).toEqual([]);
    await dialog.getByRole('button', { name: action }).click();
    const state = action === 'Enable';
    await expect.poll(async () => (await admin.call(specialUser.list, {})).list.map(({ enabled }) => enabled)).toEqual([state, state]);
    await line('高管保护').first().waitFor();
  };
  await both('Disable', 'would see more people');
  await both('Enable', 'would see fewer people');
  // Who becomes an exception sees more; the others are not looked at.
  await page.getByRole('button', { name: '高管保护', exact: true }).click();
  await page.getByRole('link', { name: 'Exceptions' }).click();
  await page.getByRole('button', { name: 'Assign', exact: true }).first().click();
  await dialog.locator('.ant-form-item input').first().fill('admin');
  await page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option').first().click();
  await dialog.getByText('1 would see more people').waitFor();
  await picture(page, 'contacts-exception-assign');
  expect(await faultsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click();
  await expect.poll(async () => (await admin.call(specialUser.find, { roleId: ruleId })).exceptions).toBe(1);
  // Protected people come from a file: first as a plan.
  await page.getByRole('link', { name: 'Protected people' }).click();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const file = { name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from('账号\nadmin\nnobody-at-all\n') };
  await dialog.locator('input[type=file]').setInputFiles(file);
  await dialog.getByText('nobody-at-all').first().waitFor();
  await picture(page, 'contacts-belongs-import');
  expect(await faultsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: /^Apply/ }).click();
  await expect.poll(async () => (await admin.call(belongsList, { roleId: ruleId })).total).toBe(3);
  await context.close();
});

/** What can be clicked in a part of the page and is not reached by the keyboard: neither focused by Tab, nor of a group of which another is. */
const unreached = (page: Page, within: string) =>
  page.evaluate<string[]>(`(() => {
    const wanted = 'a[href], button:not([disabled]), input:not([disabled]):not([type=hidden]), textarea, [role=switch], [role=checkbox], [role=tab], [role=treeitem]';
    const part = document.querySelector(${JSON.stringify(within)}) ?? document.body;
    // One of each of these takes Tab for all; arrows go on from there. What opens from another stands behind it.
    const groups = '[role=tablist], [role=radiogroup], .ant-radio-group, [role=tree], [role=menu], .ant-upload, .ant-picker, .ant-input-number-handler-wrap, .ant-select';
    return [...part.querySelectorAll(wanted)]
      .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest('[inert], [aria-hidden=true]'))
      .filter((one) => one.tabIndex < 0 && ![...(one.closest(groups)?.querySelectorAll('*') ?? [])].some((other) => other.tabIndex >= 0) && !(one.closest(groups)?.tabIndex >= 0))
      .map((one) => one.outerHTML.slice(0, 160));
  })()`);

test('All of it goes by the keyboard alone: pages, drawers, the range tree, a picker by pinyin, the question before it is saved', async () => {
  const { page, context } = await openSignedIn(console_);
  for (const [name, address, ready] of pages()) {
    await page.goto(console_.product.origin + address);
    await page.locator(ready).first().waitFor();
    expect([name, await unreached(page, name === 'see' || name === 'reveals' || name === 'scrapes' ? '.ant-drawer' : 'main')]).toEqual([
      name,
      [],
    ]);
  }
  /** Goes on by Tab until what is focused has this name, as somebody without a mouse does. */
  const tabTo = async (name: RegExp, role = /./): Promise<void> => {
    for (let step = 0; step < 120; step += 1) {
      const [words, is] = await page.evaluate<[string, string]>(`(() => {
        const at = document.activeElement;
        const label = at.getAttribute('aria-label') ?? at.labels?.[0]?.textContent ?? at.textContent ?? '';
        return [label.trim(), at.getAttribute('role') ?? at.tagName.toLowerCase()];
      })()`);
      if (name.test(words) && role.test(is)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`Tab never came to ${String(name)}`);
  };
  await page.goto(`${console_.product.origin}${base}/role/auth_range?roleId=${roleId}`);
  await page.locator('.contacts-row').first().waitFor();
  const before = (await admin.call(contactRanges, { roleId, kind: 'auth' })).rows.length;
  await tabTo(/^Add a row$/);
  await page.keyboard.press('Enter');
  await expect.poll(() => page.locator('.contacts-row').count()).toBe(before + 1);
  await tabTo(/^Save$/);
  await page.keyboard.press('Enter');
  const dialog = page.locator('.ant-modal');
  await dialog.locator('[role=status]').first().waitFor();
  // The question has taken the focus.
  await expect.poll(() => page.evaluate("document.activeElement.closest('.ant-modal-wrap, .ant-modal') !== null")).toBe(true);
  await tabTo(/^Save$/);
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await admin.call(contactRanges, { roleId, kind: 'auth' })).rows.length).toBe(before + 1);
  // A pair is checked; people are found by pinyin.
  await page.goto(`${console_.product.origin}${base}`);
  await page.getByRole('button', { name: 'Check a pair' }).waitFor();
  await tabTo(/^Check a pair$/);
  await page.keyboard.press('Enter');
  await dialog.getByLabel('Who looks', { exact: true }).waitFor();
  for (const [field, typed] of [
    [/^Who looks$/, 'lin'],
    [/^Who is looked at$/, 'wuquan'],
  ] as const) {
    await tabTo(field);
    await page.keyboard.type(typed);
    await page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option').first().waitFor();
    await page.keyboard.press('Enter');
  }
  await tabTo(/^Check$/);
  await page.keyboard.press('Enter');
  await dialog.getByText('Decided by step 3: allow list').waitFor();
  await page.keyboard.press('Escape');
  await dialog.first().waitFor({ state: 'hidden' });
  await context.close();
});
