import { sql, type RawBuilder } from 'kysely';
import type { Range } from '../caller.ts';
import type { Db, Directory } from '../directory.ts';
import { roleDirectory } from './role.binding.ts';
import { idsOf, type RoleMember } from './role.state.ts';
import './access.table.ts';

/** SQL query of the ids (each once) of the people whom these members mean. */
export function reached(members: readonly RoleMember[], directory: Directory = roleDirectory()): RawBuilder<{ id: string }> {
  const [departments, crowds] = [idsOf(members, 'department'), idsOf(members, 'crowd')];
  const parts = [
    sql`select unnest(${idsOf(members, 'employee')}::uuid[]) as id`,
    ...(departments.length > 0 ? [sql`select id from (${directory.employeesUnder(departments)}) as under(id)`] : []),
    ...(crowds.length > 0 ? [sql`select id from (${directory.employeesOfCrowds(crowds)}) as inside(id)`] : []),
  ];
  return sql<{ id: string }>`${sql.join(parts, sql` union `)}`;
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
