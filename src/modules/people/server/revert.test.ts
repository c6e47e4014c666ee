import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '#kit/testing/test-database.ts';
import type { Caller } from '#kit/server/caller.ts';
import { changeObjects } from '#kit/server/change/change-objects.ts';
import { linesOf, revertLines } from '#kit/server/change/revert.ts';
import { getDepartment } from './department/department.query.ts';
import { moveDepartment } from './department/department.service.ts';
import { employeeKind } from './employee/employee.kind.ts';
import { getEmployee } from './employee/employee.query.ts';
import { disableEmployees, removeEmployees } from './employee/employee.service.ts';
import { peopleModules } from '#modules/people-sources/server/testing/people-modules.ts';
import { boss, Company, seen, watchEffects } from './testing/people-fixture.ts';

let company: Company;
beforeAll(async () => {
  company = new Company(await testDatabase());
  watchEffects();
});
afterAll(() => company.database.close());

const kinds = peopleModules.flatMap(({ kinds = [] }) => kinds);
const person = (id: string) => getEmployee(company.database.db, boss(), id);

async function revert(done: Caller): Promise<{ reverted: number; conflicts: number }> {
  const lines = await linesOf(company.database.db, boss(), kinds, { target: { batchId: done.batch()! }, limit: 1000 });
  const { reverted, conflicts } = await company.write((tx) => revertLines(tx, boss(), { kinds, lines }, {}));
  return { reverted, conflicts: conflicts.length };
}

test('fifty renames at once are taken back at once, but not over a later hand', async () => {
  const place = await company.department('改名部');
  const ids = await Promise.all(Array.from({ length: 50 }, (_, n) => company.person([place.id], { name: `Before ${n}` })));
  const caller = boss();
  await company.write((tx) =>
    changeObjects(
      tx,
      caller,
      employeeKind,
      ids.map((id, n) => ({ id, version: null, fields: { name: `After ${n}` } })),
    ),
  );
  await company.write((tx) => changeObjects(tx, boss(), employeeKind, [{ id: ids[7]!, version: null, fields: { name: 'By hand' } }]));
  expect(await revert(caller)).toEqual({ reverted: 49, conflicts: 1 });
  expect([(await person(ids[0]!)).name, (await person(ids[7]!)).name]).toEqual(['Before 0', 'By hand']);
});

test('a deletion is taken back with its departments, a disabling with the right to enter', async () => {
  const [one, two] = [await company.department('撤销甲'), await company.department('撤销乙')];
  const id = await company.person([one.id, two.id]);
  const removal = boss();
  await company.write((tx) => removeEmployees(tx, removal, { ids: [id] }));
  expect(await revert(removal)).toEqual({ reverted: 1, conflicts: 0 });
  expect(await person(id)).toMatchObject({
    status: 'active',
    departments: [
      { departmentId: one.id, primary: true },
      { departmentId: two.id, primary: false },
    ],
  });
  const disabling = boss();
  await company.write((tx) => disableEmployees(tx, disabling, { ids: [id] }));
  seen.ended.length = 0;
  expect(await revert(disabling)).toEqual({ reverted: 1, conflicts: 0 });
  expect((await person(id)).status).toBe('active');
});

test('a move of a department is taken back with its place and everything below', async () => {
  const [from, to] = [await company.department('来处'), await company.department('去处')];
  const moved = await company.department('来回部', from.id);
  const below = await company.department('下级', moved.id);
  const caller = boss();
  await company.write((tx) => moveDepartment(tx, caller, { id: moved.id, parentId: to.id, version: 1 }));
  expect(await revert(caller)).toEqual({ reverted: 1, conflicts: 0 });
  expect((await getDepartment(company.database.db, boss(), below.id)).fullName).toBe('Company / 来处 / 来回部 / 下级');
  expect((await company.pathOf(below.id)).startsWith(`${from.path}.`)).toBe(true);
});
