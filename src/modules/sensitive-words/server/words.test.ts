import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveModules, type TestModules } from '#kit/testing/test-module.ts';
import { messagingModule } from '#modules/messaging/server/module.ts';
import { sendStepsOf } from '#modules/messaging/server/public.ts';
import { peopleModules } from '#modules/people-sources/server/testing/people-modules.ts';
import { sensitiveWord, wordCategory, wordException } from '../common/word.contract.ts';
import {
  wordHitList,
  wordHitReview,
  wordHitText,
  wordPublish,
  wordRollback,
  wordSettingGet,
  wordSettingUpdate,
  wordStatistics,
  wordTest,
  wordVersionCompare,
  wordVersionList,
} from '../common/word-list.contract.ts';
import { wordsOf } from './book/open-words.ts';
import { textScreenOf } from './word-step.ts';
import { sensitiveWordsModule } from './module.ts';

let served: TestModules;
beforeAll(async () => {
  served = await serveModules(...peopleModules, messagingModule, sensitiveWordsModule);
});
afterAll(() => served.close());

const judge = (text: string) => wordsOf(served.services).judge({ text, place: 'single', uid: null });
const publish = () => served.boss.call(wordPublish, {});
/** A text that a system sends to one person, or only asks about. */
const textMessage = (text: string, tried = false) => ({
  sender: {
    kind: 'system' as const,
    id: 'x',
    language: 'en_US' as const,
    platform: null,
    address: null,
    deviceId: null,
    via: 'open' as const,
  },
  target: { kind: 'single' as const, conversationId: null, groupId: null, peerId: null },
  message: { kind: 'text' as const, body: { text }, text, fileIds: [], files: [], mentions: [], mentionAll: false, forwardOf: null },
  tried,
});

test('A word of the draft decides nothing until it is published, and an earlier list decides again after a rollback', async () => {
  const { boss } = served;
  const { id } = await boss.call(sensitiveWord.add, { text: 'Forbidden', level: 'block' });
  expect((await boss.call(wordTest, { text: 'this is FORBIDDEN' })).draft).toMatchObject({ verdict: 'block' });
  expect((await judge('this is forbidden'))?.verdict ?? 'pass').toBe('pass');
  const first = await publish();
  expect(await judge('this is fórbidden')).toMatchObject({ verdict: 'block', number: first.number });
  await boss.call(sensitiveWord.disable, { ids: [id] });
  expect((await boss.call(wordVersionList, {})).draft).toMatchObject({ removed: 1 });
  expect(await boss.call(wordVersionCompare, { from: first.number })).toMatchObject({
    samples: { removed: [{ word: 'Forbidden', level: 'block' }] },
  });
  await publish();
  expect(await judge('this is forbidden')).toMatchObject({ verdict: 'pass' });
  const { number } = await boss.call(wordRollback, { number: first.number });
  expect(await judge('this is forbidden')).toMatchObject({ verdict: 'block', number });
});

test('Words that are the same when compared are refused with the other one’s name', async () => {
  await served.boss.call(sensitiveWord.add, { text: 'Café' });
  const again = await served.boss.ask(sensitiveWord.add, { text: 'ＣＡＦＥ' });
  expect(again).toMatchObject({ code: 10400, data: { issues: [{ path: 'text' }] } });
  expect(JSON.stringify(again)).toContain('Café');
  // One character is found in very many texts: it is asked for whether that is meant, also when a whole word becomes one that is looked for anywhere.
  const alone = { text: '\u2764\ufe0f' };
  expect(await served.boss.ask(sensitiveWord.add, alone)).toMatchObject({ code: 10400, data: { issues: [{ path: 'text' }] } });
  const { id } = await served.boss.call(sensitiveWord.add, { ...alone, match: 'wholeWord' });
  const change = { id, version: 1, match: 'contains' as const };
  expect(await served.boss.ask(sensitiveWord.update, change)).toMatchObject({ code: 10400, data: { issues: [{ path: 'text' }] } });
  expect(await served.boss.ask(sensitiveWord.update, { ...change, single: true })).toMatchObject({ code: 0 });
});

test('A category that words name is in use; an exception saves what lies inside it', async () => {
  const { boss } = served;
  const { id: categoryId } = await boss.call(wordCategory.add, { name: { zh_CN: '广告' } });
  await boss.call(sensitiveWord.add, { text: 'cats', level: 'block', categoryId });
  expect(await boss.ask(wordCategory.delete, { ids: [categoryId] })).toMatchObject({ code: 10410 });
  await boss.call(wordException.add, { text: 'concatsic', reason: 'a made-up name' });
  expect((await boss.call(wordTest, { text: 'concatsic', against: 'draft' })).draft).toMatchObject({ verdict: 'pass' });
});

test('What a message holds is refused, replaced or marked; hits are reviewed and their text read for a reason', async () => {
  const { boss, services } = served;
  await boss.call(sensitiveWord.add, { text: 'rude', level: 'replace', replacement: '[…]' });
  await boss.call(sensitiveWord.add, { text: 'stop it', level: 'block', gap: 1 });
  await publish();
  const step = sendStepsOf(services)
    .all()
    .find(({ name }) => name === 'words')!;
  expect(await step.check(services, textMessage('so rude of you'))).toMatchObject({
    change: { body: { text: 'so […] of you' }, flags: ['word'] },
  });
  expect(await step.check(services, textMessage('s.t.o.p it', true))).toMatchObject({
    refused: { code: 16061, data: { text: expect.any(String) } },
  });
  expect(await step.check(services, textMessage('all fine'))).toBeUndefined();
  // Where the list that was published can't be read, nothing is judged by the one before.
  const { db } = services.database;
  await sql`insert into word_version (number, id, words, exceptions, note, published_at, book)
    select max(number) + 1, gen_random_uuid(), 0, 0, '', 0, 'broken' from word_version`.execute(db);
  await expect.poll(() => step.check(services, textMessage('all fine')).catch(({ answer }: { answer: number }) => answer)).toBe(16065);
  await sql`delete from word_version where book = 'broken'`.execute(db);
  await expect.poll(() => step.check(services, textMessage('all fine'))).toBeUndefined();
  const { list } = await boss.call(wordHitList, {});
  expect(list.map(({ word, decision }) => [word, decision])).toEqual([['rude', 'open']]);
  const [hit] = list;
  expect(await boss.call(wordHitText, { id: hit!.id, reason: 'a complaint of today' })).toEqual({ text: 'so rude of you' });
  expect(await boss.ask(wordHitText, { id: hit!.id, reason: 'x' })).toMatchObject({ code: 10400 });
  await boss.call(wordHitReview, { ids: [hit!.id], decision: 'falseHit' });
  expect((await boss.call(sensitiveWord.list, { text: 'rude' })).list[0]).toMatchObject({ hits: 1, falsePercent: 100 });
  expect(await boss.call(wordStatistics, {})).toMatchObject({
    hits: 1,
    people: 0,
    open: 0,
    levels: { block: 0, replace: 1, flag: 0, observed: 0 },
    places: [{ place: 'single', hits: 1 }],
    words: [{ word: 'rude', hits: 1, falsePercent: 100, noisy: false }],
  });
});

test('Whose texts are refused again and again is alerted once there are as many as the settings say', async () => {
  const { boss, services } = served;
  const { db } = services.database;
  const { id: uid } = (await db.selectFrom('employee').select('id').executeTakeFirst())!;
  await boss.call(sensitiveWord.add, { text: 'refused', level: 'block' });
  await publish();
  const { version } = await boss.call(wordSettingGet, {});
  await boss.call(wordSettingUpdate, { version, blocksPerDay: 2 });
  const write = (text: string) => textScreenOf(services)({ text, place: 'name', uid }).catch(({ answer }: { answer: number }) => answer);
  const alerts = async () =>
    (await sql<{ facts: unknown }>`select facts from warning_event where kind = 'words.manyBlocks' and object_id = ${uid}`.execute(db))
      .rows;
  expect([await write('fine'), await write('refused once')]).toEqual(['fine', 16061]);
  expect(await alerts()).toEqual([]);
  expect(await write('refused twice')).toBe(16061);
  expect(await alerts()).toMatchObject([{ facts: { blocks: 2 } }]);
});

test('Settings of the comparison hold from the next publication on', async () => {
  const { boss } = served;
  await boss.call(sensitiveWord.add, { text: 'leet', level: 'flag' });
  const { version } = await boss.call(wordSettingGet, {});
  await boss.call(wordSettingUpdate, { version, digitsAsLetters: true });
  await publish();
  expect(await judge('l33t')).toMatchObject({ verdict: 'flag' });
});

test('13: the tester and the send step agree on 10,000 random texts, and a plain search finds the same hits', async () => {
  const { boss, services } = served;
  let seed = 5;
  const next = (below: number): number => (seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0) % below;
  const letters = [...'abc中文かな'];
  const some = (length: number): string => Array.from({ length }, () => letters[next(letters.length)]!).join('');
  const levels = ['flag', 'flag', 'replace', 'replace', 'block'] as const;
  const drafts = [...new Set(Array.from({ length: 30 }, () => some(3 + next(2))))].map((text, at) => ({ text, level: levels[at % 5]! }));
  for (const draft of drafts) await boss.ask(sensitiveWord.add, draft);
  const { list: rows } = await boss.call(sensitiveWord.list, { pageSize: 200 });
  const listed = new Map(rows.filter(({ enabled }) => enabled).map(({ text, level }) => [text, level]));
  await publish();
  const step = sendStepsOf(services)
    .all()
    .find(({ name }) => name === 'words')!;
  const mine = drafts.filter(({ text }) => listed.has(text));
  const strictest = (found: readonly string[]) => (['block', 'replace', 'flag'] as const).find((level) => found.includes(level)) ?? 'pass';
  const seen = { pass: 0, flag: 0, replace: 0, block: 0 };
  const [length, together] = [24, 400];
  for (let batch = 0; batch < 10_000 / together; batch += 1) {
    const texts = Array.from({ length: together }, () => some(length));
    // One call of the tester for many texts: no word goes over the end of a line.
    const { published, draft } = await boss.call(wordTest, { text: texts.join('\n'), against: 'both' });
    expect(draft).toEqual(published);
    const tested = texts.map((): { word: string; level: string; start: number }[] => []);
    for (const { word, level, start } of published!.hits)
      tested[Math.floor(start / (length + 1))]!.push({ word, level, start: start % (length + 1) });
    // Compared at once: ten thousand comparisons of their own cost more than what is compared.
    const byTester: string[] = [];
    const plainly: string[] = [];
    const live: string[] = [];
    for (const [at, text] of texts.entries()) {
      const hits = tested[at]!;
      const verdict = strictest(hits.map(({ level }) => level));
      seen[verdict] += 1;
      const found = await step.check(services, textMessage(text, true));
      const sent = found?.change?.body?.['text'];
      const answer = !found ? 'pass' : found.refused ? 'block' : sent === undefined ? 'flag' : 'replace';
      const places = hits.map(({ word, start }) => `${word} ${start}`).toSorted();
      const searched = mine.flatMap(({ text: one }) =>
        [...text].flatMap((_, from) => (text.startsWith(one, from) ? [`${one} ${from}`] : [])),
      );
      byTester.push(`${text}: ${verdict}: ${places.join()}`);
      plainly.push(`${text}: ${verdict}: ${searched.toSorted().join()}`);
      live.push(`${text}: ${answer}: ${places.join()}`);
      // What receivers would read, by the tester for one text alone.
      if (at % 100 === 0)
        expect((await boss.call(wordTest, { text, against: 'published' })).published).toMatchObject({ verdict, text: sent ?? text });
    }
    expect(byTester).toEqual(plainly);
    expect(live).toEqual(byTester);
  }
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(200);
});
