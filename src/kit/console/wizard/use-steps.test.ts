import { expect, test } from 'vitest';
import { stepAt } from './use-steps.ts';

const keys = ['content', 'audience', 'review'];

test('an address opens a step that was reached', () => {
  expect(stepAt(keys, 'audience', 1)).toBe(1);
  expect(stepAt(keys, 'content', 2)).toBe(0);
});

test('a link to a step that was not reached, or to none, opens the furthest or the first one', () => {
  expect(stepAt(keys, 'review', 1)).toBe(1);
  expect(stepAt(keys, 'review', 0)).toBe(0);
  expect(stepAt(keys, 'elsewhere', 2)).toBe(0);
  expect(stepAt(keys, null, 2)).toBe(0);
});
