import { expect, test } from 'vitest';
import { crowdConditions, type CrowdClause, type CrowdGroup } from '../../common/crowd-conditions.ts';
import { added, emptyClause, emptyGroup, mayNest, moved, nodeAt, placeOf, removed, replaced } from './rule-tree.ts';

const leaf = (field: string): CrowdClause => ({ field, op: 'is', value: 'x' });
const all = (...of: CrowdGroup['of']): CrowdGroup => ({ match: 'all', of });
/** A rule as its fields, groups in brackets. */
const told = (group: CrowdGroup): string => `(${group.of.map((node) => ('match' in node ? told(node) : node.field)).join(' ')})`;

test('A part walks through the whole rule one step at a time: into groups, out of them, and past what is too deep', () => {
  let at = { rule: all(leaf('a'), all(leaf('b'), all(leaf('c'))), leaf('d')), path: [0] as readonly number[] };
  const walk: string[] = [];
  for (let next = moved(at.rule, at.path, 1); next; next = moved(at.rule, at.path, 1)) {
    expect(nodeAt(next.rule, next.path)).toEqual(leaf('a'));
    walk.push(told(next.rule));
    at = next;
  }
  expect(walk).toEqual([
    '((a b (c)) d)',
    '((b a (c)) d)',
    '((b (a c)) d)',
    '((b (c a)) d)',
    '((b (c) a) d)',
    '((b (c)) a d)',
    '((b (c)) d a)',
  ]);
  for (let next = moved(at.rule, at.path, -1); next; next = moved(at.rule, at.path, -1)) at = next;
  expect(told(at.rule)).toBe('(a (b (c)) d)');
  const deep = all(all(leaf('x'), all(all(leaf('y')))), all(all(leaf('z'))));
  // Three levels fit below the first one, four don't: the group is passed instead.
  expect(told(moved(deep, [1], -1)!.rule)).toBe('((x ((y)) ((z))))');
  const tall = all(all(all(all(all(leaf('y'))))), all(leaf('z')));
  expect(told(moved(tall, [0], 1)!.rule)).toBe('((z) ((((y)))))');
  expect(crowdConditions.safeParse(moved(tall, [0], 1)!.rule).success).toBe(true);
});

test('What is left empty goes, the rule itself keeps a clause to fill in, and groups end at the fifth level', () => {
  const rule = all(leaf('a'), all(all(leaf('b'))));
  expect(told(removed(rule, [1, 0, 0]))).toBe('(a)');
  expect(removed(all(leaf('a')), [0])).toEqual(all(emptyClause()));
  expect(told(moved(rule, [1, 0, 0], 1)!.rule)).toBe('(a (b))');
  expect(told(replaced(rule, [1, 0], leaf('c')))).toBe('(a (c))');
  expect(placeOf([1, 0, 2])).toBe('of.1.of.0.of.2');
  let path: number[] = [];
  let grown = all();
  for (; mayNest(path); path = [...path, 0]) grown = added(grown, path, { ...emptyGroup(), of: [] });
  expect(path).toHaveLength(4);
  expect(crowdConditions.safeParse(added(grown, path, leaf('a'))).success).toBe(true);
  expect(crowdConditions.safeParse(added(grown, path, all(leaf('a')))).success).toBe(false);
});
