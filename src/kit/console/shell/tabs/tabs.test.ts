import { expect, test } from 'vitest';
import {
  afterClosing,
  closeOthers,
  closeTab,
  followPins,
  mostAlive,
  moveTab,
  noTabs,
  openTab,
  refreshTab,
  type Tabs,
  inView,
} from './tabs.ts';

const open = (...names: string[]): Tabs => names.reduce((state, name) => openTab(state, name, `/${name}`, true), noTabs);
const pins = (...names: string[]) => names.map((name) => ({ name, address: `/${name}` }));
const order = (state: Tabs): string => state.tabs.map((tab) => tab.name).join('');

test('a page opens once and keeps its last address', () => {
  const state = openTab(open('a', 'b'), 'a', '/a?x=1', true);
  expect(order(state)).toBe('ab');
  expect(state.tabs[0]?.address).toBe('/a?x=1');
  expect(openTab(state, 'a', '/a?x=1', true)).toBe(state);
});

test('the eight latest stay alive; a page that is not kept never does', () => {
  const state = openTab(open(...'abcdefgh'), 'a', '/a', true);
  const ninth = openTab(openTab(state, 'i', '/i', true), 'j', '/j', false);
  expect(ninth.alive.join('')).toBe('cdefghai');
  expect(ninth.alive).toHaveLength(mostAlive);
  expect(order(ninth)).toBe('abcdefghij');
});

test('closing goes to the neighbour, then home', () => {
  const state = open('a', 'b', 'c');
  expect(afterClosing(state, 'c')).toBe('/b');
  expect(afterClosing(state, 'a')).toBe('/b');
  expect(afterClosing(open('a'), 'a')).toBe('/home');
  expect(closeTab(state, 'b')).toMatchObject({ alive: ['a', 'c'] });
});

test('pinned pages stand first, stay when others are closed and are not crossed by moves', () => {
  const state = followPins(open('a', 'b', 'c', 'd'), pins('c'));
  expect(order(state)).toBe('cabd');
  expect(order(closeOthers(state, 'b'))).toBe('cb');
  expect(order(moveTab(state, 'd', 0))).toBe('cdab');
  expect(order(moveTab(state, 'c', 3))).toBe('cabd');
  expect(order(moveTab(state, 'a', 9))).toBe('cbda');
  expect(order(followPins(state, []))).toBe('cabd');
  expect(followPins(state, []).tabs.some(({ pinned }) => pinned)).toBe(false);
  expect(followPins(state, pins('c'))).toBe(state);
});

test('a pinned page that is not open gets its tab, and is kept alive only once it is looked at', () => {
  const state = followPins(open('a'), pins('p', 'a'));
  expect(order(state)).toBe('ap');
  expect(state.alive).toEqual(['a']);
});

test('a refresh counts the turns of one page', () => {
  expect(refreshTab(refreshTab(open('a', 'b'), 'a'), 'a').turns).toEqual({ a: 2 });
});

test('at most eight pages stand along the top, the one on screen always among them', () => {
  const { tabs } = open(...'abcdefghijk');
  const names = (list: readonly { name: string }[]): string => list.map(({ name }) => name).join('');
  expect(names(inView(tabs, 'c').shown)).toBe('abcdefgh');
  expect(names(inView(tabs, 'c').others)).toBe('ijk');
  expect(names(inView(tabs, 'j').shown)).toBe('abcdefgj');
  expect(names(inView(tabs, 'j').others)).toBe('hik');
  expect(inView(tabs.slice(0, 8), 'a').others).toEqual([]);
});
