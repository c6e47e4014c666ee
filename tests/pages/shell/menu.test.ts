import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSignedIn, openTestConsole, type TestConsole } from '../../browser.ts';

let console_: TestConsole;

beforeAll(async () => {
  console_ = await openTestConsole();
}, 120_000);
afterAll(() => console_.stop());

/** The groups of the whole product, with more pages than any of them has. */
const groups = 14;
const pagesInGroup = 9;
const name = (group: number): string => `Group ${group}`;
const wholeMenu = Array.from({ length: groups }, (_, group) => ({
  code: `group${group}`,
  name: name(group),
  icon: 'app',
  children: Array.from({ length: pagesInGroup }, (_page, page) => ({
    name: `Page ${page} of group ${group}`,
    // Addresses that this console has; only the last one leads to a page of its own.
    ...(group === groups - 1 && page === pagesInGroup - 1
      ? { code: 'muc_user_management', route: '/muc_user_management' }
      : { code: `page${group}_${page}`, route: '/sys_resource' }),
  })),
}));

test('A menu of the whole product fits into a window of 900 pixels, one group open at a time', async () => {
  const { page, context } = await openSignedIn(console_, { width: 1440 });
  await page.route('**/api/getMenu*', (route) => route.fulfill({ json: { code: 0, msg: '', data: wholeMenu } }));
  await page.goto(`${console_.product.origin}/muc_user_management`);
  const nav = page.locator('.wh-menu nav');
  const open = nav.locator('button[aria-expanded=true]');
  await nav.getByRole('button', { name: name(groups - 1), exact: true }).waitFor();
  await expect.poll(() => open.allInnerTexts()).toEqual([name(groups - 1)]);
  expect(await nav.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0);
  await expect.poll(() => nav.locator('[aria-current=page]').allInnerTexts()).toEqual([`Page ${pagesInGroup - 1} of group ${groups - 1}`]);
  await nav.getByRole('button', { name: name(3), exact: true }).click();
  await expect.poll(() => open.allInnerTexts()).toEqual([name(3)]);
  expect(await nav.locator('button[data-current=true]').allInnerTexts()).toEqual([name(groups - 1)]);
  await context.close();
});

test('Below 1280 pixels the menu is a rail: a group shows its pages in a panel, which closes where an entry leads', async () => {
  const { page, context } = await openSignedIn(console_, { width: 1024 });
  await page.goto(`${console_.product.origin}/home`);
  const nav = page.locator('.wh-menu nav');
  await nav.getByRole('button', { name: 'System', exact: true }).click();
  const panel = page.locator('.wh-menu-panel');
  await panel.getByRole('link', { name: 'Recycle bin', exact: true }).click();
  await page.waitForURL('**/sys_recycle_bin*');
  await panel.waitFor({ state: 'hidden' });
  expect(await nav.locator('button[data-current=true]').getAttribute('aria-label')).toBe('System');
  await context.close();
});
