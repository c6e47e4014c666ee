import { expect, test } from 'vitest';
import type { RangeRow } from '../common/role.contract.ts';
import { checkIn, toggled } from './components/range-tree.ts';

// a > b > c, and d beside b.
const over: Readonly<Record<string, string[]>> = { a: [], b: ['a'], c: ['b', 'a'], d: ['a'] };
const above = new Map(Object.entries(over));
const states = (rows: readonly RangeRow[]): string =>
  Object.keys(over)
    .map((id) => `${id}:${checkIn(rows, { id, over: over[id]!, above })}`)
    .join(' ');
const row = (ids: string[], more: Partial<RangeRow> = {}): RangeRow => ({ kind: 'depts', ids, withBelow: true, exclude: false, ...more });
const click = (rows: readonly RangeRow[], id: string): RangeRow[] | undefined => toggled(rows, { id, over: over[id]!, above });

test('A box says whether a department is shown with all below it, in part, or not', () => {
  expect(states([])).toBe('a:false b:false c:false d:false');
  expect(states([row(['b'])])).toBe('a:mixed b:true c:true d:false');
  expect(states([row(['a']), row(['c'], { exclude: true })])).toBe('a:mixed b:mixed c:false d:true');
  expect(states([row(['b'], { withBelow: false })])).toBe('a:mixed b:mixed c:false d:false');
  expect(states([row([], { kind: 'all' }), row(['b'], { exclude: true })])).toBe('a:mixed b:false c:false d:true');
});

test('A click gives what was not, takes what was, and is taken back by another', () => {
  expect(click([], 'b')).toEqual([row(['b'])]);
  expect(click([row(['b'])], 'b')).toEqual([]);
  // What comes from above is taken by a row that excludes.
  const cut = click([row(['a'])], 'b')!;
  expect(cut).toEqual([row(['a']), row(['b'], { exclude: true })]);
  expect(click(cut, 'b')).toEqual([row(['a'])]);
  // In part becomes whole, whatever was said below it.
  expect(click([row(['c', 'd'])], 'a')).toEqual([row(['a'])]);
  expect(click(cut, 'a')).toEqual([row(['a'])]);
  // Below what is taken nothing can be given.
  expect(click(cut, 'c')).toBeUndefined();
  const self: RangeRow = { kind: 'self', ids: [], withBelow: true, exclude: false };
  expect(click([self, row(['b'], { withBelow: false })], 'b')).toEqual([self, row(['b'])]);
});
