import { sql, type RawBuilder } from 'kysely';
import type { Range } from '../caller.ts';
import type { Db, Directory } from '../directory.ts';
import { roleDirectory } from './role.binding.ts';
import { idsOf, memberKey, type RoleMember } from './role.state.ts';
import './access.table.ts';

type People = RawBuilder<{ id: string }>;

const noCondition = (): RawBuilder<boolean> => sql<boolean>`true`;

/** SQL query of the ids (each once) of the people whom these members mean. Who is named need not be an employee. */
export function reached(members: readonly RoleMember[], directory: Directory = roleDirectory()): People {
  return reachedWhere(members, directory, noCondition);
}

/** The same without who is named and has left or been deleted; whom departments and crowds bring in are always here. */
export function reachedHere(members: readonly RoleMember[], directory: Directory = roleDirectory()): People {
  return reachedWhere(members, directory, directory.employeeIsHere);
}

/** Sets may hold a million people: they are put side by side wherever nobody can be in two of them, and not compared. */
function reachedWhere(members: readonly RoleMember[], directory: Directory, named: (column: string) => RawBuilder<boolean>): People {
  const [departments, crowds] = [idsOf(members, 'department'), idsOf(members, 'crowd')];
  const employees = [...new Set(idsOf(members, 'employee'))];
  const brought = [
    ...(departments.length > 0 ? [sql`select id from (${directory.employeesUnder(departments)}) as under(id)`] : []),
    ...(crowds.length > 0 ? [sql`select distinct id from (${directory.employeesOfCrowds(crowds)}) as inside(id)`] : []),
  ];
  const parts = [
    sql`select id from unnest(${employees}::uuid[]) as named(id) where ${named('named.id')}`,
    ...(brought.length > 0
      ? [sql`select id from (${sql.join(brought, sql` union `)}) as brought(id) where id <> all(${employees}::uuid[])`]
      : []),
  ];
  return sql<{ id: string }>`${sql.join(parts, sql` union all `)}`;
}

/** SQL query of the ids of those people who are in none of the other sets. */
export function peopleBeyond(people: RawBuilder<unknown>, others: readonly RawBuilder<unknown>[]): People {
  const elsewhere = others.map((other) => sql`not exists (select from (${other}) as other(id) where other.id = person.id)`);
  return sql<{
    id: string;
  }>`select id from (${people}) as person(id) where ${elsewhere.length > 0 ? sql.join(elsewhere, sql` and `) : sql`true`}`;
}

/** Members of the first list that the second does not name. */
export function membersBeyond(members: readonly RoleMember[], others: readonly RoleMember[]): RoleMember[] {
  const known = new Set(others.map(memberKey));
  return members.filter((one) => !known.has(memberKey(one)));
}

/** Members of roles whose membership has not ended, by role. */
export async function membersOf(db: Db, roleIds: readonly string[], now: number): Promise<Map<string, RoleMember[]>> {
  const found = new Map<string, RoleMember[]>(roleIds.map((id) => [id, []]));
  if (roleIds.length === 0) return found;
  const rows = await db
    .selectFrom('role_member')
    .select(['role_id', 'kind', 'object_id as id', 'until'])
    .where('role_id', 'in', [...found.keys()])
    .where((where) => where.or([where('until', 'is', null), where('until', '>', now)]))
    .execute();
  for (const { role_id, ...member } of rows) found.get(role_id)?.push(member);
  return found;
}

/**
 * Whether any of these members, or of these departments, lies outside a range. Whom a crowd holds changes by itself: only who sees everybody
 * decides about it.
 */
export async function anyOutside(
  db: Db,
  range: Range,
  members: readonly Pick<RoleMember, 'kind' | 'id'>[],
  departments: readonly string[] = [],
): Promise<boolean> {
  if (range.all) return false;
  const named = (kind: RoleMember['kind']): string[] => members.filter((one) => one.kind === kind).map(({ id }) => id);
  if (named('crowd').length > 0) return true;
  const directory = roleDirectory();
  const { rows } = await sql`
    select from unnest(${named('employee')}::uuid[]) as m(id) where not ${directory.employeeInRange(range, 'm.id')}
    union all
    select from unnest(${[...named('department'), ...departments]}::uuid[]) as m(id) where not ${directory.departmentInRange(range, 'm.id')}
    limit 1`.execute(db);
  return rows.length > 0;
}
