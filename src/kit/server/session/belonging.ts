import { sql } from 'kysely';
import type { PeopleGroups } from '#kit/common/session/sign-in-policy.ts';
import type { Db, Directory } from '../directory.ts';

/** Departments and crowds that a rule names. */
type Named = Pick<PeopleGroups, 'departmentIds' | 'crowdIds'>;

/** Which of the named departments (with all below) and crowds somebody is in. */
export interface Belonging {
  readonly departments: readonly string[];
  readonly crowds: readonly string[];
}

/** Where somebody belongs among what rules name; what nobody names is not asked for. */
export async function belongingOf(db: Db, directory: Directory, uid: string, named: Named): Promise<Belonging> {
  const departments =
    named.departmentIds.length === 0
      ? []
      : await sql<{
          id: string;
        }>`select id from unnest(${[...named.departmentIds]}::uuid[]) as named(id) where id in (${directory.departmentsAbove(uid)})`
          .execute(db)
          .then(({ rows }) => rows.map(({ id }) => id));
  const crowds: string[] = [];
  for (const id of new Set(named.crowdIds))
    if ((await membersAmong(db, directory, [uid], { departmentIds: [], crowdIds: [id] })).size > 0) crowds.push(id);
  return { departments, crowds };
}

/** Which of these people are in one of the named departments or crowds. */
export async function membersAmong(db: Db, directory: Directory, uids: readonly string[], named: Named): Promise<Set<string>> {
  const { departmentIds, crowdIds } = named;
  if (uids.length === 0 || departmentIds.length + crowdIds.length === 0) return new Set();
  const { rows } = await sql<{ uid: string }>`select uid from unnest(${[...uids]}::uuid[]) as person(uid)
    where uid in (${directory.employeesUnder(departmentIds)}) or uid in (${directory.employeesOfCrowds(crowdIds)})`.execute(db);
  return new Set(rows.map(({ uid }) => uid));
}

/** Whether groups mean somebody with these roles who belongs here. */
export const meansOne = (groups: PeopleGroups, one: Belonging & { readonly roles: readonly string[] }): boolean =>
  groups.roleIds.some((id) => one.roles.includes(id)) ||
  groups.departmentIds.some((id) => one.departments.includes(id)) ||
  groups.crowdIds.some((id) => one.crowds.includes(id));
