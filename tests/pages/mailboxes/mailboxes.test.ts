import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mailAccount } from '../../../src/modules/mailboxes/common/boxes/account.contract.ts';
import { mailAuth } from '../../../src/modules/mailboxes/common/boxes/auth.contract.ts';
import { mailMember } from '../../../src/modules/mailboxes/common/boxes/member.contract.ts';
import { mailServer } from '../../../src/modules/mailboxes/common/boxes/server.contract.ts';
import { mailSettingGet } from '../../../src/modules/mailboxes/common/boxes/setting.contract.ts';
import { employeeAdd } from '../../../src/modules/people/common/employee.contract.ts';
import { rootDepartmentId } from '../../../src/modules/people/common/root.ts';
import { looks, openSignedIn, openTestConsole, picture, type TestConsole } from '../../browser.ts';
import { ConsoleClient } from '../../journeys/console-client.ts';
import { faultsOf } from '../../looked-at.ts';

let console_: TestConsole;
let admin: ConsoleClient;
const people: Record<string, string> = {};
const at = (path: string): string => `${console_.product.origin}${path}`;

beforeAll(async () => {
  console_ = await openTestConsole();
  admin = new ConsoleClient(console_.product.app, console_.product.admin.token);
  for (const [name, who] of [
    ['ann', 'Ann Arbor'],
    ['bob', 'Bob Burns'],
    ['eve', 'Eve Evans'],
  ] as const)
    people[name] = (
      await admin.call(employeeAdd, {
        account: name,
        name: who,
        email: `${name}@mail.example`,
        assignments: [{ departmentId: rootDepartmentId, primary: true }],
      })
    ).id;
  const [incoming, outgoing] = [
    { host: 'imap.mail.example', port: 993 },
    { host: 'smtp.mail.example', port: 465 },
  ];
  const server = (await admin.call(mailServer.add, { name: 'Company mail', domains: ['mail.example'], incoming, outgoing })).id;
  await console_.product.database.pool.query(`update mail_server set health = '{"ok": false, "class": "timeout"}', health_at = $1`, [
    Date.now(),
  ]);
  const box = { serverId: server, name: { zh_CN: '安的邮箱', en_US: 'Ann’s mail', ja_JP: 'アンのメール' } };
  const { id } = await admin.call(mailAccount.add, { ...box, address: 'ann@mail.example', employeeId: people['ann']! });
  await admin.call(mailAccount.add, {
    serverId: server,
    name: { zh_CN: '服务台', en_US: 'Desk', ja_JP: 'デスク' },
    address: 'desk@mail.example',
    kind: 'shared',
    ownerId: people['bob']!,
    ownerDeptId: rootDepartmentId,
  });
  await console_.product.database.pool.query(
    `update mail_account set quota_used = 95, quota_limit = 100, state = 'failing' where id = $1`,
    [id],
  );
  await admin.call(mailMember.add, { departmentId: rootDepartmentId });
  await admin.call(mailAuth.add, {
    accountId: id,
    employeeId: people['bob']!,
    rights: ['read', 'flag'],
    until: Date.now() + 5 * 86_400_000,
    reason: 'Holiday',
  });
}, 180_000);
afterAll(() => console_?.stop());

/** Looks for somebody or something in a picker and chooses what is found. */
async function pick(field: Locator, text: string): Promise<void> {
  await field.click();
  await field.fill(text);
  await field.page().locator('.ant-select-dropdown').filter({ visible: true }).getByText(text).first().click();
}

const places = [
  ['accounts', '/mms_mail_manage', '.whk-open'],
  ['servers', '/mms_mail_manage/home?tab=server', '.whk-open'],
  ['settings', '/mms_mail_manage/home?tab=setting', '.whk-form input'],
  ['members', '/mms_mail_manage/authorized', '.whk-open'],
  ['grants', '/mms_mail_manage/authorized?tab=mailbox', '.whk-open'],
] as const;

for (const { language, theme, width } of looks())
  test(`Mailboxes: ${language}, ${theme}, ${width} px: no fault, no complaint`, async () => {
    const { page, context, complaints } = await openSignedIn(console_, { language, theme, width });
    for (const [part, address, shown] of places) {
      await page.goto(at(address));
      await page.locator(shown).filter({ visible: true }).first().waitFor();
      await picture(page, `mail-${part}-${language}-${theme}-${width}`, true);
      expect([part, await faultsOf(page, { state: part })]).toEqual([part, []]);
      expect([part, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([part, width]);
    }
    expect(complaints).toEqual([]);
    await context.close();
  });

test('A server is added and looked at step by step; a box is added for somebody, and found from the strip where its sign-in fails', async () => {
  const { page, context, complaints } = await openSignedIn(console_, { language: 'en_US' });
  await page.goto(at('/mms_mail_manage/home?tab=server&add='));
  const form = page.locator('.whk-drawer .whk-form');
  await form.getByLabel('Name', { exact: true }).fill('Branch mail');
  const incoming = form.locator('.ant-form-item').filter({ hasText: 'Incoming (IMAP)' });
  await incoming.getByLabel('Host', { exact: true }).fill('10.1.2.3');
  await form.locator('.ant-form-item').filter({ hasText: 'Outgoing (SMTP)' }).getByLabel('Host', { exact: true }).fill('10.1.2.3');
  expect(await faultsOf(page)).toEqual([]);
  await picture(page, 'mail-server-form');
  await page.locator('.whk-form-foot .ant-btn-primary').click();
  await expect.poll(async () => (await admin.call(mailServer.list, { text: 'Branch' })).total).toBe(1);
  await page.goto(at('/mms_mail_manage/home?tab=server'));
  await page.locator('tr', { hasText: 'Branch mail' }).locator('.whk-more').click();
  await page.getByRole('button', { name: 'Test server' }).click();
  const dialog = page.getByRole('dialog').filter({ hasText: 'Test “Branch mail”' });
  await dialog.getByRole('button', { name: 'Start' }).click();
  await dialog.getByText('Failed: the address may not be reached').waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await picture(page, 'mail-server-test');
  await page.goto(at('/mms_mail_manage'));
  await page.getByRole('link', { name: 'Sign-ins failing' }).click();
  await page.getByRole('button', { name: 'ann@mail.example', exact: true }).waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'desk@mail.example', exact: true }).count()).toBe(0);
  await page.goto(at('/mms_mail_manage/home?add='));
  const box = page.locator('.whk-drawer .whk-form');
  await box.getByLabel('Address', { exact: true }).fill('eve@mail.example');
  await box.getByLabel('Name: 简体中文').or(box.getByLabel(/^Name/)).first().fill('Eve');
  await pick(box.getByRole('combobox', { name: 'Server' }), 'Company mail');
  await pick(box.getByRole('combobox', { name: 'Employee' }), 'Eve Evans');
  expect(await faultsOf(page)).toEqual([]);
  await picture(page, 'mail-account-form');
  await page.locator('.whk-form-foot .ant-btn-primary').click();
  await expect.poll(async () => (await admin.call(mailAccount.list, { text: 'eve@' })).list[0]?.employeeName).toBe('Eve Evans');
  expect(complaints).toEqual([]);
  await context.close();
});

test('A box is granted, the check says why somebody may open it, the grant is extended, and settings are saved', async () => {
  const { page, context, complaints } = await openSignedIn(console_, { language: 'en_US' });
  await page.goto(at('/mms_mail_manage/authorized?tab=mailbox&add='));
  const form = page.locator('.whk-drawer .whk-form');
  await pick(form.getByRole('combobox', { name: 'Mailbox' }), 'desk@mail.example');
  await pick(form.getByRole('combobox', { name: 'Employee' }), 'Eve Evans');
  await form.getByRole('checkbox', { name: 'Read' }).check();
  await form.getByRole('checkbox', { name: 'Send on behalf' }).check();
  await form.getByLabel('Reason').fill('Works at the desk');
  expect(await faultsOf(page)).toEqual([]);
  await picture(page, 'mail-grant-form');
  await page.locator('.whk-form-foot .ant-btn-primary').click();
  const grant = async () => (await admin.call(mailAuth.list, { empId: people['eve']! })).list[0];
  await expect.poll(async () => (await grant())?.rights).toEqual(['read', 'sendOnBehalf']);
  await page.goto(at('/mms_mail_manage/authorized?tab=mailbox'));
  await page.getByRole('button', { name: 'Check access' }).click();
  const check = page.getByRole('dialog').filter({ hasText: 'Check access to a mailbox' });
  await pick(check.getByRole('combobox', { name: 'Employee' }), 'Eve Evans');
  await pick(check.getByRole('combobox', { name: 'Mailbox' }), 'desk@mail.example');
  await check
    .getByText('its mail server is disabled', { exact: false })
    .or(check.getByText('Its mail server is disabled.'))
    .first()
    .waitFor();
  await check.getByText('Granted to the employee').waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await picture(page, 'mail-check');
  await page.keyboard.press('Escape');
  await check.waitFor({ state: 'hidden' });
  await page.locator('tr', { hasText: 'Bob Burns' }).locator('.whk-more').click();
  await page.getByRole('button', { name: 'Extend' }).click();
  const extend = page.getByRole('dialog').filter({ hasText: 'Extend' });
  await extend.getByLabel('Reason').fill('Away for longer');
  expect(await faultsOf(page)).toEqual([]);
  await picture(page, 'mail-extend');
  await page.keyboard.press('Escape');
  await page.goto(at('/mms_mail_manage/home?tab=setting'));
  await page.getByLabel('Time to withdraw (seconds)').fill('20');
  await page.getByRole('button', { name: /^Save/ }).click();
  await expect.poll(async () => (await admin.call(mailSettingGet, {})).undoSendSeconds).toBe(20);
  await page.goto(at('/mms_mail_manage'));
  await page.getByRole('button', { name: 'Discover accounts' }).click();
  const discover = page.getByRole('dialog').filter({ hasText: 'Discover accounts' });
  await pick(discover.getByRole('combobox', { name: 'Server' }), 'Company mail');
  expect(await faultsOf(page)).toEqual([]);
  await picture(page, 'mail-discover');
  await discover.locator('.ant-modal-footer .ant-btn-primary').click();
  await page.getByRole('dialog').getByText('Bob Burns').first().waitFor();
  await picture(page, 'mail-discover-plan');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Apply/ })
    .first()
    .click();
  await expect
    .poll(async () => (await admin.call(mailAccount.list, { text: 'bob@' })).list[0]?.employeeName, { timeout: 15_000 })
    .toBe('Bob Burns');
  expect(complaints).toEqual([]);
  await context.close();
});
