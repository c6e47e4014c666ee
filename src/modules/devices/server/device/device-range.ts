import { sql, type RawBuilder } from 'kysely';
import type { Range } from '#kit/server/caller.ts';
import type { Db } from '#kit/server/directory.ts';
import { notFound, outOfRange } from '#kit/server/refusal.ts';
import { directory } from '#modules/people/server/public.ts';

/** SQL: the device in `dv` is seen in a range: one who is bound, or was last, lies in it, or the department that it belongs to. */
export const deviceSeen = (range: Range): RawBuilder<boolean> =>
  range.all
    ? sql<boolean>`true`
    : sql<boolean>`((dv.owner_dept_id is not null and ${directory.departmentInRange(range, 'dv.owner_dept_id')})
        or exists (select from device_binding seen where seen.device_id = dv.id and seen.state in ('bound', 'pending') and ${directory.employeeInRange(range, 'seen.employee_id')})
        or (dv.last_employee_id is not null and ${directory.employeeInRange(range, 'dv.last_employee_id')}))`;

/** SQL: everybody who is bound to the device in `dv` lies in a range. */
export const deviceOwned = (range: Range): RawBuilder<boolean> =>
  range.all
    ? sql<boolean>`true`
    : sql<boolean>`(${deviceSeen(range)} and not exists (select from device_binding foreign_one where foreign_one.device_id = dv.id
        and foreign_one.state in ('bound', 'pending') and not ${directory.employeeInRange(range, 'foreign_one.employee_id')}))`;

/** Refuses unless each of these devices may be seen, or changed; locks those that are to be changed, in their order. */
export async function assertDevices(db: Db, range: Range, ids: readonly string[], to: 'see' | 'change'): Promise<void> {
  const { rows } = await sql<{
    id: string;
  }>`select dv.id from device dv where dv.id = any(${ids}::uuid[]) and ${to === 'see' ? deviceSeen(range) : deviceOwned(range)}
    order by dv.id ${to === 'change' ? sql`for update` : sql``}`.execute(db);
  if (rows.length < new Set(ids).size) throw range.all ? notFound() : outOfRange();
}

/** Refuses unless each of these people lies in the range. */
export async function assertPeople(db: Db, range: Range, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<{
    id: string;
  }>`select e.id from employee e where e.id = any(${ids}::uuid[]) and ${directory.employeeInRange(range, 'e.id')}`.execute(db);
  if (rows.length < new Set(ids).size) throw range.all ? notFound() : outOfRange();
}
