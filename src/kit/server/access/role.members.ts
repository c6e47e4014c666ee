import { sql, type RawBuilder } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { RoleContract } from '#kit/common/role/role.contract.ts';
import { foldText } from '#platform/text/grams.ts';
import { reachedHere } from './reach.ts';
import { pageOfPeople, waysInto } from './role.holders.ts';
import { signInsOf } from './role.presence.ts';
import { roleData } from './role.query.ts';
import { namesOf, peopleInRange, type RoleCall } from './role.view.ts';
import type { RoleMember } from './role.state.ts';

interface MemberRow extends RoleMember {
  since: number;
  by: string | null;
}

async function rowsOfRole({ db, services }: RoleCall, roleId: string, endsWithinDays?: number): Promise<MemberRow[]> {
  const now = services.now();
  return db
    .selectFrom('role_member')
    .select(['kind', 'object_id as id', 'until', 'since', 'by'])
    .where('role_id', '=', roleId)
    .where((where) => where.or([where('until', 'is', null), where('until', '>', now)]))
    .$if(endsWithinDays !== undefined, (query) => query.where('until', '<', now + endsWithinDays! * 86_400_000))
    .execute();
}

/** SQL condition: a person of a set lies in this department or below it; nobody does in one that there is not. */
async function inDepartment({ db, services: { directory } }: RoleCall, deptId: string | undefined): Promise<RawBuilder<boolean>> {
  if (deptId === undefined) return sql<boolean>`true`;
  const path = (await directory.departments(db, [deptId])).get(deptId)?.path;
  return path === undefined
    ? sql<boolean>`false`
    : directory.employeeAmongRange({ all: false, paths: [path], self: false, uid: '' }, 'held.id');
}

/** Those assigned by name in the order of their beginnings or ends; an end that never comes is the last. */
function orderOf(rows: readonly MemberRow[], { sort, way }: Parsed<RoleContract['getRoleEmpList']>) {
  const field = sort?.replace(/^-/, '');
  if (way !== 'employee' || (field !== 'since' && field !== 'until')) return {};
  const numbers = new Map(rows.map((row) => [row.id, row[field] ?? Number.MAX_SAFE_INTEGER]));
  return { order: async () => numbers };
}

/** People who hold a role: by name, or through a department or crowd. */
export async function listEmployees(
  call: RoleCall,
  area: string,
  input: Parsed<RoleContract['getRoleEmpList']>,
): Promise<Reply<RoleContract['getRoleEmpList']>> {
  await roleData(call, area, input.roleId);
  const days = input.ending === undefined ? input.endsWithinDays : Number(input.ending);
  const rows = (await rowsOfRole(call, input.roleId, days)).filter(({ kind }) => kind === input.way);
  const found = await pageOfPeople(call, reachedHere(rows), { ...input, ...orderOf(rows, input) }, await inDepartment(call, input.deptId));
  const ids = found.people.map(({ id }) => id);
  const signIns = await signInsOf(call, ids);
  const names = await namesOf(
    call,
    rows.map(({ by }) => by),
  );
  const direct = new Map(rows.filter(({ kind }) => kind === 'employee').map((row) => [row.id, row]));
  const through = input.way === 'employee' ? new Map<string, never>() : await waysInto(call, rows, found.people);
  const list = found.people.flatMap((person) => {
    const row = direct.get(person.id) ?? rows.find(({ id }) => id === through.get(person.id)?.way.id);
    if (!row) return [];
    const way = through.get(person.id)?.way ?? { kind: 'employee' as const, id: person.id, name: person.name };
    return [{ ...person, way, since: row.since, until: row.until, by: names(row.by), lastSignInAt: signIns.get(person.id)?.at ?? null }];
  });
  return { list, total: found.total, pages: Math.ceil(found.total / input.pageSize) };
}

/** Departments in range that hold a role for their people. */
export async function listDepartments(
  call: RoleCall,
  area: string,
  input: Parsed<RoleContract['getRoleDeptList']>,
): Promise<Reply<RoleContract['getRoleDeptList']>> {
  await roleData(call, area, input.roleId);
  const range = call.caller.scope();
  const { directory } = call.services;
  const rows = (await rowsOfRole(call, input.roleId)).filter(({ kind }) => kind === 'department');
  const inside = await sql<{
    id: string;
  }>`select id from unnest(${rows.map(({ id }) => id)}::uuid[]) as d(id) where ${directory.departmentInRange(range, 'd.id')}`.execute(
    call.db,
  );
  const visible = new Set(inside.rows.map(({ id }) => id));
  const departments = await directory.departments(call.db, [...visible], call.caller.language);
  const known = rows.filter(({ id }) => departments.has(id));
  return groups(call, known, input, (id) => ({ name: departments.get(id)!.name, fullName: departments.get(id)!.fullName }));
}

/** Crowds in range that hold a role. */
export async function listCrowds(
  call: RoleCall,
  area: string,
  input: Parsed<RoleContract['getRoleGroupList']>,
): Promise<Reply<RoleContract['getRoleGroupList']>> {
  await roleData(call, area, input.roleId);
  const rows = (await rowsOfRole(call, input.roleId)).filter(({ kind }) => kind === 'crowd');
  const names = await call.services.directory.crowds(
    call.db,
    rows.map(({ id }) => id),
    call.caller.language,
    call.caller.scope(),
  );
  const known = rows.filter(({ id }) => names.has(id));
  const { list, ...counted } = await groups(call, known, input, (id) => ({ name: names.get(id)!, fullName: names.get(id)! }));
  const standings = await call.services.directory.crowdStandings(
    call.db,
    list.map(({ id }) => id),
  );
  return { list: list.map((row) => ({ ...row, standing: standings.get(row.id) ?? 'on' })), ...counted };
}

async function groups(
  call: RoleCall,
  rows: readonly MemberRow[],
  page: { pageNum: number; pageSize: number; name?: string | undefined },
  named: (id: string) => { name: string; fullName: string },
): Promise<Reply<RoleContract['getRoleDeptList']>> {
  const start = (page.pageNum - 1) * page.pageSize;
  const wanted = foldText(page.name ?? '');
  const matching = rows.filter(({ id }) => foldText(named(id).fullName).includes(wanted));
  const sorted = matching.toSorted((one, other) => named(one.id).fullName.localeCompare(named(other.id).fullName));
  const names = await namesOf(
    call,
    rows.map(({ by }) => by),
  );
  const list = [];
  for (const row of sorted.slice(start, start + page.pageSize)) {
    const people = await peopleInRange(call, [row]);
    list.push({ id: row.id, ...named(row.id), people, since: row.since, until: row.until, by: names(row.by) });
  }
  return { list, total: matching.length, pages: Math.ceil(matching.length / page.pageSize) };
}
