import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '#kit/testing/test-database.ts';
import { employeeList } from '../../common/employee.contract.ts';
import { rootDepartmentId } from '../../common/root.ts';
import { moveDepartment } from './department.service.ts';
import { createDirectory } from '../directory.ts';
import { getDepartment } from './department.query.ts';
import { getEmployee, listEmployees } from '../employee/employee.query.ts';
import { purgeEmployees } from '../employee/employee.purge.ts';
import { disableEmployees, enableEmployees, removeEmployees, restoreEmployees, updateEmployee } from '../employee/employee.service.ts';
import { countsOf, peopleAt } from './people-counts.ts';
import { adminOf, boss, Company, watchEffects } from '../testing/people-fixture.ts';

let company: Company;
beforeAll(async () => {
  company = new Company(await testDatabase());
  watchEffects();
});
afterAll(() => company.database.close());

const db = () => company.database.db;

/** What is kept, and what counting everybody gives, for every department. */
async function bothCounts(): Promise<{ kept: unknown[]; counted: unknown[] }> {
  const kept =
    await sql`select node, direct, total, ${peopleByStatus('disabled')} as disabled from ${countsOf(sql`select id from department`)} counted
    join department d on d.id = counted.node order by node`.execute(db());
  const below = (column: string) =>
    sql.raw(`(select count(distinct ed.employee_id) from department x join employee_department ed on ed.department_id = x.id
      join employee e on e.id = ed.employee_id and e.status <> 'deleted' where ${column})`);
  const counted = await sql`select d.id as node, ${below('x.id = d.id')} as direct, ${below('x.path <@ d.path')} as total,
      ${below(`x.path <@ d.path and e.status = 'disabled'`)} as disabled from department d order by node`.execute(db());
  return { kept: kept.rows, counted: counted.rows };
}

const peopleByStatus = (status: string) =>
  sql.raw(`(select coalesce(sum(p.people - p.overlap), 0)::bigint from department x join department_people p on p.department_id = x.id
    where x.path <@ d.path and p.status = '${status}')`);

/** Who is active in these departments or below, and in none of the others or below: as the kit asks it, and by looking at every assignment. */
async function bothWays(departmentIds: string[], without: string[]): Promise<{ asked: string[]; counted: string[] }> {
  const asked = await createDirectory().employeesUnder(departmentIds, without).execute(db());
  const inside = (ids: string[]) => sql`exists (select from department top where top.id = any(${ids}::uuid[]) and d.path <@ top.path)`;
  const counted = await sql<{ id: string }>`select distinct e.id from employee e join employee_department ed on ed.employee_id = e.id
    join department d on d.id = ed.department_id where e.status = 'active' and ${inside(departmentIds)} and not ${inside(without)}`.execute(
    db(),
  );
  const idsOf = ({ rows }: { rows: { id: string }[] }): string[] => rows.map(({ id }) => id).toSorted();
  return { asked: idsOf(asked), counted: idsOf(counted) };
}

/** Numbers that look random and are the same in every run. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >> 8) % sides;
  };
}

test('counts follow every kind of change, also of people in several departments and of moved departments', async () => {
  const roll = dice(7);
  const places = [rootDepartmentId];
  for (let at = 0; at < 14; at++) places.push((await company.department(`部门${at}`, places[roll(places.length)]!)).id);
  const anyPlaces = () => [...new Set(Array.from({ length: 1 + roll(4) }, () => places[roll(places.length)]!))];
  const living: string[] = [];
  const binned: string[] = [];
  const take = (from: string[]): string | undefined => from.splice(roll(Math.max(1, from.length)), 1)[0];
  const steps: (() => Promise<void>)[] = [
    async () => void living.push(await company.person(anyPlaces())),
    async () => void living.push(await company.person(anyPlaces())),
    async () => {
      const id = living[roll(living.length)];
      if (!id) return;
      const { version } = await getEmployee(db(), boss(), id);
      const assignments = anyPlaces().map((departmentId, at) => ({ departmentId, primary: at === 0, title: roll(2) ? 'Lead' : null }));
      await company.write((tx) => updateEmployee(tx, boss(), { id, version, assignments }));
    },
    async () => {
      const ids = living.filter(() => roll(3) === 0);
      if (ids.length > 0) await company.write((tx) => (roll(2) ? disableEmployees : enableEmployees)(tx, boss(), { ids }));
    },
    async () => {
      const id = take(living);
      if (id) binned.push(id);
      if (id) await company.write((tx) => removeEmployees(tx, boss(), { ids: [id] }));
    },
    async () => {
      const id = take(binned);
      if (id && roll(2)) await company.write((tx) => purgeEmployees(tx, boss(), { ids: [id] }));
      else if (id) {
        await company.write((tx) => restoreEmployees(tx, boss(), { ids: [id] }));
        living.push(id);
      }
    },
    async () => {
      const [id, parentId] = [places[1 + roll(places.length - 1)]!, places[roll(places.length)]!];
      const { version } = await getDepartment(db(), boss(), id);
      // Into itself or where a name is taken is refused, and then nothing may have changed.
      await company.write((tx) => moveDepartment(tx, boss(), { id, parentId, version })).catch(() => undefined);
    },
  ];
  for (let round = 0; round < 30; round++) {
    for (const _ of [1, 2, 3, 4, 5]) await steps[roll(steps.length)]!();
    const { kept, counted } = await bothCounts();
    expect(kept).toEqual(counted);
    for (const without of [[], [places[roll(places.length)]!]]) {
      const people = await bothWays(anyPlaces(), without);
      expect(people.asked).toEqual(people.counted);
    }
  }
  expect(living.length).toBeGreaterThan(5);
  // Folded, they say the same.
  const { kept } = await bothCounts();
  await sql`select fold_department_people(array(select id from department))`.execute(db());
  const { rows } = await sql`select from department_people group by department_id, status having count(*) > 1`.execute(db());
  expect(rows).toEqual([]);
  expect((await bothCounts()).kept).toEqual(kept);
});

test('a person who is moved while a department is moved is counted where both end', async () => {
  const [a, b, c] = [await company.department('并行甲'), await company.department('并行乙'), await company.department('并行丙')];
  const below = await company.department('并行下级', a.id);
  const ids = await Promise.all(Array.from({ length: 8 }, () => company.person([below.id])));
  const { version } = await getDepartment(db(), boss(), below.id);
  await Promise.all([
    company.write((tx) => moveDepartment(tx, boss(), { id: below.id, parentId: b.id, version })),
    ...ids.map((id) =>
      company.write((tx) =>
        updateEmployee(tx, boss(), {
          id,
          version: 1,
          assignments: [
            { departmentId: below.id, primary: true, title: null },
            { departmentId: c.id, primary: false, title: null },
            { departmentId: b.id, primary: false, title: null },
          ],
        }),
      ),
    ),
  ]);
  const { kept, counted } = await bothCounts();
  expect(kept).toEqual(counted);
});

test('the total of a list is the kept count where only place and status choose, and the same as counting', async () => {
  const top = await company.department('总数甲');
  const low = await company.department('总数乙', top.id);
  const other = await company.department('总数丙');
  const both = await company.person([low.id, top.id, other.id]);
  await company.person([low.id]);
  await company.person([other.id]);
  await company.write((tx) => disableEmployees(tx, boss(), { ids: [both] }));
  const totalOf = async (input: Record<string, unknown>, caller = boss()) =>
    (await listEmployees(db(), caller, employeeList.input.parse(input))).total;
  expect(await totalOf({ departmentId: top.id })).toBe(2);
  expect(await totalOf({ departmentId: top.id, status: ['active'] })).toBe(1);
  expect(await totalOf({ departmentId: top.id, below: false })).toBe(1);
  expect(await totalOf({ departmentId: top.id, text: 'person' })).toBe(2);
  // Two parts of a range may hold the same person.
  expect(await totalOf({}, adminOf([top.path, other.path]))).toBe(3);
  expect(await totalOf({}, adminOf([other.path]))).toBe(2);
  const everybody = await sql<{ n: number }>`select count(*) as n from employee where status <> 'deleted'`.execute(db());
  expect(await totalOf({})).toBe(everybody.rows[0]?.n);
  const { rows } = await sql<{ n: number }>`select ${peopleAt({ under: other.path }, 'disabled')} as n`.execute(db());
  expect(rows[0]?.n).toBe(1);
});
