import { expect, test } from 'vitest';
import { grantedPages, guard, guardMillis } from './guard.ts';
import { opens, type PageRoute } from './page-route.ts';

const load = async () => ({ default: () => null });
const page = (name: string, parent?: string): PageRoute => ({ name, path: `/${name}`, code: name, load, ...(parent && { parent }) });
const table = [page('sys-role'), page('sys-role-users', 'sys-role'), page('sys-role-deep', 'sys-role-users'), page('other')];
const [role, users, deep] = table;

test('a page opens by its own code or by a parent of any height, dashes read as underscores', () => {
  expect(opens(role!, table, ['sys_role'])).toBe(true);
  expect(opens(users!, table, ['sys_role'])).toBe(true);
  expect(opens(deep!, table, ['sys_role'])).toBe(true);
  expect(opens(deep!, table, ['sys-role', 'other'])).toBe(false);
  expect(opens(role!, table, ['sys_role_users'])).toBe(false);
});

test('a frame of tabs opens with the code of one page in it, and leads to that; a page that is more than a frame does not', () => {
  const frame = { ...page('logs-login'), defaultChild: 'logs-login-console' };
  const inside = (name: string) => ({ ...page(name, 'logs-login'), nested: true as const });
  const tabs = [frame, inside('logs-login-console'), inside('logs-login-client'), page('other')];
  expect(opens(frame, tabs, ['logs_login_client'])).toBe(true);
  expect(opens(tabs[2]!, tabs, ['logs_login_client'])).toBe(true);
  expect(opens(tabs[1]!, tabs, ['logs_login_client'])).toBe(false);
  expect(opens(frame, tabs, ['other'])).toBe(false);
  const { defaultChild: _none, ...plain } = frame;
  expect(opens(plain, tabs, ['logs_login_client'])).toBe(false);
});

test('a frame in a frame opens with the code of a page in it, and is one of the tabs', () => {
  const outer = { ...page('role'), defaultChild: 'role-manage' };
  const inner = { ...page('role-manage', 'role'), nested: true as const, defaultChild: 'role-manage-users' };
  const deep = { ...page('role-manage-users', 'role-manage'), nested: true as const };
  const frames = [outer, inner, deep];
  for (const one of frames) expect(opens(one, frames, ['role_manage_users'])).toBe(true);
  const tab = { name: 'role-manage', path: '/role/manage', order: 1, inside: ['role-manage-users'] };
  expect(grantedPages([tab], ['role_manage_users'], { path: '/role', search: '' })).toMatchObject({ pages: [tab], to: '/role/manage' });
});

test('parents in a circle end', () => {
  const circle = [page('a', 'b'), page('b', 'a')];
  expect(opens(circle[0]!, circle, ['x'])).toBe(false);
});

async function verdictAfter(codesLater: string[], codesNow: string[] = []): Promise<[string, number]> {
  let codes = codesNow;
  let waited = 0;
  const answer = await guard(role!, table, {
    codes: () => codes,
    wait: async (millis) => {
      waited += millis;
      codes = codesLater;
    },
  });
  return [answer, waited];
}

test('a granted page opens at once; codes have 300 ms to arrive; then home, or login when there are none', async () => {
  expect(guardMillis).toBe(300);
  expect(await verdictAfter([], ['sys_role'])).toEqual(['open', 0]);
  expect(await verdictAfter(['sys_role'])).toEqual(['open', 300]);
  expect(await verdictAfter(['other'])).toEqual(['home', 300]);
  expect(await verdictAfter([])).toEqual(['login', 300]);
});

test('of several pages the granted ones in their order; else the first with the query kept, else home', () => {
  const candidates = [
    { name: 'b-page', path: '/b', order: 2 },
    { name: 'a-page', path: '/a', order: 1 },
    { name: 'c-page', path: '/c', order: 3 },
  ];
  const ask = (codes: string[], path: string) => grantedPages(candidates, codes, { path, search: '?roleId=7' });
  expect(ask(['c_page', 'a_page'], '/c').pages.map((one) => one.path)).toEqual(['/a', '/c']);
  expect(ask(['c_page', 'a_page'], '/c').to).toBeUndefined();
  expect(ask(['c_page', 'a_page'], '/c/tab').to).toBeUndefined();
  expect(ask(['c_page', 'a_page'], '/cc').to).toBe('/a?roleId=7');
  expect(ask(['c_page', 'a_page'], '/b').to).toBe('/a?roleId=7');
  expect(ask([], '/b').to).toBe('/home');
});
