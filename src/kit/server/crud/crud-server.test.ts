import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tried } from '#kit/common/change/dry-run.ts';
import { listJournal, revertChanges } from '#kit/common/change/journal.contract.ts';
import { crudContract } from '#kit/common/crud/crud-contract.ts';
import { choice, codeText, ends, integer, longText, place, text } from '#kit/common/crud/fields.ts';
import { menu } from '#kit/common/permission.ts';
import { serveModules, type TestModules } from '#kit/testing/test-module.ts';
import type { ServerModule } from '../module.ts';
import { crudServer } from './crud-server.ts';
import { moduleParts } from './module-parts.ts';

const page = menu({
  code: 'lamps',
  route: '/lamps',
  title: { zh_CN: '灯', en_US: 'Lamps', ja_JP: 'ランプ' },
  order: 1,
  buttons: ['add', 'update', 'delete', 'enable', 'disable', 'reorder', 'copy'],
});

const lamp = crudContract({
  module: 'lamps',
  kind: 'lamp',
  path: 'lamps/lamp',
  title: { zh_CN: '灯', en_US: 'Lamp', ja_JP: 'ランプ' },
  page,
  scope: { read: 'none', write: 'site' },
  fields: {
    name: text(100).unique().sorted().searched(),
    code: codeText().nullable().unique().searched(),
    colour: choice(['red', 'green']).default('red').filtered(),
    watts: integer(1, 2000).nullable(),
    note: longText(500).nullable(),
    pin: text(20).secret(),
    until: ends(),
    rank: place(),
  },
  also: ['reorder', 'copy'],
});

const lamps = crudServer(lamp, {
  table: 'lamp',
  tidy: (entered) => ({ ...entered, ...(typeof entered.name === 'string' && { name: entered.name.replace(/ {2,}/g, ' ') }) }),
});

const lampsModule: ServerModule = {
  name: 'lamps',
  migrations: import.meta.dirname,
  resources: [page],
  catalogs: { zh_CN: {}, en_US: {}, ja_JP: {} },
  ...moduleParts(lamps),
};

let served: TestModules;
beforeAll(async () => {
  served = await serveModules(lampsModule);
  await sql`create table lamp (id uuid primary key, name text not null, code text, colour text not null, watts integer, note text, pin text,
    until bigint, rank integer not null, enabled boolean not null, version integer not null, created_at bigint not null, created_by uuid,
    updated_at bigint not null, updated_by uuid)`.execute(served.database.db);
  await sql`create unique index lamp_name on lamp (lower(name))`.execute(served.database.db);
  await sql`create unique index lamp_code on lamp (lower(code))`.execute(served.database.db);
});
afterAll(() => served.close());

test('What is added has defaults, initial values and a place, is found, filtered and sorted; a secret is never answered', async () => {
  const { boss } = served;
  const { id } = await boss.call(lamp.add, { name: 'Desk   lamp', code: 'D-1', pin: '1234' });
  await boss.call(lamp.add, { name: 'Hall 100%', colour: 'green' });
  const row = await boss.call(lamp.get, { id });
  expect(row).toMatchObject({
    name: 'Desk lamp',
    colour: 'red',
    watts: null,
    hasPin: true,
    rank: 1,
    enabled: true,
    until: null,
    version: 1,
  });
  expect(JSON.stringify(row)).not.toContain('1234');
  const names = async (input: Parameters<typeof boss.call<typeof lamp.list>>[1]) =>
    (await boss.call(lamp.list, input)).list.map(({ name }) => name);
  expect(await names({ text: 'd-1' })).toEqual(['Desk lamp']);
  expect(await names({ text: '%' })).toEqual(['Hall 100%']);
  expect(await names({ colour: 'green' })).toEqual(['Hall 100%']);
  expect(await names({ enabled: false })).toEqual([]);
  expect(await names({ sort: '-name' })).toEqual(['Hall 100%', 'Desk lamp']);
  expect(await names({})).toEqual(['Desk lamp', 'Hall 100%']);
  expect((await boss.ask(lamp.add, { name: 'DESK LAMP' })).data).toMatchObject({ field: 'name' });
  expect((await boss.ask(lamp.add, { name: 'Other', code: 'd-1' })).code).toBe(10411);
});

test('Changes carry a version, stand in the history with secrets masked, and are reverted', async () => {
  const { boss } = served;
  const { id } = await boss.call(lamp.add, { name: 'Floor' });
  expect(await boss.call(lamp.update, { id, version: 1, watts: 60, pin: 'abcd' })).toMatchObject({ version: 2, watts: 60, hasPin: true });
  expect(await boss.ask(lamp.update, { id, version: 1, watts: 61 })).toMatchObject({ code: 10409, data: { current: { watts: 60 } } });
  expect(await boss.ask(lamp.update, tried({ id, version: 2, watts: 90 }))).toMatchObject({ code: 0, data: { counts: { change: 1 } } });
  expect(await boss.call(lamp.disable, { ids: [id] })).toEqual({ count: 1 });
  expect(await boss.call(lamp.disable, { ids: [id] })).toEqual({ count: 0 });
  expect(await boss.call(lamp.delete, { ids: [id], reason: 'broken' })).toEqual({ count: 1 });
  const { list } = await boss.call(listJournal, { kind: ['lamp'], objectId: id });
  expect(list.map(({ action }) => action)).toEqual(['delete', 'disable', 'change', 'create']);
  expect(JSON.stringify(list)).not.toContain('abcd');
  await boss.call(revertChanges, { operationIds: [list[0]!.id] });
  expect(await boss.call(lamp.get, { id })).toMatchObject({ name: 'Floor', watts: 60, hasPin: true, enabled: false });
});

test('A copy has its own unique values and place; an order is changed in the places that its objects hold', async () => {
  const { boss } = served;
  const { id: first } = await boss.call(lamp.add, { name: 'First', note: 'by the door', pin: '9999' });
  const { id: second } = await boss.call(lamp.copy, { id: first, name: 'Second', code: null });
  expect(await boss.call(lamp.get, { id: second })).toMatchObject({ name: 'Second', note: 'by the door', hasPin: false });
  const before = (await boss.call(lamp.list, {})).list.map(({ id }) => id);
  expect(before.indexOf(first)).toBeLessThan(before.indexOf(second));
  await boss.call(lamp.reorder, { ids: [second, first] });
  const after = (await boss.call(lamp.list, {})).list.map(({ id }) => id);
  expect(after.indexOf(second)).toBeLessThan(after.indexOf(first));
});

test('What holds for everybody is written only by who sees everybody, and read with the grant', async () => {
  const admin = served.holder({ [page.code]: ['a.b'], [page.button.add]: ['a.b'] });
  expect((await admin.ask(lamp.add, { name: 'Mine' })).code).toBe(10910);
  expect((await admin.call(lamp.list, { pageSize: 1 })).list).toHaveLength(1);
  expect(await admin.ask(lamp.delete, { ids: [] })).toMatchObject({ status: 403, code: 65002 });
});

test('Audit words come with the verbs, named where one object is', () => {
  const { words } = served.services;
  expect(words.sentence('lamp.add', 'en_US')).toBe('Added a lamp');
  expect(words.sentence('lamp.add', 'en_US', 'Desk')).toBe('Added lamp “Desk”');
  expect(words.sentence('lamp.delete', 'ja_JP', 'Desk')).toBe('ランプ「Desk」を削除した');
  expect(words.action('lamp.reorder', 'en_US')).toBe('Reorder the lamps');
  expect(words.action('lamp.disable', 'zh_CN')).toBe('停用灯');
});

test('What expires is on the radar', async () => {
  const { id } = await served.boss.call(lamp.add, { name: 'Ends', until: 1_900_000_000_000 });
  const [kind] = lamps.radarKinds;
  expect(kind).toMatchObject({ kind: 'lamp.until', objectKind: 'lamp', measure: 'end', code: 'lamps' });
  expect(await kind!.list(served.database.db, served.services)).toEqual([
    { objectId: id, name: 'Ends', dueAt: 1_900_000_000_000, deptId: null },
  ]);
});
