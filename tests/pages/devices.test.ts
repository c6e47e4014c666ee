import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { deviceBind, deviceCheckIn } from '../../src/modules/devices/common/client.contract.ts';
import { ipDetail } from '../../src/modules/address-groups/common/ip-detail.contract.ts';
import { ipGroup } from '../../src/modules/address-groups/common/ip-group.contract.ts';
import { eraseAdd, erasePreview } from '../../src/modules/devices/common/erase.contract.ts';
import { bindRule, ruleAssign } from '../../src/modules/devices/common/rule.contract.ts';
import { safeDevice } from '../../src/modules/devices/common/safe.contract.ts';
import { bindConfigGet, bindConfigUpdate } from '../../src/modules/devices/common/settings.contract.ts';
import { whiteEntry } from '../../src/modules/devices/common/white.contract.ts';
import { rootDepartmentId } from '../../src/modules/people/common/root.ts';
import { looks, openSignedIn, openTestConsole, picture, type TestConsole } from '../browser.ts';
import { ConsoleClient } from '../journeys/console-client.ts';
import { faultsOf } from '../looked-at.ts';
import { TestTerminal } from '../terminal/test-terminal.ts';

let console_: TestConsole;
let admin: ConsoleClient;
let deviceId = '';
let orderId = '';
let ruleId = '';
let personId = '';
const [mms, msm] = ['/mms_device_management', '/msm_device_safety'];

beforeAll(async () => {
  console_ = await openTestConsole();
  const { product } = console_;
  admin = new ConsoleClient(product.app, product.admin.token);
  personId = product.powerless.id;
  const { version } = await admin.call(bindConfigGet, {});
  await admin.call(bindConfigUpdate, { version, enabled: 1 });
  const at = product.app as FastifyInstance;
  const phone = new TestTerminal(product.origin || at, 2);
  await phone.login('powerless');
  await phone.call(deviceCheckIn, {
    posture: { screenLock: true, rooted: false },
    systemVersion: '15',
    model: 'Pixel 9',
    drafts: 2,
    files: 5,
  });
  deviceId = phone.device.id;
  ruleId = (
    await admin.call(bindRule.add, {
      name: '研发中心',
      mode: 'approval',
      checks: [{ check: 'screenLock', action: 'lock', graceHours: 24 }],
    })
  ).id;
  await admin.call(ruleAssign, { ruleId, kind: 'employee', add: [personId] });
  await admin.call(ruleAssign, { ruleId, kind: 'department', add: [rootDepartmentId] });
  const laptop = new TestTerminal(product.origin || at, 4);
  await laptop.tryLogin('powerless');
  await laptop.enrol({ name: '研发笔记本', identifiers: { serial: 'PF3ABCDE', macs: ['00-1A-2B-3C-4D-5E'] } });
  await laptop.call(deviceBind, { reason: '新配发的笔记本' });
  await admin.call(safeDevice.add, {
    name: 'ThinkPad X1',
    assetNo: 'IT-2043',
    platform: 4,
    serial: 'PF3ABCDE',
    macs: ['00:1A:2B:3C:4D:5E'],
    ownerDeptId: rootDepartmentId,
    uses: ['register', 'login'],
  });
  await admin.call(whiteEntry.add, {
    list: 'login',
    employeeId: personId,
    reason: '出差期间使用临时设备',
    until: Date.now() + 10 * 86_400_000,
  });
  const { id: groupId } = await admin.call(ipGroup.add, { name: '总部办公网', code: 'hq', internal: true });
  await admin.call(ipDetail.add, { groupId, value: '10.0.0.0/8', kind: 'cidr', remark: '总部' });
  const { token, typed } = await admin.call(erasePreview, { deviceIds: [laptop.device.id] });
  orderId = (await admin.call(eraseAdd, { previewToken: token, reason: '设备在出差途中遗失，已向警方报案', typed })).id;
  await sql`update erase_order set hold_until = hold_until + 3600000`.execute(product.database.db);
}, 180_000);
afterAll(() => console_.stop());

const rows = '.whk-table tbody tr, .whk-cards li';
const pages = (): [name: string, address: string, ready: string][] => [
  ['info', `${mms}/device_info`, rows],
  ['device', `${mms}/device_info?id=${deviceId}`, '.ant-drawer .whk-facts'],
  ['person', `${mms}/employ_search?empId=${personId}`, '.whk-facts'],
  ['rules', `${mms}/device_binding?ruleId=${ruleId}`, rows],
  ['rule-users', `${mms}/device_binding/relate_user?ruleId=${ruleId}`, 'section .whk-nested'],
  ['rule-departments', `${mms}/device_binding/relate_dept?ruleId=${ruleId}`, 'section .whk-nested'],
  ['rule-add', `${mms}/device_binding?add`, '.ant-drawer .ant-form-item input'],
  ['bindings', `${mms}/user_binding`, rows],
  ['erasures', `${mms}/device-erase`, rows],
  ['check', `${mms}/device_info?view=check`, '.ant-drawer form'],
  ['settings', `${mms}/device_info?view=settings`, '.ant-drawer .whk-settings'],
  ['equipment-of-people', `${msm}/user_equipment_management`, rows],
  ['register', `${msm}/equipment`, rows],
  ['one-device', `${msm}/equipment_information?id=${deviceId}`, '.whk-facts'],
  ['safety-erasures', `${msm}/device_erase`, rows],
  ['binding-list', `${msm}/binding_whitelist`, '.whk-panel'],
  ['login-list', `${msm}/login_whitelist`, rows],
  ['erasure', `${msm}/erase_detail?id=${orderId}`, '.whk-facts'],
  ['addresses', `${msm}/ip_address_group_detail`, rows],
  ['address-rows', `${msm}/ip_address_group_detail?tab=rows`, rows],
];

for (const { language, theme, width } of looks())
  test(`Devices: ${language}, ${theme}, ${width} px: no fault, no complaint`, async () => {
    const { page, context, complaints } = await openSignedIn(console_, { language, theme, width });
    for (const [name, address, ready] of pages()) {
      await page.goto(console_.product.origin + address);
      await page.locator(ready).first().waitFor();
      await picture(page, `devices-${name}-${language}-${theme}-${width}`);
      expect([name, await faultsOf(page)]).toEqual([name, []]);
    }
    expect(complaints).toEqual([]);
    await context.close();
  });
