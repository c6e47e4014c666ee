import { afterAll, beforeAll, expect, test } from 'vitest';
import { licenceGet, licencePersonsGet } from '../../src/modules/licence/common/licence.contract.ts';
import { makeKeys, signLicence } from '../../src/modules/licence/server/testing/make-licence.ts';
import { noticePersonAdd } from '../../src/modules/warnings/common/notice-person.contract.ts';
import { looks, openSignedIn, openTestConsole, picture, type TestConsole } from '../browser.ts';
import { faultsOf } from '../looked-at.ts';
import { wireOf, type Wire } from '../sign-in/console.ts';

const dayMillis = 86_400_000;
const { privateKey, publicPem } = makeKeys();
let console_: TestConsole;
let wire: Wire;

beforeAll(async () => {
  console_ = await openTestConsole({ LICENSE_PUBLIC_KEY: publicPem });
  wire = wireOf(console_.product);
  await wire.call(noticePersonAdd, { employeeId: await wire.employee('looks-after'), channels: ['console', 'mail'] });
  const { pool } = console_.product.database;
  for (let back = 89; back > 0; back--)
    await pool.query('insert into licence_usage_day (day, employees) values ($1, $2) on conflict do nothing', [
      new Date(Date.now() - back * dayMillis).toISOString().slice(0, 10),
      Math.max(0, 2 - Math.floor(back / 40)),
    ]);
}, 240_000);
afterAll(() => console_?.stop());

const page_ = '/sys_license_manage';
const licence = (more: object = {}): { name: string; mimeType: string; buffer: Buffer } => ({
  name: 'site.lic',
  mimeType: '',
  buffer: Buffer.from(
    signLicence(privateKey, 'test', {
      licenseId: 'WH-2026-0042',
      customer: '示例科技有限公司',
      edition: 'enterprise',
      issuedAt: Date.now(),
      expiresAt: Date.now() + 20 * dayMillis,
      graceDays: 14,
      limits: { employees: 4 },
      modules: ['*'],
      support: 'gold',
      ...more,
    }),
  ),
});

test('A licence is uploaded: refused when it was changed, else with what it changes, and then it holds', async () => {
  const { page, context, complaints } = await openSignedIn(console_, { language: 'en_US' });
  await page.goto(console_.product.origin + page_);
  await page.getByText('No licence installed').waitFor();
  await picture(page, 'licence-none-en_US', true);
  await page.getByRole('button', { name: 'Upload licence' }).click();
  const dialog = page.getByRole('dialog');
  const input = dialog.locator('input[type=file]');
  await input.waitFor({ state: 'attached' });
  const good = licence();
  await input.setInputFiles({ ...good, buffer: Buffer.from(good.buffer.toString().replace(/"signature": "../, '"signature": "AA')) });
  await dialog.getByText('the signature does not fit').waitFor();
  await input.setInputFiles(good);
  await dialog.getByText('What it changes').waitFor();
  await picture(page, 'licence-plan-en_US', true);
  expect(await faultsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Install' }).click();
  await expect.poll(async () => (await wire.call(licenceGet, {})).licence?.licenseId).toBe('WH-2026-0042');
  await page.locator('.lic-state').getByText('Ends soon').waitFor();
  await page.reload();
  await page.locator('.wh-licence').getByText('The licence ends in 20 days.').waitFor();
  await page.getByRole('button', { name: 'Show QR code' }).click();
  await page.locator('.wh-qr').waitFor();
  await page.goto(`${console_.product.origin}${page_}?tab=persons`);
  await page.locator('.lic-persons input[type=checkbox]').first().check();
  await page.getByRole('button', { name: 'Set notice persons' }).click();
  await expect.poll(async () => (await wire.call(licencePersonsGet, {})).list.map((one) => one.licence)).toEqual([true]);
  expect(complaints).toEqual([]);
  await context.close();
});

for (const { language, theme, width } of looks())
  test(`Licence: ${language}, ${theme}, ${width} px: no fault, no complaint`, async () => {
    const { page, context, complaints } = await openSignedIn(console_, { language, theme, width });
    for (const [name, view, ready] of [
      ['overview', page_, '.lic-trend'],
      ['history', `${page_}?tab=history`, '.whk-table tbody tr, .whk-cards > *'],
      ['persons', `${page_}?tab=persons`, '.lic-persons li'],
    ] as const) {
      await page.goto(console_.product.origin + view);
      await page.locator(ready).first().waitFor();
      await page.locator('.wh-licence').waitFor();
      await picture(page, `licence-${name}-${language}-${theme}-${width}`, true);
      expect([name, await faultsOf(page, { state: name })]).toEqual([name, []]);
    }
    expect(complaints).toEqual([]);
    await context.close();
  });
