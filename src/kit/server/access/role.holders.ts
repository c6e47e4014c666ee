import { sql, type RawBuilder } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { RoleContract } from '#kit/common/role/role.contract.ts';
import type { MemberKind } from '#kit/common/role/role-range.ts';
import type { RoleHolder, WayView } from '#kit/common/role/role.schema.ts';
import type { PersonName } from '../directory.ts';
import { membersAmong } from '../session/belonging.ts';
import { membersOf, reachedHere } from './reach.ts';
import { crowdsOf, meansPerson } from './read-grants.ts';
import { factorsOf, idleDaysOf, idleFor, keptOut, keptOutAmong, signInsOf, withFactor } from './role.presence.ts';
import { ofArea } from './role.owner.ts';
import { idsOf, type RoleMember } from './role.state.ts';
import { rangeDepartments, rangeViewOf, roleNameOf, type RoleCall, type RoleData } from './role.view.ts';

/** Sets up to this size are sorted by name; larger ones keep the order of ids. */
const sortable = 5000;
const mostHits = 500;

interface Found {
  people: PersonName[];
  total: number;
}

interface Requested {
  pageNum: number;
  pageSize: number;
  text?: string | undefined;
  sort?: string | undefined;
  /** Numbers by which people are ordered instead of their names; who has none comes first. */
  order?: (ids: readonly string[]) => Promise<ReadonlyMap<string, number>>;
}

/** A page of a set of people who are here, as far as they lie in the caller's range, by name where the set is not too large. */
export async function pageOfPeople(
  call: RoleCall,
  set: RawBuilder<unknown>,
  request: Requested,
  more: RawBuilder<boolean> = sql`true`,
): Promise<Found> {
  const { db, caller, services } = call;
  const range = caller.scope();
  const hits = request.text ? (await services.directory.searchPeople(db, range, request.text, mostHits)).map(({ id }) => id) : undefined;
  const within = sql`from (${set}) as held(id) where ${services.directory.employeeAmongRange(range, 'held.id')} and ${more}
    ${hits ? sql`and held.id = any(${hits}::uuid[])` : sql``}`;
  const start = (request.pageNum - 1) * request.pageSize;
  const { rows: counted } = await sql<{ n: number }>`select count(*) as n ${within}`.execute(db);
  const total = counted[0]!.n;
  const small = total <= sortable;
  const { rows } = await sql<{
    id: string;
  }>`select held.id ${within} order by held.id ${small ? sql`` : sql`limit ${request.pageSize} offset ${start}`}`.execute(db);
  const people = await services.directory.people(
    db,
    rows.map(({ id }) => id),
    caller.language,
    range,
  );
  const known = rows.flatMap(({ id }) => people.get(id) ?? []);
  if (!small) return { people: known, total };
  const order = request.sort?.startsWith('-') ? -1 : 1;
  const numbers = await request.order?.(known.map(({ id }) => id));
  const sorted = known.toSorted((one, other) => {
    const by = numbers ? (numbers.get(one.id) ?? 0) - (numbers.get(other.id) ?? 0) : 0;
    return order * (by || one.name.localeCompare(other.name));
  });
  return { people: sorted.slice(start, start + request.pageSize), total: known.length };
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
    where ${ofArea(call, area)} and ${meansPerson(services.directory, uid, crowds)} and (until is null or until > ${services.now()})
    order by role.preset is null, lower(role.name), role_member.kind desc`.execute(db);
  const idsOf = (kind: MemberKind): string[] => rows.filter(({ wayKind }) => wayKind === kind).map(({ wayId }) => wayId);
  const { language } = call.caller;
  const range = call.caller.scope();
  const departments = await services.directory.departments(db, idsOf('department'), language, range);
  const groups = await services.directory.crowds(db, idsOf('crowd'), language, range);
  const chosen = await rangeDepartments(call, rows);
  return rows.map((held) => ({
    id: held.id,
    name: roleNameOf(call, held),
    enabled: held.enabled,
    preset: held.preset,
    way: { kind: held.wayKind, id: held.wayId, name: departments.get(held.wayId)?.name ?? groups.get(held.wayId) ?? '' },
    until: held.until,
    range: rangeViewOf(call, held, chosen),
  }));
}

/** What a page of holders asks. */
type HolderRequest = Omit<Parsed<RoleContract['roleEmpList']>, 'pageSize'> & { pageSize: number };

/** People who hold any role of an area, with all their roles. */
export async function listHolders(call: RoleCall, area: string, input: HolderRequest): Promise<Reply<RoleContract['roleEmpList']>> {
  const { db, services } = call;
  const roles = await db
    .selectFrom('role')
    .select('id')
    .where(ofArea(call, area))
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
  const found = await pageOfPeople(
    call,
    reachedHere(members),
    { ...input, ...(input.sort?.endsWith('lastSignInAt') && { order: (ids) => lastSignIns(call, ids) }) },
    await conditionOf(call, input),
  );
  return { list: await holdersOf(call, area, found.people), total: found.total, pages: Math.ceil(found.total / input.pageSize) };
}

async function lastSignIns(call: RoleCall, ids: readonly string[]): Promise<Map<string, number>> {
  return new Map([...(await signInsOf(call, ids))].map(([id, { at }]) => [id, at]));
}

async function conditionOf(call: RoleCall, input: HolderRequest): Promise<RawBuilder<boolean>> {
  const now = call.services.now();
  const parts = [await underDepartment(call, input.deptId)];
  if (input.idleDays !== undefined) parts.push(idleFor(now, input.idleDays));
  if (input.idle !== undefined) parts.push(input.idle === 'keptOut' ? await keptOut(call) : idleFor(now, Number(input.idle)));
  if (input.factor !== undefined) parts.push(withFactor(input.factor));
  return sql<boolean>`${sql.join(parts, sql` and `)}`;
}

async function holdersOf(call: RoleCall, area: string, people: readonly PersonName[]): Promise<RoleHolder[]> {
  const ids = people.map(({ id }) => id);
  const [signIns, factors, out] = [await signInsOf(call, ids), await factorsOf(call, ids), await keptOutAmong(call, ids)];
  const { requiredRoleIds, requiredDepartmentIds: departmentIds, requiredCrowdIds: crowdIds } = (await call.services.policy.now()).factor;
  const belonging = await membersAmong(call.db, call.services.directory, ids, { departmentIds, crowdIds });
  const asking = await call.db.selectFrom('role').select('id').where('needs_factor', '=', true).execute();
  const needing = new Set([...requiredRoleIds, ...asking.map(({ id }) => id)]);
  const list: RoleHolder[] = [];
  for (const person of people) {
    const signIn = signIns.get(person.id);
    const roles = await waysOf(call, area, person.id);
    list.push({
      ...person,
      roles,
      sessions: signIn?.sessions ?? 0,
      lastSignInAt: signIn?.at ?? null,
      address: signIn?.address ?? null,
      factors: factors.get(person.id) ?? [],
      factorNeeded: belonging.has(person.id) || roles.some(({ id, enabled }) => enabled && needing.has(id)),
      idleDays: idleDaysOf(signIn, call.services.now()),
      keptOut: out.has(person.id),
    });
  }
  return list;
}

async function underDepartment({ db, services }: RoleCall, deptId: string | undefined): Promise<RawBuilder<boolean>> {
  if (deptId === undefined) return sql`true`;
  const path = (await services.directory.departments(db, [deptId])).get(deptId)?.path;
  return path === undefined
    ? sql`false`
    : services.directory.employeeAmongRange({ all: false, paths: [path], self: false, uid: '' }, 'held.id');
}

/** Which of a role's departments or crowds brought these people in. */
export async function waysInto(
  call: RoleCall,
  members: readonly RoleMember[],
  people: readonly PersonName[],
): Promise<Map<string, { way: WayView; member: RoleMember }>> {
  const { db, services } = call;
  const departments = await services.directory.departments(db, idsOf(members, 'department'), call.caller.language, call.caller.scope());
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
