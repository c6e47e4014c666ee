import { expect, test } from 'vitest';
import { everyItem, isEnglish, isNonBlank, isNumberText } from './validators.ts';

test.each([
  ['0123', true],
  ['', false],
  ['-1', false],
  ['1.5', false],
  ['１２', false],
  [12, false],
  ['1\n', false],
])('number %j', (value, passes) => expect(isNumberText(value)).toBe(passes));

test.each([
  ['abcXYZ', true],
  ['', false],
  ['ab c', false],
  ['é', false],
  ['a1', false],
])('english %j', (value, passes) => expect(isEnglish(value)).toBe(passes));

test.each([
  ['a', true],
  [' a ', true],
  ['  \t\n', false],
  ['\u3000', false],
  ['', false],
  [undefined, false],
])('non-blank %j', (value, passes) => expect(isNonBlank(value)).toBe(passes));

test.each([
  [['a', 'b'], true],
  [['a', ' '], false],
  [[], false],
  [{ x: 'a' }, true],
  [{ x: 'a', y: '' }, false],
  [{}, false],
  [undefined, false],
  [null, false],
  ['a', false],
])('list or object %j', (value, passes) => expect(everyItem(value, isNonBlank)).toBe(passes));
