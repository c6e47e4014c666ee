import { expect, test } from 'vitest';
import { fill } from './catalogs.ts';

test('placeholders are filled, missing ones stay in sight', () => {
  expect(fill('{a} of {b}', { a: 1 })).toBe('1 of {b}');
});

test('one of two words follows a number, also a number that is text already', () => {
  const text = '{count} {count|object|objects}';
  expect([0, 1, 2, '1', '1,001'].map((count) => fill(text, { count }))).toEqual([
    '0 objects',
    '1 object',
    '2 objects',
    '1 object',
    '1,001 objects',
  ]);
});
