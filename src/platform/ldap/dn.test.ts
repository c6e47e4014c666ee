import { expect, test } from 'vitest';
import { dnKey, escapeDn, isUnder, parseDn } from './dn.ts';

test.each([
  ['uid=a,ou=R\\26D,dc=x', 'UID=A, OU=r&d , DC=X'],
  ['cn=Smith\\, John,dc=x', 'CN=smith\\2c john,DC=x'],
  ['cn=王\\+芳,dc=x', 'cn=\\E7\\8E\\8B\\2B\\E8\\8A\\B3,dc=x'],
  ['cn=a+uid=b,dc=x', 'uid=B+cn=A,dc=X'],
  ['cn=two  spaces,dc=x', 'cn=two spaces;dc=x'],
  ['cn=Straße,dc=x', 'cn=STRASSE,dc=x'],
])('%j is %j', (one, other) => expect(dnKey(one)).toBe(dnKey(other)));

test.each([
  ['cn=a,dc=x', 'cn=a\\,dc=x'],
  ['cn=a\\\\,dc=x', 'cn=a\\,dc=x'],
  ['cn=a\\+b,dc=x', 'cn=a+b=,dc=x'],
])('%j is not %j', (one, other) => expect(dnKey(one)).not.toBe(dnKey(other)));

test('names are what people read; an escaped value stays one step', () => {
  expect(parseDn('ou=\\ Lead\\ ,ou=Ops \\"24\\",dc=x').map(({ value }) => value)).toEqual([' Lead ', 'Ops "24"', 'x']);
  for (const value of ['a,b', '*)(uid=*', ' #x ', 'c\\', 'x=1+y=2', '"q"', '<>;', '\u0000'])
    expect(parseDn(`uid=${escapeDn(value)},dc=x`).map((step) => step.value)).toEqual([value, 'x']);
  expect(parseDn('')).toEqual([]);
});

test('what lies under a base is told by whole steps', () => {
  const base = dnKey('ou=people,dc=x');
  expect([dnKey('uid=a,OU=People,dc=x'), base].map((key) => isUnder(key, base))).toEqual([true, true]);
  expect(['uid=a,ou=morepeople,dc=x', 'dc=x', 'uid=a,ou=people,dc=x,dc=y'].map((dn) => isUnder(dnKey(dn), base))).toEqual([
    false,
    false,
    false,
  ]);
  expect(isUnder(base, '')).toBe(true);
});
