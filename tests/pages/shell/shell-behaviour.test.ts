import { afterAll, beforeAll, expect, test } from 'vitest';
import { sessionEnd, sessionList } from '../../../src/kit/common/session/session.contract.ts';
import { employeeAdd, employeeDisable, employeeList, employeeRemove } from '../../../src/modules/people/common/employee.contract.ts';
import { rootDepartmentId } from '../../../src/modules/people/common/root.ts';
import { openConsolePage, openSignedIn, openTestConsole, signInAt, type TestConsole } from '../../browser.ts';
import { ConsoleClient } from '../../journeys/console-client.ts';

let console_: TestConsole;

beforeAll(async () => {
  console_ = await openTestConsole();
}, 120_000);
afterAll(() => console_.stop());

const place = (): string => location.pathname;

test('Without a session every page is the login; after signing in one is where one wanted to be', async () => {
  const { page, context } = await openConsolePage(console_);
  await page.goto(`${console_.product.origin}/iframe?from=link`);
  await page.locator('input[name=account]').waitFor();
  expect(await page.evaluate(place)).toBe('/login');
  await signInAt(page);
  await page.waitForURL('**/iframe?from=link');
  await context.close();
});

test('An address that is no page goes home; to who holds no page at all a page is the login', async () => {
  const { page, context } = await openSignedIn(console_, {}, 'powerless');
  for (const address of ['/nowhere', '/nowhere/else?x=1']) {
    await page.goto(console_.product.origin + address);
    await page.locator('main h1').waitFor();
    expect(await page.evaluate(place)).toBe('/home');
  }
  await page.goto(`${console_.product.origin}/muc_user_management`);
  await page.locator('input[name=account]').waitFor();
  expect(await page.evaluate(place)).toBe('/login');
  await context.close();
});

test('A chunk that does not arrive says so and comes at the second try', async () => {
  const { page, context } = await openConsolePage(console_);
  let broken = true;
  await page.route(/\/assets\/.*home\.page\.js/, (route) => (broken ? route.abort() : route.continue()));
  await signInAt(page);
  await page.locator('[role=alert] h1').waitFor();
  expect(await page.locator('[role=alert]').innerText()).toContain('CHUNK_LOAD_FAILED');
  broken = false;
  await page.locator('[role=alert] button').first().click();
  await page.locator('.wh-page h1', { hasText: 'admin' }).waitFor();
  await context.close();
});

test('A session that is ended elsewhere brings the login back by itself, and the page after it', async () => {
  const first = await openSignedIn(console_);
  await first.page.goto(`${console_.product.origin}/iframe?kept=1`);
  await first.page.locator('#wh-main').waitFor();
  const elsewhere = new ConsoleClient(console_.product.app, console_.product.admin.token);
  const { list } = await elsewhere.call(sessionList, {});
  await elsewhere.call(sessionEnd, { ids: list.filter(({ current }) => !current).map(({ id }) => id) });
  // No call is made by the page meanwhile: the news reach it live.
  await first.page.locator('input[name=account]').waitFor({ timeout: 15_000 });
  expect(await first.page.evaluate(place)).toBe('/login');
  await signInAt(first.page);
  await first.page.waitForURL('**/iframe?kept=1');
  await first.context.close();
});

test('The language changes in place: no reload, what was typed stays', async () => {
  const { page, context } = await openConsolePage(console_, { language: 'en_US' });
  await signInAt(page);
  await page.goto(`${console_.product.origin}/sys_recycle_bin`);
  await page.evaluate(() => Object.assign(window, { notReloaded: true }));
  await page.locator('.whk-filter-search input').first().fill('ho');
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByText('日本語').click();
  await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toMatch(/^ja/);
  expect(await page.locator('.whk-filter-search input').first().inputValue()).toBe('ho');
  expect(await page.evaluate(() => 'notReloaded' in window)).toBe(true);
  await context.close();
});

test('The home of a new company says how people come in, until somebody is there', async () => {
  const admin = new ConsoleClient(console_.product.app, console_.product.admin.token);
  const { list } = await admin.call(employeeList, { pageSize: 100 });
  const others = list.filter(({ account }) => account !== 'admin').map(({ id }) => id);
  await admin.call(employeeDisable, { ids: others });
  await admin.call(employeeRemove, { ids: others });
  const { page, context } = await openConsolePage(console_);
  await signInAt(page);
  const way = page.getByRole('link', { name: 'Import the whole company from an xlsx file', exact: true });
  await way.click();
  await page.waitForURL('**/muc_user_management');
  await admin.call(employeeAdd, { account: 'first', name: 'First', assignments: [{ departmentId: rootDepartmentId, primary: true }] });
  await page.goto(`${console_.product.origin}/home`);
  await page.getByRole('heading', { name: 'To do' }).waitFor();
  await expect.poll(() => way.count()).toBe(0);
  await context.close();
});
