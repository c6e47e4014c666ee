import { expect, test } from 'vitest';
import { mobileOf } from './phone.ts';
import { mobile } from './schema.ts';

test.each([
  ['13800001111', '+8613800001111'],
  ['８６ 138-0000-1111', '+8613800001111'],
  ['090-1234-5678', '+819012345678'],
  ['0044 20 7946 0000', '+442079460000'],
  ['+1 (650) 253-0000', '+16502530000'],
  ['+86 12345', undefined],
  ['+86 138 0000 111', undefined],
  ['12345', undefined],
  ['', undefined],
])('mobile number %j is %j, in a file and in a form', (text, number) => {
  expect(mobileOf(text)).toBe(number);
  if (number !== undefined) expect(mobile().safeParse(number).success).toBe(true);
});

test('a form refuses what a file is refused for', () => {
  for (const number of ['+8612345', '+861380000111', '12345', '+0123456']) expect(mobile().safeParse(number).success).toBe(false);
});
