import { expect, test } from 'vitest';
import { openRate } from './rate.ts';

test('mails leave evenly: a tenth of a minute’s at once, the rest as time passes, and what was not used comes back', () => {
  let now = 0;
  const rate = openRate(() => now);
  expect(rate.take(100, 120)).toBe(12);
  expect(rate.take(100, 120)).toBe(0);
  now += 1_000;
  expect(rate.take(100, 120)).toBe(2);
  rate.giveBack(2);
  expect(rate.take(1, 120)).toBe(1);
  now += 60_000;
  expect(rate.take(100, 120)).toBe(12);
  expect(rate.take(100, 1)).toBe(0);
  now += 60_000;
  expect(rate.take(100, 1)).toBe(1);
});
