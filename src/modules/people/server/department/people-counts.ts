import { sql, type RawBuilder } from 'kysely';
import type { EmployeeStatus } from '../../common/employee-fields.ts';

/** Where people are counted: everywhere, at and below a path, or in one department alone. */
export type CountedPlace = { everywhere: true } | { under: string } | { departmentId: string };

/**
 * SQL: `node`, `direct` (people of this very department) and `total` (people here and below, each once) of the departments that a query
 * answers; from the counts that are kept with every change (0002-department-people.sql), whatever the number of people.
 */
export const countsOf = (ids: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  with node as materialized (select id, path from department where id in (${ids})),
    -- Each department's rows become one before the nodes, of which some hold others, go through them.
    place as materialized (select p.department_id as id, sum(p.people) as people, sum(p.people - p.overlap) as here from department_people p where p.status <> 'left' group by 1)
  select node.id as node, coalesce(sum(place.people) filter (where place.id = node.id), 0)::bigint as direct, coalesce(sum(place.here), 0)::bigint as total
  from node left join (department d join place on place.id = d.id) on d.path <@ node.path group by node.id)`;

/** SQL: how many people of a status, or of all who are still here, are in a place; each once. */
export function peopleAt(place: CountedPlace, status: EmployeeStatus | undefined): RawBuilder<number> {
  const ofStatus = status === undefined ? sql`p.status <> 'left'` : sql`p.status = ${status}`;
  if ('departmentId' in place)
    return sql<number>`(select coalesce(sum(p.people), 0)::bigint from department_people p where p.department_id = ${place.departmentId}::uuid and ${ofStatus})`;
  const where =
    'everywhere' in place ? sql`true` : sql`p.department_id in (select d.id from department d where d.path <@ ${place.under}::ltree)`;
  return sql<number>`(select coalesce(sum(p.people - p.overlap), 0)::bigint from department_people p where ${where} and ${ofStatus})`;
}
