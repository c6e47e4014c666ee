import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { departmentGet, departmentMove } from '../src/modules/people/common/department.contract.ts';
import { employeeGet, employeeList, employeeUpdate } from '../src/modules/people/common/employee.contract.ts';
import { Client } from './lib/client.ts';
import { ensureMillion, millionFolder } from './lib/company.ts';
import type { Figure } from './lib/figure.ts';
import { startHouse } from './lib/house.ts';
import { median, timed } from './lib/measure.ts';
import { meanwhile } from './lib/rivals.ts';

const wanted = 50_000;
const limits = { seconds: 5, blockedMillis: 1_000 };
const rounds = 3;
const idleMillis = 5_000;

interface Place {
  id: string;
  parent: string;
  people: number;
}

/**
 * A department with 50,000 people moves below another and back, while others read lists of it and change its people: how long it takes, and
 * whether anybody waits for it.
 */
export async function moves(): Promise<Figure[]> {
  ensureMillion();
  const house = await startHouse(millionFolder);
  const pool = new pg.Pool({ ...house.database, max: 1 });
  try {
    const admin = await Client.signIn(house.address, 'admin');
    const { from, to, people } = await placesOf(pool);
    const rivals = await rivalsOf(house.address, from, people);
    const idle = await meanwhile(rivals, () => sleep(idleMillis));
    const times: number[] = [];
    const waits: { p95: number; longest: number }[] = [];
    for (let round = 0; round < rounds * 2; round += 1) {
      const { version } = await admin.call(departmentGet, { id: from.id });
      const targetId = round % 2 === 0 ? to.id : from.parent;
      const wait = await meanwhile(rivals, async () => {
        times.push(await timed(() => admin.call(departmentMove, { id: from.id, version, parentId: targetId })));
      });
      waits.push(wait);
    }
    const whole = median(times) / 1_000;
    const longest = Math.max(...waits.map((one) => one.longest));
    return [
      {
        name: `a department of ${from.people.toLocaleString('en')} people moves`,
        limit: `at most ${limits.seconds} s`,
        measured: `${whole.toFixed(2)} s (longest ${(Math.max(...times) / 1_000).toFixed(2)} s)`,
        holds: whole <= limits.seconds,
      },
      {
        name: 'lists and changes of its people while it moves: the longest wait',
        limit: `at most ${limits.blockedMillis} ms`,
        measured: `${longest.toFixed(0)} ms (p95 ${median(waits.map((one) => one.p95)).toFixed(0)} ms; idle p95 ${idle.p95.toFixed(0)} ms, longest ${idle.longest.toFixed(0)} ms)`,
        holds: longest <= limits.blockedMillis,
      },
    ];
  } finally {
    await pool.end();
    await house.stop();
  }
}

/** The department whose number of people is nearest to the wanted one, another that is not below it, and some of its people. */
async function placesOf(pool: pg.Pool): Promise<{ from: Place; to: { id: string }; people: string[] }> {
  const { rows } = await pool.query<Place & { path: string }>(
    `select d.id, d.parent_id as parent, d.path::text as path, count(distinct ed.employee_id)::int as people
     from department d join department below on below.path <@ d.path join employee_department ed on ed.department_id = below.id
     where nlevel(d.path) between 2 and 4 group by d.id order by abs(count(distinct ed.employee_id) - $1) limit 1`,
    [wanted],
  );
  const from = rows[0];
  if (!from) throw new Error('The company has no departments with people');
  const others = await pool.query<{ id: string }>(
    `select id from department where not path <@ $1::ltree and not path @> $1::ltree and nlevel(path) = 2 and id <> $2 order by id limit 1`,
    [from.path, from.parent],
  );
  const people = await pool.query<{ id: string }>(
    `select distinct ed.employee_id as id from employee_department ed join department d on d.id = ed.department_id
     where d.path <@ $1::ltree and ed.is_primary order by 1 limit 200`,
    [from.path],
  );
  return { from, to: others.rows[0]!, people: people.rows.map(({ id }) => id) };
}

async function rivalsOf(address: string, { id }: Place, people: readonly string[]): Promise<((turn: number) => Promise<unknown>)[]> {
  const client = await Client.signIn(address, 'admin');
  const one = (turn: number): string => people[turn % people.length]!;
  return [
    (turn) => client.call(employeeList, { departmentId: id, pageNum: 1 + (turn % 20), pageSize: 20 }),
    async (turn) => {
      const { version } = await client.call(employeeGet, { id: one(turn) });
      await client.call(employeeUpdate, { id: one(turn), version, title: `Turn ${turn} of ${Date.now()}` });
    },
  ];
}
