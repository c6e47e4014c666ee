import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import { directory } from '#modules/people/server/public.ts';
import type { Party } from '../common/audience.ts';

const idsOf = (all: readonly Party[], kind: Party['kind']): string[] => all.flatMap((one) => (one.kind === kind ? [one.id] : []));

/** Whether somebody of an audience does not exist. */
export async function anyUnknown(db: Db, all: readonly Party[]): Promise<boolean> {
  const kinds = ['employee', 'department', 'crowd'] as const;
  const found = [
    await directory.people(db, idsOf(all, 'employee')),
    await directory.departments(db, idsOf(all, 'department')),
    await directory.crowds(db, idsOf(all, 'crowd')),
  ];
  return kinds.some((kind, at) => idsOf(all, kind).some((id) => !found[at]?.has(id)));
}

/** Whether something with this audience is for a person; with an empty one it is for everybody. */
export async function isFor(db: Db, all: readonly Party[], uid: string): Promise<boolean> {
  if (all.length === 0 || idsOf(all, 'employee').includes(uid)) return true;
  const { rows } =
    await sql`select from (${directory.departmentsAbove(uid)}) as above where above.id = any(${idsOf(all, 'department')}::uuid[])
    union all select from (${directory.employeesOfCrowds(idsOf(all, 'crowd'))}) as crowd where crowd.id = ${uid}::uuid limit 1`.execute(db);
  return rows.length > 0;
}

/** SQL condition that somebody belongs to an audience; everybody does to an empty one. */
export const inAudience = (all: readonly Party[], id: RawBuilder<string>): RawBuilder<boolean> =>
  all.length === 0
    ? sql<boolean>`true`
    : sql<boolean>`(${id} = any(${idsOf(all, 'employee')}::uuid[]) or ${id} in (${directory.employeesUnder(idsOf(all, 'department'))})
      or ${id} in (${directory.employeesOfCrowds(idsOf(all, 'crowd'))}))`;
