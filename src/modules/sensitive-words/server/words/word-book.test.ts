import { expect, test } from 'vitest';
import { wordPlaces } from '../../common/word-facts.ts';
import { openBook, type BookWord, type Verdict } from './word-book.ts';

const folding = { foldAccents: true, digitsAsLetters: false, foldTraditional: true };
const word = (text: string, more: Partial<BookWord> = {}): BookWord => ({
  id: text,
  text,
  level: 'replace',
  match: 'contains',
  gap: 0,
  places: wordPlaces,
  senders: [],
  replacement: null,
  observe: false,
  until: null,
  ...more,
});
const judge = (text: string, words: readonly BookWord[], exceptions: readonly string[] = []): Verdict =>
  openBook({ folding, words, exceptions: exceptions.map((one) => ({ text: one, until: null })) }).judge({
    text,
    place: 'single',
    now: 1,
    isMeant: () => true,
  });

test.each([
  ['FUSS', 'ﬁne ＦＵＳＳ today', 'ﬁne **** today'],
  ['secret', 'my 𝓈ℯ𝒸𝓇ℯ𝓉 plan', 'my ****** plan'],
  ['secret', 's\u200be\u200dc\u2060ret', '******'],
  ['naïve', 'NAI\u0308VE', '*****'],
  ['赌博', '去赌博吗', '去**吗'],
  ['がく', 'か\u3099く', '**'],
  ['赌博', '不要賭博！', '不要**！'],
  ['後門', '走后门', '走**'],
])('%s is found in %j', (text, written, read) => {
  expect(judge(written, [word(text)]).text).toBe(read);
});

test('Traditional characters are their simplified ones only where the list says so', () => {
  const by = (more: object): Verdict =>
    openBook({ folding: { foldAccents: true, digitsAsLetters: false, ...more }, words: [word('赌博')], exceptions: [] }).judge({
      text: '賭博',
      place: 'single',
      now: 1,
      isMeant: () => true,
    });
  // Lists of before the question was there are compared as they were.
  expect([by({}).verdict, by({ foldTraditional: false }).verdict, by({ foldTraditional: true }).verdict]).toEqual([
    'pass',
    'pass',
    'replace',
  ]);
});

test('Kana keep their marks: が is not か', () => {
  expect(judge('かく', [word('がく')]).verdict).toBe('pass');
});

test('No half of a pair of surrogates is left by a replacement', () => {
  const { text } = judge('a𝒷c😀bad😀', [word('bad'), word('b')]);
  expect(text).toBe('a*c😀***😀');
  expect(text.isWellFormed()).toBe(true);
});

test('A whole word of Latin letters has boundaries, one of Han characters has none', () => {
  expect(judge('analysis', [word('sis', { match: 'wholeWord' })]).verdict).toBe('pass');
  expect(judge('my sis!', [word('sis', { match: 'wholeWord' })]).verdict).toBe('replace');
  expect(judge('sister', [word('sis', { match: 'startsWith' })]).verdict).toBe('replace');
  expect(judge('不要赌博了', [word('赌博', { match: 'wholeWord' })]).verdict).toBe('replace');
});

test('Signs between the characters of a word are passed over as far as its gap says', () => {
  expect(judge('f.u-s s', [word('fuss', { gap: 1 })]).text).toBe('*******');
  expect(judge('f...uss', [word('fuss', { gap: 2 })]).verdict).toBe('pass');
  expect(judge('f.uss', [word('fuss')]).verdict).toBe('pass');
});

test('An exception saves a hit that lies wholly inside it, and no other', () => {
  const words = [word('ass', { level: 'block' })];
  expect(judge('a first class ticket', words, ['class']).verdict).toBe('pass');
  expect(judge('class ass', words, ['class']).verdict).toBe('block');
  expect(judge('class', words, ['las']).verdict).toBe('block');
});

test('The strictest level decides; of overlapping replacements the leftmost longest', () => {
  const words = [
    word('ab'),
    word('abc', { replacement: '[x]' }),
    word('cd'),
    word('stop', { level: 'block' }),
    word('hm', { level: 'flag' }),
  ];
  expect(judge('abcd', words)).toMatchObject({ verdict: 'replace', text: '[x]d' });
  expect(judge('abcd stop', words)).toMatchObject({ verdict: 'block', text: 'abcd stop' });
  expect(judge('hm', words)).toMatchObject({ verdict: 'flag', text: 'hm' });
  expect(judge('stop', [word('stop', { level: 'block', observe: true })])).toMatchObject({ verdict: 'pass', hits: [{ start: 0, end: 4 }] });
});

test('What is found is what a plain search finds, in texts of few letters', () => {
  let seed = 11;
  const next = (below: number): number => (seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0) % below;
  const some = (length: number): string => Array.from({ length }, () => 'ab中'[next(3)]).join('');
  for (let round = 0; round < 40; round += 1) {
    const words = [...new Set(Array.from({ length: 12 }, () => some(1 + next(4))))].map((text) => word(text, { level: 'flag' }));
    const text = some(60);
    const plainly = words.flatMap(({ text: one }) =>
      Array.from({ length: text.length }, (_, at) => at).flatMap((at) => (text.startsWith(one, at) ? [`${one} ${at}`] : [])),
    );
    const found = judge(text, words).hits.map((hit) => `${hit.word.text} ${hit.start}`);
    expect(found.toSorted()).toEqual(plainly.toSorted());
  }
});

test('Nested words in a long text of one letter are found without the time growing beyond all bounds', () => {
  const words = Array.from({ length: 64 }, (_, at) => word('a'.repeat(at + 1), { level: 'flag', match: 'wholeWord' }));
  expect(judge('a'.repeat(20_000), words).verdict).toBe('pass');
});
