import { afterAll, beforeAll, expect, test } from 'vitest';
import { propertyList } from '../../../src/modules/property/common/property.contract.ts';
import { propertyValueSet } from '../../../src/modules/property/common/value.contract.ts';
import { openSignedIn, openTestConsole, signInAt, type TestConsole } from '../../browser.ts';
import { ConsoleClient } from '../../journeys/console-client.ts';

let console_: TestConsole;

async function configure(key: string, value: unknown): Promise<void> {
  const admin = new ConsoleClient(console_.product.app, console_.product.admin.token);
  const { list } = await admin.call(propertyList, { namespace: 'console', text: key });
  const property = list.find((one) => one.key === key);
  await admin.call(propertyValueSet, { propertyId: property!.id, scopeKind: 'site', value });
}

beforeAll(async () => {
  console_ = await openTestConsole();
  await configure('iframeHosts', ['https://wiki.example.com']);
  await configure('org', 'Acme');
}, 120_000);
afterAll(() => console_.stop());

const stored = (name: string) => JSON.parse(localStorage.getItem(name) ?? 'null') as unknown;

test('A start that cannot read who is signed in clears the session and tells why on the login page; after signing in one is back', async () => {
  const { page, context } = await openSignedIn(console_, { language: 'en_US' });
  const user = '**/api/sysConsole/getUser';
  await page.route(user, (route) => route.fulfill({ status: 503, body: 'down' }));
  await page.goto(`${console_.product.origin}/iframe?from=link`);
  const note = page.locator('.wh-note', { hasText: 'could not be opened' });
  await note.waitFor();
  expect(await note.innerText()).toContain('503');
  expect(new URL(page.url()).pathname).toBe('/login');
  expect(await page.evaluate(stored, 'accessToken')).toBeNull();
  expect(await page.evaluate(stored, 'userInfo')).toBeNull();
  expect(await page.title()).toContain('Mobile platform of Acme');
  await page.unroute(user);
  await signInAt(page);
  await page.waitForURL('**/iframe?from=link');
  await page.locator('.wh-side strong', { hasText: 'Mobile platform of Acme' }).waitFor();
  await context.close();
});

test('An embedded page that opens is the one that /iframe shows without an address; one that is not allowed is not kept', async () => {
  const { page, context } = await openSignedIn(console_, { language: 'en_US' });
  await context.route('https://*.example.com/**', (route) => route.fulfill({ contentType: 'text/html', body: 'wiki' }));
  const open = (address: string) => page.goto(`${console_.product.origin}/iframe?address=${encodeURIComponent(address)}`);
  await open('https://wiki.example.com/start');
  await page.locator('iframe.wh-iframe').waitFor();
  await expect.poll(() => page.evaluate(stored, 'iframe')).toBe('https://wiki.example.com/start');
  await open('https://evil.example.com/');
  await page.locator('.wh-none[role=alert]').waitFor();
  await page.goto(`${console_.product.origin}/iframe`);
  expect(await page.locator('iframe.wh-iframe').getAttribute('src')).toBe('https://wiki.example.com/start');
  await context.close();
});

test('A notification goes with the page that it is about; the format that a person chose is theirs the next time', async () => {
  const { page, context } = await openSignedIn(console_, { language: 'en_US' });
  await page.route('**/api/logs/export', (route) =>
    route.fulfill({ status: 403, json: { code: 65002, msg: 'no', data: { code: 'logs_system_login:export' } } }),
  );
  await page.goto(`${console_.product.origin}/logs_system_login`);
  const dialog = page.getByRole('dialog');
  const openDialog = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Export' }).click();
    await dialog.getByRole('radio', { name: 'csv' }).waitFor();
  };
  await openDialog();
  expect(await dialog.getByRole('radio', { name: 'xlsx' }).isChecked()).toBe(true);
  await dialog.getByText('csv', { exact: true }).click();
  await dialog.locator('textarea').fill('For the yearly audit of sign-ins');
  await dialog.getByRole('button', { name: 'Export' }).click();
  const notification = page.locator('.ant-notification-notice');
  await notification.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await page.locator('.wh-side a[href="/home"]').first().click();
  await page.waitForURL('**/home');
  await notification.waitFor({ state: 'detached', timeout: 3_000 });
  const defaults = await page.evaluate(() => Object.entries(sessionStorage).filter(([key]) => key.startsWith('defaults.')));
  expect(defaults.map(([, value]) => JSON.parse(value) as unknown)).toEqual([{ 'export.format': 'csv' }]);
  await page.goto(`${console_.product.origin}/logs_system_login`);
  await openDialog();
  expect(await dialog.getByRole('radio', { name: 'csv' }).isChecked()).toBe(true);
  await context.close();
});
