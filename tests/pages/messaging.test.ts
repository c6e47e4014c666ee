import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { group, groupMemberRemove, groupMembers } from '../../src/modules/groups/common/group.contract.ts';
import { caseList } from '../../src/modules/messaging/common/case.contract.ts';
import { messageList, recallPreview } from '../../src/modules/messaging/common/message.contract.ts';
import { groupMessagePage, messageManage, singleMessagePage } from '../../src/modules/messaging/common/permissions.ts';
import { cardTemplate } from '../../src/modules/message-cards/common/card.contract.ts';
import { cardExport } from '../../src/modules/message-cards/common/transfer.contract.ts';
import { sysRole } from '../../src/modules/system/common/role.contract.ts';
import { employeeAdd, employeePassword } from '../../src/modules/people/common/employee.contract.ts';
import { rootDepartmentId } from '../../src/modules/people/common/root.ts';
import { chooseIn, openSignedIn, openTestConsole, picture, type TestConsole } from '../browser.ts';
import { ConsoleClient } from '../journeys/console-client.ts';
import { faultsOf } from '../looked-at.ts';
import { testPassword } from '../product.ts';
import { Talker } from '../terminal/talker.ts';
import { TestTerminal } from '../terminal/test-terminal.ts';

const people: Record<string, string> = {};
let console_: TestConsole;
let admin: ConsoleClient;
const idOf = (account: string): string => people[account] ?? '';
const at = (path: string): string => `${console_.product.origin}${path}`;

async function person(account: string, name: string): Promise<void> {
  const { id } = await admin.call(employeeAdd, { account, name, assignments: [{ departmentId: rootDepartmentId, primary: true }] });
  await admin.call(employeePassword, { id, mode: 'set', password: testPassword, mustChange: false });
  people[account] = id;
}

/** Looks for somebody in a picker and chooses what is found. */
async function pick(field: Locator, text: string): Promise<void> {
  await field.fill(text);
  await field.page().locator('.ant-select-dropdown').filter({ visible: true }).getByText(text).first().click();
}

/** Chooses an action in the menu of a row. */
async function act(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^Actions for ${name}`) }).click();
  await page.locator('.whk-actions').filter({ visible: true }).getByText(action, { exact: true }).first().click();
}

const lunch = async () => (await admin.call(group.list, { text: 'Lunch at noon' })).list[0]!;

async function talker(account: string): Promise<Talker> {
  const terminal = new TestTerminal(console_.product.origin);
  await terminal.login(account);
  const one = new Talker(terminal);
  await one.connect();
  return one;
}

beforeAll(async () => {
  console_ = await openTestConsole();
  admin = new ConsoleClient(console_.product.app, console_.product.admin.token);
  for (const [account, name] of [
    ['ann', 'Ann Arbor'],
    ['bob', 'Bob Burns'],
    ['second', 'Second Look'],
  ] as const)
    await person(account, name);
  const { roleId } = await admin.call(sysRole.save, { name: 'Second look', code: 'second_look' });
  const { openCase, approveCase } = messageManage.button;
  const codes = [messageManage.code, openCase, approveCase, singleMessagePage.code, groupMessagePage.code];
  await admin.call(sysRole.saveResources, { roleId, version: (await admin.call(sysRole.find, { roleId })).version, codes });
  await admin.call(sysRole.saveRanges, { roleId, version: (await admin.call(sysRole.find, { roleId })).version, range: { kind: 'all' } });
  await admin.call(sysRole.assignEmployees, { roleId, ids: [idOf('second')] });
}, 180_000);
afterAll(() => console_?.stop());

test('A group is made, its members are added, and taken out with the question that says how many', async () => {
  const { page, context, complaints } = await openSignedIn(console_, { language: 'en_US' });
  await page.goto(at('/imm_group_manage/chat_manage?add='));
  const form = page.locator('.whk-drawer .whk-form');
  await form.getByLabel('Name', { exact: true }).fill('Lunch at noon');
  await chooseIn(form.getByRole('combobox', { name: 'Type' }), 'Ordinary group');
  await pick(form.getByRole('combobox', { name: 'Owner' }), 'Ann Arbor');
  await form.getByRole('combobox', { name: 'Department' }).click();
  await page.locator('.ant-select-dropdown').filter({ visible: true }).locator('.ant-select-tree-title, .ant-select-item').first().click();
  await page.locator('.whk-form-foot .ant-btn-primary').click();
  const made = page.locator('.ant-drawer', { has: page.locator('.whk-tabs') });
  await made.getByRole('tab', { name: 'Members' }).click();
  await made.getByRole('button', { name: 'Add members' }).click();
  const dialog = page.getByRole('dialog').filter({ hasText: 'Departments and dynamic groups are added' });
  await pick(dialog.getByRole('combobox', { name: 'People' }), 'Bob Burns');
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Add members' }).click();
  await made.getByRole('cell', { name: 'Bob Burns' }).or(made.getByText('Bob Burns')).first().waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await picture(page, 'group-members');
  await act(page, 'Bob Burns', 'Mute for an hour');
  const muted = async () =>
    (await admin.call(groupMembers, { groupId: (await lunch()).id })).list.find(({ name }) => name === 'Bob Burns')?.mutedUntil;
  await expect.poll(muted).not.toBeNull();
  // People of a file: who is unknown is named with the line.
  await made.getByRole('button', { name: 'Add from a file' }).click();
  const importing = page.getByRole('dialog').filter({ hasText: 'An xlsx or csv file' });
  await importing.locator('input[type=file]').setInputFiles({
    name: 'members.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('account\nsecond\nnobody-here\n'),
  });
  const imported = page.getByRole('dialog').filter({ hasText: '1 person added' });
  await imported.getByText('Line 3, nobody-here: no such account').waitFor();
  await picture(page, 'group-import');
  await imported.locator('.ant-modal-footer').getByRole('button', { name: 'Close' }).click();
  await made.getByText('Second Look').first().waitFor();
  await admin.call(groupMemberRemove, { groupIds: [(await lunch()).id], empIds: [idOf('second')] });
  // Several groups at once: the notice above the chat, and a message into it.
  await page.goto(at('/imm_group_manage/chat_manage'));
  const choose = () => page.getByRole('checkbox', { name: /Lunch at noon/ }).check();
  await choose();
  await page.getByRole('button', { name: 'Change the notice' }).click();
  const board = page.getByRole('dialog').filter({ hasText: 'Change the notice' });
  await board.getByRole('textbox').fill('At noon, by the gate');
  await picture(page, 'group-notice');
  await board.getByRole('button', { name: 'Save' }).click();
  await expect.poll(async () => (await lunch()).notice).toBe('At noon, by the gate');
  await board.waitFor({ state: 'hidden' });
  await choose();
  await page.getByRole('button', { name: 'Write a notice' }).click();
  const writing = page.getByRole('dialog').filter({ hasText: 'Write a notice' });
  await writing.getByRole('textbox').first().fill('今天有汤');
  await picture(page, 'group-message');
  const before = (await lunch()).messages;
  await writing.getByRole('button', { name: 'Send' }).click();
  await expect.poll(async () => (await lunch()).messages).toBe(before + 1);
  await writing.waitFor({ state: 'hidden' });
  await choose();
  await page.getByRole('button', { name: 'Remove members' }).click();
  const asked = page.getByRole('dialog').filter({ hasText: 'Reason' });
  await pick(asked.getByRole('combobox', { name: 'People' }), 'Bob Burns');
  await page.keyboard.press('Escape');
  await asked.getByText('Removes 1 person from 1 group; the groups stay').waitFor();
  await picture(page, 'group-remove');
  await asked.getByRole('button', { name: 'Remove members' }).click();
  await asked.waitFor({ state: 'hidden' });
  expect((await admin.call(group.list, {})).list).toMatchObject([{ name: 'Lunch at noon', members: 1 }]);
  // Its type shows what it is called in each language.
  await page.goto(at(`/imm_group_manage/imm_group_type_setting/${(await lunch()).typeId}`));
  await expect.poll(() => page.getByLabel('Name: English').inputValue()).toBe('Ordinary group');
  await page.goto(at('/imm_group_manage/chat_manage'));
  // Dissolved from its row, and brought back from the recycle bin with who was in it.
  await act(page, 'Lunch at noon', 'Dissolve');
  await page.getByRole('dialog').filter({ visible: true }).getByRole('button', { name: 'Dissolve' }).click();
  await expect.poll(async () => (await admin.call(group.list, {})).total).toBe(0);
  await page.goto(at('/sys_recycle_bin'));
  await page
    .getByRole('row', { name: /Lunch at noon/ })
    .getByRole('checkbox')
    .check();
  await page.locator('.whk-bulk').getByRole('button', { name: 'Restore' }).click();
  await page
    .getByRole('dialog', { name: 'Restore' })
    .getByRole('button', { name: /^Restore/ })
    .last()
    .click();
  await expect.poll(async () => (await admin.call(group.list, {})).list).toMatchObject([{ name: 'Lunch at noon', members: 1 }]);
  expect(complaints).toEqual([]);
  await context.close();
});

test('A message is recalled, and the page shows the terminals that acknowledged', async () => {
  const [ann, bob] = [await talker('ann'), await talker('bob')];
  const { conversationId = '' } = await ann.send({ peerId: idOf('bob'), body: { text: 'the salaries' } });
  await expect.poll(() => bob.texts(conversationId)).toEqual(['the salaries']);
  const ids = (await admin.call(messageList, { chat: 'single' })).list.map(({ id }) => id);
  await expect.poll(async () => (await admin.call(recallPreview, { ids })).terminals).toBe(2);
  const { page, context, complaints } = await openSignedIn(console_, { language: 'en_US' });
  await page.goto(at('/imm_message_manage/single'));
  await page.getByRole('row').nth(1).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Recall', exact: true }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('terminals').first().waitFor();
  await dialog.getByLabel('Reason (at least 5 characters)').fill('A list of salaries');
  await picture(page, 'recall-dialog');
  await dialog.getByRole('button', { name: 'Recall', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
  await expect.poll(() => bob.shown.get(conversationId)?.[0]?.state).toBe('recalled');
  await page.goto(at('/imm_message_manage?view=recall'));
  const done = page.getByText('2 of 2 terminals acknowledged').first();
  const seen = async (): Promise<boolean> => {
    await page.getByRole('button', { name: 'Reload' }).click();
    return done.isVisible();
  };
  await page.getByText('A list of salaries').first().waitFor();
  await expect.poll(seen, { timeout: 60_000, interval: 500 }).toBe(true);
  await page.getByText('A list of salaries').first().click();
  await page.locator('.whk-drawer').getByText('Bob Burns').waitFor();
  await picture(page, 'recall-order');
  expect(await faultsOf(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await context.close();
  for (const one of [ann, bob]) one.close();
});

test('A case is asked for, agreed to by somebody else, and read', async () => {
  const ann = await talker('ann');
  await ann.send({ peerId: idOf('bob'), body: { text: 'see you at noon' } });
  ann.close();
  const { page, context, complaints } = await openSignedIn(console_, { language: 'en_US' });
  await page.goto(at('/imm_message_manage?view=case'));
  await page.getByRole('button', { name: 'Request a case' }).click();
  const form = page.locator('.whk-drawer .whk-form');
  await form.getByLabel('Reason', { exact: true }).fill('A complaint about what was said at noon');
  for (const name of ['Ann Arbor', 'Bob Burns']) await pick(form.getByRole('combobox', { name: 'People', exact: true }), name);
  await page.keyboard.press('Escape');
  await picture(page, 'case-form');
  await page.locator('.whk-form-foot .ant-btn-primary').click();
  await page.getByText('A complaint about what was said').first().waitFor();
  const second = await openSignedIn(console_, { language: 'en_US' }, 'second');
  await second.page.goto(at('/imm_message_manage?view=case'));
  await act(second.page, 'C2', 'Approve');
  const question = second.page.getByRole('dialog');
  await question.locator('.ant-btn-primary, .ant-btn-dangerous').last().click();
  await expect.poll(async () => (await admin.call(caseList, {})).list[0]?.state).toBe('open');
  expect(second.complaints).toEqual([]);
  await second.context.close();
  await page.goto(at('/imm_message_manage/single'));
  await page.getByRole('button', { name: 'Read', exact: true }).first().click();
  const reader = page.locator('.whk-drawer');
  await reader.getByRole('combobox', { name: 'Case' }).click();
  await page.locator('.ant-select-dropdown').filter({ visible: true }).getByText('Ann Arbor').first().click();
  await reader.getByRole('button', { name: 'Read', exact: true }).click();
  await reader.getByText('see you at noon').waitFor();
  await picture(page, 'case-read');
  expect(await faultsOf(page)).toEqual([]);
  await page.goto(at('/imm_message_manage?view=readLog'));
  await page.getByText('A complaint about what was said at noon').first().waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test('A template of cards is made in its group and published', async () => {
  const { page, context, complaints } = await openSignedIn(console_, { language: 'en_US' });
  await page.goto(at('/imm_card_message_management?tab=group&add='));
  const form = page.locator('.whk-drawer .whk-form');
  await form.locator('.whk-local input').first().fill('Travel');
  await form.getByLabel('Code', { exact: true }).fill('travel');
  await page.locator('.whk-form-foot .ant-btn-primary').click();
  await page.getByText('Travel').first().waitFor();
  await page.goto(at('/imm_card_message_management?add='));
  await form.locator('.whk-local').first().locator('input').first().fill('Trip');
  await form.getByLabel('Code', { exact: true }).fill('trip');
  await chooseIn(form.getByRole('combobox', { name: 'Group' }), 'Travel');
  await form.getByRole('combobox', { name: 'Owner department' }).click();
  await page.locator('.ant-select-dropdown').filter({ visible: true }).locator('.ant-select-tree-title, .ant-select-item').first().click();
  await form.locator('.whk-local').nth(1).locator('input, textarea').first().fill('A trip');
  await form.getByRole('group', { name: 'Row 1' }).getByLabel('Text (Chinese)').fill('Bon voyage');
  await picture(page, 'card-form');
  await page.locator('.whk-form-foot .ant-btn-primary').click();
  await expect.poll(async () => (await admin.call(cardTemplate.list, {})).total).toBe(1);
  await page.goto(at('/imm_card_message_management'));
  await act(page, 'Trip', 'Publish');
  await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click();
  await expect.poll(async () => (await admin.call(cardTemplate.list, {})).list[0]?.published).toBe(1);
  await page.getByText('Version 1').first().waitFor();
  // Taken over from elsewhere: what is no file of templates is said; a good one is tried and comes in.
  const { list } = await admin.call(cardTemplate.list, {});
  const { templates } = await admin.call(cardExport, { ids: [list[0]!.id] });
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const importing = page.getByRole('dialog').filter({ hasText: 'Import' });
  await importing.getByRole('textbox').first().fill('no file');
  await importing.locator('.ant-form-item-explain-error').waitFor();
  await importing
    .getByRole('textbox')
    .first()
    .fill(JSON.stringify({ templates: [{ ...templates[0]!, code: 'trip-2' }] }));
  await importing.getByRole('combobox').click();
  await page.locator('.ant-select-dropdown').filter({ visible: true }).locator('.ant-select-tree-title, .ant-select-item').first().click();
  await picture(page, 'card-import');
  await importing.locator('.ant-btn-primary').click();
  await expect.poll(async () => (await admin.call(cardTemplate.list, {})).total).toBe(2);
  await importing.waitFor({ state: 'hidden' });
  expect(await faultsOf(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await context.close();
});
