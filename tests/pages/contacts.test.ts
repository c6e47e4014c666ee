import { afterAll, beforeAll, expect, test } from 'vitest';
import { contactConfigGet } from '../../src/modules/contacts/common/config.contract.ts';
import { fieldList } from '../../src/modules/contacts/common/field.contract.ts';
import { contactRanges, contactResources, contactRole, contactSaveRanges } from '../../src/modules/contacts/common/role.contract.ts';
import { whiteAdd, whiteList } from '../../src/modules/contacts/common/whitelist.contract.ts';
import { departmentAdd } from '../../src/modules/user-centre/common/department.contract.ts';
import { employeeAdd } from '../../src/modules/user-centre/common/employee.contract.ts';
import { rootDepartmentId } from '../../src/modules/user-centre/common/root.ts';
import { faultsOf, looks, openConsolePage, openTestConsole, picture, signInAt, type TestConsole } from '../browser.ts';
import { ConsoleClient } from '../journeys/console-client.ts';

let console_: TestConsole;
let admin: ConsoleClient;
let roleId = '';
const base = '/contact_auth_management';

beforeAll(async () => {
  console_ = await openTestConsole();
  admin = new ConsoleClient(console_.product.app, console_.product.admin.token);
  const lab = (await admin.call(departmentAdd, { parentId: rootDepartmentId, name: { zh_CN: '研发中心', en_US: 'Lab' } })).id;
  const lin = await admin.call(employeeAdd, { account: 'lin', name: '林', assignments: [{ departmentId: lab, primary: true }] });
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
    memberId: lin.id,
    reason: '服务台',
    until: Date.now() + 20 * 86_400_000,
  });
}, 120_000);
afterAll(() => console_.stop());

const rows = '.whk-table tbody tr, .whk-cards li';
const pages = (): [name: string, address: string, ready: string][] => [
  ['people', `${base}/role/relate_user?roleId=${roleId}`, rows],
  ['departments', `${base}/role/relate_dept?roleId=${roleId}`, '.whk-role .whk-panel'],
  ['tree', `${base}/role/auth_range?roleId=${roleId}`, '.contacts-row .ant-select'],
  ['search', `${base}/role/search_range?roleId=${roleId}`, '.contacts-exact'],
  ['functions', `${base}/role/function?roleId=${roleId}`, '.contacts-functions li'],
  ['holders', `${base}/role_user`, rows],
  ['fields', '/contact_person_detail', '.contacts-fields tbody tr'],
];
const looked = looks.slice(0, 2);

for (const { language, theme, width } of looked)
  test(`Contacts: ${language}, ${theme}, ${width} px: no fault, no complaint`, { timeout: 180_000 }, async () => {
    const { page, context, complaints } = await openConsolePage(console_, { language, theme, width });
    await signInAt(page);
    const look = async (name: string): Promise<void> => {
      await picture(page, `contacts-${name}-${language}-${theme}-${width}`);
      expect([name, await faultsOf(page)]).toEqual([name, []]);
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

test('A range and a function say whom they touch before they are saved', { timeout: 120_000 }, async () => {
  const { page, context } = await openConsolePage(console_);
  await signInAt(page);
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

test('Nobody is put into Everyone, and it is neither switched off nor deleted; a pair is checked', { timeout: 90_000 }, async () => {
  const { page, context } = await openConsolePage(console_);
  await signInAt(page);
  await page.goto(`${console_.product.origin}${base}`);
  await page
    .getByRole('button', { name: /Everyone|所有人/ })
    .first()
    .click();
  await page.getByText('This role is for everybody who holds no other').waitFor();
  await expect
    .poll(() =>
      page
        .locator('.whk-role-head')
        .getByRole('button', { name: /Delete|Disable/ })
        .count(),
    )
    .toBe(0);
  await page.getByRole('button', { name: 'Directory settings' }).click();
  await page.locator('.ant-drawer .ant-form-item').filter({ hasText: 'Tree on' }).first().waitFor();
  await page.locator('.ant-drawer .ant-form-item').first().getByRole('switch').click();
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
  await dialog.getByText('Decided by step 3: white list').waitFor();
  await picture(page, 'contacts-check');
  expect(await faultsOf(page)).toEqual([]);
  await context.close();
});

test('A field is changed and saved with its impact; a role is made', { timeout: 120_000 }, async () => {
  const { page, context } = await openConsolePage(console_);
  await signInAt(page);
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
  await drawer.locator('.whk-form-foot').getByRole('button', { name: 'Add' }).click();
  await expect.poll(async () => (await admin.call(contactRole.list, { name: 'Sales' })).list.map(({ code }) => code)).toEqual(['sales']);
  await page.getByRole('button', { name: 'White list' }).click();
  await drawer.getByRole('button', { name: 'Add', exact: true }).click();
  await page.locator('.ant-drawer .ant-form-item textarea').first().waitFor();
  await picture(page, 'contacts-white-add');
  await page.getByRole('radio', { name: 'Department' }).click();
  await expect.poll(() => page.getByRole('button', { name: /tree/i }).count()).toBeGreaterThan(0);
  expect(await faultsOf(page)).toEqual([]);
  await context.close();
});
