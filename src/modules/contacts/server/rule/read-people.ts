import { sql } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import { preparedMark } from '#platform/database/prepared.ts';
import type { Person, Placement } from './book.ts';

/** As many levels as a reporting line may have. */
const longestLine = 30;

interface Row {
  id: string;
  name: string;
  status: Person['status'];
  placements: Placement[];
  crowds: string[];
  managers: string[];
}

/** People as far as the rules ask, read now; unknown ids are absent. `crowds`: those that matter. */
export async function readPeople(db: Db, ids: readonly string[], crowds: readonly string[]): Promise<Map<string, Person>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<Row>`${sql.raw(preparedMark)} with recursive wanted as materialized (
      select e.id, e.name, e.status, e.manager_id from employee e where e.id in (select unnest((select ${[...new Set(ids)]}::uuid[])))),
    line as (
      select w.id as of, w.manager_id as id, 1 as level from wanted w where w.manager_id is not null
      union all select line.of, e.manager_id, line.level + 1 from line join employee e on e.id = line.id
        where e.manager_id is not null and line.level < ${longestLine})
    select w.id, w.name, w.status,
      (select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'path', d.path::text, 'company', (
          select above.path::text from department above where above.no = any(string_to_array(d.path::text, '.')::bigint[]) and above.kind = 'company'
          order by nlevel(above.path) desc limit 1)) order by ed.is_primary desc, d.path), '[]')
        from employee_department ed join department d on d.id = ed.department_id where ed.employee_id = w.id) as placements,
      array(select cm.crowd_id from crowd_member cm where cm.employee_id = w.id and cm.crowd_id = any(${crowds}::uuid[])) as crowds,
      array(select line.id from line where line.of = w.id order by line.level) as managers
    from wanted w`.execute(db);
  return new Map(rows.map((row) => [row.id, { ...row, crowds: new Set(row.crowds) }]));
}

/** Of more people below than this the database is asked at each question. */
const mostBelow = 5_000;

/** People who look, as readPeople, with everybody below them. */
export async function readViewers(db: Db, ids: readonly string[], crowds: readonly string[]): Promise<Map<string, Person>> {
  const people = await readPeople(db, ids, crowds);
  for (const person of people.values()) {
    const { rows } = await sql<{ id: string }>`with recursive below as (select e.id from employee e where e.manager_id = ${person.id}::uuid
      union select e.id from below join employee e on e.manager_id = below.id) select id from below limit ${mostBelow + 1}`.execute(db);
    if (rows.length <= mostBelow) people.set(person.id, { ...person, below: rows.map(({ id }) => id) });
  }
  return people;
}
