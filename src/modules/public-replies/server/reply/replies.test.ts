import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '#kit/server/ids.ts';
import { keepMade } from '#kit/server/files/files.ts';
import { account } from '#modules/public-accounts/common/account.contract.ts';
import { followedAfter, followedWithin } from '#modules/public-accounts/server/account-hooks.ts';
import { keywordReply } from '../../common/reply/keyword.contract.ts';
import { autoReplyPage } from '../../common/reply/permissions.ts';
import { systemReply, usualSystem, welcomeReply } from '../../common/reply/setting.contract.ts';
import { replyTest } from '../../common/reply/test.contract.ts';
import { replyHouse, type ReplyHouse } from '../../testing/reply-house.ts';

const size = 50;
let house: ReplyHouse;
let [ann, bob] = ['', ''];
beforeAll(async () => {
  house = await replyHouse(size);
  [ann, bob] = house.people as [string, string];
}, 120_000);
afterAll(() => house.served.close());
// What one test says and sends is nothing to the next.
beforeEach(async () => {
  const { db } = house.served.database;
  await sql`delete from keyword_reply`.execute(db);
  await sql`delete from reply_setting`.execute(db);
  await sql`delete from user_message`.execute(db);
  await sql`delete from user_conversation`.execute(db);
});

const stateOf = async (uid: string): Promise<string | undefined> =>
  (await house.served.database.db.selectFrom('user_conversation').select('state').where('employee_id', '=', uid).executeTakeFirst())?.state;
const systemDocument = { ...usualSystem, enabled: true, answers: [{ text: { zh_CN: '稍后回复', en_US: 'Later' } }] };
const file = async (lines: readonly string[]): Promise<string> =>
  (
    await keepMade(house.served.services, Readable.from([Buffer.from(lines.map((line) => `"${line}"\n`).join(''))]), {
      name: 'sentences.csv',
      type: 'text/csv',
      purpose: 'import',
      owner: house.boss.uid,
      keepMillis: null,
    })
  ).id;

test('Rules of an account: the same exact keyword once (15030), patterns that hold (15031), their order, figures and overlaps', async () => {
  const { boss, snoId, add } = house;
  const first = await add({ name: 'Leave', keywords: [{ text: 'Leave', match: 'exact' }, { text: 'vacation' }] });
  const same = { snoId, name: 'Other', keywords: [{ text: ' ＬＥＡＶＥ ', match: 'exact' as const }], answers: [{ text: { zh_CN: 'x' } }] };
  expect(await boss.ask(keywordReply.add, same)).toMatchObject({ code: 15030, msg: expect.stringContaining('Leave') as string });
  // In another language only, or as a part of a sentence, it is another keyword.
  const second = await add({ ...same, name: 'Second', keywords: [{ text: 'leave', match: 'contains' }] });
  for (const text of ['(', '.*', 'a(?=b)'])
    expect(await boss.ask(keywordReply.update, { id: second, version: 1, keywords: [{ text, match: 'pattern' }] })).toMatchObject({
      code: 15031,
    });
  const keywords = [{ text: 'leave', match: 'exact' as const }];
  expect(await boss.ask(keywordReply.update, { id: second, version: 1, keywords })).toMatchObject({ code: 15030 });
  expect(await boss.ask(keywordReply.add, { ...same, keywords: [{ text: '' }] })).toMatchObject({ code: 10400 });
  const list = await boss.call(keywordReply.list, { snoId });
  expect(list.list.map(({ name, overlaps }) => [name, overlaps])).toEqual([
    ['Leave', ['Second']],
    ['Second', ['Leave']],
  ]);
  expect((await house.write(ann, 'LEAVE')).answers).toHaveLength(1);
  await boss.call(keywordReply.reorder, { ids: [second, first] });
  await house.write(ann, 'my leave');
  await house.write(ann, 'leave');
  expect((await house.answers(ann)).map(({ by }) => by)).toEqual(['Leave', 'Second', 'Second']);
  const { list: counted } = await boss.call(keywordReply.list, { snoId });
  expect(counted.map(({ name, fired7 }) => [name, fired7])).toEqual([
    ['Second', 2],
    ['Leave', 1],
  ]);
  expect((await boss.call(keywordReply.list, { snoId, silent: true })).total).toBe(0);
  expect((await boss.call(keywordReply.list, { snoId, text: 'vaca' })).total).toBe(1);
  expect((await boss.call(keywordReply.list, { snoId, match: 'exact' })).total).toBe(1);
  await boss.call(keywordReply.disable, { ids: [second] });
  await house.write(bob, 'leave');
  expect((await house.answers(bob)).map(({ by }) => by)).toEqual(['Leave']);
});

test('Welcome and system replies are documents with versions; only who manages the account writes them', async () => {
  const { boss, snoId, served } = house;
  expect(await boss.call(welcomeReply.get, { snoId })).toMatchObject({ version: 0, document: { enabled: false, answers: [] } });
  const document = { enabled: true, answers: [{ text: { zh_CN: '欢迎' } }] };
  expect(await boss.call(welcomeReply.save, { snoId, version: 0, document })).toMatchObject({ version: 1 });
  expect(await boss.ask(welcomeReply.save, { snoId, version: 0, document })).toMatchObject({
    code: 10409,
    data: { current: { version: 1 } },
  });
  expect(await boss.call(welcomeReply.save, { snoId, version: 1, document })).toMatchObject({ version: 2 });
  expect(await boss.ask(welcomeReply.save, { snoId, version: 2, document: { enabled: true, answers: [] } })).toMatchObject({ code: 10400 });
  const six = Array.from({ length: 6 }, () => document.answers[0]!);
  expect(await boss.ask(systemReply.save, { snoId, version: 0, document: { ...systemDocument, answers: six } })).toMatchObject({
    code: 10400,
  });
  const reader = served.holder({ [autoReplyPage.code]: 'all' });
  expect(await reader.ask(welcomeReply.save, { snoId, version: 2, document })).toMatchObject({ code: 65002 });
  expect(await served.holder({ [autoReplyPage.button.save]: [] }).ask(welcomeReply.save, { snoId, version: 2, document })).toMatchObject({
    code: 10910,
  });
});

test('The welcome comes once, with the first follow', async () => {
  const { boss, snoId, served } = house;
  const answers = [{ text: { zh_CN: '欢迎', en_US: 'Welcome' } }, { text: { zh_CN: '发送“帮助”' } }];
  await boss.call(welcomeReply.save, { snoId, version: 0, document: { enabled: true, answers } });
  await served.database.db.transaction().execute((tx) => followedWithin(tx, { snoId, employeeId: ann }));
  await followedAfter(served.services, { snoId, employeeId: ann });
  await followedAfter(served.services, { snoId, employeeId: ann });
  expect((await house.answers(ann)).map(({ by, text }) => [by, text])).toEqual([
    ['welcome', '欢迎'],
    ['welcome', '发送“帮助”'],
  ]);
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from im_message m join im_conversation c on c.id = m.conversation_id
    and c.account_id = ${snoId}::uuid and c.other_id = ${ann}::uuid`.execute(served.database.db);
  expect(rows[0]?.n).toBe(2);
});

test('A message is kept once; the system reply comes once in the minutes between, and what nobody answers stays open', async () => {
  const { boss, snoId, rule } = house;
  await rule('bus', 'bus');
  const clientId = newId();
  const one = await house.write(ann, 'Where is the bus?', clientId);
  const again = await house.write(ann, 'Where is the bus?', clientId);
  expect([again.reply.id, again.answers]).toEqual([one.reply.id, []]);
  expect(await house.answers(ann)).toEqual([{ by: 'bus', text: 'bus', ref: one.reply.id }]);
  expect(await stateOf(ann)).toBe('autoAnswered');
  await house.write(ann, 'hello');
  expect(await stateOf(ann)).toBe('open');
  await boss.call(systemReply.save, { snoId, version: 0, document: systemDocument });
  await house.write(ann, 'hello');
  await house.write(ann, 'hello?');
  expect((await house.answers(ann)).map(({ by }) => by)).toEqual(['bus', 'system']);
  expect(await stateOf(ann)).toBe('open');
});

test('Twenty messages in a minute, then 15083; twenty automatic answers in an hour', async () => {
  await house.add({ name: 'three', keywords: [{ text: 'x' }], answers: ['1', '2', '3'].map((zh_CN) => ({ text: { zh_CN } })) });
  for (let at = 0; at < 20; at += 1) await house.write(bob, `x ${at}`);
  expect(await house.answers(bob)).toHaveLength(20);
  await expect(house.write(bob, 'x')).rejects.toMatchObject({ answer: 15083 });
  expect(await stateOf(bob)).toBe('open');
});

test('The tester says of five hundred sentences what the live path then does', async () => {
  const { boss, snoId, people, add, deptId } = house;
  const words = ['bus', 'leave', 'canteen', 'expenses', '班车', '休暇', 'wifi', 'badge'];
  await add({ name: 'exact', keywords: words.slice(0, 3).map((text) => ({ text, match: 'exact' })), answers: [{ text: { zh_CN: 'e' } }] });
  await add({ name: 'begin', keywords: [{ text: 'where is', match: 'prefix' }], members: [{ kind: 'employee', id: people[7]! }] });
  await add({ name: 'never', keywords: [{ text: 'bus' }], windows: [{ from: '09:00', to: '09:01', weekdays: [1] }] });
  await add({ name: 'pattern', keywords: [{ text: '(bus|班车) ?[0-9]+', match: 'pattern' }] });
  await add({ name: 'words', keywords: words.slice(3, 6).map((text) => ({ text })), members: [{ kind: 'department', id: deptId }] });
  await add({ name: 'tongue', keywords: [{ text: 'wifi', language: 'ja_JP' }] });
  await add({ name: 'one', keywords: [{ text: 'leave' }], mode: 'one', answers: ['a', 'b', 'c'].map((zh_CN) => ({ text: { zh_CN } })) });
  await add({ name: 'badge', keywords: [{ text: 'badge' }], members: [{ kind: 'employee', id: people[3]!, exclude: true }] });
  await boss.call(systemReply.save, { snoId, version: 0, document: systemDocument });
  const shapes = [
    (w: string) => w,
    (w: string) => `Where is ${w}`,
    (w: string) => `  ${w.toUpperCase()}　?`,
    (w: string) => `${w}7 和 ${w}`,
    (w: string) => `no${w.slice(1)}`,
  ];
  let at = 0;
  const fired = new Map<string, number>();
  for (const uid of people)
    for (let n = 0; n < 10; n += 1, at += 1) {
      const text = shapes[at % shapes.length]!(words[Math.floor(at / shapes.length) % words.length]!);
      const { one } = await boss.call(replyTest, { snoId, text, empId: uid });
      const before = (await house.answers(uid)).length;
      const { answers } = await house.write(uid, text);
      const kept = (await house.answers(uid)).slice(before);
      expect(kept.map((row) => row.text)).toEqual(one!.answers.map((row) => row.text));
      expect(answers).toHaveLength(one!.answers.length);
      if (one!.by === 'keyword') expect(kept[0]?.by).toBe(one!.rule);
      const name = one!.by === 'keyword' ? one!.rule : one!.by;
      fired.set(name, (fired.get(name) ?? 0) + 1);
    }
  expect(at).toBe(500);
  expect([...fired.keys()].toSorted()).toEqual(['badge', 'begin', 'exact', 'one', 'open', 'pattern', 'system', 'words']);
}, 60_000);

test('A file of sentences gives overlaps and what nobody answers; a draft takes the place of its rule', async () => {
  const { boss, snoId, rule } = house;
  const bus = await rule('bus', 'bus', 'shuttle');
  await rule('time', 'when');
  const fileId = await file(['When does the bus go?', 'Where is the canteen?', 'shuttle']);
  const { one, lines, counts } = await boss.call(replyTest, { snoId, fileId });
  expect(one).toBeNull();
  expect(counts).toEqual({ sentences: 3, answered: 2, unanswered: 1, overlapping: 1 });
  expect(lines.map(({ by, rule: name, overlaps }) => [by, name, overlaps])).toEqual([
    ['keyword', 'bus', ['time']],
    ['open', '', []],
    ['keyword', 'bus', []],
  ]);
  const draft = {
    id: bus,
    name: 'bus',
    keywords: [{ text: 'coach' }],
    answers: [{ text: { zh_CN: '?' } }],
    mode: 'all' as const,
    windows: [],
  };
  const drafted = await boss.call(replyTest, { snoId, text: 'when does the bus go', rules: [draft] });
  expect(drafted.one).toMatchObject({
    by: 'keyword',
    rule: 'time',
    steps: [
      { name: 'bus', result: 'noMatch' },
      { name: 'time', result: 'fires' },
    ],
  });
  expect(await boss.ask(replyTest, { snoId })).toMatchObject({ code: 10400 });
  expect(await boss.ask(replyTest, { snoId, fileId: newId() })).toMatchObject({ code: 10404 });
  expect(await boss.ask(replyTest, { snoId, text: 'x', empId: newId() })).toMatchObject({ code: 10404 });
});

test('What belongs to an account goes with it for good', async () => {
  const { boss, snoId, rule, served } = house;
  const id = await rule('bus', 'bus');
  await house.write(ann, 'bus');
  expect((await boss.call(keywordReply.get, { id })).fired7).toBe(1);
  await boss.call(account.disable, { ids: [snoId] });
  await boss.call(account.enable, { ids: [snoId] });
  expect((await boss.call(keywordReply.list, { snoId })).total).toBe(1);
  expect((await served.database.db.selectFrom('keyword_reply_fired').selectAll().execute()).length).toBeGreaterThan(0);
});
