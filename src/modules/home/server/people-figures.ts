import { sql } from 'kysely';
import type { Caller } from '#kit/server/caller.ts';
import { rangeOn } from '#kit/server/change/callers.ts';
import type { Db } from '#kit/server/directory.ts';
import type { Services } from '#kit/server/services.ts';
import { userManagement } from '#modules/people/common/permissions.ts';

interface PeopleRow {
  now: number;
  came: string[];
  went: string[];
}

/** How many people there are and were at the end of each day, in the range of the page of people; nothing for who may not open it. */
export async function peopleDays(
  { directory }: Pick<Services, 'directory'>,
  db: Db,
  caller: Caller,
  days: readonly number[],
): Promise<{ now: number; days: number[] } | null> {
  if (!caller.can(userManagement.code)) return null;
  const [first = 0] = days;
  const here = directory.employeeIsHere('employee.id');
  const gone = sql`coalesce(left_at, deleted_at)`;
  const { rows } = await sql<PeopleRow>`select count(*) filter (where is_here)::int as now,
      coalesce(array_agg(created_at) filter (where created_at >= ${first}), '{}') as came,
      coalesce(array_agg(gone_at) filter (where not is_here and gone_at >= ${first}), '{}') as went
    from (select created_at, ${gone} as gone_at, ${here} as is_here from employee
      where ${directory.employeeAmongRange(rangeOn(caller, userManagement.code), 'employee.id')}) one`.execute(db);
  const { now = 0, came = [], went = [] } = rows[0] ?? {};
  const after = (times: readonly string[], end: number): number => times.filter((time) => Number(time) >= end).length;
  // Backwards from today: who came later was not there, who went later was.
  const line = days.map((_, at) => {
    const end = days[at + 1] ?? Number.POSITIVE_INFINITY;
    return Math.max(0, now - after(came, end) + after(went, end));
  });
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
