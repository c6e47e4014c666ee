import { networkInterfaces } from 'node:os';
import { expect, test } from 'vitest';
import { isOwnListener, kindOf, parseAllowed } from './address-rules.ts';
import { createGuard } from './guard.ts';
import type { GuardOptions } from './guard.ts';

test.each([
  ['93.184.216.34', 'public'],
  ['2606:2800:220:1::1', 'public'],
  ['192.175.48.1', 'public'],
  ['10.1.2.3', 'private'],
  ['172.31.255.255', 'private'],
  ['192.168.0.1', 'private'],
  ['100.64.0.1', 'private'],
  ['198.18.0.1', 'private'],
  ['fd12::1', 'private'],
  ['127.0.0.1', 'loopback'],
  ['127.255.255.254', 'loopback'],
  ['::1', 'loopback'],
  ['0:0:0:0:0:0:0:1', 'loopback'],
  ['0.0.0.0', 'never'],
  ['0.1.2.3', 'never'],
  ['169.254.169.254', 'never'],
  ['224.0.0.1', 'never'],
  ['255.255.255.255', 'never'],
  ['240.0.0.1', 'never'],
  ['100.100.100.200', 'never'],
  ['168.63.129.16', 'never'],
  ['192.0.0.192', 'never'],
  ['fd00:ec2::254', 'never'],
  ['fd20:ce::254', 'never'],
  ['::', 'never'],
  ['fe80::1', 'never'],
  ['fe80::1%eth0', 'never'],
  ['fec0::1', 'never'],
  ['ff02::1', 'never'],
  ['::ffff:127.0.0.1', 'never'],
  ['::ffff:7f00:1', 'never'],
  ['::ffff:93.184.216.34', 'never'],
  ['::127.0.0.1', 'never'],
  ['::a9fe:a9fe', 'never'],
  ['::ffff:0:127.0.0.1', 'never'],
  ['64:ff9b::7f00:1', 'never'],
  ['64:ff9b::a9fe:a9fe', 'never'],
  ['64:ff9b:1::7f00:1', 'never'],
  ['2002:7f00:1::', 'never'],
  ['2001:0:7f00:1::1', 'never'],
  ['2606:2800:220:1:0:5efe:7f00:1', 'never'],
  ['2606:2800:220:1:200:5efe:7f00:1', 'never'],
  ['5f00::1', 'never'],
  ['4000::1', 'never'],
  ['nonsense', 'never'],
])('%s is %s', (address, kind) => {
  expect(kindOf(address)).toBe(kind);
});

test('ALLOWED_NETWORKS: networks for private addresses, the very address and port for loopback, nothing for metadata', () => {
  const isAllowed = parseAllowed(['10.0.0.0/8', '192.168.1.5', 'fd12::/16', '127.0.0.1:8389', '[::1]:8389', '172.16.0.9:1433', ' ']);
  expect(isAllowed('10.9.9.9', 1, 'private')).toBe(true);
  expect(isAllowed('192.168.1.5', 1, 'private')).toBe(true);
  expect(isAllowed('192.168.1.6', 1, 'private')).toBe(false);
  expect(isAllowed('fd12::9', 1, 'private')).toBe(true);
  expect(isAllowed('172.16.0.9', 1433, 'private')).toBe(true);
  expect(isAllowed('172.16.0.9', 1434, 'private')).toBe(false);
  expect(isAllowed('127.0.0.1', 8389, 'loopback')).toBe(true);
  expect(isAllowed('127.0.0.1', 8390, 'loopback')).toBe(false);
  expect(isAllowed('127.0.0.2', 8389, 'loopback')).toBe(false);
  expect(isAllowed('::1', 8389, 'loopback')).toBe(true);
  expect(parseAllowed(['0.0.0.0/0', '::/0'])('127.0.0.1', 80, 'loopback')).toBe(false);
  for (const bad of ['127.0.0.0/8', '127.0.0.1', '::1', 'localhost:80', '10.0.0.0/99', '10.0.0.1:0', '10.0.0.1:70000', 'x']) {
    expect(() => parseAllowed([bad])).toThrow(/ALLOWED_NETWORKS/);
  }
});

test('our own listeners are recognised on every address of this machine', () => {
  const wild = [{ host: '0.0.0.0', port: 9443 }];
  expect(isOwnListener('127.0.0.1', 9443, wild)).toBe(true);
  expect(isOwnListener('127.0.0.1', 9444, wild)).toBe(false);
  expect(isOwnListener('93.184.216.34', 9443, wild)).toBe(false);
  expect(isOwnListener('10.0.0.7', 5432, [{ host: '10.0.0.7', port: 5432 }])).toBe(true);
  expect(isOwnListener('127.0.0.1', 5432, [{ host: 'localhost', port: 5432 }])).toBe(true);
  for (const card of Object.values(networkInterfaces()).flat()) {
    if (card !== undefined) expect(isOwnListener(card.address, 9443, [{ host: '::', port: 9443 }])).toBe(true);
  }
});

const spellings = [
  'localhost',
  'LOCALHOST.',
  '127.1',
  '127.0.1',
  '0177.0.0.1',
  '0x7f.0.0.1',
  '2130706433',
  '0x7f000001',
  '017700000001',
  '127.0.0.1',
  '127.000.000.001',
  '①②⑦.⓪.⓪.①',
  '127。0。0。1',
  '[::1]',
  '::1',
  '[::ffff:7f00:1]',
  '::ffff:127.0.0.1',
  '[0:0:0:0:0:ffff:127.0.0.1]',
  '0',
  '0.0.0.0',
  '[::]',
  '169.254.169.254',
  '2852039166',
  '0xa9fea9fe',
  '0251.0376.0251.0376',
  '169.254.43518',
  '[fe80::1%25lo]',
  'fe80::1%lo',
  '[64:ff9b::7f00:1]',
  '[2002:7f00:1::]',
  '[::127.0.0.1]',
  '10.0.0.1',
  '192.168.0.1',
  'a/b',
  'a b',
  'a@b',
  'a:b',
  '',
  '.',
  '..',
  'a\r\nb',
  'a\u0000b',
  'x'.repeat(300),
];
test.each(spellings)('%j gives no address', async (host) => {
  const resolve = createGuard({ allowedNetworks: [], ownListeners: () => [] });
  await expect(resolve(host, 80)).rejects.toMatchObject({ category: expect.stringMatching(/^(denied|dns)$/) });
});

const named = (answers: Record<string, string[]>, more: Partial<GuardOptions> = {}) =>
  createGuard({
    allowedNetworks: [],
    ownListeners: () => [],
    lookup: (host) => Promise.resolve((answers[host] ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))),
    ...more,
  });

test('every address of a name is checked, once', async () => {
  let asked = 0;
  const answers = [['93.184.216.34'], ['127.0.0.1']];
  const rebind = named({}, { lookup: () => Promise.resolve([{ address: answers[asked++]?.[0] ?? '', family: 4 }]) });
  expect(await rebind('rebind.example', 80)).toEqual({ address: '93.184.216.34', family: 4, isInside: false });
  expect(asked).toBe(1);
  await expect(named({ a: ['93.184.216.34', '127.0.0.1'] })('a', 80)).rejects.toMatchObject({ category: 'denied' });
  await expect(named({ a: ['93.184.216.34', '::ffff:169.254.169.254'] })('a', 80)).rejects.toMatchObject({ category: 'denied' });
  await expect(named({})('gone', 80)).rejects.toMatchObject({ category: 'dns' });
  await expect(named({}, { lookup: () => Promise.reject(new Error('x')) })('a', 80)).rejects.toMatchObject({ category: 'dns' });
  expect(await named({ a: ['10.1.1.1'] }, { allowedNetworks: ['10.0.0.0/8'] })('a', 80)).toMatchObject({ isInside: true });
  await expect(
    named({ a: ['169.254.169.254'] }, { allowedNetworks: ['169.254.169.254:80', '169.254.0.0/16'] })('a', 80),
  ).rejects.toMatchObject({ category: 'denied' });
  const own = { allowedNetworks: ['127.0.0.1:5432'], ownListeners: () => [{ host: '127.0.0.1', port: 5432 }] };
  await expect(named({ a: ['127.0.0.1'] }, own)('a', 5432)).rejects.toMatchObject({ category: 'denied' });
});
