import { sql, type RawBuilder } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { RoleContract } from '#kit/common/role/role.contract.ts';
import type { MemberKind } from '#kit/common/role/role-range.ts';
import type { RoleHolder, WayView } from '#kit/common/role/role.schema.ts';
import type { PersonName } from '../directory.ts';
import '../session/session.table.ts';
import { membersOf, reached } from './reach.ts';
import { crowdsOf, meansPerson } from './read-grants.ts';
import { idsOf, type RoleMember } from './role.state.ts';
import { rangeDepartments, rangeViewOf, roleNameOf, type RoleCall, type RoleData } from './role.view.ts';

/** Sets up to this size are sorted by name; larger ones keep the order of ids. */
const sortable = 5000;
const mostHits = 500;

interface Found {
  people: PersonName[];
  total: number;
}

interface Wish {
  pageNum: number;
  pageSize: number;
  text?: string | undefined;
  sort?: string | undefined;
}

/** A page of a set of people in the caller's range, by name where the set is not too large. */
export async function pageOfPeople(
  call: RoleCall,
  set: RawBuilder<unknown>,
  wish: Wish,
  more: RawBuilder<boolean> = sql`true`,
): Promise<Found> {
  const { db, caller, services } = call;
  const range = caller.scope();
  const hits = wish.text ? (await services.directory.searchPeople(db, range, wish.text, mostHits)).map(({ id }) => id) : undefined;
  const within = sql`from (${set}) as held(id) where ${services.directory.employeeInRange(range, 'held.id')} and ${more}
    ${hits ? sql`and held.id = any(${hits}::uuid[])` : sql``}`;
  const start = (wish.pageNum - 1) * wish.pageSize;
  const { rows: counted } = await sql<{ n: number }>`select count(*) as n ${within}`.execute(db);
  const total = counted[0]!.n;
  const small = total <= sortable;
  const { rows } = await sql<{
    id: string;
  }>`select held.id ${within} order by held.id ${small ? sql`` : sql`limit ${wish.pageSize} offset ${start}`}`.execute(db);
  const people = await services.directory.people(
    db,
    rows.map(({ id }) => id),
    caller.language,
  );
  const known = rows.flatMap(({ id }) => people.get(id) ?? []);
  if (!small) return { people: known, total };
  const order = wish.sort?.startsWith('-') ? -1 : 1;
  const sorted = known.toSorted((one, other) => order * one.name.localeCompare(other.name));
  return { people: sorted.slice(start, start + wish.pageSize), total: known.length };
}

/** When people signed in last and how many sessions are open, by their id. */
export async function signInsOf(
  { db, services }: RoleCall,
  ids: readonly string[],
): Promise<Map<string, { at: number; address: string; sessions: number }>> {
  const { rows } = await sql<{
    uid: string;
    at: number;
    address: string;
    sessions: number;
  }>`select distinct on (uid) uid, created_at as at, address,
      (select count(*) from session as open where open.uid = session.uid and open.ended_at is null and open.ends_at > ${services.now()}) as sessions
    from session where uid = any(${[...ids]}::uuid[]) order by uid, created_at desc`.execute(db);
  return new Map(rows.map((row) => [row.uid, row]));
}

interface Held extends Pick<RoleData, 'id' | 'name' | 'preset' | 'enabled' | 'rangeKind' | 'rangeDepartments'> {
  wayKind: MemberKind;
  wayId: string;
  until: number | null;
}

/** Every way in which a person holds roles of an area, disabled roles too. */
async function waysOf(call: RoleCall, area: string, uid: string): Promise<RoleHolder['roles']> {
  const { db, services } = call;
  const crowds = await crowdsOf(db, services.directory, uid);
  const { rows } = await sql<Held>`select role.id, role.name, role.preset, role.enabled, role.range_kind as "rangeKind",
      role.range_departments as "rangeDepartments", role_member.kind as "wayKind", role_member.object_id as "wayId", role_member.until
    from role_member join role on role.id = role_member.role_id
    where role.module = ${area} and ${meansPerson(services.directory, uid, crowds)} and (until is null or until > ${services.now()})
    order by role.preset is null, lower(role.name), role_member.kind desc`.execute(db);
  const departments = await services.directory.departments(
    db,
    rows.filter(({ wayKind }) => wayKind === 'department').map(({ wayId }) => wayId),
    call.caller.language,
  );
  const chosen = await rangeDepartments(call, rows);
  return rows.map((held) => ({
    id: held.id,
    name: roleNameOf(call, held),
    enabled: held.enabled,
    preset: held.preset,
    way: { kind: held.wayKind, id: held.wayId, name: departments.get(held.wayId)?.name ?? '' },
    until: held.until,
    range: rangeViewOf(call, held, chosen),
  }));
}

/** People who hold any role of an area, with all their roles. */
export async function listHolders(
  call: RoleCall,
  area: string,
  input: Parsed<RoleContract['roleEmpList']>,
): Promise<Reply<RoleContract['roleEmpList']>> {
  const { db, services } = call;
  const roles = await db
    .selectFrom('role')
    .select('id')
    .where('module', '=', area)
    .$if(input.roleId !== undefined, (query) => query.where('id', '=', input.roleId!))
    .execute();
  const all = [
    ...(
      await membersOf(
        db,
        roles.map(({ id }) => id),
        services.now(),
      )
    ).values(),
  ].flat();
  const members = input.way ? all.filter(({ kind }) => kind === input.way) : all;
  const more = [await underDepartment(call, input.deptId), idleFor(services.now(), input.idleDays)];
  const found = await pageOfPeople(call, reached(members), input, sql<boolean>`${sql.join(more, sql` and `)}`);
  const signIns = await signInsOf(
    call,
    found.people.map(({ id }) => id),
  );
  const list: RoleHolder[] = [];
  for (const person of found.people) {
    const signIn = signIns.get(person.id);
    list.push({
      ...person,
      roles: await waysOf(call, area, person.id),
      sessions: signIn?.sessions ?? 0,
      lastSignInAt: signIn?.at ?? null,
      address: signIn?.address ?? null,
    });
  }
  return { list, total: found.total, pages: Math.ceil(found.total / input.pageSize) };
}

async function underDepartment({ db, services }: RoleCall, deptId: string | undefined): Promise<RawBuilder<boolean>> {
  if (deptId === undefined) return sql`true`;
  const path = (await services.directory.departments(db, [deptId])).get(deptId)?.path;
  return path === undefined
    ? sql`false`
    : services.directory.employeeInRange({ all: false, paths: [path], self: false, uid: '' }, 'held.id');
}

const idleFor = (now: number, days: number | undefined): RawBuilder<boolean> =>
  days === undefined
    ? sql`true`
    : sql`not exists (select from session where session.uid = held.id and session.seen_at > ${now - days * 86_400_000})`;

/** Which of a role's departments or crowds brought these people in. */
export async function waysInto(
  call: RoleCall,
  members: readonly RoleMember[],
  people: readonly PersonName[],
): Promise<Map<string, { way: WayView; member: RoleMember }>> {
  const { db, services } = call;
  const departments = await services.directory.departments(db, idsOf(members, 'department'), call.caller.language);
  const found = new Map<string, { way: WayView; member: RoleMember }>();
  for (const { id } of people) {
    const paths = await services.directory.pathsOf(db, id);
    for (const member of members) {
      const top = member.kind === 'department' ? departments.get(member.id) : undefined;
      const inside = top && paths.some((path) => path === top.path || path.startsWith(`${top.path}.`));
      if (inside) found.set(id, { way: { kind: 'department', id: member.id, name: top.name }, member });
      if (member.kind === 'crowd' && !found.has(id)) found.set(id, { way: { kind: 'crowd', id: member.id, name: '' }, member });
    }
  }
  return found;
}
