import { afterAll, beforeAll, expect, test } from 'vitest';
import { employeeAdd, employeePassword } from '../../src/modules/people/common/employee.contract.ts';
import { rootDepartmentId } from '../../src/modules/people/common/root.ts';
import { openConsolePage, openPageAt, openTestConsole, picture, type TestConsole } from '../browser.ts';
import { faultsOf } from '../looked-at.ts';
import { ConsoleClient } from '../journeys/console-client.ts';
import { testPassword } from '../product.ts';

let console_: TestConsole;
beforeAll(async () => {
  console_ = await openTestConsole();
}, 120_000);
afterAll(() => console_.stop());

test('A one-time password is changed before anything else: no reload and no address leads around it', async () => {
  const admin = new ConsoleClient(console_.product.app, console_.product.admin.token);
  const assignments = [{ departmentId: rootDepartmentId, primary: true }];
  const { id } = await admin.call(employeeAdd, { account: 'newcomer', name: 'Newcomer', assignments });
  const { password } = await admin.call(employeePassword, { id, mode: 'oneTime' });
  const { page, context, complaints } = await openConsolePage(console_, { theme: 'dark', width: 390 });
  await page.locator('input[name=account]').fill('newcomer');
  await page.locator('input[autocomplete=current-password]').fill(password!);
  await page.locator('button[type=submit]').click();
  const next = page.locator('input[autocomplete=new-password]').first();
  await next.waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await picture(page, 'password-due-dark-390');
  await page.reload();
  await next.waitFor();
  for (const address of ['/home', '/muc_user_management']) {
    await page.goto(`${console_.product.origin}${address}`);
    await next.waitFor();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/login');
  }
  await page.locator('input[autocomplete=current-password]').fill(password!);
  await next.fill(testPassword);
  await page.locator('input[autocomplete=new-password]').nth(1).fill(testPassword);
  await page.locator('button[type=submit]').click();
  await page.waitForURL((url) => url.pathname !== '/login');
  await page.locator('main h1, main h2').first().waitFor();
  await page.reload();
  await page.locator('main h1, main h2').first().waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test('Whoever does not want to choose a password now signs out', async () => {
  const admin = new ConsoleClient(console_.product.app, console_.product.admin.token);
  const assignments = [{ departmentId: rootDepartmentId, primary: true }];
  const { id } = await admin.call(employeeAdd, { account: 'later', name: 'Later', assignments });
  const { password } = await admin.call(employeePassword, { id, mode: 'oneTime' });
  const { page, context } = await openConsolePage(console_);
  await page.locator('input[name=account]').fill('later');
  await page.locator('input[autocomplete=current-password]').fill(password!);
  await page.locator('button[type=submit]').click();
  await page.locator('input[autocomplete=new-password]').first().waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.locator('input[name=account]').waitFor();
  await page.reload();
  await expect.poll(() => page.locator('input[name=account]').isVisible()).toBe(true);
  await context.close();
});

test('A link that has ended says what to do', async () => {
  const address = `${console_.product.origin}/login#account=newcomer&once=long-gone-one-time`;
  const { page, context } = await openPageAt(console_.browser, address);
  await expect.poll(() => page.locator('input[name=account]').inputValue()).toBe('newcomer');
  expect(new URL(page.url()).hash).toBe('');
  await page.locator('button[type=submit]').click();
  await page.getByText('This link was used already, or has ended.').waitFor();
  await picture(page, 'password-link-over');
  // What is typed by hand is refused as ever.
  await page.locator('input[autocomplete=current-password]').fill('something else entirely');
  await page.locator('button[type=submit]').click();
  await expect.poll(() => page.getByText('This link was used already').count()).toBe(0);
  await context.close();
});
