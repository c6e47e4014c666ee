import { afterAll, beforeAll, expect, test } from 'vitest';
import { builtinAdminUid } from '../../src/kit/server/caller.ts';
import { radarAdd, radarList, radarRecheck, radarSnooze } from '../../src/modules/radar/common/radar.contract.ts';
import { tokenAdd } from '../../src/modules/system/common/token.contract.ts';
import { radarPage } from '../../src/modules/radar/common/permissions.ts';
import { confirm } from '../../src/kit/common/session/session.contract.ts';
import { looks, openSignedIn, openTestConsole, picture, type TestConsole } from '../browser.ts';
import { faultsOf } from '../looked-at.ts';
import { ConsoleClient } from '../journeys/console-client.ts';
import { testPassword } from '../product.ts';

const dayMillis = 86_400_000;
const inDays = (days: number): number => Date.now() + days * dayMillis + 3_600_000;
let console_: TestConsole;
let admin: ConsoleClient;

beforeAll(async () => {
  console_ = await openTestConsole();
  admin = new ConsoleClient(console_.product.app, console_.product.admin.token);
  admin.token = (await admin.call(confirm, { password: testPassword })).accessToken;
  const token = { employeeId: builtinAdminUid, codes: [radarPage.code], networks: [] };
  await admin.call(tokenAdd, { ...token, name: 'Nightly import', expiresAt: inDays(25) });
  await admin.call(tokenAdd, { ...token, name: 'Reports', expiresAt: inDays(200) });
  const impact = 'Nobody outside the office reaches the portal';
  await admin.call(radarAdd, {
    name: 'Domain example.com',
    dueAt: inDays(4),
    ownerId: builtinAdminUid,
    impact,
    link: 'https://example.com/',
  });
  await admin.call(radarAdd, { name: 'Support contract of the storage', dueAt: inDays(48) });
  await admin.call(radarAdd, { name: 'Signature of text messages', dueAt: inDays(-3) });
  const { id } = await admin.call(radarAdd, { name: 'Certificate of the scanner gateway', dueAt: inDays(110) });
  await admin.call(radarSnooze, { ids: [id], until: inDays(30), reason: 'The gateway is replaced next month' });
  await admin.call(radarRecheck, {});
}, 180_000);
afterAll(() => console_.stop());

for (const { language, theme, width } of looks())
  test(`The radar: ${language}, ${theme}, ${width} px: no fault, no complaint`, async () => {
    const { page, context, complaints } = await openSignedIn(console_, { language, theme, width });
    const look = async (part: string): Promise<void> => {
      await picture(page, `${part}-${language}-${theme}-${width}`);
      expect([part, await faultsOf(page, { state: part })]).toEqual([part, []]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    };
    await page.goto(`${console_.product.origin}${radarPage.route}`);
    await page.locator('.whk-open').nth(5).waitFor();
    await page.locator('.wr-month').nth(11).waitFor();
    await look('radar');
    await page.locator('.whk-open', { hasText: 'Domain example.com' }).first().click();
    await page.locator('.ant-drawer .wr-impact').waitFor();
    await look('radar-item');
    await page.goto(`${console_.product.origin}${radarPage.route}?add=`);
    await page.locator('.whk-drawer .ant-form-item').nth(6).waitFor();
    await look('radar-form');
    expect(complaints).toEqual([]);
    await context.close();
  });

test('A tile and a month narrow the list in the address; something is added, snoozed and renewed', async () => {
  const { page, context } = await openSignedIn(console_, { language: 'en_US' });
  await page.goto(`${console_.product.origin}${radarPage.route}`);
  await page.locator('.wr-tile[data-state=due]').click();
  await expect.poll(() => page.locator('.whk-open').allTextContents()).toEqual(['Domain example.comAdded manually']);
  expect(new URL(page.url()).searchParams.getAll('state')).toEqual(['due']);
  await page.locator('.wr-tile[data-state=due]').click();
  await page.locator('.whk-open').nth(5).waitFor();
  await page.locator('.wr-month').last().click();
  await expect.poll(() => page.locator('.whk-open').count()).toBe(0);
  await page.locator('.wr-month').last().click();
  await page.locator('.whk-open', { hasText: 'Domain example.com' }).first().click();
  const drawer = page.locator('.ant-drawer');
  await drawer.getByText('Nobody outside the office').waitFor();
  await drawer.getByRole('button', { name: 'Edit item' }).click();
  const form = page.locator('.whk-drawer');
  await form.locator('.ant-form-item').nth(6).waitFor();
  await form.getByLabel('Name').fill('Domain example.org');
  await form.getByRole('button', { name: 'Save' }).click();
  await drawer.getByRole('tab', { name: 'History' }).click();
  await drawer.getByText('Domain example.org').first().waitFor();
  expect((await admin.call(radarList, { text: 'example.org' })).total).toBe(1);
  await context.close();
});
