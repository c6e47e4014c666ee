import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { fileRule, whiteAdd } from '../../src/modules/enterprise/common/file-rule.contract.ts';
import { memberLimitAdd } from '../../src/modules/enterprise/common/member-limit.contract.ts';
import { segmentLimit } from '../../src/modules/enterprise/common/segment-limit.contract.ts';
import { departmentAdd } from '../../src/modules/people/common/department.contract.ts';
import { rootDepartmentId } from '../../src/modules/people/common/root.ts';
import { looks, openSignedIn, openTestConsole, picture, type TestConsole } from '../browser.ts';
import { faultsOf } from '../looked-at.ts';
import { ConsoleClient } from '../journeys/console-client.ts';

let console_: TestConsole;
let admin: ConsoleClient;
let roleId = '';
let segmentId = '';
let memberId = '';
const base = '/customer_sys_boe_config';

beforeAll(async () => {
  console_ = await openTestConsole();
  admin = new ConsoleClient(console_.product.app, console_.product.admin.token);
  const lab = (await admin.call(departmentAdd, { parentId: rootDepartmentId, name: { zh_CN: '研发中心' } })).id;
  await admin.call(segmentLimit.add, { name: '总部办公网', segments: [{ value: '10.0.0.0/8', note: '总部' }, { value: '2001:db8::/32' }] });
  segmentId = (
    await admin.call(segmentLimit.add, {
      name: '访客网络禁止上传',
      effect: 'denyInside',
      actions: ['upload'],
      terminalTypes: [1, 2],
      segments: [{ value: '10.20.0.0/16', note: '访客' }],
      window: { days: [1, 2, 3, 4, 5], from: '08:00', to: '18:00', zone: 'Asia/Shanghai' },
    })
  ).id;
  memberId = (
    await admin.call(memberLimitAdd, {
      name: '研发与外部隔离',
      ownerDeptId: rootDepartmentId,
      from: [{ kind: 'department', id: lab }],
      to: [{ kind: 'everyone' }],
      exceptions: [console_.product.powerless.id],
      actions: ['chat', 'sendFile'],
    })
  ).id;
  roleId = (await admin.call(fileRule.save, { name: '研发文件管控', code: 'lab_files' })).roleId;
  await admin.call(fileRule.assignDepartments, { roleId, ids: [lab] });
  await admin.call(fileRule.assignEmployees, { roleId, ids: [console_.product.powerless.id] });
  await admin.call(whiteAdd, { roleId, ids: [console_.product.powerless.id], reason: '外勤审计', until: Date.now() + 30 * 86_400_000 });
}, 120_000);
afterAll(() => console_.stop());

const rows = '.whk-table tbody tr, .whk-cards li';
const pages = (): [name: string, address: string, ready: string][] => [
  ['segments', `${base}/segment_limit_file`, rows],
  ['segment', `${base}/segment_limit_file?id=${segmentId}`, '.ant-drawer .whk-facts'],
  ['segment-add', `${base}/segment_limit_file?add`, '.ant-drawer .ant-form-item textarea'],
  ['members', `${base}/contact_limit`, rows],
  ['member', `${base}/contact_limit?id=${memberId}`, '.ant-drawer .whk-facts'],
  ['member-add', `${base}/contact_limit?add`, '.ant-drawer .enterprise-parties'],
  ['people', `${base}/customer_sys_file_manage_member/relate_user?roleId=${roleId}`, rows],
  ['groups', `${base}/customer_sys_file_manage_member/relate_group?roleId=${roleId}`, '.whk-role .whk-role-head ~ *'],
  ['departments', `${base}/customer_sys_file_manage_member/relate_department?roleId=${roleId}`, rows],
  ['white', `${base}/customer_sys_file_manage_member/white_list?roleId=${roleId}`, rows],
];

for (const { language, theme, width } of looks())
  test(`Enterprise configuration: ${language}, ${theme}, ${width} px: no fault, no complaint`, async () => {
    const { page, context, complaints } = await openSignedIn(console_, { language, theme, width });
    for (const [name, address, ready] of pages()) {
      await page.goto(console_.product.origin + address);
      await page.locator(ready).first().waitFor();
      await picture(page, `limits-${name}-${language}-${theme}-${width}`);
      expect([name, await faultsOf(page, { state: name })]).toEqual([name, []]);
    }
    expect(complaints).toEqual([]);
    await context.close();
  });

test('The frame opens segment limits, the file rules open their people', async () => {
  const { page, context } = await openSignedIn(console_);
  await page.goto(console_.product.origin + base);
  await page.waitForURL(`**${base}/segment_limit_file*`);
  await page.getByRole('link', { name: 'File rules' }).click();
  await page.waitForURL('**/customer_sys_file_manage_member/relate_user*');
  await expect.poll(() => page.locator('.whk-nested a[aria-current=page]').textContent()).toBe('File rules');
  await context.close();
});

test('A pasted list becomes a limit, a bad line is named, and the order is changed by hand', async () => {
  const { page, context } = await openSignedIn(console_);
  await page.goto(`${console_.product.origin}${base}/segment_limit_file?add`);
  const drawer = page.locator('.ant-drawer');
  await drawer.getByLabel('Name', { exact: true }).fill('Branches');
  const lines = drawer.locator('textarea');
  await lines.fill('192.168.0.0/16 # Branch\n192.168.0.0/33\n192.168.7.1');
  await drawer.getByRole('button', { name: 'Check and tidy' }).click();
  await drawer.getByText('Line 3, 192.168.7.1, lies within 192.168.0.0/16').waitFor();
  await expect.poll(() => lines.inputValue()).toBe('192.168.0.0/16 # Branch\n192.168.0.0/33');
  await picture(page, 'limits-checked');
  await drawer.locator('.whk-form-foot').getByRole('button', { name: 'Add' }).click();
  await page.getByText('#2 192.168.0.0/33 is not a network').first().waitFor();
  await lines.fill('192.168.0.0/16 # Branch\n::ffff:172.16.0.0/108');
  await drawer.locator('.whk-form-foot').getByRole('button', { name: 'Add' }).click();
  const names = async () => (await admin.call(segmentLimit.list, {})).list.map(({ name }) => name);
  await expect.poll(names).toEqual(['总部办公网', '访客网络禁止上传', 'Branches']);
  const { list } = await admin.call(segmentLimit.list, { name: 'Branches' });
  expect(list[0]!.segments).toEqual([
    { value: '192.168.0.0/16', note: 'Branch' },
    { value: '172.16.0.0/12', note: '' },
  ]);
  await page.goto(`${console_.product.origin}${base}/segment_limit_file`);
  await page.getByRole('button', { name: 'Move Branches up' }).click();
  await expect.poll(names).toEqual(['总部办公网', 'Branches', '访客网络禁止上传']);
  await context.close();
});

test('The simulator names the limit that refuses', async () => {
  const { page, context } = await openSignedIn(console_);
  await page.goto(`${console_.product.origin}${base}/segment_limit_file`);
  await page.getByRole('button', { name: 'Simulate' }).click();
  const dialog = page.getByRole('dialog');
  await choosePerson(page);
  await dialog.getByRole('button', { name: 'Simulate' }).click();
  await dialog.getByText(/Allow list of the file rule/).waitFor();
  await picture(page, 'limits-simulator');
  expect(await faultsOf(page)).toEqual([]);
  await context.close();
});

/** Whoever holds nothing stands on the white list. */
async function choosePerson(page: Page): Promise<void> {
  const input = page.getByRole('dialog').locator('.ant-form-item input[role=combobox]:not([readonly])').first();
  await input.waitFor();
  await input.fill('powerless');
  await page.locator('.ant-select-item-option').first().click();
}
