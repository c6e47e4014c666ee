import { sql } from 'kysely';
import type { Reply } from '#kit/common/contract.ts';
import { pick, type LocalText } from '#kit/common/language.ts';
import type { ExplainContract, ExplainPath } from '#kit/common/role/explain.contract.ts';
import { builtinAdminUid, mergeRanges } from '../caller.ts';
import type { PersonName } from '../directory.ts';
import { notFound, outOfRange } from '../refusal.ts';
import { chainsOfWays, type Way } from './chains.ts';
import { crowdsOf, meansPerson, ofConsole, rangeOfRole } from './read-grants.ts';
import { seenIn } from './role.owner.ts';
import { rangeDepartments, roleNameOf, type RoleCall, type RoleData } from './role.view.ts';

interface HeldRow extends Way, Pick<RoleData, 'enabled' | 'expiresAt' | 'isSupperAdmin'> {
  gives: boolean;
}

/** The person in the caller's range (10910 else). */
export async function personInRange(call: RoleCall, uid: string): Promise<PersonName> {
  const { db, caller, services } = call;
  const range = caller.scope();
  const { rows } =
    await sql`select from unnest(${[uid]}::uuid[]) as p(id) where ${services.directory.employeeInRange(range, 'p.id')}`.execute(db);
  const person = (await services.directory.people(db, [uid], caller.language, range)).get(uid);
  if (rows.length === 0 || !person) throw range.all ? notFound() : outOfRange();
  return person;
}

/** Every path by which a person holds a resource, or what stops each, and which roles would give it. */
export async function explain(call: RoleCall, input: { empId: string; code: string }): Promise<Reply<ExplainContract['explain']>> {
  const { db, services } = call;
  const person = await personInRange(call, input.empId);
  const crowds = await crowdsOf(db, services.directory, input.empId);
  const { rows } =
    await sql<HeldRow>`select role.id, role.name, role.preset, role.enabled, role.expires_at as "expiresAt", role.range_kind as "rangeKind",
      role.range_departments as "rangeDepartments", role.is_supper_admin as "isSupperAdmin", role_member.kind as "wayKind", role_member.object_id as "wayId", role_member.until,
      role.is_supper_admin or exists (select from role_grant where role_id = role.id and code = ${input.code}) as gives
    from role_member join role on role.id = role_member.role_id where ${ofConsole} and ${meansPerson(services.directory, input.empId, crowds)}
    order by gives desc, role.enabled desc, lower(role.name)`.execute(db);
  const now = services.now();
  const states = rows.map((row) => stateOf(row, now));
  const chains = await chainsOfWays(call, person, rows);
  const paths = chains.map((chain, at): ExplainPath => ({ ...chain, state: states[at]! }));
  const effective = rows.filter((_, at) => states[at] === 'effective');
  const entry = await services.directory.byUid(db, input.empId);
  const superAdmin = input.empId === builtinAdminUid || effective.some((row) => row.isSupperAdmin);
  const barred = !(entry?.mayEnter ?? false);
  return {
    person,
    resource: await resourceNamed(call, input.code),
    granted: (superAdmin || effective.length > 0) && !barred,
    superAdmin,
    barred,
    range: superAdmin ? { all: true, self: false, departments: [] } : await rangeInWords(call, input.empId, effective),
    paths,
    wouldGive: effective.length > 0 || superAdmin ? [] : await rolesGiving(call, input.code),
  };
}

function stateOf(row: HeldRow, now: number): ExplainPath['state'] {
  if (!row.gives) return 'notGranted';
  if (!row.enabled) return 'disabled';
  if (row.expiresAt !== null && row.expiresAt <= now) return 'expired';
  return row.until !== null && row.until <= now ? 'ended' : 'effective';
}

async function rangeInWords(
  call: RoleCall,
  uid: string,
  roles: readonly HeldRow[],
): Promise<{ all: boolean; self: boolean; departments: string[] }> {
  const { db, caller, services } = call;
  const paths = await services.directory.pathsOf(db, uid);
  const chosen = await rangeDepartments(call, roles);
  const range = mergeRanges(roles.map((role) => rangeOfRole(role, { uid, paths }, chosen)));
  if (range.all) return { all: true, self: false, departments: [] };
  const all = [...range.paths, ...(range.exact ?? [])];
  const { rows } = await sql<{
    id: string;
  }>`select distinct above.id from (${services.directory.departmentsAbove(uid)}) as above(id)`.execute(db);
  const ids = [...rows.map(({ id }) => id), ...roles.flatMap((role) => role.rangeDepartments)];
  const named = await services.directory.departments(db, ids, caller.language, caller.scope());
  return {
    all: false,
    self: range.self,
    departments: [...new Set([...named.values()].filter(({ path }) => all.includes(path)).map(({ fullName }) => fullName))],
  };
}

async function rolesGiving(call: RoleCall, code: string): Promise<{ id: string; name: string; enabled: boolean }[]> {
  const rows = await call.db
    .selectFrom('role')
    .innerJoin('role_grant', 'role_grant.role_id', 'role.id')
    .select(['role.id', 'role.name', 'role.preset', 'role.enabled'])
    .where('role_grant.code', '=', code)
    .where(seenIn(call.caller.scope(), call.services.directory))
    .orderBy('role.name')
    .limit(20)
    .execute();
  return rows.map((role) => ({ id: role.id, name: roleNameOf(call, role), enabled: role.enabled }));
}

async function resourceNamed({ db, caller }: RoleCall, code: string): Promise<Reply<ExplainContract['explain']>['resource']> {
  const row = await db.selectFrom('resource').select(['code', 'names', 'kind', 'retired_at']).where('code', '=', code).executeTakeFirst();
  return row
    ? { code: row.code, name: pick(row.names as Partial<LocalText>, caller.language), kind: row.kind, retired: row.retired_at !== null }
    : null;
}
