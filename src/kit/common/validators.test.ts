import { expect, test } from 'vitest';
import { validators } from './validators.ts';

test.each([
  ['0123', true],
  ['', false],
  ['-1', false],
  ['1.5', false],
  ['１２', false],
  [12, false],
  ['1\n', false],
])('number %j', (value, passes) => expect(validators.number(value)).toBe(passes));

test.each([
  ['abcXYZ', true],
  ['', false],
  ['ab c', false],
  ['é', false],
  ['a1', false],
])('english %j', (value, passes) => expect(validators.english(value)).toBe(passes));

test.each([
  ['a', true],
  [' a ', true],
  ['  \t\n', false],
  ['\u3000', false],
  ['', false],
  [undefined, false],
])('non-blank %j', (value, passes) => expect(validators.nonBlank(value)).toBe(passes));

test.each([
  [['a', 'b'], true],
  [['a', ' '], false],
  [[], false],
  [[0, false], true],
  [['a', null], false],
  [{ 0: 'a' }, false],
  [undefined, false],
  [null, false],
  ['a', false],
])('list %j', (value, passes) => expect(validators.list(value)).toBe(passes));

test.each([
  [{ x: 'a' }, true],
  [{ x: 'a', y: '' }, false],
  [{}, false],
  [['a'], false],
  [undefined, false],
  [null, false],
])('object %j', (value, passes) => expect(validators.object(value)).toBe(passes));

test('the items of a list and an object are held to what one asks of them', () => {
  expect([validators.list(['1', '2'], validators.number), validators.list(['1', 'b'], validators.number)]).toEqual([true, false]);
  expect([validators.object({ a: 'x' }, validators.english), validators.object({ a: '1' }, validators.english)]).toEqual([true, false]);
});
