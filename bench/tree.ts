import pg from 'pg';
import { departmentTree } from '../src/modules/people/common/department.contract.ts';
import { ensureMillion, millionFolder, officerOf, type Officer } from './lib/company.ts';
import type { Figure } from './lib/figure.ts';
import { startHouse } from './lib/house.ts';
import { inTurns } from './lib/measure.ts';
import { branchBySql, searchBySql, topBySql } from './lib/plain-tree.ts';

const limit = 1.5;
const rounds = { rounds: 7, repeats: 8 };

interface Case {
  name: string;
  ours: (at: number) => Promise<{ ids: string[] }>;
  plain: (at: number) => Promise<{ ids: string[] }>;
}

/**
 * The department tree of 20,000 nodes with counts of a million people through HTTP, with session, grant and range, against the same SQL
 * over bare `pg`, in turns.
 */
export async function tree(): Promise<Figure[]> {
  ensureMillion();
  const house = await startHouse(millionFolder);
  const pool = new pg.Pool({ ...house.database, max: 2 });
  try {
    const officer = await officerOf(house.address);
    const figures: Figure[] = [];
    for (const { name, ours, plain } of await casesOf(pool, officer)) {
      const [left, right] = [await ours(0), await plain(0)];
      if (left.ids.length === 0 || left.ids.join() !== right.ids.join())
        throw new Error(`${name}: the product answers ${left.ids.length} departments and the bare query ${right.ids.length}`);
      const pair = await inTurns(rounds, ours, plain);
      const measured = `${pair.ratio.toFixed(2)} x (${pair.ours.toFixed(1)} ms, bare pg ${pair.peer.toFixed(1)} ms)`;
      figures.push({ name: `tree of 20,000: ${name}`, limit: `at most ${limit} x bare pg`, measured, holds: pair.ratio <= limit });
    }
    return figures;
  } finally {
    await pool.end();
    await house.stop();
  }
}

async function casesOf(pool: pg.Pool, { client, departmentId }: Officer): Promise<Case[]> {
  const language = 'zh_CN';
  const { rows } = await pool.query<{ id: string; path: string; name: string }>(
    `select d.id, d.path::text as path, d.name ->> 'zh_CN' as name from department top join department d on d.path <@ top.path
     where top.id = $1 and exists (select from department c where c.parent_id = d.id) order by nlevel(d.path), d.id limit 50`,
    [departmentId],
  );
  const under = rows[0]!.path;
  const one = (at: number): (typeof rows)[number] => rows[at % rows.length]!;
  const idsOf = (all: readonly Record<string, unknown>[]): { ids: string[] } => ({ ids: all.map(({ id }) => String(id)) });
  return [
    {
      name: 'top level',
      // The names above the range belong to the product alone: the bare query does not know where the range ends.
      ours: async () => idsOf((await client.call(departmentTree, { withCount: true })).nodes.filter(({ inRange }) => inRange)),
      plain: async () => idsOf(await topBySql(pool, { language, under })),
    },
    {
      name: 'opening a branch',
      ours: async (at) => idsOf((await client.call(departmentTree, { parentId: one(at).id, withCount: true })).nodes),
      plain: async (at) => idsOf(await branchBySql(pool, { language, under, parent: one(at).id })),
    },
    {
      name: 'search',
      ours: async (at) => ({ ids: (await client.call(departmentTree, { text: wordOf(one(at).name), withCount: true })).hits }),
      plain: async (at) => ({ ids: await searchBySql(pool, { language, under, text: wordOf(one(at).name) }) }),
    },
  ];
}

/** Two characters of a name, as somebody types. */
const wordOf = (name: string): string => [...name].slice(0, 2).join('').toLowerCase();
