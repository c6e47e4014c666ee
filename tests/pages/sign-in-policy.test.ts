import { afterAll, beforeAll, expect, test } from 'vitest';
import { chooseIn, openConsolePage, openSignedIn, openTestConsole, picture, signInAt, type TestConsole } from '../browser.ts';
import { faultsOf } from '../looked-at.ts';

let console_: TestConsole;

beforeAll(async () => {
  console_ = await openTestConsole();
}, 120_000);
afterAll(() => console_?.stop());

const address = '/sys_login_authentication?tab=policy';

test('a rule is written, tried before it is saved, holds for five minutes and is taken back', async () => {
  const { page, context, complaints } = await openSignedIn(console_);
  await page.goto(console_.product.origin + address);
  await page.getByRole('button', { name: 'Add a rule' }).click();
  const networks = page.getByRole('combobox', { name: 'Rule 1: Networks' });
  await networks.fill('10.9.0.0/16');
  await networks.press('Enter');
  await chooseIn(page.getByRole('combobox', { name: 'Rule 1: Action' }), 'Deny');
  await page.getByLabel('Address', { exact: true }).fill('10.9.1.1');
  await page.getByRole('button', { name: 'Try', exact: true }).click();
  await page.getByText('admin is kept out').waitFor();
  await page.getByText('Rule 1 decides').waitFor();
  await page.locator('.signin-rules').scrollIntoViewIfNeeded();
  await picture(page, 'policy-rules-en_US-light');
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.locator('.signin-guard').waitFor();
  await expect.poll(async () => (await console_.product.policy()).addressRules.rules).toHaveLength(1);
  await page.locator('.signin-guard button').last().click();
  await expect.poll(async () => (await console_.product.policy()).addressRules.rules).toEqual([]);
  await page.locator('.signin-guard').waitFor({ state: 'detached' });
  expect(complaints).toEqual([]);
  await context.close();
});

test('the sentence of the policy and the last account stand on the login page', async () => {
  const { db } = console_.product.database;
  await db
    .updateTable('authenticate')
    .set({ banner: JSON.stringify({ zh_CN: '周日维护', en_US: 'Maintenance on Sunday' }), remember_account: 'true' })
    .execute();
  const { page, context } = await openConsolePage(console_);
  await page.getByText('Maintenance on Sunday').waitFor();
  await signInAt(page);
  await page.evaluate(() => localStorage.removeItem('accessToken'));
  await page.goto(`${console_.product.origin}/login`);
  await expect.poll(() => page.locator('input[name=account]').inputValue()).toBe('admin');
  await context.close();
});
