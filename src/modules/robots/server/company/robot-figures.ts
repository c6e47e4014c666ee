import { sql } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import './robot.table.ts';

const dayMillis = 86_400_000;

/** SQL of how a robot stands; `alias` is the table's. */
export const stateSql = (alias: string) =>
  sql<string>`case when ${sql.ref(`${alias}.approval`)} <> 'none' then ${sql.ref(`${alias}.approval`)}
    when ${sql.ref(`${alias}.enabled`)} then 'enabled' else 'disabled' end`;

interface Counts {
  groups: number;
  in24: number;
  out24: number;
  failing: number;
  commands: number;
  schedules: number;
}

/** What lists say of robots: groups, traffic of the last day, commands and schedules. */
export async function countsOf(db: Db, ids: readonly string[], now: number): Promise<(id: string) => Counts> {
  const { rows } = await sql<Counts & { id: string; bad: number; all: number }>`select r.id,
      (select count(*)::int from robot_group g where g.robot_id = r.id) as groups,
      (select count(*)::int from robot_command c where c.robot_id = r.id) as commands,
      (select count(*)::int from robot_schedule s where s.robot_id = r.id) as schedules,
      last.in24, last.out24, last.bad, last.all
    from unnest(${[...ids]}::uuid[]) as r(id) cross join lateral (
      select (count(*) filter (where direction in ('in', 'open')))::int as in24, (count(*) filter (where direction = 'out'))::int as out24,
        (count(*) filter (where status <> 'done'))::int as bad, count(*)::int as all
      from robot_log l where l.robot_id = r.id and l.at > ${now - dayMillis}) as last`.execute(db);
  const known = new Map(rows.map((row) => [row.id, row]));
  return (id) => {
    const row = known.get(id);
    return {
      groups: row?.groups ?? 0,
      in24: row?.in24 ?? 0,
      out24: row?.out24 ?? 0,
      failing: row && row.all > 0 ? Math.round((row.bad * 100) / row.all) : 0,
      commands: row?.commands ?? 0,
      schedules: row?.schedules ?? 0,
    };
  };
}
