import { afterAll, beforeAll, expect, test } from 'vitest';
import { menu, type MenuResource } from '#kit/common/permission.ts';
import { en_US } from '#kit/locales/en_US.ts';
import { ja_JP } from '#kit/locales/ja_JP.ts';
import { zh_CN } from '#kit/locales/zh_CN.ts';
import { testDatabase } from '#kit/testing/test-database.ts';
import type { Database } from '#platform/database/open-database.ts';
import { callerOf, systemCaller } from '../../caller.ts';
import { revert } from '../../change/revert.ts';
import { textsOf } from '../../texts.ts';
import { menuTree } from './menu-tree.ts';
import { presetRoleIds } from '../preset-roles.ts';
import { resourceKind } from './resource.kind.ts';
import { addNode, orderVersion, removeNodes, reorderNodes, resetNodes, updateNode } from './resource.service.ts';
import { seedResources } from './seed-resources.ts';

let database: Database;
const kind = resourceKind('system', { read: 'tree', revert: 'tree:update' });
const texts = textsOf({ kit: { zh_CN, en_US, ja_JP } });
const boss = () => systemCaller('test', 'en_US');
const title = (word: string) => ({ zh_CN: `${word} 中`, en_US: word, ja_JP: `${word} 日` });

const group = menu({ code: 'group', title: title('Group'), order: 10 });
const pageOf = (code: string, order: number, more: Partial<Parameters<typeof menu>[0]> = {}): MenuResource =>
  menu({ code, route: `/${code}`, parent: 'group', title: title(code), order, ...more });
const first = [group, pageOf('one', 10, { buttons: ['add'] }), pageOf('two', 20), pageOf('three', 30), pageOf('gone', 40)];

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const seed = (resources: readonly MenuResource[]) => seedResources({ database, resources, texts, now: () => Date.now() });
const write = <T>(work: (tx: Parameters<typeof updateNode>[0]) => Promise<T>): Promise<T> => database.db.transaction().execute(work);
const nodeOf = (code: string) => database.db.selectFrom('resource').selectAll().where('code', '=', code).executeTakeFirstOrThrow();
const edit = async (code: string, change: Omit<Parameters<typeof updateNode>[3], 'id' | 'version'>): Promise<void> => {
  const { id, version } = await nodeOf(code);
  await write((tx) => updateNode(tx, boss(), kind, { id, version, ...change }));
};
const reorder = async (codes: readonly string[]): Promise<void> => {
  const rows = await database.db
    .selectFrom('resource')
    .select(['id', 'code', 'version'])
    .where('parent', '=', 'group')
    .where('retired_at', 'is', null)
    .execute();
  const ids = codes.map((code) => rows.find((row) => row.code === code)!.id);
  const parent = await nodeOf('group');
  await write((tx) => reorderNodes(tx, boss(), kind, { parentId: parent.id, ids, version: orderVersion(rows) }));
};
const shownOrder = async (): Promise<string[]> =>
  (
    await database.db
      .selectFrom('resource')
      .select('code')
      .where('parent', '=', 'group')
      .where('retired_at', 'is', null)
      .orderBy('order_no')
      .orderBy('code')
      .execute()
  ).map(({ code }) => code);

test('Names, order, place and visibility that an administrator chose survive an upgrade; what is new appears, what is gone is retired', async () => {
  await seed(first);
  await edit('one', { names: { ...title('one'), zh_CN: '改名' } });
  await edit('two', { visible: false, icon: 'star' });
  await edit('three', { parent: null });
  await reorder(['gone', 'two', 'one']);
  const next = [
    group,
    pageOf('one', 10, { title: title('One renamed'), buttons: ['add', 'delete'] }),
    pageOf('two', 20, { icon: 'user' }),
    pageOf('three', 30),
    pageOf('fresh', 15),
  ];
  await seed(next);
  // Only the language that was changed stays; the others follow the product.
  expect((await nodeOf('one')).names).toEqual({ zh_CN: '改名', en_US: 'One renamed', ja_JP: 'One renamed 日' });
  expect(await nodeOf('two')).toMatchObject({ visible: false, icon: 'star' });
  expect((await nodeOf('three')).parent).toBeNull();
  expect(await shownOrder()).toEqual(['fresh', 'two', 'one']);
  expect((await nodeOf('gone')).retired_at).not.toBeNull();
  expect(await nodeOf('one:delete')).toMatchObject({ kind: 'button', parent: 'one', visible: true });
  const { version } = await nodeOf('one');
  await seed(next);
  expect((await nodeOf('one')).version).toBe(version);
  await seed(first);
  expect((await nodeOf('gone')).retired_at).toBeNull();
});

test('The system administrator governs what a new version brings, and the three duties change no page in common', async () => {
  const pages = [
    group,
    pageOf('one', 10),
    pageOf('rights', 20, { duty: 'security', buttons: ['update'] }),
    pageOf('logs', 30, { duty: 'audit', buttons: ['export'] }),
  ];
  await seed(pages);
  const codesOf = async (roleId: string): Promise<string[]> =>
    (await database.db.selectFrom('role_grant').select('code').where('role_id', '=', roleId).orderBy('code').execute()).map(
      ({ code }) => code,
    );
  expect(await codesOf(presetRoleIds.system)).toEqual(['group', 'logs', 'one']);
  expect(await codesOf(presetRoleIds.security)).toEqual(['logs', 'rights', 'rights:update']);
  expect(await codesOf(presetRoleIds.audit)).toEqual(['logs', 'logs:export', 'rights']);
});

test('What was hidden is in no menu, and neither is what stands below it', async () => {
  await seed(first);
  const codes = async (): Promise<string> => JSON.stringify(await menuTree({ database }, boss()));
  expect(await codes()).not.toContain('"two"');
  await edit('group', { visible: false });
  expect(await codes()).not.toContain('"one"');
  await edit('group', { visible: true });
  expect(await codes()).toContain('"one"');
});

test('A delivered node is reset and undone but never deleted; a custom one goes when it is empty', async () => {
  const { id } = await nodeOf('two');
  await expect(write((tx) => removeNodes(tx, boss(), kind, [id]))).rejects.toMatchObject({ answer: 11010 });
  expect(await write((tx) => resetNodes(tx, boss(), kind, [id]))).toBe(1);
  expect(await nodeOf('two')).toMatchObject({ visible: true, parent: 'group' });
  const line = await database.db
    .selectFrom('change_operation')
    .select('id')
    .where('object_id', '=', id)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect(await write((tx) => revert(tx, boss(), [kind], { target: { operationIds: [line.id] } }))).toMatchObject({ reverted: 1 });
  expect((await nodeOf('two')).visible).toBe(false);
  const draft = { parent: null, icon: null, route: null, visible: true };
  const folder = await write((tx) => addNode(tx, boss(), kind, { ...draft, code: 'own', names: { zh_CN: '自己的' } }));
  const inner = await write((tx) => addNode(tx, boss(), kind, { ...draft, code: 'inner', parent: 'own', names: { zh_CN: '里面' } }));
  await expect(write((tx) => removeNodes(tx, boss(), kind, [folder]))).rejects.toMatchObject({ issues: [{ key: 'resource.notEmpty' }] });
  await expect(edit('own', { parent: 'inner' })).rejects.toMatchObject({ answer: 11011 });
  await seed(first);
  expect(await nodeOf('inner')).toMatchObject({ parent: 'own', retired_at: null });
  expect(await write((tx) => removeNodes(tx, boss(), kind, [inner]))).toBe(1);
  expect(await write((tx) => removeNodes(tx, boss(), kind, [folder]))).toBe(1);
});

test('Who governs a part of the company may not rearrange the tree of all', async () => {
  const range = { all: false as const, paths: ['1'], self: false, uid: '' };
  const grants = { superAdmin: false, codes: new Map([['tree:update', range]]), roles: [], widest: range };
  const partial = callerOf({ ...boss(), grants, codes: ['tree:update'] });
  const { id, version } = await nodeOf('one');
  await expect(write((tx) => updateNode(tx, partial, kind, { id, version, visible: false }))).rejects.toMatchObject({ answer: 10910 });
});
