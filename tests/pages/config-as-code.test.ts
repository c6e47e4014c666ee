import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundleList, configExport } from '../../src/modules/config-as-code/common/config.contract.ts';
import { configPage } from '../../src/modules/config-as-code/common/permissions.ts';
import { sysRole } from '../../src/modules/system/common/role.contract.ts';
import { looks, openSignedIn, openTestConsole, picture, type TestConsole } from '../browser.ts';
import { faultsOf } from '../looked-at.ts';
import { ConsoleClient } from '../journeys/console-client.ts';

let console_: TestConsole;
let admin: ConsoleClient;
let bundle = { id: '', name: '' };
const address = (more = ''): string => `${console_.product.origin}${configPage.route}${more}`;

beforeAll(async () => {
  console_ = await openTestConsole();
  admin = new ConsoleClient(console_.product.app, console_.product.admin.token);
  await admin.call(sysRole.save, { name: '配置审阅', code: 'config_reader' });
  await admin.jobEnd((await admin.call(configExport, { areas: ['roles'] })).jobId);
  bundle = (await admin.call(bundleList, {})).list[0]!;
}, 120_000);
afterAll(() => console_.stop());

const tabs = ['areas', 'export', 'plan', 'history', 'drift'];

for (const { language, theme, width } of looks())
  test(`Configuration: ${language}, ${theme}, ${width} px: no fault, no complaint`, async () => {
    const { page, context, complaints } = await openSignedIn(console_, { language, theme, width });
    for (const tab of tabs) {
      await page.goto(address(`?tab=${tab}`));
      await page.locator('[role=tabpanel] :is(.whk-panel, .cac-form, .cac-plan, .whk-state)').first().waitFor();
      await expect.poll(() => page.locator('[aria-busy=true], .wh-progress').count()).toBe(0);
      await picture(page, `config-${tab}-${language}-${theme}-${width}`);
      expect(await faultsOf(page), tab).toEqual([]);
    }
    expect(complaints).toEqual([]);
    await context.close();
  });

test('An area is exported, the bundle compared with what is there, and a role that went comes back', async () => {
  const { page, context, complaints } = await openSignedIn(console_);
  const [role] = (await admin.call(sysRole.list, { code: 'config_reader' })).list;
  await admin.call(sysRole.delete, { ids: [role!.id] });
  await page.goto(address('?tab=export'));
  await page.getByRole('button', { name: bundle.name }).first().click();
  await page.getByText('config_reader').first().waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await picture(page, 'config-bundle');
  await page.goto(address(`?tab=plan&bundle=${bundle.id}&name=${bundle.name}`));
  await page.locator('.cac-form button.ant-btn-primary').click();
  await page.getByText('config_reader').first().waitFor({ timeout: 20_000 });
  await picture(page, 'config-plan');
  expect(await faultsOf(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await context.close();
});
