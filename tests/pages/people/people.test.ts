import { afterAll, beforeAll, expect, test } from 'vitest';
import { applyPlan, getPlan } from '../../../src/kit/common/change/plan.contract.ts';
import { looks, openSignedIn, openTestConsole, picture, type TestConsole } from '../../browser.ts';
import { faultsOf } from '../../looked-at.ts';
import { addGeneratedSource } from '../../../src/modules/people-sources/server/testing/generated-directory.ts';
import { ConsoleClient } from '../../journeys/console-client.ts';
import { TestTerminal } from '../../terminal/test-terminal.ts';
import { peopleSheet } from '../../journeys/people-sheet.ts';

let console_: TestConsole;
const address = '/muc_user_management';

beforeAll(async () => {
  console_ = await openTestConsole();
  const admin = new ConsoleClient(console_.product.app, console_.product.admin.token);
  const planId = await admin.planOf(await admin.upload('people.xlsx', await peopleSheet(400, 40)));
  const { counts } = await admin.call(getPlan, { id: planId });
  await admin.jobEnd((await admin.call(applyPlan, { id: planId, expected: counts })).jobId);
  for (const platform of [2, 4]) await new TestTerminal(console_.product.app, platform).login('powerless');
  const { db, pool } = console_.product.database;
  const sourceId = await addGeneratedSource(db, { name: 'HR 目录' });
  await pool.query(
    `insert into source_link (source_id, object_kind, external_id, object_id, last_seen_at, last_received, owned)
      select $1, 'employee', account, id, $2, jsonb_build_object('uid', account, 'mail', email, 'phone', mobile, 'dept', jsonb_build_array('d1', 'd2')),
        '{"account": "uid", "email": "mail", "mobile": "phone"}' from employee where account <> 'admin'`,
    [sourceId, Date.now()],
  );
}, 120_000);
afterAll(() => console_.stop());

for (const { language, theme, width } of looks())
  test(
    `People, a person, a department, the bin: ${language}, ${theme}, ${width} px: no fault, no complaint`,
    {
      timeout: 90_000,
    },
    async () => {
      const { page, context, complaints } = await openSignedIn(console_, { language, theme, width });
      const look = async (part: string): Promise<void> => {
        await picture(page, `${part}-${language}-${theme}-${width}`);
        expect([part, await faultsOf(page, { state: part })]).toEqual([part, []]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      };
      await page.goto(console_.product.origin + address);
      await page.locator('.whk-open').first().waitFor();
      if (width === 390) {
        await page.locator('.whk-header-actions button').first().click();
        await page.getByRole('treeitem').nth(1).waitFor();
        await look('tree');
      }
      // The choice closes the drawer in which the tree stands on a phone.
      await page.getByRole('treeitem').nth(1).click();
      await page.locator('.uc-chosen strong').waitFor();
      await page.locator('.whk-open').first().waitFor();
      await look('people');
      await page
        .locator('.whk-filters button[aria-expanded], button[aria-expanded]')
        .filter({ has: page.locator('.anticon-filter') })
        .click();
      await page.locator('.whk-more-filters .ant-picker').nth(2).waitFor();
      await look('filters');
      await page.locator('.uc-chosen button').first().click();
      await page.locator('.ant-drawer .whk-facts').first().waitFor();
      await look('department');
      await page.locator('.ant-drawer').getByRole('tab').nth(1).click();
      await page.locator('.ant-drawer .uc-uses, .ant-drawer .uc-soft').first().waitFor();
      await look('references');
      await page.goto(`${console_.product.origin}${address}?tab=depts`);
      await page.locator('.whk-open').first().waitFor();
      await look('departments');
      await page.goto(`${console_.product.origin}${address}?tab=recycle`);
      await page.locator('.whk-panel').first().waitFor();
      await look('bin');
      await page.goto(console_.product.origin + address);
      await page.locator('.whk-open').first().click();
      await page.locator('.ant-drawer .whk-facts').first().waitFor();
      await look('person');
      const tabs = page.locator('.ant-drawer').getByRole('tab');
      await tabs.nth(1).click();
      await page.locator('.uc-history li').first().waitFor();
      await look('places');
      await tabs.nth(2).click();
      await page.locator('.uc-history section').nth(1).waitFor();
      await look('access');
      await tabs.nth(3).click();
      await page.locator('.ul-holdings li, .ant-drawer .uc-soft').first().waitFor();
      await look('holdings');
      await tabs.nth(4).click();
      await page.locator('.uc-plain').nth(1).waitFor();
      await look('sources');
      await tabs.nth(5).click();
      await page.locator('.uc-sign-in').waitFor();
      await look('sign-in');
      await tabs.nth(6).click();
      await page.locator('.ant-drawer .whk-state').first().waitFor();
      await tabs.nth(7).click();
      await page.locator('.whk-history').waitFor();
      await look('history');
      await page.locator('.uc-actions .ant-btn-primary').click();
      await page.locator('.whk-form .ant-form-item').nth(12).waitFor();
      await look('edit');
      await page.goto(`${console_.product.origin}${address}?emp=${console_.product.powerless.id}&etab=terminals`);
      await page.locator('.uc-terminals li').nth(1).waitFor();
      await look('terminals');
      await page.goto(`${console_.product.origin}${address}?view=settings`);
      await page.locator('.whk-settings .ant-form-item').nth(6).waitFor();
      await look('people-settings');
      expect(complaints).toEqual([]);
      await context.close();
    },
  );
