import { expect, test } from 'vitest';
import { filledPath, fitsPath } from './page-path.ts';

test('an address with parameters is that of its page, and no other', () => {
  expect(fitsPath('/w/detail/:id/roles', '/w/Detail/7/roles')).toBe(true);
  expect(fitsPath('/w/detail/:id/roles', '/w/detail/7/history')).toBe(false);
  expect(fitsPath('/w/detail/:id', '/w/detail/')).toBe(false);
  expect(fitsPath('/w/detail/:id', '/w/detail/7/roles')).toBe(false);
});

test('parameters are those of the address on screen', () => {
  expect(filledPath('/w/detail/:id/:key/roles', '/w/detail/7/a/history')).toBe('/w/detail/7/a/roles');
  expect(filledPath('/w/list', '/w/detail/7')).toBe('/w/list');
  expect(filledPath('/w/detail/:id/roles', '/w/list')).toBeUndefined();
  expect(filledPath('/w/detail/:id/roles', '/w/version/7')).toBeUndefined();
});
