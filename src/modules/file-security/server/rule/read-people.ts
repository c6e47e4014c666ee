import { sql } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import { preparedMark } from '#platform/database/prepared.ts';
import type { Person } from './book.ts';

interface Row {
  id: string;
  own: string[];
  above: string[];
  crowds: string[];
}

/** People as far as the rules ask, read now; unknown ids are absent. `crowds`: those that matter. */
export async function readPeople(db: Db, ids: readonly string[], crowds: readonly string[]): Promise<Map<string, Person>> {
  if (ids.length === 0) return new Map();
  // Found by key at every decision: kept by each connection.
  const { rows } = await sql<Row>`${sql.raw(preparedMark)} select e.id,
      array(select ed.department_id::text from employee_department ed where ed.employee_id = e.id) as own,
      array(select distinct above.id::text from employee_department ed join department d on d.id = ed.department_id
        join department above on above.path @> d.path where ed.employee_id = e.id) as above,
      array(select cm.crowd_id::text from crowd_member cm where cm.employee_id = e.id and cm.crowd_id = any(${[...crowds]}::uuid[])) as crowds
    from unnest((select ${[...new Set(ids)]}::uuid[])) as asked(id) join employee e on e.id = asked.id where e.status not in ('deleted', 'left')`.execute(
    db,
  );
  return new Map(
    rows.map(({ id, own, above, crowds: inside }) => [id, { id, own: new Set(own), departments: new Set(above), crowds: new Set(inside) }]),
  );
}
