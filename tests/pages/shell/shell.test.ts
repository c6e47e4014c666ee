import { afterAll, beforeAll, expect, test } from 'vitest';
import { looks, openConsolePage, openTestConsole, picture, signInAt, type TestConsole } from '../../browser.ts';
import { faultsOf } from '../../looked-at.ts';

let console_: TestConsole;

beforeAll(async () => {
  console_ = await openTestConsole();
}, 120_000);
afterAll(() => console_.stop());

for (const { language, theme, width } of looks())
  test(`Login and home: ${language}, ${theme}, ${width} px: no fault, no complaint`, async () => {
    const { page, context, complaints } = await openConsolePage(console_, { language, theme, width });
    await page.locator('input[name=account]').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await picture(page, `login-${language}-${theme}-${width}`);
    await signInAt(page);
    await page.locator('main h1, main h2').first().waitFor();
    expect(await faultsOf(page, { whole: true })).toEqual([]);
    await picture(page, `home-${language}-${theme}-${width}`);
    expect(complaints).toEqual([]);
    await context.close();
  });
