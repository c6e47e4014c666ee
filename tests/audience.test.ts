import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Audience } from '../src/kit/common/audience.ts';
import { crudContract } from '../src/kit/common/crud/crud-contract.ts';
import { audience, refers, text } from '../src/kit/common/crud/fields.ts';
import { menu } from '../src/kit/common/permission.ts';
import {
  countAudience,
  decideAudience,
  employeesOfAudience,
  inAudience,
  isInAudience,
  membershipOf,
} from '../src/kit/server/audience/audience.ts';
import { crudServer } from '../src/kit/server/crud/crud-server.ts';
import { moduleParts } from '../src/kit/server/crud/module-parts.ts';
import type { ServerModule } from '../src/kit/server/module.ts';
import { serveModules, type TestModules } from '../src/kit/testing/test-module.ts';
import { crowdAdd, crowdDelete } from '../src/modules/crowds/common/crowd.contract.ts';
import { departmentAdd } from '../src/modules/people/common/department.contract.ts';
import { employeeAdd } from '../src/modules/people/common/employee.contract.ts';
import { rootDepartmentId } from '../src/modules/people/common/root.ts';
import { peopleModules } from '../src/modules/people-sources/server/testing/people-modules.ts';
import { createDirectory } from '../src/modules/people/server/public.ts';

const directory = createDirectory();
const page = menu({
  code: 'posters',
  route: '/posters',
  title: { zh_CN: '海报', en_US: 'Posters', ja_JP: 'ポスター' },
  order: 1,
  buttons: ['add', 'update', 'delete'],
});
const poster = crudContract({
  module: 'posters',
  kind: 'poster',
  path: 'posters/poster',
  title: { zh_CN: '海报', en_US: 'Poster', ja_JP: 'ポスター' },
  page,
  scope: { by: 'departmentId' },
  fields: { name: text(100), departmentId: refers('department'), rows: audience() },
  without: ['enable', 'disable'],
});
const posters = crudServer(poster, { table: 'poster', directory });
const postersModule: ServerModule = {
  name: 'posters',
  migrations: import.meta.dirname,
  resources: [page],
  catalogs: { zh_CN: {}, en_US: {}, ja_JP: {} },
  ...moduleParts(posters),
};

let served: TestModules;
let [sales, east, ann, bob, cleo, crowd] = ['', '', '', '', '', ''];

beforeAll(async () => {
  served = await serveModules(...peopleModules, postersModule);
  await sql`create table poster (id uuid primary key, name text not null, department_id uuid not null, rows jsonb not null, version int not null,
    created_at bigint not null, created_by text, updated_at bigint not null, updated_by text)`.execute(served.database.db);
  sales = await department('Sales', rootDepartmentId);
  east = await department('East', sales);
  [ann, bob, cleo] = [await person('ann', sales), await person('bob', east), await person('cleo', rootDepartmentId)];
  crowd = (
    await served.boss.call(crowdAdd, {
      name: { zh_CN: 'Pilots' },
      code: 'pilots',
      kind: 'fixed',
      ownerDeptId: rootDepartmentId,
      includes: [cleo],
    })
  ).id;
});
afterAll(() => served.close());

const department = async (name: string, parentId: string): Promise<string> =>
  (await served.boss.call(departmentAdd, { parentId, name: { zh_CN: name } })).id;
const person = async (account: string, departmentId: string): Promise<string> =>
  (await served.boss.call(employeeAdd, { account, name: account, assignments: [{ departmentId, primary: true }] })).id;

const reached = async (rows: Audience): Promise<string[]> => {
  const { db } = served.database;
  const { rows: found } = await sql<{ account: string }>`select account from employee where id in (${employeesOfAudience(directory, rows)})
    and ${inAudience(directory, rows, 'employee.id')} order by account`.execute(db);
  const one = await Promise.all(
    [ann, bob, cleo].map(async (uid) => {
      const decided = decideAudience(rows, await membershipOf(db, directory, uid)).included;
      expect(await isInAudience(db, directory, rows, uid)).toBe(decided);
      return decided;
    }),
  );
  const accounts = found.map(({ account }) => account);
  expect(['ann', 'bob', 'cleo'].filter((_, at) => one[at])).toEqual(accounts.filter((account) => ['ann', 'bob', 'cleo'].includes(account)));
  return accounts;
};
const row = (kind: Audience[number]['kind'], id: string, exclude = false): Audience[number] => ({ kind, id, exclude });

test('Departments count with all below, dynamic groups with their members, exclusions win, and no included row means everybody', async () => {
  expect(await reached([row('department', sales)])).toEqual(['ann', 'bob']);
  expect(await reached([row('department', sales), row('department', east, true)])).toEqual(['ann']);
  expect(await reached([row('crowd', crowd), row('employee', bob)])).toEqual(['bob', 'cleo']);
  const all = await reached([]);
  expect(all).toEqual(expect.arrayContaining(['ann', 'bob', 'cleo']));
  expect(await reached([row('employee', bob, true)])).toEqual(all.filter((account) => account !== 'bob'));
});

test('It is told which row decided', async () => {
  const rows = [row('department', sales), row('employee', bob, true)];
  const { db } = served.database;
  expect(decideAudience(rows, await membershipOf(db, directory, ann))).toEqual({ included: true, by: rows[0] });
  expect(decideAudience(rows, await membershipOf(db, directory, bob))).toEqual({ included: false, by: rows[1] });
  expect(decideAudience(rows, await membershipOf(db, directory, cleo))).toEqual({ included: false, by: null });
});

test('The count counts who lies in the own range', async () => {
  const rows = [row('department', sales)];
  const { people, sample } = await countAudience(served.database.db, directory, rows, { all: true });
  expect([people, sample.map(({ id }) => id).toSorted()]).toEqual([2, [ann, bob].toSorted()]);
});

test('A field with an audience refuses what does not exist, and a dynamic group in it is not deleted', async () => {
  const unknown = await served.boss.ask(poster.add, {
    name: 'One',
    departmentId: rootDepartmentId,
    rows: [{ kind: 'crowd', id: '01a00000-0000-7000-8000-00000000dead' }],
  });
  expect(unknown.code).toBe(10400);
  const { id } = await served.boss.call(poster.add, { name: 'One', departmentId: rootDepartmentId, rows: [{ kind: 'crowd', id: crowd }] });
  expect((await served.boss.call(poster.get, { id })).rows).toEqual([row('crowd', crowd)]);
  expect((await served.boss.ask(crowdDelete, { ids: [crowd] })).code).toBe(10410);
  const open = await served.boss.call(poster.add, { name: 'Two', departmentId: rootDepartmentId });
  expect((await served.boss.call(poster.get, { id: open.id })).rows).toEqual([]);
});
