import { expect, test } from 'vitest';
import { pastedPairs } from './pasted-pairs.ts';

test('Pairs are read from a spreadsheet, from commas and from spaces; other lines are told', () => {
  const { named, lines, wrong } = pastedPairs('ann\tbob\n\n ben, amy \r\nalone\nzoe  N42\none two three\nlin，wang');
  expect(named.map(({ viewer, target }) => `${viewer}>${target}`)).toEqual(['ann>bob', 'ben>amy', 'zoe>N42', 'lin>wang']);
  expect([lines, wrong]).toEqual([
    [1, 3, 5, 7],
    [4, 6],
  ]);
});
