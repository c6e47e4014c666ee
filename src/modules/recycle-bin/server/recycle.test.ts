import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Input } from '#kit/common/contract.ts';
import { listJournal } from '#kit/common/change/journal.contract.ts';
import { getJob } from '#kit/common/jobs/job.contract.ts';
import { systemCaller } from '#kit/server/caller.ts';
import { createObjects, removeObjects } from '#kit/server/change/change-objects.ts';
import { newId } from '#kit/server/ids.ts';
import { serveModules, type TestCaller, type TestModules } from '#kit/testing/test-module.ts';
import { departmentAdd, departmentGet, departmentRemove, departmentUpdate } from '#modules/people/common/department.contract.ts';
import { userManagement } from '#modules/people/common/permissions.ts';
import { rootDepartmentId } from '#modules/people/common/root.ts';
import { peopleModules } from '#modules/people-sources/server/testing/people-modules.ts';
import { recycleBin } from '../common/permissions.ts';
import * as contract from '../common/recycle.contract.ts';
import { recycleBinModule } from './module.ts';

let served: TestModules;
let boss: TestCaller;
beforeAll(async () => {
  served = await serveModules(...peopleModules, recycleBinModule);
  boss = served.boss;
});
afterAll(() => served.close());

let made = 0;
async function department(name = `Dept ${(made += 1)}`, parentId: string = rootDepartmentId): Promise<string> {
  return (await boss.call(departmentAdd, { parentId, name: { zh_CN: name } })).id;
}
/** The deletion of an object, as the bin names it. */
const binned = async (objectId: string) =>
  (await boss.call(contract.recycleList, { pageSize: 200 })).list.find((row) => row.objectId === objectId);
const remove = async (id: string): Promise<string> => {
  await boss.call(departmentRemove, { ids: [id] } as Input<typeof departmentRemove>);
  return (await binned(id))!.id;
};
const whole = async (id: string) => {
  const { version: _version, createdAt: _made, updatedAt: _at, updatedBy: _by, ...rest } = await boss.call(departmentGet, { id });
  return rest;
};

test('What was deleted is listed with its kind and end, and comes back as it was', async () => {
  const id = await department('Lost');
  const before = await whole(id);
  const deletion = await remove(id);
  const one = await boss.call(contract.recycleGet, { id: deletion });
  expect(one).toMatchObject({ id: deletion, name: 'Lost', hold: null });
  expect(one.fields).toContainEqual(expect.objectContaining({ field: 'name', before: null, after: { zh_CN: 'Lost' } }));
  expect(await boss.ask(contract.recycleGet, { id: newId() })).toMatchObject({ code: 10404 });
  expect(await binned(id)).toMatchObject({
    name: 'Lost',
    kind: 'department',
    namespace: 'user-centre',
    held: false,
    mayRestore: true,
    mayPurge: true,
  });
  const plan = await boss.call(contract.recycleRestorePreview, { ids: [deletion] });
  expect(plan).toMatchObject({ restored: 1, conflicts: 0, parents: [] });
  expect(plan.list[0]?.fields.map(({ field }) => field)).toContain('name');
  const tried = await boss.ask(contract.recycleRestore, { ids: [deletion], dryRun: true } as Input<typeof contract.recycleRestore>);
  expect(tried).toMatchObject({ code: 0, data: { counts: { restore: 1 } } });
  expect(await binned(id)).toBeDefined();
  await boss.call(contract.recycleRestore, { ids: [deletion] });
  expect(await whole(id)).toEqual(before);
  expect(await binned(id)).toBeUndefined();
});

test('The bin is narrowed to a kind or module of which there is something', async () => {
  const deletion = await remove(await department('Narrowed'));
  const { list } = await boss.call(contract.recycleKinds, {});
  const departments = list.find(({ kind }) => kind === 'department')!;
  expect(departments).toMatchObject({ namespace: 'user-centre', module: 'user-centre' });
  expect(departments.count).toBe((await boss.call(contract.recycleList, { kind: ['department'] })).total);
  const ids = async (request: object) => (await boss.call(contract.recycleList, { pageSize: 200, ...request })).list.map(({ id }) => id);
  expect(await ids({ module: 'user-centre' })).toContain(deletion);
  expect(await ids({ module: 'recycle-bin' })).toEqual([]);
  expect(await ids({ kind: ['employee'], text: 'Narrowed' })).toEqual([]);
});

test('A child whose parent is gone comes back with it, and not alone', async () => {
  const parent = await department();
  const child = await department('Below', parent);
  const childDeletion = await remove(child);
  const parentDeletion = await remove(parent);
  const plan = await boss.call(contract.recycleRestorePreview, { ids: [childDeletion] });
  expect(plan).toMatchObject({ restored: 0, conflicts: 1, parents: [{ id: parentDeletion }] });
  expect((await boss.ask(contract.recycleRestore, { ids: [childDeletion] })).code).toBe(11090);
  expect(await boss.call(contract.recycleRestore, { ids: [childDeletion], parents: true })).toMatchObject({ restored: 2, conflicts: [] });
  expect((await boss.call(departmentGet, { id: child })).parentId).toBe(parent);
});

test('A name that is taken meanwhile gets a number; nothing is overwritten', async () => {
  const id = await department('Twice');
  const deletion = await remove(id);
  const other = await department('Twice');
  expect(await boss.call(contract.recycleRestorePreview, { ids: [deletion] })).toMatchObject({
    restored: 0,
    conflicts: 1,
    suffixHelps: true,
  });
  await boss.call(contract.recycleRestore, { ids: [deletion], suffix: true });
  expect((await boss.call(departmentGet, { id })).name.zh_CN).toBe('Twice-2');
  expect((await boss.call(departmentGet, { id: other })).name.zh_CN).toBe('Twice');
  expect((await boss.call(listJournal, { objectId: id })).list.find(({ action }) => action === 'delete')?.revertedBy).not.toBeNull();
});

test('What took the name is united with it on request: it gets what it lacks and keeps what it has, and what hung below finds it', async () => {
  const id = await department('United');
  const child = await department('Below the united', id);
  const { version } = await boss.call(departmentGet, { id });
  await boss.call(departmentUpdate, { id, version, phone: '+864001', address: 'Old street 1' });
  const childDeletion = await remove(child);
  const deletion = await remove(id);
  const other = await department('United');
  const present = await boss.call(departmentGet, { id: other });
  await boss.call(departmentUpdate, { id: other, version: present.version, phone: '+864002' });
  const ids = [childDeletion, deletion];
  expect(await boss.call(contract.recycleRestorePreview, { ids })).toMatchObject({ restored: 0, conflicts: 2, mergeWith: ['United'] });
  expect(await boss.call(contract.recycleRestore, { ids, merge: true })).toMatchObject({ restored: 2, conflicts: [] });
  expect(await boss.call(departmentGet, { id: other })).toMatchObject({ phone: '+864002', address: 'Old street 1' });
  expect((await boss.call(departmentGet, { id: child })).parentId).toBe(other);
  expect((await boss.ask(departmentGet, { id })).code).toBe(10404);
  expect(await binned(id)).toBeUndefined();
});

test('In the place of a parent that is gone for good another one can be chosen', async () => {
  const parent = await department();
  const child = await department('Orphan', parent);
  const childDeletion = await remove(child);
  await boss.call(contract.recyclePurge, { ids: [await remove(parent)] });
  const plan = await boss.call(contract.recycleRestorePreview, { ids: [childDeletion] });
  expect(plan).toMatchObject({ conflicts: 1, parents: [{ id: null, objectId: parent, kind: 'department', replaceable: true }] });
  const elsewhere = await department();
  const wrong = await boss.ask(contract.recycleRestore, { ids: [childDeletion], instead: [{ id: parent, to: child }] });
  expect(wrong).toMatchObject({ code: 10400, data: { issues: [{ path: 'instead.0.to' }] } });
  await boss.call(contract.recycleRestore, { ids: [childDeletion], instead: [{ id: parent, to: elsewhere }] });
  expect((await boss.call(departmentGet, { id: child })).parentId).toBe(elsewhere);
});

test('More than five hundred come back by a job; what can’t is counted', async () => {
  const { db } = served.database;
  const kind = served.services.kinds.find((one) => one.kind === 'department')!;
  const like = await db.transaction().execute(async (tx) => (await kind.read(tx, [await department()], false)).values().next().value!);
  const caller = systemCaller('department.add');
  const drafts = Array.from({ length: 501 }, (_, at) => {
    const name = `Many ${at}`;
    return { id: newId(), name, path: like.path, fields: { ...like.fields, name: { zh_CN: name } } };
  });
  const all = drafts.map(({ id }) => id);
  await db.transaction().execute((tx) => createObjects(tx, caller, kind, drafts));
  await db.transaction().execute((tx) => removeObjects(tx, systemCaller('department.delete'), kind, all));
  await department('Many 7');
  const { batchId } = (await boss.call(contract.recycleList, { text: 'Many 7' })).list[0]!;
  expect(await boss.call(contract.recycleRestorePreview, { batchId })).toMatchObject({ total: 501, job: true });
  const { jobId, restored } = await boss.call(contract.recycleRestore, { batchId });
  expect([typeof jobId, restored]).toEqual(['string', 0]);
  served.work();
  const job = async () => boss.call(getJob, { id: jobId! });
  await expect.poll(async () => (await job()).state, { timeout: 60_000 }).toBe('done');
  expect(await job()).toMatchObject({ done: 501, total: 501, failed: 1, result: { restored: 500, conflicts: 1 } });
  expect((await boss.call(contract.recycleList, { batchId })).list.map(({ name }) => name)).toEqual(['Many 7']);
}, 90_000);

test('What is held outlives its days and is not purged; what was purged can’t come back', async () => {
  const [kept, gone] = [await department(), await department()];
  const [heldDeletion, deletion] = [await remove(kept), await remove(gone)];
  expect(await boss.call(contract.recycleHold, { ids: [heldDeletion], reason: 'An audit looks at it' })).toEqual({ count: 1 });
  expect((await boss.ask(contract.recyclePurge, { ids: [heldDeletion] })).code).toBe(10412);
  expect(await boss.call(contract.recyclePurge, { ids: [deletion] })).toEqual({ count: 1 });
  expect((await boss.ask(contract.recycleRestore, { ids: [deletion] })).code).toBe(11091);
  const old = Date.now() - 31 * 86_400_000;
  await served.database.pool.query('alter table change_operation disable trigger user');
  await served.database.pool.query('update change_operation set at = $2 where id = $1', [heldDeletion, old]);
  await served.database.pool.query('alter table change_operation enable trigger user');
  expect(await binned(kept)).toMatchObject({ held: true, endsAt: null });
  await boss.call(contract.recycleRestore, { ids: [heldDeletion] });
  expect((await boss.call(departmentGet, { id: kept })).id).toBe(kept);
});

test('The bin shows what one may restore, and purging needs the right to delete that kind', async () => {
  const id = await department('Guarded');
  const deletion = await remove(id);
  const reader = served.holder({ [recycleBin.code]: 'all' });
  expect((await reader.call(contract.recycleList, {})).list).toEqual([]);
  expect((await reader.call(contract.recycleKinds, {})).list).toEqual([]);
  // Who restores in one department counts what went there, and nothing beside it.
  const codes = [recycleBin.code, userManagement.code, userManagement.button.updateDept];
  const elsewhere = served.holder(Object.fromEntries(codes.map((code) => [code, ['1.999']])));
  expect((await elsewhere.call(contract.recycleKinds, {})).list).toEqual([]);
  const helper = served.holder({
    [recycleBin.code]: 'all',
    [recycleBin.button.purge]: 'all',
    [recycleBin.button.restore]: 'all',
    [userManagement.code]: 'all',
    [userManagement.button.updateDept]: 'all',
  });
  const row = (await helper.call(contract.recycleList, { text: 'Guarded' })).list[0];
  expect(row).toMatchObject({ id: deletion, mayPurge: false });
  expect((await helper.ask(contract.recyclePurge, { ids: [deletion] })).code).toBe(65002);
});
