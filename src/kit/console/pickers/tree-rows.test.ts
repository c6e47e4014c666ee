import { expect, test } from 'vitest';
import type { TreeChoice } from './picker-source.ts';
import { isWithin, placeOfDrop, placeOfStep, rowsOf, type Loaded } from './tree-rows.ts';

const node = (id: string, leaf = true): TreeChoice => ({ id, name: id, leaf });
const loaded: Loaded = new Map([
  [null, [node('root', false)]],
  ['root', [node('a', false), node('b'), { ...node('c', false), disabled: 'out of range' }, node('d')]],
  ['a', [node('a1'), node('a2')]],
]);
const rows = rowsOf(loaded, new Set(['root', 'a']));
const rowOf = (id: string) => rows.find(({ choice }) => choice.id === id)!;

test('Lines stand in order with their level and place; closed levels are left out', () => {
  expect(rows.map(({ choice, level, position, siblings }) => [choice.id, level, position, siblings])).toEqual([
    ['root', 1, 1, 1],
    ['a', 2, 1, 4],
    ['a1', 3, 1, 2],
    ['a2', 3, 2, 2],
    ['b', 2, 2, 4],
    ['c', 2, 3, 4],
    ['d', 2, 4, 4],
  ]);
  expect(rowsOf(loaded, new Set(['root'])).map(({ choice }) => choice.id)).toEqual(['root', 'a', 'b', 'c', 'd']);
});

test('20,000 nodes become lines in one pass', () => {
  const many: Loaded = new Map([
    [null, [node('top', false)]],
    ['top', Array.from({ length: 20_000 }, (_, at) => node(`n${at}`))],
  ]);
  expect(rowsOf(many, new Set(['top']))).toHaveLength(20_001);
});

test('A node is within itself and what is above it', () => {
  expect(isWithin(rows, 'a1', 'root')).toBe(true);
  expect(isWithin(rows, 'a', 'a')).toBe(true);
  expect(isWithin(rows, 'a', 'a1')).toBe(false);
});

test('A drop lands before, after or inside; nowhere inside itself, where it stands, or in what is out of range', () => {
  expect(placeOfDrop(rows, 'd', rowOf('b'), 'before')).toEqual({ parentId: 'root', beforeId: 'b' });
  expect(placeOfDrop(rows, 'a1', rowOf('b'), 'after')).toEqual({ parentId: 'root', beforeId: 'c' });
  expect(placeOfDrop(rows, 'b', rowOf('d'), 'after')).toEqual({ parentId: 'root', beforeId: null });
  expect(placeOfDrop(rows, 'b', rowOf('a'), 'inside')).toEqual({ parentId: 'a', beforeId: null });
  expect(placeOfDrop(rows, 'a', rowOf('a1'), 'inside')).toBeUndefined();
  expect(placeOfDrop(rows, 'a', rowOf('a'), 'after')).toBeUndefined();
  expect(placeOfDrop(rows, 'b', rowOf('a'), 'after')).toBeUndefined();
  expect(placeOfDrop(rows, 'b', rowOf('c'), 'before')).toBeUndefined();
  expect(placeOfDrop(rows, 'b', rowOf('c'), 'inside')).toBeUndefined();
  expect(placeOfDrop(rows, 'b', rowOf('root'), 'after')).toBeUndefined();
});

test('Steps lead past siblings, out of the parent and into the sibling before', () => {
  expect(placeOfStep(rows, 'b', 'up')).toEqual({ parentId: 'root', beforeId: 'a' });
  expect(placeOfStep(rows, 'b', 'down')).toEqual({ parentId: 'root', beforeId: 'd' });
  expect(placeOfStep(rows, 'c', 'down')).toEqual({ parentId: 'root', beforeId: null });
  expect(placeOfStep(rows, 'b', 'in')).toEqual({ parentId: 'a', beforeId: null });
  expect(placeOfStep(rows, 'a1', 'out')).toEqual({ parentId: 'root', beforeId: 'b' });
  for (const [id, step] of [
    ['a', 'up'],
    ['d', 'down'],
    ['a', 'in'],
    ['d', 'in'],
    ['root', 'out'],
    ['a', 'out'],
    ['gone', 'up'],
  ] as const)
    expect(placeOfStep(rows, id, step)).toBeUndefined();
});
