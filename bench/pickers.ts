import pg from 'pg';
import { batchGet } from '../src/modules/people/common/batch-get.contract.ts';
import { employeeGet, employeeList } from '../src/modules/people/common/employee.contract.ts';
import { pickDepartments, pickEmployees } from '../src/modules/people/common/pick.contract.ts';
import { ensureMillion, millionFolder, officerOf, type Officer } from './lib/company.ts';
import type { Figure } from './lib/figure.ts';
import { startHouse } from './lib/house.ts';
import { timed } from './lib/measure.ts';
import { spreadOf } from './lib/rivals.ts';

const turns = 100;
/** The embedded database may take three times what is asked of one of its own on four cores. */
const embedded = 3;

interface Case {
  name: string;
  limit: number;
  ask: (turn: number) => Promise<unknown>;
}

/** What people meet all day in a large company, with session, grant and range: the first page by any filter, pickers as one types, one person, a thousand names. */
export async function pickers(): Promise<Figure[]> {
  ensureMillion();
  const house = await startHouse(millionFolder);
  const pool = new pg.Pool({ ...house.database, max: 1 });
  try {
    const figures: Figure[] = [];
    for (const { name, limit, ask } of await casesOf(pool, await officerOf(house.address))) {
      // Warm, as in a house at work.
      for (let turn = 0; turn < 5; turn += 1) await ask(turn);
      const times: number[] = [];
      for (let turn = 0; turn < turns; turn += 1) times.push(await timed(() => ask(turn)));
      const { p95, longest } = spreadOf(times);
      const most = limit * embedded;
      figures.push({
        name: `people in a large company: ${name}`,
        limit: `p95 at most ${most} ms`,
        measured: `${p95.toFixed(0)} ms (longest ${longest.toFixed(0)} ms)`,
        holds: p95 <= most,
      });
    }
    return figures;
  } finally {
    await pool.end();
    await house.stop();
  }
}

async function casesOf(pool: pg.Pool, { client, departmentId }: Officer): Promise<Case[]> {
  const { rows } = await pool.query<{ id: string; name: string; account: string; level: string | null; department: string; place: string }>(
    `select e.id, e.name, e.account, e.job_level as level, e.primary_department_id as department, d.name ->> 'zh_CN' as place
     from department top join department d on d.path <@ top.path join employee e on e.primary_department_id = d.id
     where top.id = $1 and e.status = 'active' order by e.id limit 1000`,
    [departmentId],
  );
  const one = (turn: number): (typeof rows)[number] => rows[(turn * 7) % rows.length]!;
  const typed = (text: string, turn: number): string => text.slice(0, 1 + (turn % 3));
  const page = (filter: object) => client.call(employeeList, { pageSize: 20, ...filter });
  return [
    { name: 'first page', limit: 300, ask: () => page({}) },
    { name: 'first page of a department', limit: 300, ask: (turn) => page({ departmentId: one(turn).department }) },
    { name: 'first page by status and kind', limit: 300, ask: () => page({ status: ['disabled'], employmentType: ['contractor'] }) },
    {
      name: 'first page by the day of hiring',
      limit: 300,
      ask: (turn) => page({ hiredFrom: `20${10 + (turn % 10)}-01-01`, hiredTo: `20${10 + (turn % 10)}-03-31` }),
    },
    { name: 'first page by name', limit: 300, ask: () => page({ sort: 'name' }) },
    { name: 'picking a person as one types', limit: 200, ask: (turn) => client.call(pickEmployees, { text: typed(one(turn).name, turn) }) },
    { name: 'picking a person by account', limit: 200, ask: (turn) => client.call(pickEmployees, { text: one(turn).account.slice(0, 4) }) },
    { name: 'picking a department: a level', limit: 100, ask: () => client.call(pickDepartments, {}) },
    {
      name: 'picking a department as one types',
      limit: 200,
      ask: (turn) => client.call(pickDepartments, { text: one(turn).place.slice(0, 2) }),
    },
    { name: 'one person', limit: 50, ask: (turn) => client.call(employeeGet, { id: one(turn).id }) },
    { name: 'a thousand names', limit: 200, ask: () => client.call(batchGet, { employees: rows.map(({ id }) => id), departments: [] }) },
  ];
}
