import { afterAll, beforeAll, expect, test } from 'vitest';
import { departmentAdd } from '../../../src/modules/people/common/department.contract.ts';
import { employeeAdd } from '../../../src/modules/people/common/employee.contract.ts';
import { rootDepartmentId } from '../../../src/modules/people/common/root.ts';
import { assistant } from '../../../src/modules/robots/common/assistant/assistant.contract.ts';
import { robot } from '../../../src/modules/robots/common/company/robot.contract.ts';
import { mrmResources, mrmRole } from '../../../src/modules/robots/common/role/role.contract.ts';
import { robotSchedule } from '../../../src/modules/robots/common/schedule/schedule.contract.ts';
import { robotSettingGet } from '../../../src/modules/robots/common/setting/setting.contract.ts';
import { usedAssistant } from '../../../src/modules/robots/server/assistant/own-assistant.ts';
import { looks, openSignedIn, openTestConsole, picture, type TestConsole } from '../../browser.ts';
import { ConsoleClient } from '../../journeys/console-client.ts';
import { faultsOf } from '../../looked-at.ts';

let console_: TestConsole;
let admin: ConsoleClient;
let [ann, north, assistantId, robotId] = ['', '', '', ''];
const at = (path: string): string => `${console_.product.origin}${path}`;

beforeAll(async () => {
  console_ = await openTestConsole();
  const { product } = console_;
  admin = new ConsoleClient(product.app, product.admin.token);
  north = (await admin.call(departmentAdd, { parentId: rootDepartmentId, kind: 'company', name: { zh_CN: '北方公司', en_US: 'North' } }))
    .id;
  const person = async (account: string, name: string, departmentId: string): Promise<string> =>
    (await admin.call(employeeAdd, { account, name, assignments: [{ departmentId, primary: true }] })).id;
  ann = await person('ann', 'Ann Arbor', north);
  const bob = await person('bob', 'Bob Burns', rootDepartmentId);
  assistantId = (await usedAssistant(product.database.db, product.services, ann, '小安')).id;
  await usedAssistant(product.database.db, product.services, bob, '小波');
  const away = { from: Date.now(), until: Date.now() + 86_400_000, text: { zh_CN: '休假' }, to: 'everyone', substituteId: bob };
  await product.database.pool.query('update assistant set away = $2 where id = $1', [assistantId, JSON.stringify(away)]);
  await admin.call(mrmRole.save, { name: 'Makers', code: 'makers', ownerDeptId: north });
  robotId = (
    await admin.call(robot.add, { name: { zh_CN: '早报', en_US: 'Morning' }, code: 'morning', companyDeptId: north, ownerId: bob })
  ).id;
}, 180_000);
afterAll(() => console_?.stop());

const second = '/mms_robot_service_company';
const places = () =>
  [
    ['assistants', '/mms_robot_service', '.whk-open'],
    ['assistant', `/mms_robot_service/persional_detail?id=${assistantId}`, '.whk-object-page .rb-facts'],
    ['roles', '/mms_robot_service/role_auth?tab=relate_auth', '.rb-functions'],
    ['settings', '/mms_robot_service/common_setting', '.whk-settings .ant-switch'],
    ['company settings', `${second}/common_setting?companyDeptId=${north}`, '.whk-settings .ant-switch'],
    ['company assistants', `${second}/persional?companyDeptId=${north}`, '.whk-open'],
    ['schedules', `/mms_robot_service/company_detail?id=${robotId}&tab=schedule`, '.whk-state'],
  ] as const;

for (const { language, theme, width } of looks())
  test(`Robots: ${language}, ${theme}, ${width} px: no fault, no complaint`, async () => {
    const { page, context, complaints } = await openSignedIn(console_, { language, theme, width });
    for (const [part, address, shown] of places()) {
      await page.goto(at(address));
      await page.locator(shown).filter({ visible: true }).first().waitFor();
      await picture(page, `robots-${part}-${language}-${theme}-${width}`, true);
      expect([part, await faultsOf(page, { state: part })]).toEqual([part, []]);
      expect([part, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([part, width]);
    }
    expect(complaints).toEqual([]);
    await context.close();
  });

test('The assistant of a person is opened, changed, reset and disabled', async () => {
  const { page, context, complaints } = await openSignedIn(console_, { language: 'en_US' });
  await page.goto(at('/mms_robot_service'));
  await page.getByText('Ann Arbor').first().waitFor();
  await page.goto(at(`/mms_robot_service/persional_detail?id=${assistantId}`));
  await page.getByText('Stand-in: Bob Burns').waitFor();
  await page.locator('.whk-object-actions').getByRole('button', { name: 'Edit', exact: true }).click();
  const form = page.locator('.whk-drawer .whk-form');
  await form.getByRole('checkbox', { name: 'mika' }).uncheck();
  expect(await faultsOf(page)).toEqual([]);
  await picture(page, 'robots-assistant-form');
  await page.locator('.whk-drawer .whk-form-foot .ant-btn-primary').click();
  await expect.poll(async () => (await admin.call(assistant.get, { id: assistantId })).functions).not.toContain('mika');
  await page.locator('.whk-object-actions').getByRole('button', { name: 'Reset', exact: true }).click();
  await page.getByRole('dialog').locator('.ant-btn-primary, .ant-btn-dangerous').last().click();
  await expect.poll(async () => (await admin.call(assistant.get, { id: assistantId })).functions).toContain('mika');
  await page.locator('.whk-object-actions').getByRole('button', { name: 'Disable', exact: true }).click();
  await page.getByRole('dialog').locator('.ant-btn-primary, .ant-btn-dangerous').last().click();
  await expect.poll(async () => (await admin.call(assistant.get, { id: assistantId })).enabled).toBe(false);
  expect(complaints).toEqual([]);
  await context.close();
});

test('A role of a company gives a function more; its settings are narrowed and their effect is shown', async () => {
  const { page, context, complaints } = await openSignedIn(console_, { language: 'en_US' });
  await page.goto(at(`${second}/role_auth?companyDeptId=${north}`));
  await page.locator('.whk-role-list').getByText('Makers').click();
  await page.getByRole('tab', { name: /^Functions/ }).click();
  await page.getByRole('checkbox', { name: /Read all messages/ }).check();
  await page.getByRole('spinbutton', { name: 'Robots owned' }).fill('9');
  expect(await faultsOf(page)).toEqual([]);
  await picture(page, 'robots-role-functions');
  await page.locator('.whk-form-foot').getByRole('button', { name: 'Save', exact: true }).click();
  const roleId = (await admin.call(mrmRole.list, { name: 'Makers' })).list[0]!.id;
  await expect.poll(async () => (await admin.call(mrmResources, { roleId })).limits.robots).toBe(9);
  expect((await admin.call(mrmResources, { roleId })).functions).toContain('robot.readAll');
  await page.getByRole('tab', { name: /^Roles of people/ }).click();
  expect(await faultsOf(page)).toEqual([]);
  // The tabs of the frame keep the company.
  await page.locator('.whk-nested').first().getByRole('link', { name: 'Settings' }).click();
  await page.getByLabel('Robots one person owns at most').fill('2');
  await page.getByRole('button', { name: 'Preview effect' }).click();
  await page.locator('.rb-facts').getByText('Robots concerned').waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await picture(page, 'robots-company-setting');
  await page.locator('.whk-save-bar').getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(async () => (await admin.call(robotSettingGet, { companyDeptId: north })).effective.maxPerPerson).toBe(2);
  await page.getByText('Set by this company').first().waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test('A schedule is added with its next times in view, runs by hand, is paused', async () => {
  const { page, context, complaints } = await openSignedIn(console_, { language: 'en_US' });
  await page.goto(at(`/mms_robot_service/company_detail?id=${robotId}&tab=schedule`));
  await page.getByRole('button', { name: 'Add schedule' }).first().click();
  const form = page.locator('.whk-drawer .whk-form');
  await form.getByLabel('Name', { exact: true }).fill('Every morning');
  await form.getByLabel('Rule', { exact: true }).fill('0 9 * * 1-5');
  await form.getByText(/^Next: /).waitFor();
  await form.getByRole('textbox', { name: 'Text' }).fill('Good morning');
  expect(await faultsOf(page)).toEqual([]);
  await picture(page, 'robots-schedule-form');
  await page.locator('.whk-drawer .whk-form-foot .ant-btn-primary').click();
  const schedule = async () => (await admin.call(robotSchedule.list, { robotId })).list[0];
  await expect.poll(async () => (await schedule())?.cron).toBe('0 9 * * 1-5');
  expect((await schedule())!.content).toEqual({ kind: 'text', text: { zh_CN: 'Good morning' } });
  await page.getByText('Every morning').first().waitFor();
  const drawer = page.getByRole('dialog').filter({ hasText: 'Every morning' });
  await drawer.getByRole('button', { name: 'Actions for Every morning' }).click();
  await page.getByText('Pause', { exact: true }).filter({ visible: true }).first().click();
  await expect.poll(async () => (await schedule())!.state).toBe('paused');
  expect(await faultsOf(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await context.close();
});
