import { afterAll, beforeAll, expect, test } from 'vitest';
import { group } from '../../../src/modules/groups/common/group.contract.ts';
import { employeeAdd } from '../../../src/modules/people/common/employee.contract.ts';
import { rootDepartmentId } from '../../../src/modules/people/common/root.ts';
import { robotCommand } from '../../../src/modules/robots/common/company/command.contract.ts';
import { robotReply } from '../../../src/modules/robots/common/company/reply.contract.ts';
import { robot, robotGroupAdd, robotGroupList, robotSecret } from '../../../src/modules/robots/common/company/robot.contract.ts';
import { looks, openSignedIn, openTestConsole, picture, type TestConsole } from '../../browser.ts';
import { ConsoleClient } from '../../journeys/console-client.ts';
import { faultsOf } from '../../looked-at.ts';

const ordinary = '00000000-0000-7000-8000-000000000311';
let console_: TestConsole;
let admin: ConsoleClient;
let [robotId, ownerId, groupId] = ['', '', ''];
const at = (path: string): string => `${console_.product.origin}${path}`;
const detail = (tab = ''): string => `/mms_robot_service/company_detail?id=${robotId}${tab === '' ? '' : `&tab=${tab}`}`;

beforeAll(async () => {
  console_ = await openTestConsole();
  admin = new ConsoleClient(console_.product.app, console_.product.admin.token);
  const assignments = [{ departmentId: rootDepartmentId, primary: true }];
  ownerId = (await admin.call(employeeAdd, { account: 'oncall', name: 'On call', assignments })).id;
  const home = { companyDeptId: rootDepartmentId, ownerId };
  const name = { zh_CN: '监控告警', en_US: 'Alerts', ja_JP: '監視アラート' };
  robotId = (await admin.call(robot.add, { ...home, name, code: 'alerts', preset: 'alert', avatar: 'bell' })).id;
  await admin.call(robot.add, { ...home, name: { zh_CN: '全读', en_US: 'Reader' }, code: 'reader', reads: 'all' });
  groupId = (await admin.call(group.add, { name: 'Operations', typeId: ordinary, ownerId, ownerDeptId: rootDepartmentId })).id;
  await admin.call(group.add, { name: 'Second shift', typeId: ordinary, ownerId, ownerDeptId: rootDepartmentId });
  await admin.call(robotGroupAdd, { robotId, groupIds: [groupId] });
  const does = { kind: 'text' as const, text: { zh_CN: '{host} 正常', en_US: '{host} is fine' } };
  await admin.call(robotCommand.add, {
    robotId,
    word: 'status',
    does,
    arguments: [{ name: 'host', label: { zh_CN: '主机', en_US: 'host' } }],
  });
  await admin.call(robotReply.add, { robotId, words: 'hours', answer: { zh_CN: '九点到六点', en_US: 'Nine to six' } });
  const { value } = await admin.call(robotSecret, { id: robotId, which: 'token', keepOldHours: 0 });
  for (const body of [{ msgtype: 'text', text: { content: 'Disk is full' } }, { unknown: true }])
    await console_.product.app.inject({
      method: 'POST',
      url: `/hook/robot/alerts?key=${value}`,
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(body),
    });
}, 180_000);
afterAll(() => console_?.stop());

for (const { language, theme, width } of looks())
  test(`Company robots: ${language}, ${theme}, ${width} px: no fault, no complaint`, async () => {
    const { page, context, complaints } = await openSignedIn(console_, { language, theme, width });
    for (const [part, address, shown] of [
      ['list', '/mms_robot_service/company', '.whk-open'],
      ['profile', detail(), '.whk-facts'],
      ['in', detail('in'), '.rb-trial-row'],
      ['out', detail('out'), '.whk-facts'],
      ['command', detail('command'), '.whk-open'],
      ['reply', detail('reply'), '.whk-open'],
      ['group', detail('group'), 'text=Operations'],
      ['log', detail('log'), '.whk-open'],
      ['statistics', detail('statistics'), '.whc canvas, .whc-none'],
    ] as const) {
      await page.goto(at(address));
      await page.locator(shown).filter({ visible: true }).first().waitFor();
      await picture(page, `robots-${part}-${language}-${theme}-${width}`, true);
      expect([part, await faultsOf(page, { state: part })]).toEqual([part, []]);
      expect([part, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([part, width]);
    }
    expect(complaints).toEqual([]);
    await context.close();
  });

test('A robot is added, opened, put into a group, given a key that is shown once, and tried; another one is approved', async () => {
  const { page, context, complaints } = await openSignedIn(console_, { language: 'en_US' });
  await page.goto(at('/mms_robot_service/company?add='));
  const form = page.locator('.whk-drawer .whk-form');
  await form.getByRole('textbox', { name: /^Name/ }).first().fill('值班');
  await form.getByLabel('Code', { exact: true }).fill('duty-desk');
  expect(await faultsOf(page)).toEqual([]);
  await picture(page, 'robots-form');
  // Departments and people are found by typing, which other tests try.
  const home = { companyDeptId: rootDepartmentId, ownerId };
  const { id } = await admin.call(robot.add, { ...home, name: { zh_CN: '值班', en_US: 'Duty' }, code: 'duty-desk' });
  await page.goto(at('/mms_robot_service/company'));
  await page.getByRole('button', { name: 'Actions for Reader' }).click();
  await page.locator('.ant-popover:visible').getByRole('button', { name: 'Approve', exact: true }).click();
  await expect.poll(async () => (await admin.call(robot.list, { open: true })).total).toBe(0);
  await page.goto(at(`/mms_robot_service/company_detail?id=${id}&tab=group`));
  await page
    .getByRole('button', { name: /^Add to group/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox').fill('Second');
  await page.getByText('Second shift').last().click();
  expect(await faultsOf(page)).toEqual([]);
  await dialog.locator('.ant-btn-primary').click();
  await expect.poll(async () => (await admin.call(robotGroupList, { robotId: id })).list.map(({ name }) => name)).toEqual(['Second shift']);
  await page.goto(at(`/mms_robot_service/company_detail?id=${id}&tab=in`));
  await page.getByRole('button', { name: /Change keys: Key of the address/ }).click();
  await page.getByRole('dialog').locator('.ant-btn-primary, .ant-btn-dangerous').last().click();
  await page.getByText('Shown this once').waitFor();
  const shown = await page.locator('.ant-modal .rb-code').first().textContent();
  expect(shown).toMatch(/\/hook\/robot\/duty-desk\?key=[\w-]{40,}$/);
  expect(await faultsOf(page)).toEqual([]);
  await picture(page, 'robots-key');
  await page.getByRole('button', { name: 'I have stored it' }).click();
  const trial = page.getByRole('region', { name: 'Try a message' });
  await trial.getByRole('button', { name: 'Preview', exact: true }).click();
  await trial.getByText('Shape: WeCom').waitFor();
  await trial.getByRole('combobox', { name: 'Test group' }).click();
  await page.getByText('Second shift').last().click();
  await trial.getByRole('button', { name: 'Send to the group' }).click();
  await trial.getByText(/^Sent \(/).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await picture(page, 'robots-trial');
  expect(complaints).toEqual([]);
  await context.close();
});

test('A command with an argument is written, a call of the log is read and done again, and the second frame shows the same robot', async () => {
  const { page, context, complaints } = await openSignedIn(console_, { language: 'en_US' });
  await page.goto(at(`${detail('command')}&addCommand=`));
  const form = page.locator('.whk-drawer .whk-form');
  await form.getByLabel('Word', { exact: true }).fill('restart');
  await form.getByRole('button', { name: 'Add argument' }).click();
  await form.getByRole('textbox', { name: 'Label of argument 1' }).fill('主机');
  await form.getByRole('textbox', { name: 'Text of the answer' }).fill('{arg1} 已重启');
  expect(await faultsOf(page)).toEqual([]);
  await picture(page, 'robots-command');
  await page.locator('.whk-form-foot .ant-btn-primary').click();
  await expect
    .poll(async () => (await admin.call(robotCommand.list, { robotId, sort: 'word' })).list.map(({ word }) => word))
    .toEqual(['restart', 'status']);
  await page.goto(at(detail('log')));
  await page.getByText('wecom').first().waitFor();
  await page.locator('tbody tr').filter({ hasText: 'wecom' }).locator('.whk-open').click();
  const drawer = page.locator('.ant-drawer');
  await drawer.getByText('Disk is full').waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await drawer.getByRole('button', { name: 'Replay' }).click();
  await page.getByRole('dialog').locator('.ant-btn-primary').last().click();
  await drawer.getByText(/^Sent \(/).waitFor();
  await picture(page, 'robots-replay');
  await page.goto(at(`/mms_robot_service_company/company_detail?id=${robotId}&companyDeptId=${rootDepartmentId}`));
  await page.getByRole('heading', { name: 'Alerts', level: 1 }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await context.close();
});
