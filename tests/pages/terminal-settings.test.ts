import { afterAll, beforeAll, expect, test } from 'vitest';
import { navPublish, navQuery } from '../../src/modules/terminal-settings/common/nav.contract.ts';
import { encryptionGet } from '../../src/modules/terminal-settings/common/encryption.contract.ts';
import { newId } from '../../src/kit/server/ids.ts';
import { looks, openSignedIn, openTestConsole, picture, type TestConsole } from '../browser.ts';
import { faultsOf } from '../looked-at.ts';
import { ConsoleClient } from '../journeys/console-client.ts';

let console_: TestConsole;
let admin: ConsoleClient;
const base = '/customer_sys_boe_config';

beforeAll(async () => {
  console_ = await openTestConsole();
  admin = new ConsoleClient(console_.product.app, console_.product.admin.token);
  await admin.call(navPublish, { platform: 1, version: (await admin.call(navQuery, { platform: 1 })).version });
  await console_.product.database.pool.query(
    `insert into phone_submission (id, employee_id, number, former, proof, state, submitted_at, created_at, updated_at)
     values ($1, $2, '+8613900000001', '+8613800000009', 'approval', 'waiting', $3, $3, $3)`,
    [newId(), console_.product.powerless.id, Date.now()],
  );
}, 120_000);
afterAll(() => console_.stop());

const pages: [name: string, address: string, ready: string][] = [
  ['phone', `${base}/submit_phone`, '.whk-settings .ant-form-item .ant-select'],
  ['submissions', `${base}/submit_phone?tab=submissions`, '.whk-table tbody tr, .whk-cards li'],
  ['gateway', `${base}/submit_phone?tab=gateway`, '.whk-settings .ant-form-item input'],
  ['keys', `${base}/encryption_setting`, '.whk-table tbody tr, .whk-cards li'],
  ['nav', `${base}/navigation_app_setting`, '.ts-entries li'],
];

for (const { language, theme, width } of looks())
  test(`Terminal settings: ${language}, ${theme}, ${width} px: no fault, no complaint`, async () => {
    const { page, context, complaints } = await openSignedIn(console_, { language, theme, width });
    for (const [name, address, ready] of pages) {
      await page.goto(console_.product.origin + address);
      await page.locator(ready).first().waitFor();
      await picture(page, `terminal-${name}-${language}-${theme}-${width}`);
      expect([name, await faultsOf(page, { state: name })]).toEqual([name, []]);
    }
    await page.locator('.ts-entry').first().click();
    await page.locator('.ant-drawer .ant-form-item input').first().waitFor();
    await picture(page, `terminal-entry-${language}-${theme}-${width}`);
    expect(['entry', await faultsOf(page)]).toEqual(['entry', []]);
    expect(complaints).toEqual([]);
    await context.close();
  });

test('A key is rotated from its card', async () => {
  const { page, context } = await openSignedIn(console_);
  const keyOf = async () => (await admin.call(encryptionGet, {})).list.find(({ purpose }) => purpose === 'fileStore')?.keyId;
  const before = await keyOf();
  await page.goto(`${console_.product.origin}${base}/encryption_setting`);
  await page.getByRole('region', { name: 'File store' }).getByRole('button', { name: 'Rotate key' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate key' }).click();
  await expect.poll(keyOf).not.toBe(before);
  await page.getByText('Reading only').first().waitFor();
  await context.close();
});

test('Entries change places, are saved and published', async () => {
  const { page, context } = await openSignedIn(console_);
  await page.goto(`${console_.product.origin}${base}/navigation_app_setting`);
  await page.getByRole('button', { name: 'Move Contacts up' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(async () => (await admin.call(navQuery, { platform: 1 })).entries[0]?.code).toBe('contacts');
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await expect.poll(async () => (await admin.call(navQuery, { platform: 1 })).published?.navVersion).toBe(2);
  await context.close();
});
