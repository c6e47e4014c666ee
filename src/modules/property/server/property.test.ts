import { afterAll, beforeAll, expect, test } from 'vitest';
import { tried } from '#kit/common/change/dry-run.ts';
import { foldWarnings } from '#kit/server/warning/fold-warnings.ts';
import { serveModules, type TestModules } from '#kit/testing/test-module.ts';
import { departmentAdd } from '#modules/people/common/department.contract.ts';
import { rootDepartmentId } from '#modules/people/common/root.ts';
import { peopleModules } from '#modules/people-sources/server/testing/people-modules.ts';
import { propertyPage as page } from '../common/permissions.ts';
import * as property from '../common/property.contract.ts';
import * as value from '../common/value.contract.ts';
import { propertyModule } from './module.ts';
import { notifyWrongValues } from './value.watch.ts';

let served: TestModules;
beforeAll(async () => {
  served = await serveModules(...peopleModules, propertyModule);
});
afterAll(() => served.close());

let made = 0;
async function added(
  more: Partial<Parameters<typeof served.boss.ask<typeof property.propertyAdd>>[1]> = {},
): Promise<{ id: string; key: string }> {
  const key = `k${(made += 1)}`;
  const { id } = await served.boss.call(property.propertyAdd, {
    namespace: 'test',
    key,
    description: { zh_CN: '测试' },
    default: 'shipped',
    ...more,
  });
  return { id, key };
}
const set = (propertyId: string, request: object) => served.boss.ask(value.propertyValueSet, { propertyId, scopeKind: 'site', ...request });
const look = async (id: string) => (await served.boss.call(property.propertyGet, { id })).value;

test('what the product declares is there, and fixed', async () => {
  const { list } = await served.boss.call(property.propertyList, { namespace: 'console', text: 'tabTitle' });
  expect(list).toMatchObject([
    { key: 'tabTitle', type: 'string', value: 'Mobile platform of {org}', from: { scopeKind: 'default' }, module: 'console' },
  ]);
  const { id, version } = list[0]!;
  expect(await served.boss.ask(property.propertyUpdate, { id, version, type: 'integer' })).toMatchObject({ code: 11046 });
  expect(await served.boss.ask(property.propertyRemove, { ids: [id] })).toMatchObject({ code: 11046 });
  expect(await set(id, { value: 7 })).toMatchObject({ code: 11045 });
  expect(await set(id, { value: 'Ours' })).toMatchObject({ code: 0 });
  expect(await look(id)).toBe('Ours');
});

test.each([
  ['integer', 1.5, 2],
  ['boolean', 'yes', true],
  ['json', 'text', { a: [1] }],
  ['duration', '15 minutes', 'PT15M'],
  ['url', 'javascript:alert(1)', 'https://x.example/a'],
  ['color', 'red', '#00ff88'],
  ['list', [{}], ['a', 1]],
  ['string', 'two\nlines', 'one line'],
] as const)('a value of type %s is checked', async (type, bad, good) => {
  const { id } = await added({ type, default: null });
  expect(await set(id, { value: bad })).toMatchObject({ code: 11045, data: { field: 'value' } });
  expect(await set(id, { value: good })).toMatchObject({ code: 0 });
  expect(await look(id)).toEqual(good);
});

test('rules narrow the type; a pattern that could run away is no pattern, one that backtracking engines choke on is quick', async () => {
  const add = (rules: object) =>
    served.boss.ask(property.propertyAdd, {
      namespace: 'rules',
      key: `p${(made += 1)}`,
      description: { zh_CN: 'x' },
      default: null,
      rules,
    });
  expect(await add({ pattern: '(a)\\1' })).toMatchObject({ code: 10400, data: { issues: [{ path: 'rules.pattern' }] } });
  expect(await add({ pattern: '(?=a)b' })).toMatchObject({ code: 10400 });
  const { id } = (await add({ pattern: '^(a+)+$', max: 60_000 })).data as { id: string };
  expect(await set(id, { value: `${'a'.repeat(50_000)}b` })).toMatchObject({ code: 11045 });
  expect(await set(id, { value: 'aaa' })).toMatchObject({ code: 0 });
  const { id: chosen } = await added({ rules: { enum: ['red', 'blue'] }, default: 'red' });
  expect(await set(chosen, { value: 'green' })).toMatchObject({ code: 11045 });
  const { id: ranged } = await added({ type: 'integer', rules: { min: 1, max: 5 }, default: 1 });
  expect(await set(ranged, { value: 6 })).toMatchObject({ code: 11045 });
});

test('a key or a value that is too much, or no key at all, is refused', async () => {
  const add = (key: string) =>
    served.boss.ask(property.propertyAdd, { namespace: 'test', key, description: { zh_CN: 'x' }, default: null });
  expect(await add('__proto__')).toMatchObject({ code: 10400 });
  expect(await add('a..b')).toMatchObject({ code: 10400 });
  const { id } = await added({ type: 'json', default: null });
  expect((await set(id, { value: { text: 'x'.repeat(70_000) } })).code).not.toBe(0);
  expect(await set(id, { value: ['y'.repeat(900)] })).toMatchObject({ code: 0 });
});

test('a value of a wrong type that was stored by hand is passed over, and listed as such', async () => {
  const { id } = await added({ type: 'boolean', default: false });
  await set(id, { value: true });
  await served.database.pool.query(`update property_value set value = '"yes"' where property_id = $1`, [id]);
  expect(await look(id)).toBe(false);
  const { list } = await served.boss.call(value.propertyResolve, { namespace: 'test' });
  expect(list.find(({ propertyId }) => propertyId === id)?.chain.map(({ scopeKind, state }) => [scopeKind, state])).toEqual([
    ['site', 'invalid'],
    ['default', 'wins'],
  ]);
  // It is a warning until it is put right.
  const told = async () => {
    await notifyWrongValues(served.services);
    await foldWarnings(served.database.db, 0);
    const { rows } = await served.database.pool.query<{ holds: boolean; type: string }>(
      "select holds, facts->>'type' as type from warning where kind = 'property.type' and facts->>'propertyId' = $1",
      [id],
    );
    return rows;
  };
  expect(await told()).toEqual([{ holds: true, type: 'boolean' }]);
  await set(id, { value: true });
  expect(await told()).toMatchObject([{ holds: false }]);
});

test('of app, platform and both the nearer wins; switched off and out of its time are passed over', async () => {
  const { id, key } = await added();
  await set(id, { value: 'site' });
  await set(id, { scopeKind: 'app', scopeId: 'im', value: 'app' });
  await set(id, { scopeKind: 'platform', scopeId: '1', value: 'platform' });
  await set(id, { scopeKind: 'app', scopeId: 'im:1', value: 'both' });
  const won = async (subject: object) => (await served.boss.call(value.propertyResolve, { key, ...subject })).list[0]?.value;
  expect(await won({ app: 'im', platform: '1' })).toBe('both');
  await set(id, { scopeKind: 'app', scopeId: 'im:1', value: 'both', enabled: false });
  expect(await won({ app: 'im', platform: '1' })).toBe('platform');
  await set(id, { scopeKind: 'platform', scopeId: '1', value: 'platform', until: 1 });
  expect(await won({ app: 'im', platform: '1' })).toBe('app');
  await set(id, { scopeKind: 'app', scopeId: 'im', value: 'app', from: 8_000_000_000_000 });
  expect(await won({ app: 'im', platform: '1' })).toBe('site');
  expect(await won({})).toBe('site');
  expect(await set(id, { scopeKind: 'platform', scopeId: '3', value: 'x' })).toMatchObject({ code: 10400 });
  expect(await set(id, { scopeKind: 'app', scopeId: 'im:3', value: 'x' })).toMatchObject({ code: 10400 });
});

test('two who set the same value: the second is told; history is kept over clearing, and each state comes back', async () => {
  const { id } = await added();
  await set(id, { value: 'one' });
  expect(await set(id, { value: 'two', version: 1 })).toMatchObject({ code: 0 });
  expect(await set(id, { value: 'three', version: 1 })).toMatchObject({ code: 10409 });
  const { list: values } = await served.boss.call(value.propertyValues, { propertyId: id });
  await served.boss.call(value.propertyValueClear, { ids: [values[0]!.id] });
  expect(await look(id)).toBe('shipped');
  const { list } = await served.boss.call(value.propertyHistory, { propertyId: id, scopeKind: 'site' });
  expect(list.map(({ action, mayReturn }) => [action, mayReturn])).toEqual([
    ['delete', false],
    ['change', true],
    ['create', true],
  ]);
  await served.boss.call(value.propertyRollback, { operationId: list[2]!.id });
  expect(await look(id)).toBe('one');
  await served.boss.call(value.propertyRollback, { operationId: list[1]!.id });
  expect(await look(id)).toBe('two');
  await served.boss.call(value.propertyRollback, { operationId: list[0]!.id });
  expect(await look(id)).toBe('shipped');
});

test('a secret is sealed, never answered, kept when it is left out, and not in the history', async () => {
  const { id } = await added({ secret: true, default: null });
  expect(
    await served.boss.ask(property.propertyAdd, {
      namespace: 'test',
      key: 'bad',
      description: { zh_CN: 'x' },
      default: null,
      secret: true,
      exposure: 'terminal',
    }),
  ).toMatchObject({ code: 10400 });
  await set(id, { value: 'hunter-2' });
  expect(await set(id, { priority: 3 })).toMatchObject({ code: 0 });
  const answers = await Promise.all([
    served.boss.ask(property.propertyGet, { id }),
    served.boss.ask(value.propertyValues, { propertyId: id }),
    served.boss.ask(value.propertyHistory, { propertyId: id, scopeKind: 'site' }),
    served.boss.ask(value.propertyResolve, { namespace: 'test' }),
  ]);
  expect(JSON.stringify(answers)).not.toContain('hunter-2');
  expect(answers[0].data).toMatchObject({ value: '••••' });
  const stored = await served.database.pool.query('select value, sealed from property_value where property_id = $1', [id]);
  expect(stored.rows[0]).toMatchObject({ value: null, sealed: expect.stringMatching(/^s1\./) });
  const { rows } = await served.database.pool.query(
    "select before::text || after::text as line from change_operation where kind = 'propertyValue' and object_name like $1",
    [`%${'test'}%`],
  );
  expect(JSON.stringify(rows)).not.toContain(stored.rows[0].sealed);
});

test('who administers a part of the company sets values there and nowhere else', async () => {
  const north = (await served.boss.call(departmentAdd, { parentId: rootDepartmentId, name: { zh_CN: '北' } })).id;
  const south = (await served.boss.call(departmentAdd, { parentId: rootDepartmentId, name: { zh_CN: '南' } })).id;
  const { rows } = await served.database.pool.query<{ path: string }>('select path::text from department where id = $1', [north]);
  const paths = [rows[0]!.path];
  const { setValue, clearValue, rollback, add } = page.button;
  const admin = served.holder(
    Object.fromEntries([page.code, setValue, clearValue, rollback, add, page.button.resolve].map((code) => [code, paths])),
  );
  const { id } = await added();
  await set(id, { scopeKind: 'department', scopeId: south, value: 'south' });
  const own = (request: object) => admin.ask(value.propertyValueSet, { propertyId: id, scopeKind: 'department', value: 'x', ...request });
  expect(await own({ scopeId: north, value: 'north' })).toMatchObject({ code: 0 });
  expect(await own({ scopeId: south })).toMatchObject({ code: 10910 });
  expect(await own({ scopeKind: 'site', scopeId: '' })).toMatchObject({ code: 10910 });
  expect(await admin.ask(property.propertyAdd, { namespace: 'x', key: 'y', description: { zh_CN: 'x' }, default: null })).toMatchObject({
    code: 10910,
  });
  expect((await admin.call(value.propertyValues, { propertyId: id })).list.map(({ scopeId }) => scopeId)).toEqual([north]);
  expect(await admin.ask(value.propertyResolve, { departmentId: south })).toMatchObject({ code: 10910 });
  const all = (await served.boss.call(value.propertyValues, { propertyId: id })).list;
  const foreign = all.find(({ scopeId }) => scopeId === south)!;
  expect(await admin.ask(value.propertyValueClear, { ids: [foreign.id] })).toMatchObject({ code: 10910 });
  const { list } = await served.boss.call(value.propertyHistory, { propertyId: id, scopeKind: 'department', scopeId: south });
  expect(await admin.ask(value.propertyRollback, { operationId: list[0]!.id })).toMatchObject({ code: 10910 });
  expect((await admin.call(value.propertyHistory, { propertyId: id, scopeKind: 'department', scopeId: south })).list).toEqual([]);
});

test('what has values is not deleted; what is tried is not done', async () => {
  const { id } = await added();
  expect(await served.boss.ask(value.propertyValueSet, tried({ propertyId: id, scopeKind: 'site' as const, value: 'x' }))).toMatchObject({
    code: 0,
    data: { counts: { create: 1 } },
  });
  expect(await look(id)).toBe('shipped');
  await set(id, { value: 'x' });
  expect(await served.boss.ask(property.propertyRemove, { ids: [id] })).toMatchObject({ code: 10410 });
});
