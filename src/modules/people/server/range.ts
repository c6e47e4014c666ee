import { sql, type RawBuilder } from 'kysely';
import type { Range } from '#kit/server/caller.ts';

/** SQL condition: the department in this column (an id) lies in the range. */
export function departmentInRange(range: Range, column: string): RawBuilder<boolean> {
  if (range.all) return sql<boolean>`true`;
  if (isEmpty(range)) return sql<boolean>`false`;
  // Without correlation, so that it is worked out once and then looked up.
  return sql<boolean>`${sql.ref(column)} in (select id from department where ${pathWithin('path', range)})`;
}

type Limited = Exclude<Range, { all: true }>;

const isEmpty = (range: Limited): boolean => range.paths.length === 0 && !range.exact?.length;

/** SQL condition: an ltree path lies in the range. */
export function pathWithin(column: string, range: Range): RawBuilder<boolean> {
  if (range.all) return sql<boolean>`true`;
  if (isEmpty(range)) return sql<boolean>`false`;
  if (!range.exact?.length) return pathsUnder(column, range.paths);
  const exactly = sql<boolean>`${sql.ref(column)} = any(${range.exact}::ltree[])`;
  return range.paths.length === 0 ? exactly : sql<boolean>`(${pathsUnder(column, range.paths)} or ${exactly})`;
}

/** SQL condition: an ltree path lies under one of these. */
function pathsUnder(column: string, paths: readonly string[]): RawBuilder<boolean> {
  const [only] = paths;
  return paths.length === 1
    ? sql<boolean>`${sql.ref(column)} <@ ${only}::ltree`
    : sql<boolean>`${sql.ref(column)} <@ any(${paths}::ltree[])`;
}

/**
 * SQL condition: the person in this column (an id) is in a department of the range, or is the caller where the range says so. Looked up by key for each
 * row, never worked out for everybody (`offset 0`): for people who are known otherwise. Lists of many use employeeAmongRange.
 */
export function employeeInRange(range: Range, column: string): RawBuilder<boolean> {
  if (range.all) return sql<boolean>`true`;
  const parts = [
    ...(isEmpty(range)
      ? []
      : [
          sql`exists (select from employee_department ed join department d on d.id = ed.department_id
            where ed.employee_id = ${sql.ref(column)} and ${pathWithin('d.path', range)} offset 0)`,
        ]),
    ...(range.self ? [sql`${sql.ref(column)} = ${range.uid}::uuid`] : []),
  ];
  return parts.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(parts, sql` or `)})`;
}

/** The same condition for lists, where the range may be what chooses: the database may begin with the departments and join. */
export function employeeAmongRange(range: Range, column: string): RawBuilder<boolean> {
  if (range.all) return sql<boolean>`true`;
  // One IN, never an OR of two: only then the database may start from the departments.
  const own = range.self ? [sql`select ${range.uid}::uuid`] : [];
  const under = isEmpty(range)
    ? []
    : [
        sql`select ed.employee_id from employee_department ed join department d on d.id = ed.department_id where ${pathWithin('d.path', range)}`,
      ];
  const parts = [...under, ...own];
  return parts.length === 0 ? sql<boolean>`false` : sql<boolean>`${sql.ref(column)} in (${sql.join(parts, sql` union all `)})`;
}
