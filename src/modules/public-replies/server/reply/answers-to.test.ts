import { expect, test } from 'vitest';
import { keyword, type Keyword } from '../../common/reply/reply-fields.ts';
import { usualSystem, type SystemDocument } from '../../common/reply/setting.contract.ts';
import { answersTo, bookOf, type Asked, type ReplyRule } from './answers-to.ts';
import { inHours } from '#modules/public-accounts/server/public.ts';
import { matcherOf, patternFault } from './matcher.ts';
import { plain } from './plain.ts';

const rule = (name: string, keywords: readonly (Partial<Keyword> & { text: string })[], more: Partial<ReplyRule> = {}): ReplyRule => ({
  id: name,
  name,
  enabled: true,
  keywords: keywords.map((one) => keyword.parse(one)),
  answers: [{ text: { zh_CN: name } }],
  mode: 'all',
  members: [],
  windows: [],
  ...more,
});
// Monday, 12:00 UTC.
const noon = Date.UTC(2026, 0, 5, 12);
const asked = (text: string | null, more: Partial<Asked> = {}): Asked => ({
  text,
  at: noon,
  zone: 'UTC',
  language: 'zh_CN',
  blocked: false,
  membership: { uid: 'ann', departments: new Set(['east']), crowds: new Set() },
  sentInHour: 0,
  lastSystemAt: null,
  ...more,
});
const system = (more: Partial<SystemDocument> = {}): SystemDocument => ({
  ...usualSystem,
  enabled: true,
  answers: [{ text: { zh_CN: 'later' } }],
  ...more,
});
const ask = (rules: readonly ReplyRule[], text: string, more: Partial<Asked> = {}) =>
  answersTo(bookOf(rules, usualSystem), asked(text, more));

test('Texts are compared without width, case and spaces; words of every kind are found in one walk', () => {
  expect(plain('　ＡＢＣ１２３  \n ｱ ')).toBe('abc123 ア');
  const matcher = matcherOf([
    { keywords: [keyword.parse({ text: '123', match: 'exact' }), keyword.parse({ text: 'shuttle bus' })] },
    { keywords: [keyword.parse({ text: 'When', match: 'prefix' }), keyword.parse({ text: '(a+)+$', match: 'pattern' })] },
    { keywords: [keyword.parse({ text: '😀😀' }), keyword.parse({ text: 'bus' })] },
  ]);
  const hits = (text: string) => matcher.hits(text).map((one) => `${one.rule}.${one.keyword}`);
  expect(hits('１２３')).toEqual(['0.0']);
  expect(hits('1234')).toEqual([]);
  expect(hits('WHEN does the SHUTTLE   BUS go?')).toEqual(['1.0', '0.1', '2.1']);
  expect(hits('and when')).toEqual([]);
  expect(hits('x😀😀')).toEqual(['2.0']);
  // Linear: a backtracking engine would not come back from this.
  expect(hits(`${'a'.repeat(2000)}!`)).toEqual([]);
  expect(patternFault('(')).toBeDefined();
  expect(patternFault('.*')).toBe('empty');
  expect(patternFault('(a+)+$')).toBeUndefined();
});

test('Sixty signs are a keyword, one more is none', () => {
  expect(keyword.safeParse({ text: '😀'.repeat(60) }).success).toBe(true);
  expect(keyword.safeParse({ text: '😀'.repeat(61) }).success).toBe(false);
  expect(keyword.safeParse({ text: '  ' }).success).toBe(false);
});

test('The first rule in the order answers; why each earlier one does not is said', () => {
  const rules = [
    rule('off', [{ text: 'bus' }], { enabled: false }),
    rule('other', [{ text: 'leave' }]),
    rule('tongue', [{ text: 'bus', language: 'ja_JP' }]),
    rule('west', [{ text: 'bus' }], { members: [{ kind: 'department', id: 'west', exclude: false }] }),
    rule('night', [{ text: 'bus' }], { windows: [{ from: '20:00', to: '06:00', weekdays: [1, 2, 3, 4, 5, 6, 7] }] }),
    rule('wide', [{ text: 'bus' }, { text: 'the bus', match: 'exact' }]),
    rule('exact', [{ text: 'the bus', match: 'exact' }]),
  ];
  const { by, rule: fired, steps } = ask(rules, 'The bus');
  expect([by, fired?.name]).toEqual(['keyword', 'wide']);
  expect(steps.map(({ result }) => result)).toEqual(['disabled', 'noMatch', 'language', 'members', 'window', 'fires', 'notAsked']);
  // An exact word comes first within one rule only: it does not overtake an earlier rule.
  expect(steps[5]?.keyword).toBe('the bus');
  expect(ask(rules, 'the bus', { at: noon + 9 * 3_600_000 }).rule?.name).toBe('night');
  expect(ask(rules, 'the bus', { language: 'ja_JP' }).rule?.name).toBe('tongue');
});

test('Hours run over midnight and weekdays are those of their beginning', () => {
  const friday = [{ from: '22:00', to: '02:00', weekdays: [5] }];
  const at = (day: number, hour: number): number => Date.UTC(2026, 0, day, hour);
  expect([at(9, 21), at(9, 22), at(10, 1), at(10, 2), at(10, 22)].map((one) => inHours(one, 'UTC', friday))).toEqual([
    false,
    true,
    true,
    false,
    false,
  ]);
  expect(inHours(at(9, 14), 'Asia/Tokyo', friday)).toBe(true);
  expect(inHours(at(9, 3), 'UTC', [{ from: '00:00', to: '00:00', weekdays: [5] }])).toBe(true);
});

test('Blocked people get nothing; off hours come before the system reply, both once in the minutes between', () => {
  const rules = [rule('bus', [{ text: 'bus' }])];
  const said = (text: string | null, more: Partial<Asked> = {}, settings = system()) =>
    answersTo(bookOf(rules, settings), asked(text, more));
  expect(said('bus', { blocked: true })).toMatchObject({ by: 'blocked', answers: [] });
  expect(said('hello')).toMatchObject({ by: 'system', answers: [{ text: { zh_CN: 'later' } }] });
  expect(said(null)).toMatchObject({ by: 'system' });
  expect(said('hello', { lastSystemAt: noon - 59 * 60_000 })).toMatchObject({ by: 'open', held: 'minutes' });
  expect(said('hello', { lastSystemAt: noon - 60 * 60_000 })).toMatchObject({ by: 'system' });
  expect(said('bus', { lastSystemAt: noon })).toMatchObject({ by: 'keyword' });
  const offHours = {
    enabled: true,
    windows: [{ from: '11:00', to: '13:00', weekdays: [1] }],
    answers: [{ text: { zh_CN: 'closed' } }],
  };
  expect(said('hello', {}, system({ offHours }))).toMatchObject({ by: 'offHours', answers: [{ text: { zh_CN: 'closed' } }] });
  expect(said('hello', { at: noon + 7_200_000 }, system({ offHours }))).toMatchObject({ by: 'system' });
  expect(said('hello', {}, usualSystem)).toMatchObject({ by: 'open', held: null });
});

test('At most twenty automatic messages an hour; one of several answers is the same for the same sentence', () => {
  const five = Array.from({ length: 5 }, (_, n) => ({ text: { zh_CN: `${n}` } }));
  const rules = [rule('five', [{ text: 'all' }], { answers: five }), rule('one', [{ text: 'pick' }], { answers: five, mode: 'one' })];
  expect(ask(rules, 'all', { sentInHour: 18 })).toMatchObject({ by: 'keyword', held: 'hour', answers: five.slice(0, 2) });
  expect(ask(rules, 'all', { sentInHour: 20 })).toMatchObject({ by: 'keyword', held: 'hour', answers: [] });
  const picked = ask(rules, 'pick me').answers;
  expect(picked).toHaveLength(1);
  expect(ask(rules, ' PICK  me ').answers).toEqual(picked);
  const others = new Set(Array.from({ length: 50 }, (_, n) => JSON.stringify(ask(rules, `pick ${n}`).answers)));
  expect(others.size).toBe(5);
});

test('Five hundred rules of fifty keywords answer a sentence within milliseconds', () => {
  const rules = Array.from({ length: 500 }, (_, at) =>
    rule(
      `r${at}`,
      Array.from({ length: 50 }, (_unused, n) => ({
        text: `word ${at} number ${n}.`,
        match: (['exact', 'contains', 'prefix'] as const)[n % 3]!,
      })),
    ),
  );
  const book = bookOf(rules, usualSystem);
  const began = performance.now();
  const rounds = 100;
  for (let round = 0; round < rounds; round += 1)
    expect(answersTo(book, asked(`please tell me of word 499 number 48${'.'.repeat(round)} now`)).by).toBe('open');
  // Twenty times what it takes: only a walk that grows with the rules would not hold this.
  expect((performance.now() - began) / rounds).toBeLessThan(20);
  expect(answersTo(book, asked('i say word 499 number 47. now')).rule).toBeNull();
  expect(answersTo(book, asked('i say word 499 number 49. now')).rule?.name).toBe('r499');
});
