import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listJournal, revertChanges } from '#kit/common/change/journal.contract.ts';
import { choice, integer, text } from '#kit/common/crud/fields.ts';
import { menu } from '#kit/common/permission.ts';
import { settingContract } from '#kit/common/setting/setting-contract.ts';
import { serveModules, type TestModules } from '#kit/testing/test-module.ts';
import { moduleParts } from '../crud/module-parts.ts';
import type { ServerModule } from '../module.ts';
import { settingServer } from './setting-server.ts';

const page = menu({
  code: 'lights',
  route: '/lights',
  title: { zh_CN: '灯光', en_US: 'Lights', ja_JP: '照明' },
  order: 1,
  buttons: ['update'],
});

const light = settingContract({
  module: 'lights',
  kind: 'light',
  path: 'lights/light',
  access: { read: page.code, write: page.button.update },
  answers: 'editor',
  summary: { get: 'How lights shine', update: 'Changes how lights shine' },
  fields: { colour: choice(['red', 'green']), watts: integer(1, 2000), note: text(50).column('remark').nullable() },
});

let writes = 0;
const lights = settingServer(light, {
  table: 'light',
  title: 'Lights',
  written: async () => {
    writes += 1;
  },
});

const lightsModule: ServerModule = {
  name: 'lights',
  migrations: import.meta.dirname,
  resources: [page],
  catalogs: { zh_CN: {}, en_US: {}, ja_JP: {} },
  ...moduleParts(lights),
};

let served: TestModules;
beforeAll(async () => {
  served = await serveModules(lightsModule);
  await sql`create table light (id uuid primary key, colour text not null, watts integer not null, remark text, version integer not null,
    created_at bigint not null, created_by text, updated_at bigint not null, updated_by text)`.execute(served.database.db);
  await sql`insert into light values (gen_random_uuid(), 'red', 40, null, 1, 0, null, 0, null)`.execute(served.database.db);
});
afterAll(() => served.close());

test('settings of one row are read, changed by version, remembered, journaled and reverted', async () => {
  const { boss } = served;
  const before = await boss.call(light.get, {});
  expect(before).toEqual({ id: before.id, version: 1, updatedAt: 0, updatedBy: '', colour: 'red', watts: 40, note: null });
  expect(await lights.now(served.services)).toMatchObject({ colour: 'red', createdAt: 0 });

  const changed = await boss.call(light.update, { version: 1, colour: 'green', note: 'hall' });
  expect(changed).toMatchObject({ version: 2, colour: 'green', watts: 40, note: 'hall' });
  expect(changed.updatedBy).not.toBe('');
  expect(await lights.now(served.services)).toMatchObject({ colour: 'green', note: 'hall' });
  expect(writes).toBe(1);

  expect((await boss.ask(light.update, { version: 1, watts: 50 })).code).toBe(10409);
  expect((await boss.ask(light.update, { version: 2, watts: 0 })).code).toBe(10400);

  const { list } = await boss.call(listJournal, { kind: ['light'], objectId: before.id });
  expect(list[0]).toMatchObject({ kind: 'light', objectName: 'Lights', action: 'change' });
  await boss.call(revertChanges, { operationIds: [list[0]!.id] });
  expect(await boss.call(light.get, {})).toMatchObject({ version: 3, colour: 'red', note: null });
});
