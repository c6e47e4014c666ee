import { expect, test } from 'vitest';
import { meets, parseFilter } from './filter.ts';
import { patched } from './patch.ts';
import { projected, resourceOf } from './resource.ts';
import { ScimError } from './scim-error.ts';
import { enterpriseSchema, groups, users } from './schema.ts';

const ada = resourceOf(
  {
    schemas: [users.id, enterpriseSchema],
    userName: 'ada@example.com',
    externalId: 'A1',
    NAME: { givenName: 'Ada', familyName: 'Byron', nonsense: 1 },
    active: 'True',
    password: 'secret',
    id: 'chosen by the client',
    emails: [
      { value: 'ada@example.com', type: 'work', primary: true },
      { value: 'ada@home.example', type: 'home', primary: 'true' },
    ],
    [enterpriseSchema]: { department: 'Sales', manager: 'M1', employeeNumber: 7 },
  },
  users,
);

test('what is sent is kept in the names and types of the schema; passwords and what the server writes are not', () => {
  expect(ada).toEqual({
    userName: 'ada@example.com',
    externalId: 'A1',
    name: { givenName: 'Ada', familyName: 'Byron' },
    active: true,
    emails: [
      { value: 'ada@example.com', type: 'work', primary: false },
      { value: 'ada@home.example', type: 'home', primary: true },
    ],
    [enterpriseSchema]: { department: 'Sales', manager: { value: 'M1' }, employeeNumber: '7' },
  });
  expect(refusal(() => resourceOf({ userName: 'x', active: 'perhaps' }, users))).toBe('invalidValue');
});

test.each([
  ['userName eq "ADA@example.com"', true],
  ['externalId eq "a1"', false],
  ['username sw "ada" and active eq true', true],
  ['emails[type eq "work" and value co "EXAMPLE"]', true],
  ['emails[type eq "work" and primary eq true]', false],
  ['emails co "home"', true],
  ['not (name.familyName pr) or title pr', false],
  ['title eq null', true],
  [`${enterpriseSchema}:department eq "sales"`, true],
  [`${users.id}:userName ew ".com" and (title pr or active eq true)`, true],
  ['meta.lastModified gt "2026-01-01T00:00:00Z"', false],
])('%s is %s', (filter, expected) => expect(meets(ada, parseFilter(filter, users))).toBe(expected));

test.each([
  '',
  'userName',
  'userName eq',
  'userName is "x"',
  'shoeSize eq 4',
  '(userName pr',
  'userName eq x',
  'userName pr garbage',
  `${'('.repeat(50)}userName pr`,
])('the filter "%s" is refused', (filter) => expect(refusal(() => parseFilter(filter, users))).toBe('invalidFilter'));

const after = (...operations: unknown[]) => patched(ada, { schemas: [], Operations: operations }, users);

test('shapes of operations that providers send', () => {
  expect(after({ op: 'Replace', path: 'active', value: 'False' })).toMatchObject({ active: false });
  expect(after({ op: 'replace', value: { active: false, 'name.familyName': 'Lovelace' } })).toMatchObject({
    active: false,
    name: { givenName: 'Ada', familyName: 'Lovelace' },
  });
  expect(after({ op: 'add', path: `${enterpriseSchema}:manager`, value: 'M2' })[enterpriseSchema]).toMatchObject({
    manager: { value: 'M2' },
  });
  expect(after({ op: 'replace', path: 'emails[type eq "work"].value', value: 'new@example.com' })['emails']).toMatchObject([
    { value: 'new@example.com', type: 'work' },
    { type: 'home' },
  ]);
  expect(after({ op: 'add', path: 'phoneNumbers[type eq "mobile"].value', value: '+81312345678' })['phoneNumbers']).toEqual([
    { type: 'mobile', value: '+81312345678' },
  ]);
  expect(after({ op: 'remove', path: 'emails[type eq "home"]' })['emails']).toHaveLength(1);
  expect(after({ op: 'remove', path: 'title' })).toEqual(ada);
  expect(after({ op: 'replace', path: 'password', value: 'x' })).toEqual(ada);
});

test('members of groups come and go one by one', () => {
  const group = resourceOf({ displayName: 'Sales', members: [{ value: 'a' }, { value: 'b' }] }, groups);
  const then = (...operations: unknown[]) => patched(group, { Operations: operations }, groups)['members'];
  expect(then({ op: 'Add', path: 'members', value: [{ value: 'b' }, { value: 'c' }] })).toEqual([
    { value: 'a' },
    { value: 'b' },
    { value: 'c' },
  ]);
  expect(then({ op: 'remove', path: 'members[value eq "a"]' })).toEqual([{ value: 'b' }]);
  expect(then({ op: 'Remove', path: 'members', value: [{ value: 'b' }] })).toEqual([{ value: 'a' }]);
  expect(then({ op: 'remove', path: 'members' })).toBeUndefined();
  expect(then({ op: 'replace', path: 'members', value: [{ value: 'z' }] })).toEqual([{ value: 'z' }]);
});

test('a bad operation refuses all of them', () => {
  const good = { op: 'replace', path: 'title', value: 'Countess' };
  expect(refusal(() => after(good, { op: 'replace', path: 'shoeSize', value: 4 }))).toBe('invalidPath');
  expect(refusal(() => after(good, { op: 'remove' }))).toBe('noTarget');
  expect(refusal(() => after(good, { op: 'replace', path: 'id', value: 'x' }))).toBe('mutability');
  expect(refusal(() => after({ op: 'sing', path: 'title' }))).toBe('invalidSyntax');
  expect(ada['title']).toBeUndefined();
});

test('only what is asked for is answered', () => {
  const whole = { schemas: [users.id], id: '1', ...ada };
  expect(Object.keys(projected(whole, { attributes: 'userName,emails.value' }))).toEqual(['schemas', 'id', 'userName', 'emails']);
  expect(projected(whole, { attributes: 'emails.value' })['emails']).toEqual([{ value: 'ada@example.com' }, { value: 'ada@home.example' }]);
  expect(projected(whole, { excluded: 'emails,id' })).not.toHaveProperty('emails');
  expect(projected(whole, { excluded: 'emails,id' })).toHaveProperty('id');
});

function refusal(work: () => unknown): string | undefined {
  try {
    work();
  } catch (error) {
    if (error instanceof ScimError) return error.scimType;
    throw error;
  }
  return undefined;
}
