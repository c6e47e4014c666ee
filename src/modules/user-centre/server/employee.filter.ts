import { sql, type RawBuilder } from 'kysely';
import { pathInRange, type Range } from '#kit/server/caller.ts';
import type { Db } from '#kit/server/directory.ts';
import type { EmployeeFilter } from '../common/employee.contract.ts';
import { departmentPaths } from './department.tree.ts';
import { employeeInRange } from './range.ts';
import { foundByText } from './search.ts';
import './employee.table.ts';

/** The root's path: everybody is somewhere below it. */
const rootPath = '1';

type Condition = RawBuilder<boolean>;
const columns = {
  mobile: 'e.mobile',
  email: 'e.email',
  employeeNo: 'e.employee_no',
  managerId: 'e.manager_id',
  title: 'e.title',
  hireDate: 'e.hire_date',
} as const;

/** SQL condition on a person `e`: in the range and chosen by the filter. One short query first when a department is chosen. */
export async function peopleWhere(db: Db, range: Range, filter: Partial<EmployeeFilter>): Promise<Condition> {
  const conditions: Condition[] = [statusOf(filter), await placeOf(db, range, filter)];
  if (filter.text) conditions.push(foundByText(filter.text));
  if (filter.employmentType?.length) conditions.push(sql`e.employment_type = any(${filter.employmentType})`);
  if (filter.managerId) conditions.push(sql`e.manager_id = ${filter.managerId}::uuid`);
  if (filter.jobLevel) conditions.push(sql`e.job_level = ${filter.jobLevel}`);
  if (filter.hiredFrom) conditions.push(sql`e.hire_date >= ${filter.hiredFrom}::date`);
  if (filter.hiredTo) conditions.push(sql`e.hire_date <= ${filter.hiredTo}::date`);
  if (filter.createdFrom !== undefined) conditions.push(sql`e.created_at >= ${filter.createdFrom}`);
  if (filter.createdTo !== undefined) conditions.push(sql`e.created_at <= ${filter.createdTo}`);
  if (filter.several !== undefined) conditions.push(sql`e.several = ${filter.several}`);
  if (filter.empty) conditions.push(sql`${sql.ref(columns[filter.empty])} is null`);
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

function statusOf(filter: Partial<EmployeeFilter>): Condition {
  if (filter.deleted) return sql`e.status = 'deleted'`;
  const [only, ...others] = filter.status ?? [];
  return only !== undefined && others.length === 0 ? sql`e.status = ${only}` : sql`e.status <> 'deleted'`;
}

async function placeOf(db: Db, range: Range, { departmentId, below = true }: Partial<EmployeeFilter>): Promise<Condition> {
  if (departmentId === undefined) return employeeInRange(range, 'e.id');
  const path = (await departmentPaths(db, [departmentId])).get(departmentId);
  if (path === undefined) return sql`false`;
  if (!below) {
    return pathInRange(range, path)
      ? sql`e.id in (select ed.employee_id from employee_department ed where ed.department_id = ${departmentId}::uuid)`
      : sql`false`;
  }
  // The whole department, or those parts of it that the caller may see.
  const part = partBelow(range, path);
  // The root department holds everybody.
  return part.paths.includes(rootPath) ? sql`true` : employeeInRange({ all: false, ...part, self: false, uid: '' }, 'e.id');
}

/** What of a range lies in a department with all below. */
function partBelow(range: Range, path: string): { paths: string[]; exact: string[] } {
  if (range.all || range.paths.some((top) => path === top || path.startsWith(`${top}.`))) return { paths: [path], exact: [] };
  const inside = (one: string): boolean => one === path || one.startsWith(`${path}.`);
  return { paths: range.paths.filter(inside), exact: (range.exact ?? []).filter(inside) };
}
