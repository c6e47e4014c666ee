import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { employeeAdd } from '../src/modules/people/common/employee.contract.ts';
import { rootDepartmentId } from '../src/modules/people/common/root.ts';
import { limitsOf } from '#modules/enterprise/server/public.ts';
import { connectDatabase, type Database } from '#platform/database/open-database.ts';
import { Client } from './lib/client.ts';
import type { Figure } from './lib/figure.ts';
import { startHouse } from './lib/house.ts';
import { median, timed } from './lib/measure.ts';

const mostCheck = 5;
const mostRebuild = 200;
const checks = 2000;

/** 500 segment limits of 500 segments, 1,000 member limits, a file rule with 10,000 people on its white list: what a check takes, and reading anew after a change. */
export async function limits(): Promise<Figure[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-limits-'));
  const house = await startHouse(folder);
  const database = connectDatabase(house.database);
  try {
    const people = await peopleOf(house.address);
    await fill(database, people);
    const asked = limitsOf({ database, now: () => Date.now() });
    const first = await timed(() => asked.book());
    const rebuilds: number[] = [];
    for (let round = 0; round < 9; round += 1) {
      await sql`update segment_limit set version = version + 1 where priority = ${round + 1}`.execute(database.db);
      await sql`insert into limit_change (at) values (${round})`.execute(database.db);
      // Nobody looks within half a second of the last look.
      await new Promise((resolve) => setTimeout(resolve, 600));
      rebuilds.push(await timed(() => asked.book()));
    }
    // Who somebody is is read when they are asked for first, and kept.
    const firsts: number[] = [];
    for (const uid of people) firsts.push(await timed(() => asked.message(uid, { platform: 4, address: null })));
    const times: number[] = [];
    for (let at = 0; at < checks; at += 1) {
      const place = { platform: 4 as const, address: `10.${at % 250}.${(at * 7) % 250}.9` };
      const uid = people[at % people.length]!;
      times.push(await timed(() => (at % 2 === 0 ? asked.file(uid, 'download', place) : asked.message(uid, place))));
    }
    times.sort((one, other) => one - other);
    const p99 = times[Math.floor(times.length * 0.99)]!;
    const rebuild = median(rebuilds);
    return [
      {
        name: 'limit check, p99, 500 limits of 500 segments',
        limit: `at most ${mostCheck} ms`,
        measured: `${p99.toFixed(2)} ms (median ${median(times).toFixed(3)} ms; somebody asked for first ${median(firsts).toFixed(1)} ms)`,
        holds: p99 <= mostCheck,
      },
      {
        name: 'limits read anew after a change',
        limit: `at most ${mostRebuild} ms`,
        measured: `${rebuild.toFixed(0)} ms (the first time ${first.toFixed(0)} ms)`,
        holds: rebuild <= mostRebuild,
      },
    ];
  } finally {
    await database.close();
    await house.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Fifty people, each of whom is asked for often. */
async function peopleOf(address: string): Promise<string[]> {
  const client = await Client.signIn(address, 'admin');
  const people: string[] = [];
  for (let at = 0; at < 50; at += 1) {
    const draft = { account: `bench-${at}`, name: `Bench ${at}`, assignments: [{ departmentId: rootDepartmentId, primary: true }] };
    people.push((await client.call(employeeAdd, draft)).id);
  }
  return people;
}

async function fill({ db }: Database, people: readonly string[]): Promise<void> {
  // Only the last limit is for what is asked: every check looks at all of them.
  await sql`insert into segment_limit (id, name, segments, actions, effect, terminal_types, priority, enabled, version, created_at, updated_at)
    select gen_random_uuid(), 'Limit ' || n,
      (select jsonb_agg(jsonb_build_object('value', format('10.%s.%s.%s/31', n % 250, s % 250, (s / 250) * 8), 'note', '')) from generate_series(1, 500) as s),
      case when n = 500 then '["download", "message"]'::jsonb else '["forward"]'::jsonb end, 'onlyInside', '[1, 2, 4, 5, 8]', n, true, 1, 0, 0
    from generate_series(1, 500) as n`.execute(db);
  await sql`insert into member_limit (id, name, owner_dept_id, from_side, to_side, exceptions, direction, actions, effect, existing, priority, enabled, version, created_at, updated_at)
    select gen_random_uuid(), 'Pair ' || n, gen_random_uuid(), jsonb_build_array(jsonb_build_object('kind', 'employee', 'id', gen_random_uuid())),
      '[{"kind": "everyone"}]', '[]', 'both', '["chat"]', 'deny', 'keep', n, true, 1, 0, 0 from generate_series(1, 1000) as n`.execute(db);
  await sql`with rule as (insert into role (id, module, code, name, terminal_type, rule_type, version, created_at, updated_at)
      values (gen_random_uuid(), 'fmm', 'bench', 'Bench', 1, 1, 1, 0, 0) returning id),
    held as (insert into role_member (role_id, kind, object_id, since)
      select rule.id, 'employee', person, 0 from rule, unnest(${[...people]}::uuid[]) as person)
    insert into file_white (id, role_id, employee_id, reason, version, created_at, updated_at)
    select gen_random_uuid(), rule.id, gen_random_uuid(), 'x', 1, 0, 0 from rule, generate_series(1, 10000)`.execute(db);
  await sql`insert into limit_change (at) values (0)`.execute(db);
}
