import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { newId } from '#kit/server/ids.ts';
import { employeeGet, employeeList, employeeUpdate } from '../src/modules/people/common/employee.contract.ts';
import { rootDepartmentId } from '../src/modules/people/common/root.ts';
import { Client } from './lib/client.ts';
import { ensureMillion, millionFolder } from './lib/company.ts';
import type { Figure } from './lib/figure.ts';
import { startHouse } from './lib/house.ts';
import { median } from './lib/measure.ts';

const crowds = { all: 1_000, joined: 100 };
/** Three times what is asked of a database of its own on four cores. */
const limitSeconds = 6;
const rounds = 9;
const titleWanted = 'Bench target';
const codes = 'bench-turn-';

/**
 * One person changes where 1,000 crowds ask for what changed, and 100 of them are joined or left: how long until all are right, and how many
 * rows of crowds the database writes for it.
 */
export async function crowdTurns(): Promise<Figure[]> {
  ensureMillion();
  const house = await startHouse(millionFolder);
  const pool = new pg.Pool({ ...house.database, max: 1 });
  try {
    await makeCrowds(pool);
    const admin = await Client.signIn(house.address, 'admin');
    const [person] = (await admin.call(employeeList, { pageSize: 20, sort: 'account' })).list;
    const times: number[] = [];
    const written: number[] = [];
    await turned(admin, pool, { id: person!.id, title: 'Nothing wanted', members: 0 });
    for (let round = 0; round < rounds; round += 1) {
      const joins = round % 2 === 0;
      // Counters of the database are told a moment later.
      await sleep(1_500);
      const before = await writtenRows(pool);
      times.push(
        await turned(admin, pool, {
          id: person!.id,
          title: joins ? titleWanted : `Nothing ${round}`,
          members: joins ? crowds.joined : 0,
        }),
      );
      await sleep(1_500);
      written.push((await writtenRows(pool)) - before);
    }
    const seconds = median(times) / 1_000;
    const rows = median(written);
    // A member, its event and the standing of each crowd that turned; and the place in the feed.
    const needed = crowds.joined * 3 + 2;
    return [
      {
        name: `one person changes where ${crowds.all.toLocaleString('en')} crowds ask for it: all are right after`,
        limit: `at most ${limitSeconds} s`,
        measured: `${seconds.toFixed(2)} s (longest ${(Math.max(...times) / 1_000).toFixed(2)} s)`,
        holds: seconds <= limitSeconds,
      },
      {
        name: `rows of crowds written where ${crowds.joined} of ${crowds.all.toLocaleString('en')} turn`,
        limit: `at most ${needed}`,
        measured: String(rows),
        holds: rows <= needed,
      },
    ];
  } finally {
    await pool.query(`delete from crowd where code like $1`, [`${codes}%`]);
    await pool.end();
    await house.stop();
  }
}

/** Crowds that ask for a title; nobody has any of them, so that all are right as they are. */
async function makeCrowds(pool: pg.Pool): Promise<void> {
  await pool.query(`delete from crowd where code like $1`, [`${codes}%`]);
  const rows = Array.from({ length: crowds.all }, (_, at) => ({
    id: newId(),
    code: `${codes}${at}`,
    name: { zh_CN: `${codes}${at}` },
    conditions: { match: 'all', of: [{ field: 'title', op: 'is', value: at < crowds.joined ? titleWanted : `Bench other ${at}` }] },
  }));
  await pool.query(
    `insert into crowd (id, name, code, description, kind, owner_dept_id, conditions, includes, excludes, with_disabled, churn_limit, paused, version, created_at, updated_at)
     select id, name, code, '', 'dynamic', $2, conditions, '{}', '{}', false, '{"percent": 30, "floor": 50}', false, 1, 0, 0
     from jsonb_to_recordset($1::jsonb) as r(id uuid, name jsonb, code text, conditions jsonb)`,
    [JSON.stringify(rows), rootDepartmentId],
  );
  await pool.query(`insert into crowd_standing (crowd_id, state, computed_at) select id, 'on', 0 from crowd where code like $1`, [
    `${codes}%`,
  ]);
}

/** Changes the title and waits until the crowds hold the person, or no longer; answers the milliseconds from the answer of the call on. */
async function turned(
  admin: Client,
  pool: pg.Pool,
  { id, title, members }: { id: string; title: string; members: number },
): Promise<number> {
  const { version } = await admin.call(employeeGet, { id });
  await admin.call(employeeUpdate, { id, version, title });
  const began = performance.now();
  for (;;) {
    const { rows } = await pool.query<{ n: number }>(
      `select count(*)::int as n from crowd_member m join crowd c on c.id = m.crowd_id where m.employee_id = $1 and c.code like $2`,
      [id, `${codes}%`],
    );
    if (rows[0]!.n === members) return performance.now() - began;
    if (performance.now() - began > 120_000) throw new Error(`After two minutes ${rows[0]!.n} of ${members} crowds hold the person`);
    await sleep(20);
  }
}

async function writtenRows(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(
    `select sum(n_tup_ins + n_tup_upd + n_tup_del)::int as n from pg_stat_user_tables where relname in ('crowd_member', 'crowd_event', 'crowd_standing', 'crowd_cursor')`,
  );
  return rows[0]!.n;
}
