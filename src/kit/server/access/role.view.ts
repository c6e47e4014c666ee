import { sql, type RawBuilder } from 'kysely';
import type { RangeKind } from '#kit/common/role/role-range.ts';
import type { RangeView, RoleDetail, RoleRow } from '#kit/common/role/role.schema.ts';
import { builtinAdminUid, pathInRange, type Caller, type Range } from '../caller.ts';
import type { Db, DepartmentName } from '../directory.ts';
import type { CoreServices } from '../services/core-services.ts';
import type { SignsOfPeople } from '../session/sign-in-ways.ts';
import type { Preset } from './access.table.ts';
import { membersOf, reachedHere } from './reach.ts';
import { gives } from './role.beyond.ts';
import { seenIn } from './role.owner.ts';
import type { RoleMember } from './role.state.ts';

/** Context of a query of roles. */
export interface RoleCall {
  readonly db: Db;
  readonly caller: Caller;
  readonly services: RoleServices;
}

/** The core services, and when people last gave a sign of being wanted here. */
interface RoleServices extends CoreServices {
  readonly signIn?: SignsOfPeople;
}

/** A role as the database answers it. */
export interface RoleData {
  id: string;
  version: number;
  createdAt: number;
  createdBy: string | null;
  updatedAt: number;
  updatedBy: string | null;
  name: string;
  code: string;
  description: string;
  enabled: boolean;
  isSupperAdmin: boolean;
  preset: Preset | null;
  expiresAt: number | null;
  rangeKind: RangeKind;
  rangeDepartments: string[];
  exclusiveWith: string[];
  appKey: string | null;
  terminalType: number | null;
  ruleType: number | null;
  ownerDeptId: string | null;
  needsFactor: boolean;
  memberDays: number | null;
  codes: string[];
  menus: number;
  buttons: number;
}

/** SQL columns of `role` that make a RoleData. */
export const roleColumns: RawBuilder<unknown> = sql`role.id, role.version, role.created_at as "createdAt", role.created_by as "createdBy",
  role.updated_at as "updatedAt", role.updated_by as "updatedBy", role.name, role.code, role.description, role.enabled,
  role.is_supper_admin as "isSupperAdmin", role.preset, role.expires_at as "expiresAt", role.range_kind as "rangeKind",
  role.range_departments as "rangeDepartments", role.exclusive_with as "exclusiveWith", role.app_key as "appKey",
  role.terminal_type as "terminalType", role.rule_type as "ruleType", role.owner_dept_id as "ownerDeptId", role.needs_factor as "needsFactor", role.member_days as "memberDays",
  array(select code from role_grant where role_id = role.id order by code) as codes,
  (select count(*) from resource where retired_at is null and kind = 'menu' and (role.is_supper_admin or code in (select code from role_grant where role_id = role.id))) as menus,
  (select count(*) from resource where retired_at is null and kind <> 'menu' and (role.is_supper_admin or code in (select code from role_grant where role_id = role.id))) as buttons`;

/** The name of a role in the reader's language: presets have one in each. */
export function roleNameOf(
  { caller, services }: Pick<RoleCall, 'caller' | 'services'>,
  role: { name: string; preset: Preset | null },
): string {
  return role.preset ? services.texts.text(caller.language, 'kit', `role.preset.${role.preset}`) : role.name;
}

/** A range with the names of those of its departments that the caller may know of. */
export function rangeViewOf(
  { caller }: Pick<RoleCall, 'caller'>,
  role: Pick<RoleData, 'rangeKind' | 'rangeDepartments'>,
  departments: ReadonlyMap<string, DepartmentName>,
): RangeView {
  const range = caller.scope();
  const named = role.rangeDepartments.flatMap((id) => departments.get(id) ?? []).filter(({ path }) => pathInRange(range, path));
  return { kind: role.rangeKind, departments: named.map(({ id, name, fullName }) => ({ id, name, fullName })) };
}

/** Departments that the ranges of these roles name. */
export function rangeDepartments(
  call: RoleCall,
  roles: readonly Pick<RoleData, 'rangeDepartments'>[],
): Promise<Map<string, DepartmentName>> {
  return call.services.directory.departments(
    call.db,
    roles.flatMap((role) => role.rangeDepartments),
    call.caller.language,
  );
}

/** Roles as rows of a list: people are counted in the caller's range. */
export async function rowsOf(call: RoleCall, roles: readonly RoleData[]): Promise<RoleRow[]> {
  const departments = await rangeDepartments(call, roles);
  const members = await membersOf(
    call.db,
    roles.map(({ id }) => id),
    call.services.now(),
  );
  const names = await namesOf(
    call,
    roles.flatMap((role) => [role.createdBy, role.updatedBy]),
  );
  const owners = await call.services.directory.departments(
    call.db,
    roles.flatMap(({ ownerDeptId }) => ownerDeptId ?? []),
    call.caller.language,
  );
  const owner = ({ ownerDeptId: id }: RoleData): DepartmentName | undefined => (id === null ? undefined : owners.get(id));
  const rows: RoleRow[] = [];
  for (const role of roles) {
    const { codes: _codes, exclusiveWith: _others, appKey: _app, rangeKind: _kind, rangeDepartments: _departments, ...shown } = role;
    rows.push({
      ...shown,
      name: roleNameOf(call, role),
      description: role.preset ? call.services.texts.text(call.caller.language, 'kit', `role.presetHint.${role.preset}`) : role.description,
      createdBy: names(role.createdBy),
      updatedBy: names(role.updatedBy),
      ownerDeptName: owner(role)?.name ?? '',
      range: rangeViewOf(call, role, departments),
      people: await peopleInRange(call, members.get(role.id) ?? []),
      editable: changeable(call.caller.scope(), owner(role)) && editable(call.caller, role, departments),
    });
  }
  return rows;
}

/** The details of one role. */
export async function detailOf(call: RoleCall, role: RoleData): Promise<RoleDetail> {
  const [row] = await rowsOf(call, [role]);
  const others = role.exclusiveWith.length
    ? await call.db
        .selectFrom('role')
        .select(['id', 'name', 'preset'])
        .where('id', 'in', role.exclusiveWith)
        .where(seenIn(call.caller.scope(), call.services.directory))
        .execute()
    : [];
  const members = (await membersOf(call.db, [role.id], call.services.now())).get(role.id) ?? [];
  const countOf = (kind: RoleMember['kind']): number => members.filter((one) => one.kind === kind).length;
  return {
    ...row!,
    exclusiveWith: others.map((other) => ({ id: other.id, name: roleNameOf(call, other) })),
    appKey: role.appKey,
    members: { employees: countOf('employee'), departments: countOf('department'), crowds: countOf('crowd') },
  };
}

/** How many of the people whom these members mean lie in the caller's range. */
export async function peopleInRange({ db, caller, services }: RoleCall, members: readonly RoleMember[]): Promise<number> {
  if (members.length === 0) return 0;
  const range = caller.scope();
  const { rows } = await sql<{ n: number }>`select count(*) as n from (${reachedHere(members)}) as reached
    where ${services.directory.employeeAmongRange(range, 'reached.id')}`.execute(db);
  return rows[0]!.n;
}

/** Whether somebody with this range may change what belongs to this department. */
const changeable = (range: Range, owner: DepartmentName | undefined): boolean =>
  range.all || (owner !== undefined && pathInRange(range, owner.path));

/** Whether this caller may change a role: presets and roles above them not. */
function editable(caller: Caller, role: RoleData, departments: ReadonlyMap<string, DepartmentName>): boolean {
  if (caller.grants.superAdmin) return true;
  if (role.isSupperAdmin) return false;
  return (
    gives(caller.grants.codes, role.codes, {
      kind: role.rangeKind,
      paths: role.rangeDepartments.flatMap((id) => departments.get(id)?.path ?? []),
    }) === 'within'
  );
}

/** Names of people by id, for "by whom"; ids of nobody answer as they are known. */
export async function namesOf({ db, caller, services }: RoleCall, ids: readonly (string | null)[]): Promise<(id: string | null) => string> {
  const wanted = [...new Set(ids.filter((id): id is string => id !== null))];
  const people = await services.directory.people(db, wanted);
  const system = services.texts.text(caller.language, 'kit', 'role.bySystem');
  return (id) => (id === null ? '' : (people.get(id)?.name ?? (id === builtinAdminUid ? 'admin' : system)));
}
