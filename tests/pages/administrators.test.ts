import { afterAll, beforeAll, expect, test } from 'vitest';
import { userManagement } from '../../src/modules/people/common/permissions.ts';
import { sysRole } from '../../src/modules/system/common/role.contract.ts';
import { tokenAdd } from '../../src/modules/system/common/token.contract.ts';
import { looks, openSignedIn, openTestConsole, picture, type TestConsole } from '../browser.ts';
import { faultsOf } from '../looked-at.ts';
import { ConsoleClient } from '../journeys/console-client.ts';

let console_: TestConsole;

beforeAll(async () => {
  console_ = await openTestConsole();
  const { product } = console_;
  const admin = new ConsoleClient(product.app, product.admin.token);
  const { roleId } = await admin.call(sysRole.save, { name: '华东区人事管理员', code: 'hr_east', needsFactor: true });
  const { version } = await admin.call(sysRole.resources, { roleId });
  await admin.call(sysRole.saveResources, { roleId, version, codes: [userManagement.code, userManagement.button.update] });
  await admin.call(sysRole.assignEmployees, { roleId, ids: [product.powerless.id] });
  const token = {
    name: 'Nightly sync',
    employeeId: product.powerless.id,
    codes: [userManagement.code],
    expiresAt: Date.now() + 86_400_000,
  };
  await admin.call(tokenAdd, token);
}, 120_000);
afterAll(() => console_.stop());

/** A way to something that opens on the page of administrators, and what stands in it then. */
const openings: [name: string, button: Record<string, RegExp>, ready: string][] = [
  [
    'tokens',
    { zh_CN: /程序令牌/, en_US: /Tokens of programs/, ja_JP: /プログラムのトークン/ },
    '.ant-drawer .whk-table, .ant-drawer .whk-cards',
  ],
  ['give', { zh_CN: /分配角色/, en_US: /Give a role/, ja_JP: /ロールを与える/ }, '.ant-modal .ant-form-item'],
  ['who-can', { zh_CN: /谁可以/, en_US: /Who has access/, ja_JP: /権限を持つ人/ }, '.ant-modal .ant-form-item'],
  ['review', { zh_CN: /权限复核表/, en_US: /Review export/, ja_JP: /棚卸し/ }, '.ant-modal .ant-radio'],
];

for (const { language, theme, width } of looks())
  test(`What opens from the administrators: ${language}, ${theme}, ${width} px: no fault, no complaint`, async () => {
    const { page, context, complaints } = await openSignedIn(console_, { language, theme, width });
    for (const [name, button, ready] of openings) {
      await page.goto(`${console_.product.origin}/sys_authentication/role_user_manage`);
      await page.locator('.whk-panel .whk-table, .whk-panel .whk-cards').first().waitFor();
      await page.getByRole('button', { name: button[language]! }).first().click();
      await page.locator(ready).first().waitFor();
      await picture(page, `administrators-${name}-${language}-${theme}-${width}`);
      expect([name, await faultsOf(page, { state: name })]).toEqual([name, []]);
    }
    await page.goto(`${console_.product.origin}/sys_authentication/role_user_manage`);
    await page.getByText('无权').first().click();
    await page.locator('.sys-held-roles li button').first().waitFor();
    await page.locator('.whk-held').waitFor();
    await picture(page, `administrators-person-${language}-${theme}-${width}`);
    expect(await faultsOf(page)).toEqual([]);
    await page.goto(`${console_.product.origin}/sys_resource`);
    await page.locator('.sys-resource-filters .ant-select').first().waitFor();
    await page.getByRole('button', { name: { zh_CN: /显示效果/, en_US: /How it looks/, ja_JP: /見え方/ }[language] }).click();
    await page.locator('.sys-looks li').first().waitFor();
    await picture(page, `administrators-looks-${language}-${theme}-${width}`);
    expect(await faultsOf(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });

test('The console as somebody else is marked on every page and ends with a click', async () => {
  const { page, context } = await openSignedIn(console_);
  await page.goto(`${console_.product.origin}/sys_authentication/role_user_manage`);
  await page
    .getByRole('row', { name: /powerless/ })
    .getByRole('button', { name: /actions/i })
    .click();
  await page.getByRole('button', { name: 'View as' }).click();
  await page.locator('.ant-modal .ant-form-item textarea').fill('A question of theirs');
  await page.locator('.ant-modal-footer .ant-btn-primary').click();
  await page.locator('.wh-viewing').waitFor();
  await page.goto(`${console_.product.origin}/muc_user_management`);
  await page.locator('.whk-panel .whk-table').first().waitFor();
  await picture(page, 'administrators-viewing');
  expect(await faultsOf(page)).toEqual([]);
  await page.locator('.wh-viewing button').click();
  // The own console begins anew at its home.
  await page.waitForURL((url) => url.pathname === '/home');
  await page.locator('h1').first().waitFor();
  await expect.poll(() => page.locator('.wh-viewing').count()).toBe(0);
  await page.goto(`${console_.product.origin}/sys_authentication/role_user_manage`);
  await page.locator('.whk-panel .whk-table').first().waitFor();
  await context.close();
});
