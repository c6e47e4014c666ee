// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { personDefault, setPersonDefault } from './person-defaults.ts';
import { registry } from './registry.ts';
import { readStored, store } from './store.ts';

beforeEach(() => {
  store.clearSession();
  window.localStorage.clear();
  window.sessionStorage.clear();
});
afterEach(() => vi.restoreAllMocks());

test('each value is kept where it is registered: in this tab, or across tabs', () => {
  store.set('snoId', '7');
  store.set('accessToken', 'x');
  expect(window.sessionStorage.getItem('snoId')).toBe('"7"');
  expect(window.localStorage.getItem('accessToken')).toBe('"x"');
  const scopes = (scope: string): string[] =>
    Object.entries(registry)
      .filter(([, item]) => item.scope === scope)
      .map(([name]) => name);
  expect(scopes('tab')).toEqual(expect.arrayContaining(['currentRoutePath', 'currentRouteName', 'deptData', 'snoId', 'appKey']));
  expect(scopes('persist')).toEqual(
    expect.arrayContaining([
      'accessToken',
      'userInfo',
      'verifyId',
      'verifyTimestamp',
      'needVerifyCode',
      'menu',
      'menuCode',
      'button',
      'mopOperationConfig',
      'iframe',
    ]),
  );
});

test.each([
  ['verifyTimestamp', '"soon"'],
  ['menuCode', '[1]'],
  ['menu', '[{"code":"a"}]'],
  ['userInfo', '{"empInfoDto":{}}'],
  ['accessToken', 'not json'],
  ['theme', '"pink"'],
] as const)('a stored %s of another type is ignored with a warning', (name, raw) => {
  const warning = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  window.localStorage.setItem(name, raw);
  expect(readStored(name)).toEqual(registry[name].initial);
  expect(warning).toHaveBeenCalledWith(expect.stringContaining(name));
});

test('a value of its type is read back without a word', () => {
  const warning = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  store.set('menu', [{ code: 'a', name: 'A', children: [{ code: 'b', name: 'B' }] }]);
  expect(readStored('menu')).toEqual(store.get('menu'));
  expect(warning).not.toHaveBeenCalled();
});

test('the end of a session forgets what belongs to it and keeps what the person prefers', () => {
  store.set('accessToken', 'x');
  store.set('menuCode', ['a']);
  store.set('theme', 'dark');
  store.clearSession();
  expect([store.get('accessToken'), store.get('menuCode'), store.get('theme')]).toEqual(['', [], 'dark']);
  expect(window.localStorage.getItem('accessToken')).toBeNull();
});

test('another tab that signs out is followed', () => {
  store.set('accessToken', 'x');
  window.localStorage.removeItem('accessToken');
  window.dispatchEvent(new StorageEvent('storage', { key: 'accessToken' }));
  expect(store.get('accessToken')).toBe('');
});

test('defaults belong to the person who is signed in', () => {
  const isNumber = (value: unknown): value is number => typeof value === 'number';
  const sign = (uid: string): void => store.set('userInfo', { empInfoDto: { uid, name: uid } });
  setPersonDefault('size', 50);
  expect(personDefault('size', 20, isNumber)).toBe(20);
  sign('one');
  setPersonDefault('size', 50);
  expect(personDefault('size', 20, isNumber)).toBe(50);
  sign('two');
  expect(personDefault('size', 20, isNumber)).toBe(20);
  setPersonDefault('size', 'many');
  expect(personDefault('size', 20, isNumber)).toBe(20);
});
