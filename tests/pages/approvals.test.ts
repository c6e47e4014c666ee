import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeApproval as page } from '../../src/modules/approvals/common/permissions.ts';
import { policyEnable, policySave } from '../../src/modules/approvals/common/policy.contract.ts';
import { requestGet } from '../../src/modules/approvals/common/request.contract.ts';
import { employeeAdd, employeeDisable, employeeGet, employeeUnmask } from '../../src/modules/people/common/employee.contract.ts';
import { sysRole } from '../../src/modules/system/common/role.contract.ts';
import { userManagement } from '../../src/modules/people/common/permissions.ts';
import { rootDepartmentId } from '../../src/modules/people/common/root.ts';
import { looks, openConsolePage, openSignedIn, openTestConsole, picture, signInAt, type TestConsole } from '../browser.ts';
import { faultsOf } from '../looked-at.ts';
import { ConsoleClient } from '../journeys/console-client.ts';

let console_: TestConsole;
let other: ConsoleClient;
let admin: ConsoleClient;
let requestId = '';
let unseenId = '';
const people: string[] = [];

const idOf = (data: unknown): string => String(Reflect.get(Object(data), 'requestId'));

beforeAll(async () => {
  console_ = await openTestConsole();
  const { app, powerless } = console_.product;
  admin = new ConsoleClient(app, console_.product.admin.token);
  other = new ConsoleClient(app, powerless.token);
  const { roleId } = await admin.call(sysRole.save, { name: '安全员', code: 'guards' });
  const codes = [userManagement.code, ...Object.values(userManagement.button), page.code, ...Object.values(page.button)];
  await admin.call(sysRole.saveResources, { roleId, version: 1, codes });
  const { version } = await admin.call(sysRole.find, { roleId });
  await admin.call(sysRole.saveRanges, { roleId, version, range: { kind: 'all' } });
  await admin.call(sysRole.assignEmployees, { roleId, ids: [powerless.id] });
  for (const name of ['王小明', '李晓红', '赵强']) {
    const draft = { account: `p${people.length}`, name, assignments: [{ departmentId: rootDepartmentId, primary: true }] };
    people.push((await admin.call(employeeAdd, draft)).id);
  }
  const { id } = await admin.call(policySave, {
    name: '停用人员须双人复核',
    operations: ['employee.disable', 'employee.unmask'],
    atLeast: 2,
    loud: true,
  });
  await admin.call(policyEnable, { ids: [id] });
  // Nobody can count whom a look touches: the policy's other condition holds it.
  const look = { id: people[0]!, field: 'mobile' as const, reason: '核对新员工留下的联系方式' };
  unseenId = idOf((await other.ask(employeeUnmask, look)).data);
  requestId = idOf((await other.ask(employeeDisable, { ids: people.slice(0, 2), reason: '离职手续已经全部办理完毕' })).data);
}, 120_000);
afterAll(() => console_.stop());

const views = (): [name: string, address: string, ready: string][] => [
  ['waiting', '/sys_change_approval', '.whk-table tbody tr, .whk-cards'],
  ['request', `/sys_change_approval?id=${requestId}`, '.wa-events'],
  ['unseen', `/sys_change_approval?id=${unseenId}`, '.wa-events'],
  ['policies', '/sys_change_approval?tab=policy', '.whk-table tbody tr, .whk-cards'],
];

for (const { language, theme, width } of looks())
  test(`Approvals: ${language}, ${theme}, ${width} px: no fault, no complaint`, async () => {
    const { page: at, context, complaints } = await openSignedIn(console_, { language, theme, width });
    for (const [name, address, ready] of views()) {
      await at.goto(console_.product.origin + address);
      await at.locator(ready).first().waitFor();
      await picture(at, `approvals-${name}-${language}-${theme}-${width}`);
      expect([name, await faultsOf(at, { state: name })]).toEqual([name, []]);
    }
    expect(complaints).toEqual([]);
    await context.close();
  });

test('The form of a policy says what is entered, and a held action leads to its request', async () => {
  const { page: at, context, complaints } = await openSignedIn(console_);
  await at.goto(`${console_.product.origin}/sys_change_approval?tab=policy`);
  await at.getByRole('button', { name: 'Add a policy' }).first().click();
  await at.locator('.whk-drawer .ant-form-item').first().waitFor();
  await at.locator('.whk-drawer .ant-select').first().waitFor();
  await picture(at, 'approvals-policy-form');
  expect(await faultsOf(at)).toEqual([]);
  await at.getByRole('button', { name: 'Cancel' }).click();
  // Two people at once are held.
  await at.goto(`${console_.product.origin}/muc_user_management`);
  await at
    .getByRole('row', { name: /李晓红/ })
    .getByRole('checkbox')
    .check();
  await at.getByRole('row', { name: /赵强/ }).getByRole('checkbox').check();
  await at.locator('.whk-bulk').getByRole('button', { name: 'Disable' }).click();
  await at.getByText('First 1 other person must agree').waitFor();
  await picture(at, 'approvals-foreseen');
  await at.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
  // Others must know why it is needed.
  const why = at.getByRole('dialog', { name: 'Others must agree to this change' });
  await why.getByRole('textbox').fill('They left');
  expect(await why.getByRole('button', { name: 'Ask for approval' }).isDisabled()).toBe(true);
  await why.getByRole('textbox').fill('They left the company last week');
  await picture(at, 'approvals-why');
  expect(await faultsOf(at)).toEqual([]);
  await why.getByRole('button', { name: 'Ask for approval' }).click();
  await at.getByText('Awaiting approval').waitFor();
  await picture(at, 'approvals-held');
  await at.getByRole('button', { name: 'Open the request' }).click();
  await at.waitForURL('**/sys_change_approval?tab=mine&id=*');
  await at.locator('.wa-events').waitFor();
  await picture(at, 'approvals-own');
  expect(complaints).toEqual([]);
  await context.close();
});

test('What a list is narrowed to stands in the address', async () => {
  const { page: at, context, complaints } = await openSignedIn(console_);
  await at.goto(`${console_.product.origin}/sys_change_approval?tab=all`);
  await at.getByRole('button', { name: 'More filters' }).click();
  await at.getByRole('combobox', { name: 'Action' }).click();
  await at.getByTitle('Disable people', { exact: true }).click();
  await at.waitForURL(/operation=employee\.disable/);
  await at.getByRole('combobox', { name: 'Requester' }).waitFor();
  await picture(at, 'approvals-filters');
  expect(await faultsOf(at)).toEqual([]);
  expect(complaints).toEqual([]);
  await context.close();
});

test('The bell counts what waits, and requests are approved in the drawer and on the home page', async () => {
  const { page: at, context, complaints } = await openConsolePage(console_);
  await signInAt(at);
  await at.getByRole('button', { name: 'Alerts, 2 unread' }).click();
  await at.getByRole('link', { name: '2 changes await your approval' }).click();
  await at
    .getByRole('row', { name: /Disable people.*王小明/ })
    .getByRole('button')
    .first()
    .click();
  await at.getByRole('button', { name: 'Approve' }).click();
  await at
    .getByRole('dialog', { name: /Approve/ })
    .getByRole('button', { name: 'Approve' })
    .click();
  const enabled = async () => (await admin.call(employeeGet, { id: people[0]! })).enabled;
  await expect.poll(enabled).toBe(false);
  await at.locator('.whk-facts').getByText('Done').waitFor();
  // The other one is decided where it is met first: in its line on the home page.
  await at.goto(`${console_.product.origin}/home`);
  const line = at.locator('.wh-inbox li').filter({ has: at.getByRole('button', { name: 'Approve' }) });
  await line.getByRole('button', { name: 'Approve' }).click();
  await at
    .getByRole('dialog', { name: /Approve/ })
    .getByRole('button', { name: 'Approve' })
    .click();
  await expect.poll(async () => (await admin.call(requestGet, { id: unseenId })).state).toBe('approved');
  await expect.poll(() => line.count()).toBe(0);
  expect(complaints).toEqual([]);
  await context.close();
});
