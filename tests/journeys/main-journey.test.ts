import { pinyin } from 'pinyin-pro';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openConsolePage, openTestConsole, picture, signInAt, type ConsolePage, type TestConsole } from '../browser.ts';
import { testPassword } from '../product.ts';
import { company, peopleSheet } from './people-sheet.ts';

let console_: TestConsole;
let admin: ConsolePage;
let helper: ConsolePage;
const subsidiary = '星河软件（成都）有限公司';
const ownPassword = 'chosen-by-the-person-9';
const person = { name: '', account: '' };

beforeAll(async () => {
  console_ = await openTestConsole();
  admin = await openConsolePage(console_);
  await signInAt(admin.page);
}, 120_000);
afterAll(() => console_.stop());

const open = (page: Page, path: string): Promise<unknown> => page.goto(console_.product.origin + path);
const rows = (page: Page) => page.locator('.whk-table tbody tr');
const dialog = (page: Page) => page.getByRole('dialog').filter({ visible: true });
const search = (page: Page, text: string) =>
  page
    .getByRole('textbox', { name: /^Search: / })
    .first()
    .fill(text);

/** Calls an address as the page itself does: with its token and its cookie. */
const callAs = (page: Page, path: string, body?: object): Promise<{ status: number; code: number }> =>
  page.evaluate(
    async ([address, payload]) => {
      const token = String(JSON.parse(localStorage.getItem('accessToken') ?? '""'));
      const headers = { accessToken: token, 'x-wheelhouse-browser': '1', 'content-type': 'application/json' };
      const answer = await fetch(address, payload === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(payload) });
      const envelope: { code: number } = await answer.json();
      return { status: answer.status, code: envelope.code };
    },
    [`/api/${path}`, body] as const,
  );

test('An xlsx of 10,000 people is imported as a plan that shows its 30 refusals', async () => {
  const { page } = admin;
  await open(page, '/muc_user_management');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByRole('switch', { name: 'Create missing departments' }).click();
  await page.locator('input[type=file]').setInputFiles({
    name: 'people.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: await peopleSheet(),
  });
  const plan = dialog(page);
  await plan.getByText(/Refused 30/).waitFor({ timeout: 30_000 });
  await expect.poll(() => plan.locator('.whk-plan-issue').count()).toBeGreaterThanOrEqual(20);
  await picture(page, 'journey-1-plan');
  await plan.getByRole('button', { name: /Apply 10,/ }).click();
  await plan.getByText(/10,400 changes applied/).waitFor({ timeout: 60_000 });
  await picture(page, 'journey-2-applied');
  await plan.getByRole('button', { name: 'Close' }).last().click();
  await page
    .locator('.whk-pager')
    .getByText(/10,0\d\d in all/)
    .waitFor();
});

test('Somebody is found by pinyin initials, within the department chosen in the tree', async () => {
  const { page } = admin;
  await page.getByRole('tree').getByText(subsidiary).click();
  await page
    .locator('.whk-pager')
    .getByText(/· \d{3} in all/)
    .waitFor();
  const lines = (await rows(page).allInnerTexts()).map((text) => /(\p{Script=Han}{3})\s+(u\d{7})/u.exec(text));
  const [, name = '', account = ''] = lines.find((line) => line !== null) ?? [];
  Object.assign(person, { name, account });
  expect(account).not.toBe('');
  await search(page, pinyin(person.name, { pattern: 'first', toneType: 'none', separator: '', mode: 'surname' }));
  await expect.poll(async () => (await page.locator('.whk-pager').innerText()).match(/(\d+) in all/)?.[1]).toMatch(/^\d{1,2}$/);
  await rows(page).filter({ hasText: person.account }).waitFor();
  await picture(page, 'journey-3-initials');
});

test('The person gets a password', async () => {
  const { page } = admin;
  await page
    .getByRole('button', { name: `Actions for ${person.name}` })
    .first()
    .click();
  await page.getByRole('button', { name: 'Reset password' }).filter({ visible: true }).click();
  await dialog(page).getByText('Set this password').click();
  await dialog(page).locator('input[type=password]').fill(testPassword);
  await dialog(page).getByRole('button', { name: 'Set password' }).click();
  await expect.poll(() => dialog(page).count()).toBe(0);
});

test('A role with three pages and the range of one subsidiary is made and given to the person', async () => {
  const { page } = admin;
  await open(page, '/sys_authentication');
  let clicks = 0;
  const click = async (target: Locator): Promise<void> => {
    clicks += 1;
    await target.click();
  };
  await click(page.locator('.whk-role-list').getByRole('button', { name: 'Add' }));
  const wizard = dialog(page);
  await wizard.getByLabel('Name', { exact: true }).fill('成都分公司人事');
  await wizard.getByLabel('Code', { exact: true }).fill('chengdu_hr');
  await wizard.getByLabel('Find a page or button').fill('muc_user_management');
  await click(wizard.getByLabel('Departments and employees: Read', { exact: true }));
  await click(wizard.getByRole('button', { name: 'Next' }));
  await pick(page, wizard.getByRole('combobox', { name: 'Chosen departments' }), subsidiary.slice(0, 4), subsidiary);
  await picture(page, 'journey-4-role');
  await pick(page, wizard.locator('#role-who-employee'), person.account, person.name);
  await wizard.getByText('Chosen departments (1)').waitFor();
  await click(wizard.getByRole('button', { name: 'Create and assign' }));
  await page.getByRole('heading', { name: '成都分公司人事' }).waitFor();
  // Add, the level, Next, and the deed; the department and the person are one more each.
  expect(clicks).toBeLessThanOrEqual(4);
  await page.getByText(`Data range: Chosen departments: ${subsidiary}`).waitFor();
  await page.locator('.whk-role').getByText(person.account).waitFor();
  await picture(page, 'journey-5-member');
  // Two pages more by the role itself: levels of its pages, saved by one bar.
  await page.getByRole('link', { name: /^Permissions and range/ }).click();
  await page.getByLabel('Find a page or button').fill('sys_');
  await page.getByLabel('Permissions: Read', { exact: true }).check();
  await page.getByLabel('Resources: Read', { exact: true }).check();
  await page.locator('.whk-effect').waitFor();
  await page.locator('.whk-authority-bar').getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved').first().waitFor();
});

/** Chooses by typing and Enter. */
async function pick(page: Page, box: Locator, text: string, name: string): Promise<void> {
  await box.fill(text);
  await page.locator('.ant-select-item-option').filter({ hasText: name }).first().waitFor();
  await box.press('Enter');
}

test('In another browser the person sees those pages and that subsidiary alone', async () => {
  helper = await openConsolePage(console_);
  const { page } = helper;
  await page.locator('input[name=account]').fill(person.account);
  await page.locator('input[autocomplete=current-password]').fill(testPassword);
  await page.locator('button[type=submit]').click();
  // A password that somebody else gave has to be changed first.
  await page.locator('input[autocomplete=new-password]').first().waitFor();
  await page.locator('input[autocomplete=current-password]').fill(testPassword);
  for (const field of await page.locator('input[autocomplete=new-password]').all()) await field.fill(ownPassword);
  await page.locator('button[type=submit]').click();
  await page.waitForURL((url) => url.pathname !== '/login');
  const menu = page.locator('.wh-side');
  await menu.getByText('Departments and employees').click();
  await page.locator('.whk-open').first().waitFor();
  await expect.poll(() => menu.getByText('Resources').count()).toBe(1);
  const tree = page.getByRole('tree');
  await tree.getByText(subsidiary).waitFor();
  await expect.poll(() => tree.getByText('星河科技（北京）有限公司').count()).toBe(0);
  await page
    .locator('.whk-pager')
    .getByText(/· \d{3} in all/)
    .waitFor();
  await picture(page, 'journey-6-scoped');
});

test('A person outside is 10910, a function that was not granted 403/65002', async () => {
  const outside = await callAs(admin.page, 'muc/employee/list?pageSize=1');
  expect(outside.code).toBe(0);
  const id = await admin.page.evaluate(async () => {
    const token = String(JSON.parse(localStorage.getItem('accessToken') ?? '""'));
    const answer = await fetch('/api/muc/employee/list?pageSize=1&sort=account&text=admin', {
      headers: { accessToken: token, 'x-wheelhouse-browser': '1' },
    });
    const { data }: { data: { list: { id: string }[] } } = await answer.json();
    return data.list[0]?.id ?? '';
  });
  expect(await callAs(helper.page, `muc/employee/get?id=${id}`)).toMatchObject({ status: 200, code: 10910 });
  expect(await callAs(helper.page, 'muc/employee/disable', { ids: [id] })).toMatchObject({ status: 403, code: 65002 });
});

test('50 people are renamed at once, seen in the history, and the batch is undone', async () => {
  const { page } = admin;
  await open(page, '/muc_user_management?size=50&sort=account');
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await page.getByText('50 selected').first().waitFor();
  const [before] = await page.locator('.whk-open').allInnerTexts();
  await page.getByRole('button', { name: 'Bulk edit' }).click();
  await page.getByLabel('Field to change').fill('Rename');
  await page.locator('.ant-select-item-option').filter({ hasText: 'Rename by a rule' }).click();
  await page.getByLabel('Put after').fill('（外派）');
  await dialog(page).getByRole('button', { name: 'Change 50' }).click();
  // What is done is a result, and no longer something to check.
  await page
    .getByRole('dialog', { name: 'Result' })
    .getByText(/50 changes applied/)
    .waitFor({ timeout: 30_000 });
  await dialog(page).getByRole('button', { name: 'Close' }).last().click();
  await page.locator('.whk-open').filter({ hasText: '（外派）' }).first().click();
  await page.getByRole('tab', { name: 'History' }).click();
  await page
    .getByRole('button', { name: /^Revert/ })
    .first()
    .click();
  await page.getByText(/Revert the whole batch \(50\)/).click();
  await picture(page, 'journey-7-undo');
  await page.getByRole('button', { name: 'Revert 50 objects' }).click();
  await page.getByText('50 objects reverted').waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(async () => (await page.locator('.whk-open').allInnerTexts())[0]).toBe(before);
});

test('The administrator is disabled: the other browser is signed out within a second, and back on its page after signing in again', async () => {
  const { page } = admin;
  await open(helper.page, '/muc_user_management?sort=account');
  await helper.page.locator('.whk-open').first().waitFor();
  await open(page, `/muc_user_management?text=${person.account}`);
  await page
    .getByRole('button', { name: `Actions for ${person.name}` })
    .first()
    .click();
  await page.getByRole('button', { name: 'Disable' }).filter({ visible: true }).click();
  await dialog(page).getByRole('button', { name: 'Disable' }).click();
  const asked = Date.now();
  await helper.page.locator('input[name=account]').waitFor({ timeout: 10_000 });
  // Two looks of half a second and the drawing; a timed test would be noise, a minute would be a fault.
  expect(Date.now() - asked).toBeLessThan(10_000);
  await picture(helper.page, 'journey-8-signed-out');
  await page
    .getByRole('button', { name: `Actions for ${person.name}` })
    .first()
    .click();
  await page.getByRole('button', { name: 'Enable' }).filter({ visible: true }).click();
  await page.getByText(/Enable: 1 done/).waitFor();
  await signInAt(helper.page, person.account, ownPassword);
  await helper.page.waitForURL('**/muc_user_management?sort=account');
  await helper.page.locator('.whk-open').first().waitFor();
  expect(company.bad).toBe(30);
});
