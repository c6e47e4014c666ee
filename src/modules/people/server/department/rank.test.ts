import { expect, test } from 'vitest';
import { newRanks, rankBetween, ranksBetween } from './rank.ts';

const cases: [string | null, string | null][] = [
  [null, null],
  ['i', null],
  [null, 'i'],
  ['i', 'j'],
  ['i', 'i0i'],
  ['az', 'b'],
  ['zz', null],
  [null, '01'],
  ['zzzzz', null],
  ['yzzzz', null],
  ['izzzzzzz', null],
  ['i', 'i1'],
];

test.each(cases)('a rank between %s and %s', (before, after) => {
  const rank = rankBetween(before, after);
  if (before !== null) expect(rank > before).toBe(true);
  if (after !== null) expect(rank < after).toBe(true);
  expect(rank.endsWith('0')).toBe(false);
});

test('thousands of appends stay in order and within reason', () => {
  let last: string | null = null;
  for (let n = 0; n < 2000; n += 1) {
    const next = rankBetween(last, null);
    if (last !== null) expect(next > last).toBe(true);
    last = next;
  }
  expect(last!.length).toBe(5);
  expect(ranksBetween(null, null, 2000).every((rank, at, all) => at === 0 || rank > all[at - 1]!)).toBe(true);
  expect(Math.max(...ranksBetween(null, null, 2000).map((rank) => rank.length))).toBeLessThan(9);
});

test('a reorder gives a new rank only to what moved', () => {
  const [a, b, c, d] = ranksBetween(null, null, 4).map((rank, at) => ({ id: 'abcd'[at]!, rank }));
  const moved = newRanks([d!, a!, b!, c!]);
  expect([...moved.keys()]).toEqual(['d']);
  expect(moved.get('d')! < a!.rank).toBe(true);
  expect(newRanks([a!, b!, c!, d!]).size).toBe(0);
});
