import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { account } from '../../../src/modules/public-accounts/common/account.contract.ts';
import { audienceDepartments, audienceUsers } from '../../../src/modules/public-accounts/common/audience.contract.ts';
import { logo, logoRole } from '../../../src/modules/public-accounts/common/logo.contract.ts';
import { editorList, managerList } from '../../../src/modules/public-accounts/common/member.contract.ts';
import { mpmSettingGet } from '../../../src/modules/public-accounts/common/setting.contract.ts';
import { employeeAdd } from '../../../src/modules/people/common/employee.contract.ts';
import { rootDepartmentId } from '../../../src/modules/people/common/root.ts';
import { looks, openSignedIn, openTestConsole, picture, type TestConsole } from '../../browser.ts';
import { ConsoleClient } from '../../journeys/console-client.ts';
import { faultsOf } from '../../looked-at.ts';
import type { Locator } from 'playwright-core';

let console_: TestConsole;
let admin: ConsoleClient;
let snoId = '';
const at = (path: string): string => `${console_.product.origin}${path}`;

const png = (background: string): Promise<Buffer> =>
  sharp({ create: { width: 300, height: 300, channels: 3, background } })
    .png()
    .toBuffer();

beforeAll(async () => {
  console_ = await openTestConsole();
  admin = new ConsoleClient(console_.product.app, console_.product.admin.token);
  for (const [name, who] of [
    ['ann', 'Ann Arbor'],
    ['bob', 'Bob Burns'],
  ] as const)
    await admin.call(employeeAdd, { account: name, name: who, assignments: [{ departmentId: rootDepartmentId, primary: true }] });
  const name = { zh_CN: '集团之声', en_US: 'Voice', ja_JP: 'ボイス' };
  snoId = (await admin.call(account.add, { name, code: 'voice', ownerDeptId: rootDepartmentId })).id;
  await admin.call(audienceDepartments.add, { snoId, ids: [rootDepartmentId], mode: 'preset' });
  await admin.call(logo.add, { snoId, name: 'Green', fileId: await admin.upload('green.png', await png('#0a0')) });
  const { id: logoId } = await admin.call(logo.add, { snoId, name: 'Red', fileId: await admin.upload('red.png', await png('#a00')) });
  await admin.call(logoRole.add, { name: 'Everybody', logoId, members: [{ kind: 'department', id: rootDepartmentId }] });
}, 180_000);
afterAll(() => console_?.stop());

/** Looks for somebody in a picker and chooses what is found. */
async function pick(field: Locator, text: string): Promise<void> {
  await field.fill(text);
  await field.page().locator('.ant-select-dropdown').filter({ visible: true }).getByText(text).first().click();
}

const setting = (rest: string): string => `/mpm_sno_management/setting/${snoId}${rest}`;
const places = () =>
  [
    ['accounts', '/mpm_sno_management', '.whk-open'],
    ['managers', setting('/sno_manager'), '.whk-table tbody tr, .whk-cards li'],
    ['editors', setting('/sno_editor'), '.whk-state'],
    ['logos', setting('/sno_logo'), '.whk-open'],
    ['logo rules', setting('/sno_logo_role'), '.whk-open'],
    ['audience', setting('/sno_manager?view=audience'), '.whk-table tbody tr, .whk-cards li'],
  ] as const;

for (const { language, theme, width } of looks())
  test(`Public accounts: ${language}, ${theme}, ${width} px: no fault, no complaint`, async () => {
    const { page, context, complaints } = await openSignedIn(console_, { language, theme, width });
    for (const [part, address, shown] of places()) {
      await page.goto(at(address));
      await page.locator(shown).filter({ visible: true }).first().waitFor();
      await picture(page, `sno-${part}-${language}-${theme}-${width}`, true);
      expect([part, await faultsOf(page, { state: part })]).toEqual([part, []]);
      expect([part, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([part, width]);
    }
    expect(complaints).toEqual([]);
    await context.close();
  });

test('An account is added with its manager, gets editors and an audience, and everybody sees which logo they see', async () => {
  const { page, context, complaints } = await openSignedIn(console_, { language: 'en_US' });
  await page.goto(at('/mpm_sno_management/list?add='));
  const form = page.locator('.whk-drawer .whk-form');
  await form.getByLabel('Name: 简体中文').or(form.getByLabel(/^Name/)).first().fill('客服');
  await form.getByLabel('Code', { exact: true }).fill('desk');
  await form.getByRole('combobox', { name: 'Owner department' }).click();
  await page.locator('.ant-select-dropdown').filter({ visible: true }).locator('.ant-select-tree-title, .ant-select-item').first().click();
  await pick(form.getByRole('combobox', { name: 'Managers' }), 'Ann Arbor');
  await page.keyboard.press('Escape');
  expect(await faultsOf(page)).toEqual([]);
  await picture(page, 'sno-form');
  await page.locator('.whk-form-foot .ant-btn-primary').click();
  const desk = async () => (await admin.call(account.list, { text: 'desk' })).list[0];
  await expect.poll(async () => (await desk())?.managers).toBe(1);
  const id = (await desk())!.id;
  expect((await admin.call(managerList, { snoId: id })).list.map(({ name }) => name)).toEqual(['Ann Arbor']);
  await page.goto(at(`/mpm_sno_management/setting/${id}/sno_editor`));
  await page.getByRole('button', { name: 'Add editors' }).click();
  const adding = page.getByRole('dialog').filter({ hasText: 'Rights' });
  await pick(adding.getByRole('combobox', { name: 'People' }), 'Bob Burns');
  await page.keyboard.press('Escape');
  expect(await faultsOf(page)).toEqual([]);
  await picture(page, 'sno-editors');
  await adding.locator('.ant-modal-footer .ant-btn-primary').click();
  await adding.waitFor({ state: 'hidden' });
  expect((await admin.call(editorList, { snoId: id })).list).toMatchObject([{ name: 'Bob Burns', rights: ['write', 'submit'] }]);
  // The audience: people of a file, and why somebody may follow.
  await page.getByRole('button', { name: 'Audience' }).click();
  await page.getByRole('tab', { name: 'People' }).click();
  await page.getByRole('button', { name: 'Import audience' }).click();
  const importing = page.getByRole('dialog').filter({ hasText: 'People' });
  await importing.locator('input[type=file]').setInputFiles({
    name: 'people.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Account,Mode\nann,Forced\nbob,preset\nnobody-here,allowed\n'),
  });
  await importing.getByText('nobody-here').first().waitFor();
  await picture(page, 'sno-audience-import');
  await importing
    .getByRole('button', { name: /^Apply/ })
    .first()
    .click();
  await expect.poll(async () => (await admin.call(audienceUsers.list, { snoId: id })).total, { timeout: 20_000 }).toBe(2);
  await page.keyboard.press('Escape');
  await importing.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Who may follow?' }).click();
  const asked = page.getByRole('dialog').filter({ hasText: 'Who may follow?' });
  await pick(asked.getByRole('combobox', { name: 'Person' }), 'Ann Arbor');
  await asked.getByText('Ann Arbor follows this account').waitFor();
  await picture(page, 'sno-explained');
  expect(complaints).toEqual([]);
  await context.close();
});

test('What holds for all accounts is changed from the header; who sees which logo is told', async () => {
  const { page, context, complaints } = await openSignedIn(console_, { language: 'en_US' });
  await page.goto(at('/mpm_sno_management/list'));
  await page.locator('.whk-header-actions').getByRole('button', { name: 'Settings', exact: true }).click();
  const drawer = page.locator('.ant-drawer').filter({ hasText: 'Quiet hours' });
  await drawer.getByLabel('Hours until a withheld push expires').fill('48');
  expect(await faultsOf(page)).toEqual([]);
  await picture(page, 'sno-settings');
  await drawer.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(async () => (await admin.call(mpmSettingGet, {})).expireHours).toBe(48);
  await page.goto(at(setting('/sno_logo_role')));
  await page.getByRole('button', { name: 'Which logo does a person see?' }).click();
  const dialog = page.getByRole('dialog').filter({ hasText: 'Which logo' });
  await pick(dialog.getByRole('combobox', { name: 'Person' }), 'Ann Arbor');
  await dialog.getByText('Ann Arbor sees “Red”').waitFor();
  await picture(page, 'sno-logo-explained');
  await page.goto(at(setting('/sno_logo')));
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const adding = page.getByRole('dialog').filter({ hasText: 'Picture' });
  await adding.getByLabel('Name', { exact: true }).fill('Blue');
  await adding
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'blue.png', mimeType: 'image/png', buffer: await png('#00a') });
  await adding.locator('img.sno-logo').waitFor();
  await adding.locator('.ant-modal-footer .ant-btn-primary').click();
  await page.getByText('Blue').first().waitFor();
  expect((await admin.call(logo.list, { snoId })).total).toBe(3);
  expect(complaints).toEqual([]);
  await context.close();
});
