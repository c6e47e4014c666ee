import { sql, type RawBuilder } from 'kysely';
import { pathInRange, type Range } from '#kit/server/caller.ts';
import type { Db } from '#kit/server/directory.ts';
import type { EmployeeFilter } from '../../common/employee.contract.ts';
import { employeeStatuses, type EmployeeStatus } from '../../common/employee-fields.ts';
import { departmentPaths } from '../department/department.tree.ts';
import { elsewhereOf } from './employee.filter.elsewhere.ts';
import { peopleAt, type CountedPlace } from '../department/people-counts.ts';
import { countByExtra, extraConditions } from '../extra/extra.filter.ts';
import { employeeAmongRange } from '../range.ts';
import { foundByText } from '../search.ts';
import './employee.table.ts';

/** The root's path: everybody is somewhere below it. */
const rootPath = '1';

type Condition = RawBuilder<boolean>;

/** Who is chosen: the condition on a person `e`, and where nothing but place and status choose, their number without looking at them. */
export interface ChosenPeople {
  readonly where: Condition;
  total: RawBuilder<number> | undefined;
  /** Where nothing but a text is looked for among people of a place who are still here: these people. */
  among: SearchedPeople | undefined;
}

/** People among whom a text is looked for. */
export interface SearchedPeople {
  text: string;
  range: Range;
  statuses: readonly EmployeeStatus[];
}

/** SQL condition on a person `e`: in the range and chosen by the filter. One short query first when a department is chosen. */
export async function peopleWhere(db: Db, range: Range, filter: Partial<EmployeeFilter>): Promise<Condition> {
  return (await peopleChosen(db, range, filter)).where;
}

/** As peopleWhere, with the number of people where it is known. */
export async function peopleChosen(db: Db, range: Range, filter: Partial<EmployeeFilter>): Promise<ChosenPeople> {
  const place = await placeOf(db, range, filter);
  const status = statusOf(filter);
  const several = filter.deleted ? [] : (filter.status ?? []);
  const { text } = filter;
  const others = [...furtherOf(filter), ...(await elsewhereOf(db, range, filter))];
  const extras = filter.extra ? extraConditions('employee', 'e', filter.extra) : [];
  const condition = conditionOf(status, several);
  const everybody = several.length < 2 && status !== 'deleted' && place.counted ? peopleAt(place.counted, status) : undefined;
  // Extra fields alone are counted by their own rows.
  const byExtra =
    extras.length > 0 && !text && others.length === 0 && status !== 'deleted'
      ? countByExtra(filter.extra!, { place: place.where, usual: condition, status, everybody })
      : undefined;
  return {
    // Made when it is asked for: a search of few people does without.
    get where() {
      const byText = text ? [foundByText(text)] : [];
      return sql<boolean>`${sql.join([condition, place.where, ...byText, ...others, ...extras], sql` and `)}`;
    },
    total: !text && others.length + extras.length === 0 ? everybody : byExtra,
    among: others.length + extras.length === 0 ? amongOf(place, filter) : undefined,
  };
}

const here: readonly EmployeeStatus[] = employeeStatuses.filter((status) => status !== 'deleted' && status !== 'left');

function amongOf({ range }: ChosenPlace, { text, status, deleted }: Partial<EmployeeFilter>): SearchedPeople | undefined {
  const statuses = status?.length ? status : here;
  return text && range && !deleted && statuses.every((one) => here.includes(one)) ? { text, range, statuses } : undefined;
}

function conditionOf(status: EmployeeStatus | undefined, several: readonly EmployeeStatus[]): Condition {
  if (several.length > 1) return sql`e.status = any(${several})`;
  return status === undefined ? sql`e.status not in ('deleted', 'left')` : sql`e.status = ${status}`;
}

function furtherOf(filter: Partial<EmployeeFilter>): Condition[] {
  const conditions: Condition[] = [];
  if (filter.employmentType?.length) conditions.push(sql`e.employment_type = any(${filter.employmentType})`);
  if (filter.managerId) conditions.push(sql`e.manager_id = ${filter.managerId}::uuid`);
  if (filter.jobLevel) conditions.push(sql`e.job_level = ${filter.jobLevel}`);
  if (filter.hiredFrom) conditions.push(sql`e.hire_date >= ${filter.hiredFrom}::date`);
  if (filter.hiredTo) conditions.push(sql`e.hire_date <= ${filter.hiredTo}::date`);
  if (filter.createdFrom !== undefined) conditions.push(sql`e.created_at >= ${filter.createdFrom}`);
  if (filter.createdTo !== undefined) conditions.push(sql`e.created_at <= ${filter.createdTo}`);
  if (filter.several !== undefined) conditions.push(sql`e.several = ${filter.several}`);
  return conditions;
}

/** The one status that is asked for; undefined for everybody who is still here. */
function statusOf(filter: Partial<EmployeeFilter>): EmployeeStatus | undefined {
  if (filter.deleted) return 'deleted';
  const [only, ...others] = filter.status ?? [];
  return others.length === 0 ? only : undefined;
}

interface ChosenPlace {
  where: Condition;
  /** The same place for the kept counts; absent where it is made of parts, in which the same person may be. */
  counted?: CountedPlace;
  /** The same place as a range; absent where nobody is. */
  range?: Range;
}

const nowhere: ChosenPlace = { where: sql`false` };

async function placeOf(db: Db, range: Range, { departmentId, below = true }: Partial<EmployeeFilter>): Promise<ChosenPlace> {
  if (departmentId === undefined) return within(range);
  const path = (await departmentPaths(db, [departmentId])).get(departmentId);
  if (path === undefined) return nowhere;
  if (!below) {
    if (!pathInRange(range, path)) return nowhere;
    const where = sql<boolean>`e.id in (select ed.employee_id from employee_department ed where ed.department_id = ${departmentId}::uuid)`;
    return { where, counted: { departmentId }, range: { all: false, paths: [], exact: [path], self: false, uid: '' } };
  }
  // The whole department, or those parts of it that the caller may see.
  const part = partBelow(range, path);
  return within({ all: false, ...part, self: false, uid: '' });
}

function within(range: Range): ChosenPlace {
  // The root department holds everybody.
  if (range.all || range.paths.includes(rootPath)) return { where: sql`true`, counted: { everywhere: true }, range: { all: true } };
  const [under] = range.paths;
  const isOne = range.paths.length === 1 && !range.exact?.length && !range.self;
  return { where: employeeAmongRange(range, 'e.id'), range, ...(isOne && under !== undefined && { counted: { under } }) };
}

/** What of a range lies in a department with all below. */
function partBelow(range: Range, path: string): { paths: string[]; exact: string[] } {
  if (range.all || range.paths.some((top) => path === top || path.startsWith(`${top}.`))) return { paths: [path], exact: [] };
  const inside = (one: string): boolean => one === path || one.startsWith(`${path}.`);
  return { paths: range.paths.filter(inside), exact: (range.exact ?? []).filter(inside) };
}
