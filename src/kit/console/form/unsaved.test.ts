import { expect, test } from 'vitest';
import { discardAll, isLeft, isUnsaved, noteUnsaved } from './unsaved.ts';

test('another page, tab or object leaves what is unsaved; another page of the list does not', () => {
  const at = (search: string, pathname = '/sys_role/authority') => ({ pathname, search });
  expect(isLeft(at('?roleId=1'), at('?roleId=1', '/sys_role/members'))).toBe(true);
  expect(isLeft(at('?roleId=1'), at('?roleId=2'))).toBe(true);
  expect(isLeft(at('?add='), at(''))).toBe(true);
  expect(isLeft(at('?tab=mail'), at('?tab=keys'))).toBe(true);
  expect(isLeft(at('?roleId=1&page=1&sort=name'), at('?sort=-name&roleId=1&page=2'))).toBe(false);
  expect(isLeft(at('?step=2'), at('?step=3'))).toBe(false);
});

test('two forms of a page are guarded each for itself, and both are given up with one answer', () => {
  const given: string[] = [];
  const forgetTree = noteUnsaved(() => given.push('tree'));
  noteUnsaved(() => given.push('range'));
  expect(isUnsaved()).toBe(true);
  forgetTree();
  expect(isUnsaved()).toBe(true);
  noteUnsaved(() => given.push('tree'));
  discardAll();
  expect(given).toEqual(['range', 'tree']);
  expect(isUnsaved()).toBe(false);
});
