import { expect, test } from 'vitest';
import { phrasesOf, slot, target } from '../../common/fields.ts';
import { dayIn, daysIn, numberIn, timeIn } from '../text/times.ts';
import type { BookContent, BookScene } from './book.ts';
import { decide, type Outcome } from './decide.ts';
import { engineOf, type Engine } from './engine.ts';
import { placesOf, templateOf } from './template.ts';

const phrases = phrasesOf(500);
let order = 0;
const scene = (code: string, sentences: string[], more: Partial<BookScene> = {}): BookScene => ({
  id: code,
  code,
  name: { zh_CN: code },
  kind: 'answer',
  phrases: phrases.parse({ zh_CN: sentences }),
  negatives: [],
  slots: [],
  target: target.parse({ kind: 'answer', text: { zh_CN: code } }),
  threshold: 0.72,
  confirm: false,
  audience: [],
  priority: 0,
  order: (order += 1),
  handlers: [],
  ownerDeptId: 'root',
  validFrom: null,
  validUntil: null,
  ...more,
});
const content = (scenes: BookScene[], more: Partial<BookContent> = {}): BookContent => ({ scenes, answers: [], synonyms: [], ...more });
// Monday, 2 March 2026.
const now = Date.UTC(2026, 2, 2, 10);
const asker = { membership: { uid: 'ann', departments: new Set(['north']), crowds: new Set<string>() }, at: now };
const ask = (engine: Engine, text: string): Outcome => decide(engine, text, { asker, fit: () => true });
const told = (outcome: Outcome): unknown =>
  'scene' in outcome
    ? [outcome.step, outcome.scene.what.code, outcome.scene.by]
    : 'near' in outcome
      ? [4, ...outcome.near.map(({ what }) => what.code)]
      : 'answer' in outcome
        ? [5, outcome.answer.what.name]
        : [7];

test('A sentence finds its scene exactly, by a typing error, by its sound, by words that mean the same, and in Traditional characters', async () => {
  const engine = await engineOf(
    content([scene('leave', ['我要请假', 'I want to take leave']), scene('bus', ['班车几点发车', 'when does the bus leave'])], {
      synonyms: [{ id: 's', word: '请假', same: ['休假', 'day off'], language: null }],
    }),
    1,
  );
  const cases: Record<string, unknown> = {
    '我要請假！': [2, 'leave', 'exact'],
    ' Ｉ want to  TAKE leave': [2, 'leave', 'exact'],
    我要休假: [2, 'leave', 'exact'],
    我要清假: [3, 'leave', 'pinyin'],
    'i want to tkae leave': [3, 'leave', 'similar'],
    woyaoqingjia: [3, 'leave', 'pinyin'],
    'when does teh bus leave': [3, 'bus', 'similar'],
    我要请客: [7],
    '🚀🚀': [7],
    '': [7],
  };
  expect(Object.fromEntries(Object.keys(cases).map((text) => [text, told(ask(engine, text))]))).toEqual(cases);
});

test('Negative phrases keep away; audiences and times count before scores; a priority decides, and else the person', async () => {
  const north = [{ kind: 'department' as const, id: 'north', exclude: false }];
  const south = [{ kind: 'department' as const, id: 'south', exclude: false }];
  const engine = await engineOf(
    content([
      scene('order', ['order lunch'], { negatives: ['order lunch for guests'] }),
      scene('south', ['where is the printer'], { audience: south }),
      scene('north', ['where is the printers'], { audience: north }),
      scene('over', ['christmas party'], { validUntil: now - 1 }),
      scene('one', ['parking'], { priority: 1 }),
      scene('two', ['parking'], { priority: 2 }),
      scene('same1', ['wifi']),
      scene('same2', ['wifi']),
    ]),
    1,
  );
  expect(told(ask(engine, 'order lunch'))).toEqual([2, 'order', 'exact']);
  expect(told(ask(engine, 'order lunch for guests'))).toEqual([7]);
  expect(told(ask(engine, 'where is the printer'))).toEqual([3, 'north', 'similar']);
  expect(told(ask(engine, 'christmas party'))).toEqual([7]);
  expect(told(ask(engine, 'parking'))).toEqual([2, 'two', 'exact']);
  expect(told(ask(engine, 'wifi'))).toEqual([4, 'same1', 'same2']);
});

test('Answers come after scenes', async () => {
  const answer = { id: 'a', name: 'vpn', answer: { zh_CN: 'x' }, link: '', audience: [], until: null };
  const engine = await engineOf(
    content([scene('vpn-scene', ['open a vpn account'])], {
      answers: [{ ...answer, questions: phrases.parse({ en_US: ['how do I use the vpn'] }) }],
    }),
    1,
  );
  expect(told(ask(engine, 'how do i use the vpn?'))).toEqual([5, 'vpn']);
  expect(told(ask(engine, 'open a vpn account'))).toEqual([2, 'vpn-scene', 'exact']);
});

test('Places of a sentence are taken out as they were written, in linear time', () => {
  const day = templateOf('请{days}天假')!;
  expect(placesOf(day, '请三天假。')).toEqual(new Map([['days', '三']]));
  expect(placesOf(day, '请天假')).toBeUndefined();
  const call = templateOf('call {who} at {when}')!;
  expect(placesOf(call, 'Call Li Lei at 3pm')).toEqual(
    new Map([
      ['who', 'Li Lei'],
      ['when', '3pm'],
    ]),
  );
  expect(placesOf(templateOf('leave because {why}')!, `leave because '; DROP TABLE x`)).toEqual(new Map([['why', `'; DROP TABLE x`]]));
  expect(placesOf(call, 'call '.repeat(50_000))).toBeUndefined();
  expect(slot.safeParse({ code: 'x', name: { zh_CN: 'x' }, questions: [], type: 'text' }).success).toBe(false);
});

test('Days, times and numbers are read as people write them', () => {
  const days = ['2026-03-05', '3月5日', '明天', 'tomorrow', '下周三', 'next monday', '周一', '来週の金曜日', '2026-02-30', 'whenever'];
  expect(days.map((text) => dayIn(text, now))).toEqual([
    '2026-03-05',
    '2026-03-05',
    '2026-03-03',
    '2026-03-03',
    '2026-03-11',
    '2026-03-09',
    '2026-03-02',
    '2026-03-13',
    undefined,
    undefined,
  ]);
  expect(daysIn('3月5日到3月3日', now)).toEqual({ from: '2026-03-03', to: '2026-03-05' });
  expect(daysIn('tomorrow', now)).toEqual({ from: '2026-03-03', to: '2026-03-03' });
  expect(['15:30', '3pm', '下午3点半', '15時', '12', '25:00'].map(timeIn)).toEqual([
    '15:30',
    '15:00',
    '15:30',
    '15:00',
    undefined,
    undefined,
  ]);
  expect(['三十二天', '两百', '1,500', 'about 3.5', 'none'].map(numberIn)).toEqual([32, 200, 1500, 3.5, undefined]);
});

test('A sentence is decided over a hundred thousand phrases within tens of milliseconds', async () => {
  const words = ['leave', 'bus', 'room', 'canteen', 'printer', 'salary', 'travel', 'badge', 'laptop', 'training'];
  const scenes = Array.from({ length: 200 }, (_, at) =>
    scene(
      `s${at}`,
      Array.from({ length: 500 }, (_unused, n) => `please help me with ${words[n % 10]} number ${at} of floor ${n}`),
    ),
  );
  const engine = await engineOf(content(scenes), 1);
  expect(engine.ofScenes.size).toBe(100_000);
  const began = performance.now();
  for (let round = 0; round < 5; round += 1) ask(engine, `please help me wiht ${words[round]} number 150 of floor ${round}`);
  // Several times what it takes: only comparing every sentence character by character would not hold this.
  expect((performance.now() - began) / 5).toBeLessThan(400);
}, 60_000);
