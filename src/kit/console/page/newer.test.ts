import { expect, test } from 'vitest';
import { newerOf } from './newer.ts';

test('rows before the first one on screen are newer', () => {
  expect(newerOf(['d', 'c', 'b', 'a'], ['b', 'a'])).toEqual({ count: 2, open: false });
});

test('when the first one on screen is further back than the look, there are at least as many as it saw', () => {
  expect(newerOf(['f', 'e', 'd'], ['b', 'a'])).toEqual({ count: 3, open: true });
});

test('the same rows, an older look and empty lists announce nothing', () => {
  const none = { count: 0, open: false };
  expect(newerOf(['b', 'a'], ['b', 'a'])).toEqual(none);
  expect(newerOf(['b', 'a'], ['c', 'b', 'a'])).toEqual(none);
  expect(newerOf([], ['a'])).toEqual(none);
  expect(newerOf(['a'], [])).toEqual(none);
});
