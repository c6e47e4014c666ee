import { afterAll, beforeAll, expect, test } from 'vitest';
import { sysRole } from '../../../src/modules/system/common/role.contract.ts';
import { openConsolePage, openSignedIn, openTestConsole, picture, signInAt, type TestConsole } from '../../browser.ts';
import { faultsOf } from '../../looked-at.ts';
import { ConsoleClient } from '../../journeys/console-client.ts';

let console_: TestConsole;
let admin: ConsoleClient;

beforeAll(async () => {
  console_ = await openTestConsole();
  admin = new ConsoleClient(console_.product.app, console_.product.admin.token);
}, 120_000);
afterAll(() => console_.stop());

const at = (path: string): string => console_.product.origin + path;

test('A pinned page stands along the top and on the home page of every browser, until it is closed', async () => {
  const first = await openSignedIn(console_);
  await first.page.goto(at('/sys_recycle_bin'));
  const tab = first.page.locator('.wh-tab', { hasText: 'Recycle bin' });
  await tab.getByRole('link').click({ button: 'right' });
  // On screen at once, for other browsers when it is saved.
  const pinned = first.page.waitForResponse((response) => response.url().endsWith('/preference/save'));
  await first.page.getByRole('menuitem', { name: 'Pin', exact: true }).click();
  await pinned;
  await tab.getByLabel('Pinned').waitFor();
  const second = await openConsolePage(console_);
  await signInAt(second.page);
  const elsewhere = second.page.locator('.wh-tab', { hasText: 'Recycle bin' });
  await elsewhere.getByLabel('Pinned').waitFor();
  await second.page.locator('.wh-home-ways section').first().getByRole('link', { name: 'Recycle bin' }).waitFor();
  // Nobody looked at it yet: it is not built.
  expect(await second.page.locator('[data-page=sys_recycle_bin]').count()).toBe(0);
  await elsewhere.getByRole('link').focus();
  const saved = second.page.waitForResponse((response) => response.url().endsWith('/preference/save'));
  await second.page.keyboard.press('Delete');
  await saved;
  await expect.poll(() => second.page.locator('.wh-tab').count()).toBe(0);
  await second.page.reload();
  await second.page.locator('.wh-home-ways').waitFor();
  await expect.poll(() => second.page.locator('.wh-home-ways section').first().getByRole('link').count()).toBe(0);
  expect(await second.page.locator('.wh-tab', { hasText: 'Recycle bin' }).count()).toBe(0);
  await first.context.close();
  await second.context.close();
});

test('The pages looked at last are those of who looked', async () => {
  const { page, context } = await openSignedIn(console_);
  await page.goto(at('/sys_recycle_bin'));
  await page.locator('.wh-tab').first().waitFor();
  await page.goto(at('/home'));
  const recent = page.locator('.wh-home-ways section').nth(1);
  await recent.getByRole('link', { name: 'Recycle bin' }).waitFor();
  const kept = (): Promise<string> => page.evaluate(() => localStorage.getItem('recentPages') ?? '');
  const before = await kept();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('sign out');
  await page.keyboard.press('Enter');
  await signInAt(page, 'powerless');
  await recent.waitFor();
  expect(await recent.getByRole('link').count()).toBe(0);
  expect(await kept()).toBe(before);
  await context.close();
});

for (const width of [1440, 390] as const)
  test(`Ctrl+K leads to one's own account, which tells the roles, ranges and ends: ${width} px`, async () => {
    const { roleId } = await admin.call(sysRole.save, { name: `Readers ${width}`, code: `readers${width}` });
    await admin.call(sysRole.enable, { ids: [roleId] }).catch(() => undefined);
    const until = Date.now() + 40 * 86_400_000;
    await admin.call(sysRole.assignEmployees, { roleId, ids: [console_.product.powerless.id], until });
    const { page, context, complaints } = await openConsolePage(console_, { width });
    await signInAt(page, 'powerless');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('my');
    await picture(page, `palette-own-${width}`);
    await page.getByRole('option', { name: 'My account and roles' }).click();
    const dialog = page.getByRole('dialog', { name: 'My account and roles' });
    await dialog.getByText(`Readers ${width}`).waitFor();
    expect(await dialog.innerText()).toContain(new Date(until).getFullYear().toString());
    expect(await faultsOf(page)).toEqual([]);
    await picture(page, `own-account-${width}`);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    expect(complaints).toEqual([]);
    await context.close();
  });

test('Who saves again because no answer came has saved once', async () => {
  const { page, context } = await openSignedIn(console_);
  await page.goto(at('/sys_authentication/role_manage'));
  await page.getByRole('button', { name: 'Add' }).first().click();
  const drawer = page.locator('.ant-drawer .whk-form');
  await drawer.locator('input[id$=name]').fill('Saved once');
  await drawer.locator('input[id$=code]').fill('saved_once');
  const keys: (string | undefined)[] = [];
  await page.route('**/api/role/sys/save', async (route) => {
    if (route.request().postDataJSON().dryRun === true) return route.continue();
    keys.push(route.request().headers()['idempotency-key']);
    if (keys.length > 1) return route.continue();
    // It is done, and the answer is lost on its way.
    await route.fetch();
    return route.abort('connectionreset');
  });
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  const create = page.getByRole('button', { name: 'Create role', exact: true });
  await create.click();
  await page.getByText('The request could not be made').waitFor();
  expect(keys).toHaveLength(1);
  await create.click();
  await page.locator('.ant-drawer').waitFor({ state: 'detached' });
  expect(keys[0]).toMatch(/^[\w-]{10,}$/);
  expect(keys).toEqual([keys[0], keys[0]]);
  expect((await admin.call(sysRole.list, { code: 'saved_once' })).total).toBe(1);
  await context.close();
});

test('A change on the home page leads to what it did', async () => {
  const { page, context } = await openConsolePage(console_);
  await admin.call(sysRole.save, { name: 'Led to', code: 'led_to' });
  await signInAt(page);
  const line = page.getByRole('region', { name: 'Recent changes' }).getByRole('link', { name: /Led to/ });
  await line.click();
  await page.waitForURL(/\/logs_system_operation\?batchId=/);
  const rows = page.locator('.whk-table tbody tr, .whk-log li').filter({ hasText: 'Led to' });
  await expect.poll(() => rows.count()).toBeGreaterThan(0);
  await picture(page, 'change-led-to');
  await context.close();
});
