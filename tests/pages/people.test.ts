import { afterAll, beforeAll, expect, test } from 'vitest';
import { applyPlan, getPlan } from '../../src/kit/common/change/plan.contract.ts';
import { languages } from '../../src/kit/common/language.ts';
import { faultsOf, openConsolePage, openTestConsole, picture, signInAt, type TestConsole } from '../browser.ts';
import { ConsoleClient } from '../journeys/console-client.ts';
import { peopleSheet } from '../journeys/people-sheet.ts';

let console_: TestConsole;
const address = '/muc_user_management';

beforeAll(async () => {
  console_ = await openTestConsole();
  const admin = new ConsoleClient(console_.product.app, console_.product.admin.token);
  const planId = await admin.planOf(await admin.upload('people.xlsx', await peopleSheet(400, 40)));
  const { counts } = await admin.call(getPlan, { id: planId });
  await admin.jobEnd((await admin.call(applyPlan, { id: planId, expected: counts })).jobId);
}, 120_000);
afterAll(() => console_.stop());

for (const language of languages)
  for (const [theme, width] of [
    ['light', 1440],
    ['dark', 390],
  ] as const)
    test(`List, person and form: ${language}, ${theme}, ${width} px: no fault, no complaint`, { timeout: 60_000 }, async () => {
      const { page, context, complaints } = await openConsolePage(console_, { language, theme, width });
      await signInAt(page);
      await page.goto(console_.product.origin + address);
      await page.locator('.whk-open').first().waitFor();
      const name = `${language}-${theme}-${width}`;
      await picture(page, `people-${name}`);
      expect(await faultsOf(page)).toEqual([]);
      await page.locator('.whk-open').first().click();
      await page.locator('.uc-facts').waitFor();
      await picture(page, `person-${name}`);
      expect(await faultsOf(page)).toEqual([]);
      await page.locator('.uc-head .ant-btn-primary').click();
      await page.locator('.whk-form').waitFor();
      await picture(page, `person-edit-${name}`);
      expect(await faultsOf(page)).toEqual([]);
      expect(complaints).toEqual([]);
      await context.close();
    });
