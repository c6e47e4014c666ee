import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addressOf } from '../../../src/kit/common/contract.ts';
import { employeeImportTemplate } from '../../../src/modules/people/common/employee-bulk.contract.ts';
import { employeeAdd, employeeGet } from '../../../src/modules/people/common/employee.contract.ts';
import { extraAdd, extraList } from '../../../src/modules/people/common/extra/extra.contract.ts';
import { rootDepartmentId } from '../../../src/modules/people/common/root.ts';
import { chooseIn, looks, openSignedIn, openTestConsole, picture, type TestConsole } from '../../browser.ts';
import { faultsOf } from '../../looked-at.ts';
import { ConsoleClient } from '../../journeys/console-client.ts';

let console_: TestConsole;
let admin: ConsoleClient;
let shirt: string;
let person: string;

const work = { zh_CN: '工作', en_US: 'Work', ja_JP: '勤務' };
const sizes = [
  { value: 's', label: { zh_CN: '小', en_US: 'Small', ja_JP: '小' } },
  { value: 'l', label: { zh_CN: '大', en_US: 'Large', ja_JP: '大' } },
];

beforeAll(async () => {
  console_ = await openTestConsole();
  admin = new ConsoleClient(console_.product.app, console_.product.admin.token);
  const add = async (code: string, name: string, more: Record<string, unknown> = {}): Promise<string> =>
    (await admin.call(extraAdd, { target: 'employee', code, name: { zh_CN: `${name}字段`, en_US: name, ja_JP: `${name}欄` }, ...more })).id;
  shirt = await add('shirt', 'Shirt', { type: 'select', options: sizes, filterable: true, listable: true, section: work });
  await add('desk', 'Desk', { section: work, searchable: true, pattern: '[A-Z]-[0-9]+' });
  await add('card', 'Card', { sensitive: true, unique: true });
  await add('start', 'Start', { type: 'date', filterable: true, required: true, default: '2026-01-01' });
  await add('points', 'Points', { type: 'integer', min: 0, max: 100, filterable: true });
  await admin.call(extraAdd, {
    target: 'department',
    code: 'floor',
    name: { zh_CN: '楼层', en_US: 'Floor', ja_JP: '階' },
    type: 'integer',
  });
  const draft = { account: 'ada', name: 'Ada Byron', assignments: [{ departmentId: rootDepartmentId, primary: true }] };
  person = (await admin.call(employeeAdd, { ...draft, extra: { shirt: 'l', card: 'C-123456-9', points: 7 } })).id;
}, 180_000);
afterAll(() => console_.stop());

const address = (query: string): string => `${console_.product.origin}/muc_user_extradic${query}`;

for (const { language, theme, width } of looks())
  test(`Extra fields: ${language}, ${theme}, ${width} px: no fault, no complaint`, async () => {
    const { page, context, complaints } = await openSignedIn(console_, { language, theme, width });
    const look = async (part: string, url: string, shown: string): Promise<void> => {
      await page.goto(url);
      await page.locator(shown).first().waitFor();
      await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
      await picture(page, `extra-${part}-${language}-${theme}-${width}`, true);
      expect([part, await faultsOf(page, { state: part })]).toEqual([part, []]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    };
    await look('list', address(''), '.ux-filled progress');
    await look('departments', address('?tab=department'), '.ux-filled progress');
    await look('drawer', address(`?id=${shirt}`), '.whk-facts .ux-options');
    await look('usage', address(`?id=${shirt}&show=usage`), '.ux-usage progress');
    await look('form', address('?add'), '#extra-tester');
    await look('person', `${console_.product.origin}/muc_user_management?emp=${person}`, '.whk-facts h3 >> nth=3');
    expect(complaints).toEqual([]);
    await context.close();
  });

const choose = (page: Page, name: string | RegExp, text: string): Promise<void> => chooseIn(page.getByRole('combobox', { name }), text);

test('A choice in three languages, made by hand, appears in the form, the list, the filter and the file', async () => {
  const { page, context, complaints } = await openSignedIn(console_, { language: 'en_US' });
  await page.goto(address(''));
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const form = page.locator('.whk-drawer .whk-form');
  await form.locator('.whk-local').first().waitFor();
  const names = form.locator('.whk-local').first();
  for (const [tongue, name] of Object.entries({ 'zh-CN': '团队颜色', 'en-US': 'Team colour', 'ja-JP': 'チームの色' }))
    await names.locator(`input[lang=${tongue}]`).fill(name);
  await form.getByLabel('Code', { exact: true }).fill('colour');
  await choose(page, 'Type', 'One of a list');
  for (const [at, [value, ...labels]] of [
    ['g', '绿', 'Green', '緑'],
    ['r', '红', 'Red', '赤'],
  ].entries()) {
    await form.getByRole('button', { name: 'Add option' }).click();
    await form.getByLabel(`Value of option ${at + 1}`, { exact: true }).fill(value!);
    for (const [which, label] of labels.entries()) await form.locator('.ux-option').nth(at).locator('input[lang]').nth(which).fill(label);
  }
  await form.getByLabel('Try a value').fill('緑');
  await form.getByText('It fits').waitFor();
  await form.getByLabel('Try a value').fill('blue');
  await form.getByText(/has no option/).waitFor();
  for (const use of ['Filterable', 'Shown in lists']) await form.getByRole('switch', { name: use }).click();
  await picture(page, 'extra-made', true);
  await page.locator('.whk-drawer-foot').getByRole('button', { name: 'Add', exact: true }).click();
  await page.locator('.whk-facts').getByText('Green').waitFor();
  const made = (await admin.call(extraList, { text: 'colour' })).list[0]!;
  expect(made).toMatchObject({ type: 'select', filterable: true, options: [{ value: 'g', label: { ja_JP: '緑' } }, { value: 'r' }] });

  // The order, by keyboard.
  await page.goto(address(''));
  await page.getByRole('button', { name: 'Move Team colour up' }).press('Enter');
  await expect
    .poll(async () => (await admin.call(extraList, { sort: 'order' })).list.map(({ code }) => code))
    .toEqual(['shirt', 'desk', 'card', 'start', 'colour', 'points']);

  // The form of a person: what the server refuses stands at its field.
  await page.goto(`${console_.product.origin}/muc_user_management?emp=${person}`);
  await page.getByRole('button', { name: /Edit$/ }).click();
  // The cursor stands in the first field once the drawer is open.
  await form.locator('input:focus').first().waitFor();
  await form.getByLabel('Desk').fill('nowhere');
  await choose(page, 'Team colour', 'Red');
  await form.locator('.ant-form-item', { hasText: 'Team colour' }).getByTitle('Red').waitFor();
  await page.locator('.whk-drawer-foot').getByRole('button', { name: 'Save' }).click();
  await form
    .locator('.ant-form-item', { hasText: 'Desk' })
    .getByText(/does not fit its pattern/)
    .waitFor();
  await picture(page, 'extra-person-form', true);
  expect(await faultsOf(page)).toEqual([]);
  await form.getByLabel('Desk').fill('A-7');
  await page.locator('.whk-drawer-foot').getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(async () => (await admin.call(employeeGet, { id: person })).extraTexts)
    .toMatchObject({ colour: '红', desk: 'A-7', card: 'C-1****56-9' });

  // The list, its filter in the address, and the file to fill in.
  await page.goto(`${console_.product.origin}/muc_user_management`);
  await page.getByRole('button', { name: 'More filters' }).click();
  await choose(page, 'Team colour', 'Red');
  await expect.poll(() => page.url()).toContain('extra=colour%3Dr');
  await expect.poll(() => page.locator('.whk-table tbody tr').count()).toBe(1);
  await picture(page, 'extra-filter');
  const template = await console_.product.app.inject({
    url: `${addressOf(employeeImportTemplate)}?format=csv&language=ja_JP`,
    headers: { accesstoken: console_.product.admin.token },
  });
  expect(template.body).toContain('チームの色');
  expect(complaints).toEqual([]);
  await context.close();
});
