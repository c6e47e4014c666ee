import { expect, test } from 'vitest';
import { grantTree, groupLevel, levelOf, withLevel, withOne } from './grant-levels.ts';
import type { ResourceOption } from './role-area.ts';

const node = (code: string, parent: string | null, kind = 'menu'): ResourceOption => ({
  code,
  parent,
  kind,
  name: code,
  dangerous: false,
  module: 'm',
  moduleName: 'M',
  roles: 0,
  words: [],
});
const tree = grantTree([
  node('group', null),
  node('people', 'group'),
  node('people.add', 'people', 'button'),
  node('people.delete', 'people', 'button'),
  node('frame', 'group'),
  node('tab', 'frame'),
  node('tab.save', 'tab', 'button'),
  node('plain', 'group'),
]);
const level = (code: string, held: readonly string[]) => levelOf(tree, code, new Set(held));

test('A level says what is held of a page with all below it, and gives just that', () => {
  expect(level('people', [])).toBe('none');
  const read = withLevel(tree, [], 'frame', 'read');
  expect(read).toEqual(['frame', 'group', 'tab']);
  expect(level('frame', read)).toBe('read');
  const all = withLevel(tree, read, 'people', 'manage');
  expect([level('people', all), level('frame', all)]).toEqual(['manage', 'read']);
  expect(level('people', ['people', 'people.add'])).toBe('custom');
  expect(level('frame', ['frame'])).toBe('custom');
  // A page without buttons can only be read.
  expect(level('plain', withLevel(tree, [], 'plain', 'manage'))).toBe('read');
});

test('A button brings its page and folder, a page takes its buttons along, and an empty folder goes', () => {
  const one = withOne(tree, [], 'people.add', true);
  expect(one).toEqual(['group', 'people', 'people.add']);
  expect(withOne(tree, one, 'people.add', false)).toEqual(['group', 'people']);
  expect(withOne(tree, one, 'people', false)).toEqual([]);
  expect(withLevel(tree, withLevel(tree, one, 'plain', 'read'), 'people', 'none')).toEqual(['group', 'plain']);
});

test('A group says a level only where all of its pages are at it', () => {
  const whole = ['people', 'frame', 'plain'].reduce<readonly string[]>((held, code) => withLevel(tree, held, code, 'manage'), []);
  const said = (held: readonly string[]) => groupLevel(tree, 'group', new Set(held));
  expect([said([]), said(whole), said(withLevel(tree, whole, 'people', 'read'))]).toEqual(['none', 'manage', undefined]);
  expect(said(['plain', 'group'])).toBeUndefined();
});
