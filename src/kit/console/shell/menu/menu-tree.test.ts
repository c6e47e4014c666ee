import { expect, test } from 'vitest';
import type { MenuNode } from '../../store/registry.ts';
import { mayShow } from '../iframe/iframe-hosts.ts';
import { drawn, pagesOf, trailTo } from './menu-tree.ts';

const menu: MenuNode[] = [
  {
    code: 'muc',
    name: 'People',
    children: [
      {
        code: 'muc_users',
        name: 'Employees',
        route: '/muc_users',
        children: [{ code: 'muc_tab', name: 'Tab', route: '/muc_users/tab', nested: true }],
      },
    ],
  },
  { code: 'empty', name: 'Nothing granted below', children: [] },
  {
    code: 'sys',
    name: 'System',
    children: [
      { code: 'sys_role', name: 'Roles', route: '/sys_role' },
      { code: 'sys_log', name: 'Logs', route: '/sys_log' },
    ],
  },
];

test('nested pages and empty groups are not drawn', () => {
  expect(pagesOf(drawn(menu, (route) => route !== '/sys_log')).map((page) => page.route)).toEqual(['/muc_users', '/sys_role']);
  expect(drawn(menu, (route) => route !== '/sys_log').map((node) => node.code)).toEqual(['muc', 'sys']);
});

test('the trail leads from the top to a page', () => {
  expect(trailTo(menu, 'muc_tab').map((node) => node.name)).toEqual(['People', 'Employees', 'Tab']);
  expect(trailTo(menu, 'gone')).toEqual([]);
});

test.each([
  ['https://bi.example.com/board?x=1', true],
  ['https://bi.example.com.evil.test/', false],
  ['https://bi.example.com@evil.test/', false],
  ['https://user@bi.example.com/', false],
  ['http://bi.example.com/', false],
  ['https://bi.example.com:8443/', false],
  ['javascript:alert(1)', false],
  ['//bi.example.com/', false],
  ['https://console.example.com/', false],
])('/iframe shows %s: %s', (address, shown) => {
  expect(mayShow(address, ['https://bi.example.com', 'https://console.example.com'], 'https://console.example.com')).toBe(shown);
});
