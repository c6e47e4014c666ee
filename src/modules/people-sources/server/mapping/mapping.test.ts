import { expect, test } from 'vitest';
import type { Json } from '#kit/server/change/kind.ts';
import { mappingRow, transform, type MappingRow, type Transform } from '../../common/source-parts.ts';
import { mapperOf } from './map-record.ts';
import { isSecret, rawJson } from './raw-json.ts';
import { toolsFor } from './tools.ts';
import { stepOf, TransformError } from './transforms.ts';

type Draft = Record<string, unknown> & { do: Transform['do'] };
/** A value, the transform, and what comes of it; a text with `!` before it is the reason why nothing does. */
const cases: readonly [Json | undefined, Draft, Json | undefined][] = [
  ['  a b ', { do: 'trim' }, 'a b'],
  [['X', null, 'Y'], { do: 'lower' }, ['x', null, 'y']],
  ['straße', { do: 'upper' }, 'STRASSE'],
  [undefined, { do: 'upper' }, undefined],
  [null, { do: 'trim' }, null],
  [['', 'one', 'two'], { do: 'first' }, 'one'],
  [['one', 'two', null], { do: 'last' }, 'two'],
  ['1,234.5', { do: 'number' }, 1234.5],
  ['12a', { do: 'number' }, '!number'],
  ['132539328000000000', { do: 'adTime' }, Date.UTC(2021, 0, 1)],
  ['0', { do: 'adTime' }, null],
  ['9223372036854775807', { do: 'adTime' }, null],
  ['soon', { do: 'adTime' }, '!time'],
  ['a.b.c', { do: 'replace', from: '.', to: '/' }, 'a/b/c'],
  ['a; b ;;c', { do: 'split', by: ';' }, ['a', 'b', 'c']],
  [['a', '', 'b'], { do: 'join', by: ' ' }, 'a b'],
  ['M', { do: 'map', values: { M: 'male' } }, 'male'],
  ['X', { do: 'map', values: { M: 'male' }, other: 'unknown' }, 'unknown'],
  ['toString', { do: 'map', values: {} }, 'toString'],
  ['Yes', { do: 'bool' }, true],
  ['no', { do: 'bool' }, false],
  ['31.12.2024', { do: 'date', format: 'dd.MM.yyyy' }, '2024-12-31'],
  ['20240229101500Z', { do: 'date', format: 'yyyyMMddHHmmss' }, '2024-02-29'],
  ['1/2/2024', { do: 'date', format: 'd/M/yyyy' }, '2024-02-01'],
  ['31.02.2024', { do: 'date', format: 'dd.MM.yyyy' }, '!date'],
  ['514', { do: 'bit', n: 1 }, true],
  [512, { do: 'bit', n: 1 }, false],
  ['CN=Li\\, Na,OU=Sales,OU=East,DC=x', { do: 'dn', part: 'cn' }, 'Li, Na'],
  ['CN=A,OU=Sales,OU=East,DC=x', { do: 'dn', part: 'OU', index: 1 }, 'East'],
  ['cn=\\E5\\BC\\A0,dc=x', { do: 'dn', part: 'CN' }, '张'],
  ['CN=A', { do: 'dn', part: 'OU' }, null],
  ['138 0013 8000', { do: 'phone', region: 'CN' }, '+8613800138000'],
  ['(030) 123456', { do: 'phone', region: 'DE' }, '+4930123456'],
  ['+81 90-1234-5678', { do: 'phone', region: 'CN' }, '+819012345678'],
  ['none', { do: 'phone', region: 'CN' }, '!phone'],
  ['uid=17;x', { do: 'regex', pattern: 'uid=(\\d+)' }, '17'],
  ['abc', { do: 'regex', pattern: '[bc]+' }, 'bc'],
  [`${'a'.repeat(10_000)}!`, { do: 'regex', pattern: '(a+)+$' }, null],
];

test.each(cases.map(([value, draft, expected]) => [draft.do, value, draft, expected] as const))(
  '%s, case %#',
  async (_name, value, draft, expected) => {
    const parsed = transform.parse(draft);
    const step = stepOf(
      parsed,
      await toolsFor([mappingRow.parse({ target: 'name', from: { kind: 'constant', value: '' }, transforms: [draft] })]),
    );
    let result: Json | undefined;
    try {
      result = step(value);
    } catch (error) {
      if (!(error instanceof TransformError)) throw error;
      result = `!${error.key}`;
    }
    expect(result).toEqual(expected);
  },
);

const rowOf = (target: string, from: MappingRow['from'], more: object = {}): MappingRow => mappingRow.parse({ target, from, ...more });
const attribute = (target: string, name: string, more: object = {}): MappingRow => rowOf(target, { kind: 'attribute', name }, more);
const rows = [
  attribute('externalId', 'id'),
  attribute('account', 'UID'),
  rowOf('name', { kind: 'template', text: '{givenName} {sn}' }),
  attribute('email', 'mail'),
  attribute('title', 'title', { whenMissing: 'clear' }),
  attribute('employeeNo', 'no', { whenMissing: 'reject' }),
  attribute('departments', 'ou'),
];

test('a record is mapped: case of attributes, templates, absent is not empty, a list where one is wanted, reasons by field', async () => {
  const mapper = await mapperOf(rows, '');
  const good = mapper.map('employee', { id: ['a', 'b'], uid: 'li.na', givenName: 'Na', sn: 'Li', no: 'E1', ou: ['x', 'y', 'x'] });
  expect(good).toMatchObject({
    values: { externalId: 'a', account: 'li.na', name: 'Na Li', title: null, employeeNo: 'E1', departments: ['x', 'y'] },
    issues: [],
  });
  expect(good.values).not.toHaveProperty('email');
  const bad = mapper.map('employee', { id: 'a', uid: 'li\u200bna', mail: 'nobody', ou: [] });
  expect(bad.issues.map(({ path, key }) => `${path} ${key}`)).toEqual([
    'account invisible',
    'email email',
    'employeeNo missing',
    'name missing',
  ]);
});

test('the digest tells of every mapped value and of the rules, and of nothing else', async () => {
  const raw = { id: 'a', uid: 'u', givenName: 'N', no: '1', other: 'x' };
  const [mapper, changed] = await Promise.all([mapperOf(rows, ''), mapperOf(rows, 'other rules')]);
  const hash = mapper.digest('employee', raw);
  expect(mapper.digest('employee', { ...raw, other: 'y' })).toEqual(hash);
  expect(mapper.digest('employee', { ...raw, sn: 'S' })).not.toEqual(hash);
  expect(changed.digest('employee', raw)).not.toEqual(hash);
});

test('secrets are never kept, bytes only as a digest', () => {
  for (const name of ['userPassword', 'unicodePwd', 'sambaNTPassword', 'userPassword;x-1', 'client_secret'])
    expect(isSecret(name), name).toBe(true);
  for (const name of ['pwdLastSet', 'mail', 'passwordExpired']) expect(isSecret(name), name).toBe(false);
  expect(rawJson({ userPassword: 'x', jpegPhoto: Buffer.from('x'), name: 'a\0b', list: ['a', null] })).toEqual({
    jpegPhoto: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
    name: 'ab',
    list: ['a', null],
  });
});
