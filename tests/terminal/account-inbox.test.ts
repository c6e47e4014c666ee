import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { app } from '../../src/modules/apps/common/app.contract.ts';
import { engineGet, enginePause } from '../../src/modules/message-addresses/common/engine.contract.ts';
import { employeeGet } from '../../src/modules/people/common/employee.contract.ts';
import { employeeLeave } from '../../src/modules/people/common/life/life.contract.ts';
import { rootDepartmentId } from '../../src/modules/people/common/root.ts';
import { account } from '../../src/modules/public-accounts/common/account.contract.ts';
import { newAccount, newPush } from '../../src/modules/public-fans/testing/make.ts';
import * as client from '../../src/modules/public-replies/common/client.contract.ts';
import * as inbox from '../../src/modules/public-replies/common/inbox/inbox.contract.ts';
import { userMessagePage } from '../../src/modules/public-replies/common/inbox/inbox.permissions.ts';
import * as menu from '../../src/modules/public-replies/common/menu/menu.contract.ts';
import type { MenuEntry } from '../../src/modules/public-replies/common/menu/menu.contract.ts';
import { keywordReply } from '../../src/modules/public-replies/common/reply/keyword.contract.ts';
import { deliverAgain } from '../../src/modules/public-replies/server/inbox/deliver.ts';
import { markAnswered, storeAnswer, storeIncoming } from '../../src/modules/public-replies/server/public.ts';
import { House } from '../access/house.ts';
import { TestTerminal } from './test-terminal.ts';

let house: House;
let [snoId, north, ann, bob, editor] = ['', '', '', '', ''];
let phones: { ann: TestTerminal; bob: TestTerminal };
const boss = () => house.boss;
const db = () => house.product.database.db;

beforeAll(async () => {
  house = await House.open();
  await boss().call(app.add, { name: { zh_CN: '工作台' }, appKey: 'wheelhouse', ownerDeptId: rootDepartmentId });
  north = await house.department('北方');
  ({ snoId, fan: ann } = await newAccount(house, north));
  bob = await house.person([north], 'Bob');
  editor = await house.person([north], 'Edith');
  await sql`insert into sno_audience (id, version, created_at, updated_at, sno_id, member_kind, member_id, mode)
    values (gen_random_uuid(), 1, 0, 0, ${snoId}::uuid, 'employee', ${bob}::uuid, 'forced')`.execute(db());
  await sql`insert into sno_member (id, version, created_at, updated_at, sno_id, employee_id, role, rights)
    values (gen_random_uuid(), 1, 0, 0, ${snoId}::uuid, ${editor}::uuid, 'editor', '["write"]')`.execute(db());
  phones = { ann: await terminalOf(ann), bob: await terminalOf(bob) };
}, 180_000);
afterAll(() => house.stop());

async function terminalOf(uid: string): Promise<TestTerminal> {
  await house.product.setPassword(uid);
  const terminal = new TestTerminal(house.product.app);
  await terminal.login((await boss().call(employeeGet, { id: uid })).account);
  return terminal;
}

const says = (employeeId: string, text: string, clientId = randomUUID()) =>
  db()
    .transaction()
    .execute((tx) => storeIncoming(tx, { snoId, employeeId, clientId, kind: 'text', body: { text }, at: Date.now() }));
const conversations = async (filter: object = {}) => (await boss().call(inbox.conversationList, { snoId, ...filter })).list;
const heard = async (phone: TestTerminal) => (await phone.ask(client.clientAccountMessages, { snoId })).data.list;

test('What a fan writes is kept once and waits; an answer reaches the phone, and closing and a new message turn the state', async () => {
  const clientId = randomUUID();
  const first = await says(ann, 'Where is the canteen?', clientId);
  expect(await says(ann, 'Where is the canteen?', clientId)).toEqual({ id: first.id, isNew: false });
  expect(await conversations({ state: 'open' })).toMatchObject([
    { employeeId: ann, lastText: 'Where is the canteen?', lastDirection: 'in', assigneeId: null },
  ]);
  expect((await conversations())[0]!.waitingSince).not.toBeNull();
  await boss().call(inbox.messageReply, { snoId, employeeId: ann, text: 'On the second floor' });
  expect(await conversations({ state: 'answered' })).toMatchObject([
    { employeeId: ann, waitingSince: null, lastText: 'On the second floor' },
  ]);
  expect(await heard(phones.ann)).toMatchObject([
    { direction: 'out', kind: 'text', body: { text: 'On the second floor' }, withdrawn: false },
    { direction: 'in', body: { text: 'Where is the canteen?' } },
  ]);
  // It lies in the chat of the account too, once.
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from im_message m join im_conversation c on c.id = m.conversation_id
    where c.kind = 'account' and c.account_id = ${snoId}::uuid`.execute(db());
  expect(rows[0]!.n).toBe(1);
  expect(await boss().call(inbox.messageClose, { snoId, employeeIds: [ann] })).toEqual({ count: 1 });
  expect(await boss().call(inbox.messageClose, { snoId, employeeIds: [ann] })).toEqual({ count: 0 });
  await says(ann, 'Thanks');
  expect(await conversations({ state: 'open' })).toMatchObject([{ employeeId: ann }]);
  await boss().call(inbox.messageClose, { snoId, employeeIds: [ann] });
  await boss().call(inbox.messageReopen, { snoId, employeeIds: [ann] });
  expect(await conversations({ state: 'open' })).toMatchObject([{ employeeId: ann }]);
});

test('A rule answers by itself; filters, stars, notes, assignment and the page of messages do what they say', async () => {
  const { id } = await says(bob, 'When does the office open?');
  await db()
    .transaction()
    .execute(async (tx) => {
      const answeredBy = { kind: 'rule' as const, id: 'r1', name: 'Opening hours' };
      await storeAnswer(tx, { snoId, employeeId: bob, kind: 'text', body: { text: 'At eight' }, answeredBy, ref: id });
      await markAnswered(tx, { snoId, employeeId: bob, auto: true });
    });
  expect(await conversations({ state: 'autoAnswered' })).toMatchObject([{ employeeId: bob, waitingSince: null }]);
  expect((await conversations({ text: 'office' })).map(({ employeeId }) => employeeId)).toEqual([bob]);
  expect((await conversations({ text: 'Bob' })).map(({ employeeId }) => employeeId)).toEqual([bob]);
  expect(await conversations({ kind: 'image' })).toEqual([]);
  expect(await conversations({ waitingHours: 1 })).toEqual([]);
  await sql`update user_conversation set waiting_since = waiting_since - 7200000 where employee_id = ${ann}::uuid`.execute(db());
  expect((await conversations({ waitingHours: 1 })).map(({ employeeId }) => employeeId)).toEqual([ann]);
  await boss().call(inbox.messageStar, { snoId, employeeIds: [bob], starred: true });
  expect((await conversations({ starred: true })).map(({ employeeId }) => employeeId)).toEqual([bob]);
  await boss().call(inbox.messageNote, { snoId, employeeId: bob, text: 'Asked before' });
  expect((await boss().call(inbox.conversationGet, { snoId, employeeId: bob })).notes).toMatchObject([{ text: 'Asked before' }]);
  // An editor without the right to reply answers nobody.
  expect((await boss().ask(inbox.messageAssign, { snoId, employeeIds: [bob], assigneeId: editor })).code).toBe(10404);
  await sql`update sno_member set rights = '["reply"]' where employee_id = ${editor}::uuid`.execute(db());
  expect(await boss().call(inbox.messageAssign, { snoId, employeeIds: [bob], assigneeId: editor })).toEqual({ count: 1 });
  // Who answered first answers on.
  expect((await conversations({ mine: true })).map(({ employeeId }) => employeeId)).toEqual([ann]);
  const page = await boss().call(inbox.userMessageList, { snoId, employeeId: bob, pageSize: 1 });
  expect(page.list).toMatchObject([{ text: 'At eight', answeredBy: 'rule', byName: 'Opening hours' }]);
  const older = await boss().call(inbox.userMessageList, { snoId, employeeId: bob, pageSize: 1, after: page.next! });
  expect(older).toMatchObject({ list: [{ text: 'When does the office open?' }], next: null });
  expect((await boss().ask(inbox.userMessageList, { snoId, employeeId: bob, after: 'nonsense' })).code).toBe(10400);
  expect(await boss().call(inbox.messageForward, { id, empIds: [editor], comment: 'Please look' })).toEqual({ count: 1 });
  expect((await boss().ask(inbox.messageForward, { id, empIds: [ann] })).code).toBe(10404);
});

test('Reading a conversation stands in the log of readings once a day', async () => {
  for (let n = 0; n < 3; n += 1) await boss().call(inbox.userMessageList, { snoId, employeeId: bob });
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from read_log
    where area = 'message' and query ->> 'employeeId' = ${bob} and query ->> 'snoId' = ${snoId}`.execute(db());
  expect(rows[0]!.n).toBe(1);
});

test('Who works for the account without the right to reply is told so, and who has nothing to do with it sees nothing', async () => {
  const south = await house.department('南方');
  const codes = [userMessagePage.code, userMessagePage.button.reply];
  const { client: stranger } = await house.administrator({ codes, range: { kind: 'chosen', departmentIds: [south] } }, [south]);
  expect((await stranger.ask(inbox.conversationList, { snoId })).code).toBe(10910);
  expect((await stranger.ask(inbox.conversationList, { snoId: randomUUID() })).code).toBe(10910);
  expect((await stranger.ask(inbox.messageReply, { snoId, employeeId: ann, text: 'x' })).code).toBe(10910);
});

const entry = (key: string, more: Partial<MenuEntry> = {}): MenuEntry => ({
  key,
  name: { zh_CN: key },
  target: { kind: 'messageBox' },
  members: [],
  children: [],
  ...more,
});
const child = (key: string) => ({ key, name: { zh_CN: key }, target: { kind: 'messageBox' as const }, members: [] });
const save = async (draft: readonly MenuEntry[]) => {
  const { version } = await boss().call(menu.menuGet, { snoId });
  return boss().ask(menu.menuSave, { snoId, version, draft: [...draft] });
};
const publish = async () => boss().ask(menu.menuPublish, { snoId, version: (await boss().call(menu.menuGet, { snoId })).version });

test('A menu of 3 by 5 is published and seen in three languages; too much, too long and dead ends are refused', async () => {
  expect((await phones.ann.ask(client.clientMenu, { snoId })).data).toEqual({ n: null, entries: [] });
  expect((await save([1, 2, 3, 4].map((n) => entry(`e${n}`)))).code).toBe(15040);
  expect((await save([entry('a', { children: [1, 2, 3, 4, 5, 6].map((n) => child(`c${n}`)) })])).code).toBe(15040);
  expect((await save([entry('a', { name: { zh_CN: '一'.repeat(17) } })])).code).toBe(15042);
  expect((await save([entry('a', { name: { zh_CN: '服务', en_US: 'x'.repeat(41) } })])).code).toBe(15042);
  expect((await save([entry('a'), entry('a')])).code).toBe(10400);
  for (const url of ['javascript:alert(1)', 'ftp://a.example/', 'https://u:p@a.example/', 'https://a.example/?no={empNo}'])
    expect([url, (await save([entry('a', { target: { kind: 'link', url } })])).code]).toEqual([url, 10400]);
  const { origin } = house.product;
  expect((await save([entry('a', { target: { kind: 'link', url: `${origin}/x?token=abc` } })])).code).toBe(10400);
  expect((await save([entry('a', { target: { kind: 'link', url: 'http://169.254.169.254/latest' } })])).code).toBe(0);
  expect((await save([entry('a', { target: null })])).code).toBe(0);
  expect((await publish()).code).toBe(15041);
  expect((await save([entry('a', { target: { kind: 'app', appKey: 'nobody-has-it' } })])).code).toBe(0);
  expect((await publish()).code).toBe(15041);
  const top = ['a', 'b', 'c'].map((key) =>
    entry(key, {
      name: { zh_CN: `菜单${key}`, en_US: `Menu ${key}`, ja_JP: `メニュー${key}` },
      target: null,
      children: [1, 2, 3, 4, 5].map((n) => child(`${key}${n}`)),
    }),
  );
  expect((await save(top)).code).toBe(0);
  expect((await publish()).data).toMatchObject({ n: 1 });
  const seen = (await phones.ann.ask(client.clientMenu, { snoId })).data;
  expect(seen.n).toBe(1);
  expect(seen.entries.map(({ name, children }) => [name.en_US, name.ja_JP, children.length])).toEqual([
    ['Menu a', 'メニューa', 5],
    ['Menu b', 'メニューb', 5],
    ['Menu c', 'メニューc', 5],
  ]);
});

test('History, difference and restore; entries for some only; a stale save is refused; clicks count once', async () => {
  await save([entry('a', { name: { zh_CN: '新' } }), entry('own', { members: [{ kind: 'employee', id: bob, exclude: false }] })]);
  expect((await boss().call(menu.menuGet, { snoId })).changed).toBe(true);
  await publish();
  const entriesOf = async (phone: TestTerminal) => (await phone.ask(client.clientMenu, { snoId })).data.entries.map(({ key }) => key);
  expect(await entriesOf(phones.ann)).toEqual(['a']);
  expect(await entriesOf(phones.bob)).toEqual(['a', 'own']);
  const { list } = await boss().call(menu.menuHistory, { snoId });
  expect(list.map(({ n, current }) => [n, current])).toEqual([
    [2, true],
    [1, false],
  ]);
  const diff = (await boss().call(menu.menuDiff, { snoId, from: 1, to: 2 })).list;
  expect(diff.find(({ key }) => key === 'a')).toMatchObject({
    change: 'changed',
    fields: ['name', 'target'],
    before: '菜单a',
    after: '新',
  });
  expect(diff.find(({ key }) => key === 'own')).toMatchObject({ change: 'added' });
  expect(diff.find(({ key }) => key === 'c')).toMatchObject({ change: 'removed' });
  const clientId = randomUUID();
  const click = async (key: string, phone = phones.bob, id = randomUUID()) =>
    phone.ask(client.clientMenuClick, { snoId, clientId: id, key });
  expect((await click('a', phones.bob, clientId)).data).toEqual({ target: { kind: 'messageBox' }, isNew: true });
  expect((await click('a', phones.bob, clientId)).data).toMatchObject({ isNew: false });
  expect((await click('own', phones.ann)).code).toBe(10404);
  expect((await click('nothing')).code).toBe(10404);
  expect((await boss().call(menu.menuStat, { snoId })).list).toMatchObject([{ key: 'a', clicks: 1, people: 1 }]);
  expect((await boss().ask(menu.menuSave, { snoId, version: 1, draft: [] })).code).toBe(10409);
  const { version } = await boss().call(menu.menuGet, { snoId });
  await boss().call(menu.menuRestore, { snoId, version, n: 1 });
  expect((await boss().call(menu.menuGet, { snoId })).draft).toHaveLength(3);
  expect(await entriesOf(phones.ann)).toEqual(['a']);
  await boss().call(menu.menuWithdraw, { snoId, version: version + 1 });
  expect(await entriesOf(phones.ann)).toEqual([]);
});

test('An entry answers by its rule; disabled it leads nowhere, and what is said stands in the conversation', async () => {
  const { id: ruleId } = await boss().call(keywordReply.add, {
    snoId,
    name: 'Hours',
    keywords: [{ text: 'hours' }],
    answers: [{ text: { zh_CN: 'From eight to five' } }],
  });
  expect((await boss().call(menu.menuRules, { snoId })).list).toEqual([{ id: ruleId, name: 'Hours' }]);
  expect((await save([entry('hours', { name: { zh_CN: '时间' }, target: { kind: 'reply', ruleId: randomUUID() } })])).code).toBe(0);
  expect((await publish()).code).toBe(15041);
  await save([entry('hours', { name: { zh_CN: '时间' }, target: { kind: 'reply', ruleId } })]);
  expect((await publish()).code).toBe(0);
  const clientId = randomUUID();
  for (const isNew of [true, false])
    expect((await phones.bob.ask(client.clientMenuClick, { snoId, clientId, key: 'hours' })).data).toEqual({
      target: { kind: 'reply', ruleId },
      isNew,
    });
  expect((await heard(phones.bob)).slice(0, 2)).toMatchObject([
    { direction: 'out', body: { text: 'From eight to five' } },
    { direction: 'in', kind: 'menu', body: { text: '时间' } },
  ]);
  expect(await conversations({ state: 'autoAnswered' })).toMatchObject([{ employeeId: bob }]);
});

test('Pushes stand between the messages, and what was withdrawn is a mark without content', async () => {
  const [kept, gone] = [(await newPush(house, { snoId, fan: bob })).pushId, (await newPush(house, { snoId, fan: bob })).pushId];
  await sql`update push set recall_ordered_at = ${Date.now()}, title = '{"zh_CN":"Wrong figures"}' where id = ${gone}::uuid`.execute(db());
  await sql`update push_target set at = at + 60000 where push_id = ${kept}::uuid`.execute(db());
  const list = await heard(phones.bob);
  expect(list[0]).toMatchObject({ id: kept, kind: 'push', body: { pushId: kept }, withdrawn: false });
  expect(list.find(({ id }) => id === gone)).toMatchObject({ kind: 'push', body: {}, withdrawn: true });
  expect(JSON.stringify(list)).not.toContain('Wrong figures');
  // Page by page it is the same list.
  const paged: string[] = [];
  for (let after: string | undefined; ;) {
    const { list: some, next } = (await phones.bob.ask(client.clientAccountMessages, { snoId, limit: 1, ...(after && { after }) })).data;
    paged.push(...some.map(({ id }) => id));
    if (next === null) break;
    after = next;
  }
  expect(paged).toEqual(list.map(({ id }) => id));
  await boss().call(account.disable, { ids: [snoId] });
  expect((await phones.bob.ask(client.clientAccountMessages, { snoId })).code).toBe(15010);
  expect((await phones.bob.ask(client.clientMenu, { snoId })).code).toBe(15010);
  expect((await boss().ask(inbox.messageReply, { snoId, employeeId: ann, text: 'x' })).code).toBe(15010);
  await boss().call(account.enable, { ids: [snoId] });
});

test('An answer that messaging does not take stays with its person, and upkeep delivers it once', async () => {
  const chat = async () => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from im_message m join im_conversation c on c.id = m.conversation_id
      where c.kind = 'account' and c.account_id = ${snoId}::uuid`.execute(db());
    return rows[0]!.n;
  };
  const before = await chat();
  const paused = await boss().call(enginePause, { version: (await boss().call(engineGet, {})).version, minutes: 10, reason: 'A move' });
  const { id } = await boss().call(inbox.messageReply, { snoId, employeeId: ann, text: 'We are moving' });
  expect((await heard(phones.ann))[0]).toMatchObject({ id, body: { text: 'We are moving' } });
  const { services } = house.product;
  await sql`update user_message set at = at - 60000 where id = ${id}::uuid`.execute(db());
  await deliverAgain(services);
  expect(await chat()).toBe(before);
  await boss().call(enginePause, { version: paused.version, minutes: 0 });
  await deliverAgain(services);
  await deliverAgain(services);
  expect(await chat()).toBe(before + 1);
});

test('Conversations of somebody who leaves are the successor’s where they may reply for the account, else nobody’s', async () => {
  await says(ann, 'One more question');
  const leave = async (choice: 'handOver' | 'remove', successorId: string) => {
    const leaver = await house.person([north], 'Leaver');
    await sql`insert into sno_member (id, version, created_at, updated_at, sno_id, employee_id, role, rights)
      values (gen_random_uuid(), 1, 0, 0, ${snoId}::uuid, ${leaver}::uuid, 'editor', '["reply"]')`.execute(db());
    await boss().call(inbox.messageAssign, { snoId, employeeIds: [ann], assigneeId: leaver });
    const choices = [
      { kind: 'userConversation', choice },
      { kind: 'sno.editor', choice: 'remove' as const },
    ];
    await boss().call(employeeLeave, { ids: [leaver], choices, successorId });
    const assignee = async () => (await conversations()).find(({ employeeId }) => employeeId === ann)?.assigneeId;
    await expect.poll(assignee, { timeout: 20_000 }).not.toBe(leaver);
    return assignee();
  };
  const helper = await house.person([north], 'Helper');
  await sql`insert into sno_member (id, version, created_at, updated_at, sno_id, employee_id, role, rights)
    values (gen_random_uuid(), 1, 0, 0, ${snoId}::uuid, ${helper}::uuid, 'editor', '["reply"]')`.execute(db());
  expect(await leave('handOver', helper)).toBe(helper);
  expect(await leave('handOver', bob)).toBeNull();
  expect(await leave('remove', helper)).toBeNull();
});
