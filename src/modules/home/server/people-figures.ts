import { sql } from 'kysely';
import type { Caller } from '#kit/server/caller.ts';
import { rangeOn } from '#kit/server/change/callers.ts';
import type { Db } from '#kit/server/directory.ts';
import type { Services } from '#kit/server/services.ts';
import { userManagement } from '#modules/people/common/permissions.ts';

interface PeopleRow {
  here: boolean;
  /** Days on which they came and went, by their place among those looked at; before them -1. */
  came: number;
  went: number | null;
  n: number;
}

/** How many people there are and were at the end of each day, in the range of the page of people; nothing for who may not open it. */
export async function peopleDays(
  { directory }: Pick<Services, 'directory'>,
  db: Db,
  caller: Caller,
  days: readonly number[],
): Promise<{ now: number; days: number[] } | null> {
  if (!caller.can(userManagement.code)) return null;
  const isHere = directory.employeeIsHere('employee.id');
  const { rows } = await sql<PeopleRow>`select ${isHere} as here, width_bucket(created_at, ${days}::bigint[]) - 1 as came,
      width_bucket(coalesce(left_at, deleted_at), ${days}::bigint[]) - 1 as went, count(*)::int as n
    from employee where ${directory.employeeAmongRange(rangeOn(caller, userManagement.code), 'employee.id')} group by 1, 2, 3`.execute(db);
  const sum = (fits: (row: PeopleRow) => boolean): number => rows.filter(fits).reduce((total, { n }) => total + n, 0);
  const now = sum(({ here }) => here);
  // Backwards from today: who came later was not there, who went later was.
  const line = days.map((_, at) =>
    Math.max(0, now - sum(({ came }) => came > at) + sum(({ here, went }) => !here && went !== null && went > at)),
  );
  return { now, days: line };
}

/** Departments that are named. */
const shown = 8;

/** Departments at the top of what somebody administers, with how many people are in and below them; nothing where that is everything or nobody. */
export async function administered({ directory }: Pick<Services, 'directory'>, db: Db, caller: Caller) {
  const range = rangeOn(caller, userManagement.code);
  if (range.all || !caller.can(userManagement.code)) return null;
  const tops = [...range.paths, ...(range.exact ?? [])];
  if (tops.length === 0) return null;
  const { rows } = await sql<{ id: string; people: number }>`select d.id, (
      select count(distinct ed.employee_id)::int from employee_department ed join department below on below.id = ed.department_id
      where below.path <@ d.path and ${directory.departmentInRange(range, 'below.id')} and ${directory.employeeIsHere('ed.employee_id')}) as people
    from department d where d.path = any(${tops}::ltree[]) order by people desc, d.id limit ${shown}`.execute(db);
  const names = await directory.departments(
    db,
    rows.map(({ id }) => id),
    caller.language,
    range,
  );
  const all = await sql<{ n: number }>`select count(*)::int as n from employee
    where ${directory.employeeIsHere('employee.id')} and ${directory.employeeAmongRange(range, 'employee.id')}`.execute(db);
  return {
    departments: rows.map(({ id, people }) => ({ id, name: names.get(id)?.name ?? '', people })),
    more: Math.max(0, tops.length - rows.length),
    people: all.rows[0]?.n ?? 0,
  };
}
