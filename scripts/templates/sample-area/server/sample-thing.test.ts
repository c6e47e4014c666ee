import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveModules, type TestModules } from '#kit/testing/test-module.ts';
import { departmentAdd } from '../../../../src/modules/people/common/department.contract.ts'; // #scoped
import { rootDepartmentId } from '../../../../src/modules/people/common/root.ts'; // #scoped
import { peopleModule as people } from '../../../../src/modules/people/server/module.ts'; // #scoped
import { sampleThingPage as page } from '../common/permissions.ts';
import { sampleThing } from '../common/sample-thing.contract.ts';
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

const draft = (name: string, code: string) => ({ name, code, departmentId }); // #scoped
// #unscoped const draft = (name: string, code: string) => ({ name, code });

test('What is added is found by name and code, and neither is taken twice', async () => {
  const { id } = await served.boss.call(sampleThing.add, draft('Apple 100%', 'A-1'));
  const found = async (text: string) => (await served.boss.call(sampleThing.list, { text })).list.map((row) => row.id);
  expect([await found('app'), await found('a-1'), await found('pear')]).toEqual([[id], [id], []]);
  expect(await served.boss.ask(sampleThing.add, draft('APPLE 100%', 'B'))).toMatchObject({ code: 10411, data: { field: 'name' } });
  expect(await served.boss.ask(sampleThing.add, draft('B', 'a-1'))).toMatchObject({ code: 10411, data: { field: 'code' } });
});

test('Who may read may not write', async () => {
  const { id } = await served.boss.call(sampleThing.add, draft('Read', 'R-1'));
  const reader = served.holder({ [page.code]: 'all' });
  expect(await reader.call(sampleThing.get, { id })).toMatchObject({ id });
  expect(await reader.ask(sampleThing.update, { id, version: 1, name: 'x' })).toMatchObject({ status: 403, code: 65002 });
});

// #scoped {
test('What lies outside the range is absent from lists and reads 10910 elsewhere', async () => {
  const { id } = await served.boss.call(sampleThing.add, draft('Of the north', 'N-1'));
  const south = await newDepartment('South');
  const { rows } = await served.database.pool.query<{ path: string }>('select path::text from department where id = $1', [south]);
  const paths = [rows[0]!.path];
  const admin = served.holder({ [page.code]: paths, [page.button.add]: paths, [page.button.update]: paths });
  const own = (await admin.call(sampleThing.add, { name: 'Of the south', departmentId: south })).id;
  expect((await admin.call(sampleThing.list, {})).list.map((row) => row.id)).toEqual([own]);
  expect(await admin.ask(sampleThing.get, { id })).toMatchObject({ code: 10910 });
  expect(await admin.ask(sampleThing.add, draft('x', 'x'))).toMatchObject({ code: 10910 });
  expect(await admin.ask(sampleThing.update, { id: own, version: 1, departmentId })).toMatchObject({ code: 10910 });
  expect(await served.boss.ask(sampleThing.add, { name: 'x', departmentId: id })).toMatchObject({ code: 10400 });
});
// #scoped }
