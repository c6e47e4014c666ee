import { afterAll, beforeAll, expect, test } from 'vitest';
import { tried } from '#kit/common/change/dry-run.ts';
import { listJournal, revertChanges } from '#kit/common/change/journal.contract.ts';
import { serveModules, type TestModules } from '#kit/testing/test-module.ts';
import { departmentAdd } from '#modules/user-centre/common/department.contract.ts'; // #scoped
import { rootDepartmentId } from '#modules/user-centre/common/root.ts'; // #scoped
import { userCentreModule as people } from '#modules/user-centre/server/module.ts'; // #scoped
import { sampleThingPage as page } from '../common/permissions.ts';
import * as contract from '../common/sample-thing.contract.ts';
import { sampleAreaModule } from './module.ts';

let served: TestModules;
let departmentId = ''; // #scoped

beforeAll(async () => {
  served = await serveModules(people, sampleAreaModule); // #scoped
  // #unscoped served = await serveModules(sampleAreaModule);
  departmentId = await newDepartment('North'); // #scoped
});
afterAll(() => served.close());

// #scoped {
async function newDepartment(name: string): Promise<string> {
  return (await served.boss.call(departmentAdd, { parentId: rootDepartmentId, name: { zh_CN: name } })).id;
}
// #scoped }

let count = 0;
/** Adds one with a name of its own. */
async function added(more: { name?: string; code?: string } = {}): Promise<{ id: string; name: string }> {
  const name = more.name ?? `Number ${(count += 1)}`;
  return { name, ...(await served.boss.call(contract.sampleThingAdd, { name, departmentId, ...more })) }; // #scoped
  // #unscoped return { name, ...(await served.boss.call(contract.sampleThingAdd, { name, ...more })) };
}
const read = (id: string) => served.boss.call(contract.sampleThingGet, { id });

test('What is added is found by name and code, filtered, sorted and paged', async () => {
  await added({ name: 'Apple 100%', code: 'A-1' });
  const pear = await added({ name: 'Pear', code: 'P-1' });
  await served.boss.call(contract.sampleThingDisable, { ids: [pear.id] });
  const names = async (input: Parameters<typeof served.boss.call<typeof contract.sampleThingList>>[1]) =>
    (await served.boss.call(contract.sampleThingList, input)).list.map(({ name }) => name);
  expect(await names({ text: 'app' })).toEqual(['Apple 100%']);
  expect(await names({ text: 'p-1' })).toEqual(['Pear']);
  expect(await names({ text: '%' })).toEqual(['Apple 100%']);
  expect(await names({ enabled: false })).toEqual(['Pear']);
  expect(await names({ sort: '-name', pageSize: 1 })).toEqual(['Pear']);
  expect(await names({ sort: '-name', pageSize: 1, pageNum: 2 })).toEqual(['Apple 100%']);
  expect(await served.boss.call(contract.sampleThingList, { pageSize: 1 })).toMatchObject({ total: 2, pages: 2 });
});

test('A name or code that is taken is refused with its field, whatever its case', async () => {
  await added({ name: 'Taken', code: 'T-1' });
  const add = (more: { name: string; code?: string }) => served.boss.ask(contract.sampleThingAdd, { departmentId, ...more }); // #scoped
  // #unscoped const add = (more: { name: string; code?: string }) => served.boss.ask(contract.sampleThingAdd, more);
  expect(await add({ name: 'TAKEN' })).toMatchObject({ code: 10411, data: { field: 'name' } });
  expect(await add({ name: 'Other', code: 't-1' })).toMatchObject({ code: 10411, data: { field: 'code' } });
});

test('Of two edits of one version the second gets 10409 with the present values', async () => {
  const { id } = await added();
  expect(await served.boss.call(contract.sampleThingUpdate, { id, version: 1, description: 'mine' })).toMatchObject({ version: 2 });
  expect(await served.boss.ask(contract.sampleThingUpdate, { id, version: 1, description: 'theirs' })).toMatchObject({
    code: 10409,
    data: { current: { id, version: 2, description: 'mine' } },
  });
});

test('Every write stands in the history, and each can be undone', async () => {
  const { id, name } = await added();
  await served.boss.call(contract.sampleThingUpdate, { id, version: 1, name: `${name}, renamed` });
  expect(await served.boss.call(contract.sampleThingRemove, { ids: [id], reason: 'not needed' })).toEqual({ count: 1 });
  expect(await served.boss.ask(contract.sampleThingGet, { id })).toMatchObject({ code: 10404 });
  const { list } = await served.boss.call(listJournal, { kind: ['sampleThing'], objectId: id });
  expect(list.map(({ action, reason }) => [action, reason])).toEqual([
    ['delete', 'not needed'],
    ['change', null],
    ['create', null],
  ]);
  await served.boss.call(revertChanges, { operationIds: [list[0]!.id] });
  expect(await read(id)).toMatchObject({ name: `${name}, renamed` });
  await served.boss.call(revertChanges, { operationIds: [list[1]!.id] });
  expect(await read(id)).toMatchObject({ name });
});

test('Enabling and disabling answer how many changed, and each call is audited by its word', async () => {
  const { id } = await added();
  expect(await served.boss.call(contract.sampleThingDisable, { ids: [id] })).toEqual({ count: 1 });
  expect(await served.boss.call(contract.sampleThingDisable, { ids: [id] })).toEqual({ count: 0 });
  expect(await served.boss.call(contract.sampleThingEnable, { ids: [id] })).toEqual({ count: 1 });
  const rows = await served.database.db.selectFrom('audit_log').select('operation').where('object_id', '=', id).orderBy('id').execute();
  expect(rows.map(({ operation }) => operation)).toEqual(['sampleThing.add', 'sampleThing.disable', 'sampleThing.enable']);
});

test('What is tried is foretold and not done', async () => {
  const { id, name } = await added();
  const wish = { id, version: 1, name: `${name} 2` };
  expect(await served.boss.ask(contract.sampleThingUpdate, tried(wish))).toMatchObject({
    code: 0,
    data: { counts: { change: 1 }, operations: [{ name: `${name} 2`, action: 'change' }] },
  });
  expect(await read(id)).toMatchObject({ name, version: 1 });
});

test('Who may read may not write, and who holds nothing may do neither', async () => {
  const { id } = await added();
  const reader = served.holder({ [page.code]: 'all' });
  expect(await reader.call(contract.sampleThingGet, { id })).toMatchObject({ id });
  expect(await reader.ask(contract.sampleThingUpdate, { id, version: 1, name: 'x' })).toMatchObject({ status: 403, code: 65002 });
  expect(await reader.ask(contract.sampleThingRemove, { ids: [id] })).toMatchObject({ status: 403, code: 65002 });
  expect(await served.holder({}).ask(contract.sampleThingList, {})).toMatchObject({ status: 403, code: 65002 });
});

// #scoped {
test('What lies outside the range is absent from lists and reads 10910 elsewhere', async () => {
  const { id } = await added();
  const south = await newDepartment('South');
  const { rows } = await served.database.pool.query<{ path: string }>('select path::text from department where id = $1', [south]);
  const paths = [rows[0]!.path];
  const admin = served.holder({ [page.code]: paths, [page.button.add]: paths, [page.button.update]: paths });
  const own = (await admin.call(contract.sampleThingAdd, { name: 'Of the south', departmentId: south })).id;
  expect((await admin.call(contract.sampleThingList, {})).list.map((row) => row.id)).toEqual([own]);
  expect(await admin.ask(contract.sampleThingGet, { id })).toMatchObject({ code: 10910 });
  expect(await admin.ask(contract.sampleThingAdd, { name: 'x', departmentId })).toMatchObject({ code: 10910 });
  expect(await admin.ask(contract.sampleThingUpdate, { id: own, version: 1, departmentId })).toMatchObject({ code: 10910 });
  expect(await served.boss.ask(contract.sampleThingAdd, { name: 'x', departmentId: id })).toMatchObject({ code: 10400 });
});
// #scoped }
