import { afterAll, beforeAll, expect, test } from 'vitest';
import { userManagement } from '../../src/modules/user-centre/common/permissions.ts';
import { sysRole } from '../../src/modules/system/common/role.contract.ts';
import { faultsOf, looks, openConsolePage, openTestConsole, picture, signInAt, type TestConsole } from '../browser.ts';
import { ConsoleClient } from '../journeys/console-client.ts';

let console_: TestConsole;
let roleId = '';

beforeAll(async () => {
  console_ = await openTestConsole();
  const admin = new ConsoleClient(console_.product.app, console_.product.admin.token);
  roleId = (await admin.call(sysRole.save, { name: '华东区人事管理员', code: 'hr_east' })).roleId;
  const { version } = await admin.call(sysRole.resources, { roleId });
  await admin.call(sysRole.saveResources, { roleId, version, codes: [userManagement.code, userManagement.button.update] });
  await admin.call(sysRole.assignEmployees, { roleId, ids: [console_.product.powerless.id] });
}, 120_000);
afterAll(() => console_.stop());

const pages = (): [name: string, address: string, ready: string][] => [
  ['members', `/sys_authentication/role_manage/relate_user?roleId=${roleId}`, '.whk-role .whk-table, .whk-role .whk-cards'],
  ['authority', `/sys_authentication/role_manage/relate_auth?roleId=${roleId}`, '.whk-authority-tree .ant-tree-checkbox'],
  ['holders', '/sys_authentication/role_user_manage', '.whk-table, .whk-cards'],
  ['resource', '/sys_resource?code=muc_user_management', '.whk-versions'],
];

for (const { language, theme, width } of looks)
  test(
    `Roles, administrators, permission tree: ${language}, ${theme}, ${width} px: no fault, no complaint`,
    { timeout: 90_000 },
    async () => {
      const { page, context, complaints } = await openConsolePage(console_, { language, theme, width });
      await signInAt(page);
      for (const [name, address, ready] of pages()) {
        await page.goto(console_.product.origin + address);
        await page.locator(ready).first().waitFor();
        await picture(page, `${name}-${language}-${theme}-${width}`);
        expect([name, await faultsOf(page)]).toEqual([name, []]);
      }
      expect(complaints).toEqual([]);
      await context.close();
    },
  );

test('The frame opens its first granted tab and keeps the chosen role between tabs', { timeout: 60_000 }, async () => {
  const { page, context } = await openConsolePage(console_);
  await signInAt(page);
  await page.goto(`${console_.product.origin}/sys_authentication`);
  await page.waitForURL('**/sys_authentication/role_manage/relate_user*');
  await page.getByRole('button', { name: /华东区人事管理员/ }).click();
  await page.waitForURL(`**roleId=${roleId}`);
  await page.getByRole('link', { name: 'Permissions and range' }).click();
  await page.waitForURL(`**/relate_auth?roleId=${roleId}`);
  await page.locator('.whk-authority-tree .ant-tree-checkbox-checked').first().waitFor();
  await expect.poll(() => page.locator('.whk-authority-tree .ant-tree-checkbox-checked').count()).toBe(2);
  await context.close();
});
