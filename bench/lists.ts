import pg from 'pg';
import type { Input } from '#kit/common/contract.ts';
import { employeeList } from '../src/modules/people/common/employee.contract.ts';
import { ensureMillion, millionFolder, officerOf, type Officer } from './lib/company.ts';
import type { Figure } from './lib/figure.ts';
import { startHouse } from './lib/house.ts';
import { inTurns } from './lib/measure.ts';
import { pageBySql, samplePeople, type Wish } from './lib/plain-list.ts';

const limit = 1.5;
const rounds = { rounds: 7, repeats: 8 };
/** A search takes some milliseconds, of which the machine's own noise is a large part: more of them are looked at. */
const searches = { rounds: 25, repeats: 8 };

interface Case {
  name: string;
  turns: typeof rounds;
  wish: (at: number) => { input: Input<typeof employeeList>; wish: Wish };
}

/**
 * Lists and searches of a million people through HTTP, with session, grant and range, against the same page and total asked by
 * hand-written SQL over bare `pg`, in turns.
 */
export async function lists(): Promise<Figure[]> {
  ensureMillion();
  const house = await startHouse(millionFolder);
  const pool = new pg.Pool({ ...house.database, max: 2 });
  try {
    const officer = await officerOf(house.address);
    const cases = await casesOf(pool, officer);
    const figures: Figure[] = [];
    for (const { name, turns, wish } of cases) {
      await assertSame(pool, officer, wish(0));
      await warm(pool, officer, wish, turns);
      const pair = await inTurns(
        turns,
        (at) => officer.client.call(employeeList, wish(at).input),
        (at) => pageBySql(pool, wish(at).wish),
      );
      const measured = `${pair.ratio.toFixed(2)} x (${pair.ours.toFixed(1)} ms, bare pg ${pair.peer.toFixed(1)} ms)`;
      figures.push({ name: `list of 1,000,000: ${name}`, limit: `at most ${limit} x bare pg`, measured, holds: pair.ratio <= limit });
    }
    return figures;
  } finally {
    await pool.end();
    await house.stop();
  }
}

async function casesOf(pool: pg.Pool, { departmentId }: Officer): Promise<Case[]> {
  const { rows } = await pool.query<{ path: string }>('select path::text as path from department where id = $1', [departmentId]);
  const under = rows[0]!.path;
  const people = await samplePeople(pool, under);
  const pageSize = 20;
  const page = (pageNum: number) => () => ({
    input: { pageNum, pageSize, status: ['active' as const] },
    wish: { under, status: 'active', limit: pageSize, offset: (pageNum - 1) * pageSize },
  });
  const search = (kind: 'name' | 'pinyin' | 'initials') => (at: number) => {
    const text = people[at % people.length]![kind];
    return {
      input: { pageNum: 1, pageSize, status: ['active' as const], text },
      wish: { under, status: 'active', limit: pageSize, offset: 0, text },
    };
  };
  return [
    { name: 'page 1', turns: rounds, wish: page(1) },
    { name: 'page 10,000', turns: rounds, wish: page(10_000) },
    { name: 'search by name', turns: searches, wish: search('name') },
    { name: 'search by pinyin', turns: searches, wish: search('pinyin') },
    { name: 'search by initials', turns: searches, wish: search('initials') },
  ];
}

/** Everything that will be asked is asked once before: whoever came first would else read from the disk what the other then finds in memory. */
async function warm(pool: pg.Pool, { client }: Officer, wish: Case['wish'], turns: Case['turns']): Promise<void> {
  const asked = new Set<string>();
  for (let at = 0; at < (turns.rounds + 1) * turns.repeats; at++) {
    const one = wish(at);
    if (asked.has(JSON.stringify(one))) continue;
    asked.add(JSON.stringify(one));
    await client.call(employeeList, one.input);
    await pageBySql(pool, one.wish);
  }
}

/** Both must answer the same, or the times mean nothing. */
async function assertSame(pool: pg.Pool, { client }: Officer, { input, wish }: ReturnType<Case['wish']>): Promise<void> {
  const [ours, plain] = [await client.call(employeeList, input), await pageBySql(pool, wish)];
  const same = ours.total === plain.total && ours.list[0]?.id === plain.rows[0]?.['id'];
  if (!same) throw new Error(`The product answers ${ours.total} people and the bare query ${plain.total}`);
}
