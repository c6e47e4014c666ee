import { fork } from 'node:child_process';
import path from 'node:path';
import pg from 'pg';
import { employeeList, employeeUpdate } from '../src/modules/people/common/employee.contract.ts';
import { request } from 'undici';
import { ensureMillion, millionFolder, officerOf } from './lib/company.ts';
import type { Figure } from './lib/figure.ts';
import { startHouse } from './lib/house.ts';
import { median } from './lib/measure.ts';

const limit = 0.6;
const clients = 50;
const roundMillis = 5_000;
const rounds = 5;
const pageSize = 20;

interface Person {
  id: string;
  version: number;
}

interface Place {
  id: string;
  path: string;
}

/** One of the two servers: how it is asked for a page and for a change. */
interface Way {
  list(place: Place, pageNum: number): Promise<void>;
  /** Answers the new version. */
  update(person: Person, title: string): Promise<number>;
}

/**
 * 50 clients, 80 % pages of a department with all below and 20 % changes of a person's title, against Fastify and pg alone on the same
 * database, in turns.
 */
export async function mixed(): Promise<Figure[]> {
  ensureMillion();
  const house = await startHouse(millionFolder);
  const bare = await startBare(house.database);
  const pool = new pg.Pool({ ...house.database, max: 1 });
  try {
    const officer = await officerOf(house.address);
    const places = await placesOf(pool, officer.departmentId);
    const people = await peopleOf(pool, officer.departmentId);
    const ways = { ours: ourWay(officer.client), peer: bareWay(bare.address) };
    const all: { ours: number; peer: number; ratio: number }[] = [];
    for (let round = -1; round < rounds; round++) {
      const done = { ours: 0, peer: 0 };
      for (const name of round % 2 === 0 ? (['ours', 'peer'] as const) : (['peer', 'ours'] as const))
        done[name] = await load(ways[name], places, people);
      if (round >= 0) all.push({ ...done, ratio: done.ours / done.peer });
    }
    const middle = (pick: (one: (typeof all)[number]) => number): number => median(all.map(pick));
    const ratio = middle((one) => one.ratio);
    const measured = `${ratio.toFixed(2)} (${Math.round(middle((one) => one.ours))} calls/s, bare ${Math.round(middle((one) => one.peer))} calls/s)`;
    return [
      { name: '50 clients, 80 % lists, 20 % updates', limit: `at least ${limit} of bare Fastify + pg`, measured, holds: ratio >= limit },
    ];
  } finally {
    await pool.end();
    bare.stop();
    await house.stop();
  }
}

/** Calls a second under load. */
async function load(way: Way, places: readonly Place[], people: readonly Person[]): Promise<number> {
  const started = performance.now();
  const end = started + roundMillis;
  let done = 0;
  const share = Math.floor(people.length / clients);
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      // Each client changes people of its own: nobody waits for another's version.
      for (let at = 0; performance.now() < end; at++, done++) {
        if (Math.random() < 0.8) await way.list(places[Math.floor(Math.random() * places.length)]!, 1 + Math.floor(Math.random() * 5));
        else {
          const person = people[client * share + (at % share)]!;
          person.version = await way.update(person, `Title ${Math.floor(Math.random() * 1_000_000)}`);
        }
      }
    }),
  );
  return (done / (performance.now() - started)) * 1000;
}

function ourWay(client: Awaited<ReturnType<typeof officerOf>>['client']): Way {
  return {
    list: async ({ id }, pageNum) => {
      await client.call(employeeList, { departmentId: id, status: ['active'], pageNum, pageSize });
    },
    update: async ({ id, version }, title) => (await client.call(employeeUpdate, { id, version, title })).version,
  };
}

function bareWay(address: string): Way {
  const read = async (answer: Awaited<ReturnType<typeof request>>): Promise<{ version: number }> => {
    const body = (await answer.body.json()) as { code: number; data: { version: number } };
    if (body.code !== 0) throw new Error(JSON.stringify(body));
    return body.data;
  };
  return {
    list: async ({ path: under }, pageNum) => {
      const query = new URLSearchParams({ under, status: 'active', limit: String(pageSize), offset: String((pageNum - 1) * pageSize) });
      await read(await request(`${address}/list?${query}`));
    },
    update: async ({ id, version }, title) => {
      const body = JSON.stringify({ id, version, title });
      return (await read(await request(`${address}/update`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })))
        .version;
    },
  };
}

async function startBare(database: pg.ClientConfig): Promise<{ address: string; stop(): void }> {
  const { types: _types, ...config } = database;
  const child = fork(path.join(import.meta.dirname, 'lib/plain-server.ts'), [JSON.stringify(config)]);
  const { port } = await new Promise<{ port: number }>((resolve, reject) => {
    child.once('message', (message) => resolve(message as { port: number }));
    child.once('exit', () => reject(new Error('The bare server did not start')));
  });
  return { address: `http://127.0.0.1:${port}`, stop: () => void child.kill() };
}

/** Departments of the middle of the tree: a hundred to some thousand people each. */
async function placesOf(pool: pg.Pool, under: string): Promise<Place[]> {
  const { rows } = await pool.query<Place>(
    `select d.id, d.path::text as path from department top join department d on d.path <@ top.path and nlevel(d.path) = 4 where top.id = $1 order by d.id`,
    [under],
  );
  return rows;
}

async function peopleOf(pool: pg.Pool, under: string): Promise<Person[]> {
  const { rows } = await pool.query<Person>(
    `select e.id, e.version from department top join department d on d.path <@ top.path join employee e on e.primary_department_id = d.id and e.status = 'active'
     where top.id = $1 order by hashtext(e.account) limit 5000`,
    [under],
  );
  return rows;
}
