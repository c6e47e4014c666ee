import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tried } from '../../src/kit/common/change/dry-run.ts';
import { sealed } from '../../src/kit/testing/sealed.ts';
import { verifyStream } from '../../src/kit/server/audit/verify.ts';
import { outsideWord } from '../../src/kit/server/outside-word.ts';
import {
  group,
  groupChangeType,
  groupUsage,
  groupMemberAdd,
  groupMemberManager,
  groupMemberRemove,
  groupMemberRemovePreview,
  groupMembers,
} from '../../src/modules/groups/common/group.contract.ts';
import { helperApply, helperApplyPreview } from '../../src/modules/groups/common/helper.contract.ts';
import { clientEmoticonPackages, clientEmoticonPictures } from '../../src/modules/emoticons/common/client.contract.ts';
import { emoticon, emoticonPackage, emoticonUpload } from '../../src/modules/emoticons/common/emoticon.contract.ts';
import { groupType, typeHelperSave, typeUsage } from '../../src/modules/groups/common/type.contract.ts';
import * as cases from '../../src/modules/messaging/common/case.contract.ts';
import * as im from '../../src/modules/messaging/common/client/client.contract.ts';
import {
  messageContext,
  messageList,
  messageRead,
  messageReceipts,
  messageRecall,
  messageSearch,
  recallGet,
  recallPreview,
} from '../../src/modules/messaging/common/message.contract.ts';
import { messageManage, singleMessagePage } from '../../src/modules/messaging/common/permissions.ts';
import { chatManagePage } from '../../src/modules/groups/common/permissions.ts';
import { sensitiveWord } from '../../src/modules/sensitive-words/common/word.contract.ts';
import { wordPublish } from '../../src/modules/sensitive-words/common/word-list.contract.ts';
import { employeeAdd, employeePassword } from '../../src/modules/people/common/employee.contract.ts';
import { rootDepartmentId } from '../../src/modules/people/common/root.ts';
import { House } from '../access/house.ts';
import { testPassword } from '../product.ts';
import { Talker } from './talker.ts';
import { TestTerminal } from './test-terminal.ts';

const dayMillis = 86_400_000;
const ordinary = '00000000-0000-7000-8000-000000000311';
const people: Record<string, string> = {};
let house: House;
let origin = '';
let [east, west] = ['', ''];

const idOf = (account: string): string => people[account] ?? '';

async function person(account: string, departmentId: string, locale: 'en_US' | 'ja_JP' | null = null): Promise<void> {
  const { boss } = house;
  const assignments = [{ departmentId, primary: true }];
  const { id } = await boss.call(employeeAdd, { account, name: `Name of ${account}`, assignments, locale });
  await boss.call(employeePassword, { id, mode: 'set', password: testPassword, mustChange: false });
  people[account] = id;
}

async function phone(account: string, platform = 2, language = 'en'): Promise<TestTerminal> {
  const terminal = new TestTerminal(origin, platform);
  terminal.language = language;
  await terminal.login(account);
  return terminal;
}
const talker = async (account: string, platform = 2): Promise<Talker> => new Talker(await phone(account, platform));

beforeAll(async () => {
  house = await House.open();
  origin = await house.product.app.listen({ port: 0, host: '127.0.0.1' });
  [east, west] = [await house.department('East'), await house.department('West')];
  await person('ann', east, 'ja_JP');
  await person('bob', east, 'en_US');
  await person('eve', east);
  await person('cid', west);
  await house.boss.call(sensitiveWord.add, { text: 'rude', level: 'replace' });
  await house.boss.call(wordPublish, {});
}, 180_000);
afterAll(() => house.stop());

const say = (terminal: TestTerminal, to: Record<string, string>, text: string) =>
  terminal.call(im.clientSend, { message: { kind: 'text', clientId: randomUUID(), body: { text }, ...to } });

test('12, 16, 17: without an open case no text leaves; with one only what it covers, and each reading is sealed', async () => {
  const { boss } = house;
  const { db, pool } = house.product.database;
  const { secrets } = house.product.services;
  const damage = async () => (await verifyStream(db, secrets, 'read_log')).damage;
  const [ann, bob] = [await talker('ann'), await talker('bob')];
  await Promise.all([ann.connect(), bob.connect()]);
  const sent = await ann.send({ peerId: idOf('bob'), body: { text: 'how rude of you' } });
  expect(sent).toMatchObject({ type: 'sent', state: 'replaced' });
  const conversationId = sent.conversationId!;
  for (const one of [ann, bob]) await expect.poll(() => one.texts(conversationId)).toEqual(['how **** of you']);
  for (const one of [ann, bob]) one.close();
  const listed = await boss.call(messageList, { chat: 'single' });
  expect(listed.list).toMatchObject([{ senderName: 'Name of ann', peerName: 'Name of bob', text: null, original: null, flags: ['word'] }]);
  expect(JSON.stringify(listed)).not.toMatch(/rude|\*\*\*\*/);
  const now = Date.now();
  const [from, to] = [now - dayMillis, now + dayMillis];
  const wish = { kind: 'complaint' as const, reason: 'A complaint about what was said', people: [idOf('ann'), idOf('bob')], from, to };
  const { id: caseId, state } = await boss.call(cases.caseOpen, wish);
  const read = (more = {}, client = boss) => client.ask(messageRead, { caseId, chat: 'single', ...more });
  expect([state, (await read()).code]).toEqual(['requested', 16071]);
  const version = async (): Promise<number> => (await boss.call(cases.caseList, {})).list.find(({ id }) => id === caseId)!.version;
  expect((await boss.ask(cases.caseApprove, { id: caseId, version: await version() })).code).toBe(16073);
  const codes = [messageManage.code, messageManage.button.openCase, messageManage.button.approveCase];
  const second = await house.administrator({
    codes: [...codes, singleMessagePage.code, singleMessagePage.button.read],
    range: { kind: 'all' },
  });
  await second.client.call(cases.caseApprove, { id: caseId, version: await version() });
  const data = await boss.call(messageRead, { caseId, chat: 'single' });
  expect(data.list).toMatchObject([{ text: 'how **** of you', original: 'how rude of you', state: 'replaced' }]);
  // Where the reading can't be written down nothing leaves.
  await pool.query('alter table read_log add constraint nothing_more check (false) not valid');
  const unlogged = await read();
  expect([unlogged.code, JSON.stringify(unlogged)]).toEqual([10500, expect.not.stringMatching(/rude|\*\*/)]);
  await pool.query('alter table read_log drop constraint nothing_more');
  // Words, what stands around, and who has read it.
  const messageId = data.list[0]!.id;
  const found = await boss.call(messageSearch, { caseId, chat: 'single', words: ['HOW', 'you'] });
  expect([found.list.length, (await boss.call(messageSearch, { caseId, chat: 'single', words: ['absent'] })).list]).toEqual([1, []]);
  expect((await boss.call(messageContext, { caseId, chat: 'single', messageId })).list.map(({ id }) => id)).toEqual([messageId]);
  expect((await boss.ask(messageContext, { caseId, chat: 'single', messageId: randomUUID() })).code).toBe(16072);
  expect(await boss.call(messageReceipts, { chat: 'single', id: messageId })).toMatchObject({ total: 1, list: [{ name: 'Name of bob' }] });
  // What somebody else approved is lengthened by somebody else, never beyond the days of the settings.
  expect((await boss.ask(cases.caseExtend, { id: caseId, version: await version(), days: 5 })).code).toBe(16073);
  const before = await boss.call(cases.caseGet, { id: caseId });
  const { endsAt } = await second.client.call(cases.caseExtend, { id: caseId, version: await version(), days: 90 });
  expect([before.readings, endsAt - before.opensAt!]).toEqual([4, 30 * dayMillis]);
  // Not by somebody else, not beyond its time, not of other people.
  expect((await read({}, second.client)).code).toBe(16071);
  expect((await read({ from, to: to + 1 })).code).toBe(16072);
  expect((await read({ personId: idOf('cid') })).code).toBe(16072);
  expect((await read({ caseId: randomUUID() })).code).toBe(16071);
  // Nobody opens one on what they are in.
  expect((await second.client.ask(cases.caseOpen, { ...wish, people: [second.id, idOf('ann')] })).code).toBe(16074);
  const { id: groupId } = await boss.call(group.add, {
    name: 'Of the second',
    typeId: ordinary,
    ownerId: second.id,
    ownerDeptId: rootDepartmentId,
  });
  expect((await second.client.ask(cases.caseOpen, { ...wish, people: [], groupIds: [groupId] })).code).toBe(16074);
  const readings = await boss.call(cases.caseReadLog, { caseId });
  expect(readings.list).toMatchObject([
    { rows: 1 },
    { rows: 0, words: ['absent'] },
    { rows: 1, words: ['HOW', 'you'] },
    { rows: 1, reason: wish.reason },
  ]);
  await boss.call(cases.caseClose, { id: caseId, version: await version() });
  const closed = await read();
  expect([closed.code, JSON.stringify(closed)]).toEqual([16071, expect.not.stringMatching(/rude/)]);
  await sealed(house.product.services, 'read_log');
  expect(await damage()).toBeNull();
  // Not even whoever owns the database does it unnoticed.
  await pool.query(
    `begin; set local session_replication_role = replica; delete from read_log where id = '${readings.list.at(-1)!.id}'; commit`,
  );
  expect(await damage()).not.toBeNull();
});

test('19: terminals on line say at once that a message is gone, one off line before it shows anything else', async () => {
  const { boss } = house;
  const [ann, bob, desk] = [await talker('ann'), await talker('bob'), await talker('bob', 4)];
  await Promise.all([ann.connect(), bob.connect(), desk.connect()]);
  const { conversationId = '', seq = 0 } = await ann.send({ peerId: idOf('bob'), body: { text: 'the salaries' } });
  for (const one of [bob, desk]) await expect.poll(() => one.texts(conversationId)).toContain('the salaries');
  const { list } = await boss.call(messageList, { chat: 'single', personId: idOf('ann') });
  const { id } = list.find((one) => one.seq === seq)!;
  const terminals = async (): Promise<number> => (await boss.call(recallPreview, { ids: [id] })).terminals;
  await expect.poll(terminals).toBe(3);
  desk.close();
  await expect.poll(() => desk.closed).not.toBe(0);
  const shownText = { zh_CN: '已撤回', en_US: 'Taken back', ja_JP: '取り消しました' };
  const { recallOrderId } = await boss.call(messageRecall, { ids: [id], reason: 'A salary list', shownText });
  const order = () => boss.call(recallGet, { id: recallOrderId });
  await expect.poll(async () => (await order()).acknowledged).toBe(2);
  expect(await order()).toMatchObject({ messages: 1, targeted: 3, people: 2 });
  expect((await order()).terminals.filter(({ ackedAt }) => ackedAt === null)).toMatchObject([{ platform: 4 }]);
  // What it missed is told before anything new.
  await ann.send({ conversationId, body: { text: 'and now' } });
  await desk.connect();
  await expect.poll(() => desk.texts(conversationId).at(-1)).toBe('and now');
  expect(desk.shown.get(conversationId)!.find((one) => one.seq === seq)).toMatchObject({ state: 'recalled' });
  await expect.poll(async () => (await order()).acknowledged).toBe(3);
  const { messages } = await bob.terminal.call(im.clientHistory, { conversationId });
  expect(JSON.stringify(messages)).not.toContain('the salaries');
  for (const one of [ann, bob, desk]) one.close();
});

test('20: of a report both sides hear in their language, and a silence holds at the call', async () => {
  const { boss } = house;
  const [ann, bob] = [await phone('ann', 2, 'ja'), await phone('bob', 1, 'en')];
  const report = async (words: string): Promise<string> => {
    const { messageId } = await say(ann, { peerId: idOf('bob') }, words);
    return (await bob.call(im.clientReport, { messageId, reason: 'insult', words: 'Please look at this' })).id;
  };
  await boss.call(cases.reportDecide, { id: await report('an insult'), decision: 'recall', note: '' });
  await boss.call(cases.reportDecide, { id: await report('another'), decision: 'mute', days: 1, note: '' });
  /** In which languages each answer can be read, and which of them stands there. */
  const told = async (terminal: TestTerminal) => {
    const { messages } = await terminal.call(im.clientSync, {});
    return messages.flatMap(({ kind, body }) => {
      if (kind !== 'notice') return [];
      const texts = new Map<string, unknown>(Object.entries(body?.['texts'] ?? {}));
      const known = [...texts.keys()].toSorted();
      return [[known.join(' '), known.find((language) => texts.get(language) === body?.['text'])]];
    });
  };
  const all = 'en_US ja_JP zh_CN';
  expect([await told(ann), await told(bob)]).toEqual([
    [
      [all, 'ja_JP'],
      [all, 'ja_JP'],
    ],
    [
      [all, 'en_US'],
      [all, 'en_US'],
    ],
  ]);
  const silent = await ann.ask(im.clientSend, {
    message: { kind: 'text', peerId: idOf('bob'), clientId: randomUUID(), body: { text: 'hello?' } },
  });
  expect(silent).toMatchObject({ code: 16004, data: { step: 'person', until: expect.any(Number) } });
  await house.product.database.pool.query('delete from im_silence');
});

test('28: an administrator of one department sees its groups alone, and of a chat with somebody outside the fact without the name', async () => {
  const { boss } = house;
  await say(await phone('ann'), { peerId: idOf('cid') }, 'across the house');
  const add = (name: string, owner: string, ownerDeptId: string) =>
    boss.call(group.add, { name, typeId: ordinary, ownerId: idOf(owner), ownerDeptId });
  const [own, other] = [await add('Half east', 'ann', east), await add('Half west', 'cid', west)];
  const codes = [chatManagePage.code, messageManage.code, singleMessagePage.code, messageManage.button.openCase];
  const { client } = await house.administrator({ codes, range: { kind: 'chosen', departmentIds: [east] } }, [east]);
  expect((await client.call(group.list, {})).list.map(({ id }) => id)).toEqual([own.id]);
  expect((await client.ask(group.get, { id: other.id })).code).toBe(10910);
  const ids = [own.id, other.id];
  expect(await client.call(cases.caseGroupList, { ids })).toMatchObject({ list: [{ id: own.id, name: 'Half east' }], total: 1 });
  const found = await boss.call(cases.caseGroupList, { text: 'half', pageNum: 2, pageSize: 1 });
  expect(found).toMatchObject({ list: [{ id: other.id, type: { id: ordinary } }], total: 2, pages: 2 });
  expect(found.types.map(({ id }) => id)).toContain(ordinary);
  const facts = await client.call(messageList, { chat: 'single', otherId: idOf('cid') });
  expect(facts.list).toMatchObject([{ senderName: 'Name of ann', peerName: outsideWord('zh_CN'), text: null }]);
  expect(JSON.stringify(facts)).not.toContain('Name of cid');
});

test('29: taking people out of several groups says before how many out of how many, and takes memberships only', async () => {
  const { boss } = house;
  const groupIds: string[] = [];
  for (const name of ['One', 'Two', 'Three']) {
    const { id } = await boss.call(group.add, { name, typeId: ordinary, ownerId: idOf('ann'), ownerDeptId: east });
    await boss.call(groupMemberAdd, { groupId: id, empIds: [idOf('bob'), ...(name === 'One' ? [idOf('eve')] : [])] });
    groupIds.push(id);
  }
  const empIds = [idOf('bob'), idOf('eve')];
  const foretold = await boss.call(groupMemberRemovePreview, { groupIds, empIds });
  expect(foretold).toEqual({ people: 2, groups: 3, memberships: 4, owners: 0, following: 0 });
  expect(await boss.call(groupMemberRemovePreview, { groupIds, empIds: [idOf('ann')] })).toMatchObject({ owners: 3 });
  expect(await boss.call(groupMemberRemove, { groupIds, empIds })).toEqual({ count: foretold.memberships, groups: foretold.groups });
  for (const groupId of groupIds) {
    expect((await boss.call(groupMembers, { groupId })).list.map(({ id }) => id)).toEqual([idOf('ann')]);
    expect(await boss.call(group.get, { id: groupId })).toMatchObject({ state: 'active' });
  }
});

test('8: a dissolved group comes back with members, managers and history, and after thirty days no more', async () => {
  const { boss } = house;
  const { id } = await boss.call(group.add, { name: 'Comes back', typeId: ordinary, ownerId: idOf('ann'), ownerDeptId: east });
  await boss.call(groupMemberAdd, { groupId: id, empIds: [idOf('bob'), idOf('eve')] });
  await boss.call(groupMemberManager, { groupId: id, empIds: [idOf('bob')], manager: true });
  const ann = await phone('ann');
  const { list } = await ann.call(im.clientConversations, {});
  const conversationId = list.find(({ groupId }) => groupId === id)!.id;
  await say(ann, { conversationId }, 'before');
  const members = async () => (await boss.call(groupMembers, { groupId: id })).list.map((one) => [one.id, one.role]);
  const before = await members();
  await boss.call(group.delete, { ids: [id] });
  expect((await boss.ask(groupMembers, { groupId: id })).code).toBe(10910);
  await boss.call(group.restore, { ids: [id] });
  expect(await members()).toEqual(before);
  const { messages } = await (await phone('bob')).call(im.clientHistory, { conversationId });
  expect(messages.map(({ body }) => body?.['text'])).toContain('before');
  await boss.call(group.delete, { ids: [id] });
  // Its days are over at once.
  const { pool } = house.product.database;
  await pool.query('alter table recycle_days drop constraint recycle_days_days_check');
  await pool.query(`insert into recycle_days (kind, days) values ('imGroup', 0)`);
  expect(await boss.ask(group.restore, { ids: [id] })).toMatchObject({ code: 16026, data: { until: expect.any(Number) } });
});

test('6, 7: a smaller type says which groups it touches; groups that lack a helper get it by a job that counts what was foretold', async () => {
  const { boss } = house;
  const { id: typeId } = await boss.call(groupType.add, { name: { zh_CN: 'Helped' }, code: 'helped', maxMembers: 10 });
  for (const name of ['First', 'Second']) {
    const { id: groupId } = await boss.call(group.add, { name, typeId, ownerId: idOf('ann'), ownerDeptId: east, maxMembers: 10 });
    if (name === 'First') await boss.call(groupMemberAdd, { groupId, empIds: [idOf('bob'), idOf('eve')] });
  }
  const helpers = [{ helper: 'welcome' as const, mode: 'always' as const, text: { zh_CN: '欢迎 {name}' } }];
  expect(await boss.call(groupType.update, tried({ id: typeId, version: 1, maxMembers: 2 }))).toMatchObject({ impact: { groupChats: 1 } });
  const wish = { id: typeId, version: 1, helpers };
  await boss.call(typeHelperSave, wish);
  // Groups that are there lack it until it is given to them; a new one has it.
  await boss.call(group.add, { name: 'Third', typeId, ownerId: idOf('ann'), ownerDeptId: east, maxMembers: 10 });
  const [second, third] = await Promise.all(
    ['Second', 'Third'].map(async (text) => (await boss.call(group.list, { typeId, text })).list[0]!),
  );
  const greeted = async (): Promise<number> => {
    const { messages } = await (await phone('bob')).call(im.clientSync, {});
    return messages.filter(({ body }) => body?.['text'] === '欢迎 Name of bob').length;
  };
  await boss.call(groupMemberAdd, { groupId: second!.id, empIds: [idOf('bob')] });
  expect(await greeted()).toBe(0);
  await boss.call(groupMemberAdd, { groupId: third!.id, empIds: [idOf('bob')] });
  expect(await greeted()).toBe(1);
  const foretold = await boss.call(helperApplyPreview, { id: typeId });
  expect(foretold).toEqual({ groups: 2, all: 3 });
  const { jobId } = await boss.call(helperApply, { id: typeId });
  expect((await boss.jobEnd(jobId)).result).toEqual({ groups: foretold.groups });
  expect(await boss.call(helperApplyPreview, { id: typeId })).toEqual({ groups: 0, all: 3 });
  await boss.call(groupMemberRemove, { groupIds: [second!.id], empIds: [idOf('bob')] });
  await boss.call(groupMemberAdd, { groupId: second!.id, empIds: [idOf('bob')] });
  expect(await greeted()).toBe(2);
  // What it says changes wherever it is.
  const { version } = await boss.call(groupType.get, { id: typeId });
  const other = [{ ...helpers[0]!, text: { zh_CN: '你好 {name}' } }];
  expect(await boss.call(typeHelperSave, tried({ ...wish, helpers: other, version }))).toMatchObject({ impact: { groupChats: 3 } });
  // A type with room for fewer does not take them; a copy of theirs does.
  const { id: small } = await boss.call(groupType.add, { name: { zh_CN: 'Small' }, code: 'small', maxMembers: 5 });
  expect((await boss.ask(groupChangeType, { ids: [second!.id], typeId: small })).code).toBe(16022);
  const { id: copy } = await boss.call(groupType.copy, { id: typeId, code: 'helped-copy' });
  await boss.call(groupChangeType, { ids: [second!.id], typeId: copy });
  expect(await boss.call(typeUsage, { id: copy })).toMatchObject({ groups: 1, people: 2, overFull: 0 });
  expect(await boss.call(groupUsage, { id: second!.id })).toMatchObject({ members: 2, files: 0 });
});

test('What is over by the rules of keeping is erased, the narrower rule first; what is on hold stays, also where the hold comes during a run', async () => {
  const { boss } = house;
  const { pool } = house.product.database;
  const { id: groupId } = await boss.call(group.add, { name: 'Kept short', typeId: ordinary, ownerId: idOf('eve'), ownerDeptId: east });
  const [eve, cid] = [await phone('eve'), await phone('cid')];
  const inGroup = (await eve.call(im.clientConversations, {})).list.find((one) => one.groupId === groupId)!.id;
  const old = [
    await say(eve, { conversationId: inGroup }, 'old in the group'),
    await say(eve, { peerId: idOf('bob') }, 'old to bob'),
    await say(cid, { peerId: idOf('bob') }, 'old and held'),
  ];
  const kept = await say(eve, { peerId: idOf('bob') }, 'of today');
  const age = (days: number, ids: readonly string[]) =>
    pool.query('update im_message set sent_at = $1 where id = any($2)', [Date.now() - days * dayMillis, ids]);
  await age(
    20,
    old.map(({ messageId }) => messageId),
  );
  await boss.call(cases.retention.add, { name: 'Single chats', scope: 'single', keepDays: 10 });
  await boss.call(cases.retention.add, { name: 'This group', scope: 'group', scopeId: groupId, keepDays: 30 });
  const { id: holdId } = await boss.call(cases.holdAdd, { name: 'A case', people: [idOf('cid')], reason: 'Asked for by a court' });
  const run = async () => (await boss.jobEnd((await boss.call(cases.retentionRun, {})).jobId)).result;
  expect(await run()).toEqual({ messages: 1, held: 1 });
  const said = async (terminal: TestTerminal, at: { conversationId: string; messageId: string }) =>
    (await terminal.call(im.clientHistory, { conversationId: at.conversationId })).messages.find(({ id }) => id === at.messageId);
  const [grouped, gone, held] = old as [(typeof old)[0], (typeof old)[0], (typeof old)[0]];
  expect(await said(eve, grouped)).toMatchObject({ body: { text: 'old in the group' } });
  // Its number stays, so that nothing seems to be missing.
  expect(await said(eve, gone)).toMatchObject({ state: 'expired', body: null, seq: gone.seq });
  expect(await said(cid, held)).toMatchObject({ body: { text: 'old and held' } });
  expect(await said(eve, kept)).toMatchObject({ body: { text: 'of today' } });
  await boss.call(cases.holdRelease, { ids: [holdId], reason: 'The case is over' });
  expect(await run()).toEqual({ messages: 1, held: 0 });
});

test('Emoticons that are sent are counted, alone and within a text; what nobody uses can be found', async () => {
  const { boss } = house;
  const { id: packageId } = await boss.call(emoticonPackage.add, { name: { zh_CN: 'Cats' }, code: 'cats' });
  for (const code of ['smile', 'wave', 'sleep']) await boss.call(emoticon.add, { packageId, name: { zh_CN: code }, code });
  const ann = await phone('ann');
  const to = { peerId: idOf('bob') };
  const body = { package: 'cats', code: 'smile' };
  await ann.call(im.clientSend, { message: { kind: 'emoticon', clientId: randomUUID(), body, ...to } });
  await say(ann, to, 'good [cats:smile] and [cats:wave][cats:wave] and [cats:none]');
  const list = async (more = {}) =>
    (await boss.call(emoticon.list, { packageId, ...more })).list.map(({ code, uses30 }) => `${code} ${uses30}`).toSorted();
  expect(await list()).toEqual(['sleep 0', 'smile 2', 'wave 1']);
  expect(await list({ use: 'unused' })).toEqual(['sleep 0']);
  expect((await boss.call(emoticonPackage.list, {})).list.find(({ id }) => id === packageId)).toMatchObject({ uses30: 3 });
  // A package that is off is offered no longer, and what was sent of it is still drawn.
  const drawn = await sharp({ create: { width: 32, height: 32, channels: 4, background: '#f60' } })
    .png()
    .toBuffer();
  const { picture } = await boss.call(emoticonUpload, { fileId: await boss.upload('a.png', drawn) });
  await boss.call(emoticon.add, { packageId, name: { zh_CN: 'drawn' }, code: 'drawn', picture });
  const offered = async () => (await ann.call(clientEmoticonPackages, {})).packages.flatMap(({ items }) => items.map(({ code }) => code));
  expect(await offered()).toContain('drawn');
  await boss.call(emoticonPackage.disable, { ids: [packageId] });
  expect(await offered()).not.toContain('drawn');
  expect((await ann.call(clientEmoticonPictures, { digests: [picture] })).pictures[picture]).toMatch(/^data:image\/webp/);
});
