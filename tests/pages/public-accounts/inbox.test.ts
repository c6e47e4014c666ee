import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../src/kit/server/ids.ts';
import { employeeAdd } from '../../../src/modules/people/common/employee.contract.ts';
import { rootDepartmentId } from '../../../src/modules/people/common/root.ts';
import { account } from '../../../src/modules/public-accounts/common/account.contract.ts';
import { conversationGet, conversationList } from '../../../src/modules/public-replies/common/inbox/inbox.contract.ts';
import { menuGet, menuPublish, menuSave } from '../../../src/modules/public-replies/common/menu/menu.contract.ts';
import { storeIncoming } from '../../../src/modules/public-replies/server/public.ts';
import { looks, openSignedIn, openTestConsole, picture, type TestConsole } from '../../browser.ts';
import { ConsoleClient } from '../../journeys/console-client.ts';
import { faultsOf } from '../../looked-at.ts';

let console_: TestConsole;
let admin: ConsoleClient;
const people: string[] = [];
let snoId = '';

const says = (employeeId: string, text: string) =>
  console_.product.database.db
    .transaction()
    .execute((tx) => storeIncoming(tx, { snoId, employeeId, clientId: randomUUID(), kind: 'text', body: { text }, at: Date.now() }));

beforeAll(async () => {
  console_ = await openTestConsole();
  admin = new ConsoleClient(console_.product.app, console_.product.admin.token);
  const name = { zh_CN: '员工服务', en_US: 'Employee service', ja_JP: '社員サービス' };
  snoId = (await admin.call(account.add, { name, code: 'service', ownerDeptId: rootDepartmentId })).id;
  for (const one of ['Ada', 'Ben']) {
    const draft = { account: one, name: one, assignments: [{ departmentId: rootDepartmentId, primary: true }] };
    const { id } = await admin.call(employeeAdd, draft);
    people.push(id);
    await sql`insert into sno_audience (id, version, created_at, updated_at, sno_id, member_kind, member_id, mode)
      values (${newId()}::uuid, 1, 0, 0, ${snoId}::uuid, 'employee', ${id}::uuid, 'preset')`.execute(console_.product.database.db);
  }
  await says(people[0]!, 'Where do I find the canteen menu?');
  await says(people[1]!, 'My badge does not open the garage');
  const child = (key: string, zh_CN: string, en_US: string, ja_JP: string) => ({
    key,
    name: { zh_CN, en_US, ja_JP },
    target: { kind: 'link' as const, url: `https://intranet.example/${key}` },
  });
  const draft = [
    {
      ...child('service', '服务', 'Service', 'サービス'),
      target: null,
      children: [child('leave', '请假', 'Leave', '休暇'), child('bus', '班车', 'Shuttle', 'バス')],
    },
    { key: 'ask', name: { zh_CN: '提问', en_US: 'Ask', ja_JP: '質問' }, target: { kind: 'messageBox' as const } },
  ];
  const { version } = await admin.call(menuSave, { snoId, version: 0, draft });
  await admin.call(menuPublish, { snoId, version });
}, 180_000);
afterAll(() => console_.stop());

const places = () =>
  [
    ['inbox', `/mpm_message_management/user_message?snoId=${snoId}`, '.rep-rows button'],
    ['talk', `/mpm_message_management/user_message?snoId=${snoId}&id=${people[0]}`, '.rep-message'],
    ['menu', `/mpm_sno_management/setting/${snoId}/custom_menu`, '.rep-entry'],
  ] as const;

for (const { language, theme, width } of looks())
  test(`Inbox and menu: ${language}, ${theme}, ${width} px: no fault, no complaint`, async () => {
    const { page, context, complaints } = await openSignedIn(console_, { language, theme, width });
    for (const [part, address, shown] of places()) {
      await page.goto(`${console_.product.origin}${address}`);
      await page.locator(shown).filter({ visible: true }).first().waitFor();
      await picture(page, `${part}-${language}-${theme}-${width}`, true);
      expect([part, await faultsOf(page, { state: part })]).toEqual([part, []]);
      expect([part, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([part, width]);
    }
    expect(complaints).toEqual([]);
    await context.close();
  });

test('A conversation is opened, noted about and answered; what comes meanwhile is shown, and it is closed', async () => {
  const { page, context, complaints } = await openSignedIn(console_, { language: 'en_US' });
  await page.goto(`${console_.product.origin}/mpm_message_management?snoId=${snoId}`);
  await page.locator('.rep-rows').getByRole('button', { name: /Ada/ }).click();
  const talk = page.locator('.rep-talk');
  await talk.getByText('Where do I find the canteen menu?').waitFor();
  await says(people[0]!, 'It is nearly noon');
  await talk.getByText('It is nearly noon').waitFor();
  await talk.locator('.rep-notes summary').click();
  await talk.getByRole('textbox', { name: 'Add note' }).fill('Asks every week');
  await talk.getByRole('button', { name: 'Add note', exact: true }).click();
  await expect.poll(async () => (await admin.call(conversationGet, { snoId, employeeId: people[0]! })).notes.length).toBe(1);
  await talk.getByRole('textbox', { name: 'Reply to Ada' }).fill('In the app, under Service');
  await talk.getByRole('button', { name: 'Send', exact: true }).click();
  await talk.locator('.rep-message[data-side=out]').getByText('In the app, under Service').waitFor();
  await expect.poll(async () => (await admin.call(conversationList, { snoId, state: 'answered' })).total).toBe(1);
  await talk.getByRole('button', { name: 'Close', exact: true }).click();
  await expect.poll(async () => (await admin.call(conversationList, { snoId, state: 'closed' })).total).toBe(1);
  expect(complaints).toEqual([]);
  await context.close();
});

test('The menu is written, put in order, saved, published, compared with what was before, and restored', async () => {
  const { page, context, complaints } = await openSignedIn(console_, { language: 'en_US' });
  await page.goto(`${console_.product.origin}/mpm_sno_management/setting/${snoId}/custom_menu`);
  await page.getByRole('button', { name: 'Add entry', exact: true }).click();
  await page.getByRole('textbox', { name: /^Name: English/ }).fill('ItemEvents');
  await page.locator('.rep-menu-form').getByRole('combobox', { name: 'Opens' }).click();
  await page.locator('.ant-select-item-option', { hasText: 'Article list' }).click();
  await page.locator('.rep-phone-bar').getByText('ItemEvents').waitFor();
  await page.getByRole('button', { name: 'Move ItemEvents up', exact: true }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect
    .poll(async () => (await admin.call(menuGet, { snoId })).draft.map(({ name }) => name.en_US))
    .toEqual(['Service', 'ItemEvents', 'Ask']);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByRole('dialog').filter({ visible: true }).locator('.ant-btn-primary, .ant-btn-dangerous').last().click();
  await expect.poll(async () => (await admin.call(menuGet, { snoId })).published?.n).toBe(2);
  await page.getByText('Published as no. 2').waitFor();
  await page.getByRole('button', { name: 'History', exact: true }).click();
  await page.getByRole('button', { name: 'Compare with the draft: No. 1', exact: true }).click();
  await page.locator('.rep-diff').getByText('ItemEvents').waitFor();
  await page.locator('.rep-history li', { hasText: 'No. 1' }).getByRole('button', { name: 'Restore', exact: true }).click();
  await page.getByRole('dialog').filter({ visible: true }).last().locator('.ant-btn-primary, .ant-btn-dangerous').last().click();
  await expect.poll(async () => (await admin.call(menuGet, { snoId })).draft.length).toBe(2);
  expect(complaints).toEqual([]);
  await context.close();
});
