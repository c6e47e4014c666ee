import { sql, type RawBuilder } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { RoleContract } from '#kit/common/role/role.contract.ts';
import type { RangeView, RoleDetail } from '#kit/common/role/role.schema.ts';
import { containing, readPage } from '../read-page.ts';
import { notFound, outOfRange } from '../refusal.ts';
import type { Preset } from './access.table.ts';
import { noRole, ofArea } from './role.owner.ts';
import { detailOf, rangeDepartments, rangeViewOf, roleColumns, roleNameOf, rowsOf, type RoleCall, type RoleData } from './role.view.ts';

const orders = { name: sql`lower(role.name)`, code: sql`role.code`, updatedAt: sql`role.updated_at` } as const;

/** `order by` of a page: presets first. */
function orderOf(sort: string | undefined): RawBuilder<unknown> {
  const name = (sort ?? 'name').replace(/^-/, '');
  const column = name in orders ? orders[name as keyof typeof orders] : orders.name;
  return sql`array_position(array['super', 'system', 'security', 'audit'], role.preset), ${column} ${sort?.startsWith('-') ? sql`desc` : sql`asc`}, role.id`;
}

async function pageOf(
  call: RoleCall,
  where: RawBuilder<boolean>,
  page: { pageNum: number; pageSize: number; sort?: string | undefined },
  first?: RawBuilder<unknown>,
): Promise<Reply<RoleContract['list']>> {
  // How many people a role reaches is counted within the caller's range, also when no role is found.
  call.caller.scope();
  const source = {
    columns: roleColumns,
    from: sql`role`,
    where: [where],
    order: first && page.sort === undefined ? first : orderOf(page.sort),
  };
  const { list, ...counted } = await readPage<RoleData>(call.db, source, page);
  return { list: await rowsOf(call, list), ...counted };
}

/** A page of the roles of an area; `further`: only those, in an order of its own. */
export function listRoles(
  call: RoleCall,
  area: string,
  input: Parsed<RoleContract['list']>,
  further?: { where: RawBuilder<boolean>; order: RawBuilder<unknown> },
): Promise<Reply<RoleContract['list']>> {
  const parts = [ofArea(call, area)];
  if (input.name) parts.push(sql`role.name ilike ${containing(input.name)}`);
  if (input.code) parts.push(sql`role.code ilike ${containing(input.code)}`);
  if (input.enabled !== undefined) parts.push(sql`role.enabled = ${input.enabled}`);
  if (input.isSupperAdmin !== undefined) parts.push(sql`role.is_supper_admin = ${input.isSupperAdmin}`);
  if (input.preset !== undefined) parts.push(sql`(role.preset is not null) = ${input.preset}`);
  if (input.terminalType !== undefined) parts.push(sql`role.terminal_type = ${input.terminalType}`);
  if (input.ruleType !== undefined) parts.push(sql`role.rule_type = ${input.ruleType}`);
  if (input.contains !== undefined)
    parts.push(sql`(role.is_supper_admin or role.id in (select role_id from role_grant where code = ${input.contains}))`);
  if (input.ownerDeptId !== undefined) parts.push(sql`role.owner_dept_id = ${input.ownerDeptId}::uuid`);
  if (further) parts.push(further.where);
  return pageOf(call, sql<boolean>`${sql.join(parts, sql` and `)}`, input, further?.order);
}

/** Roles that a department holds for its people: its own and those of the departments above it. */
export async function rolesOfDepartment(
  call: RoleCall,
  area: string,
  input: Parsed<RoleContract['getOrgRolePaged']>,
): Promise<Reply<RoleContract['getOrgRolePaged']>> {
  const range = call.caller.scope();
  const { directory } = call.services;
  const { rows } =
    await sql`select from unnest(${[input.deptId]}::uuid[]) as d(id) where ${directory.departmentInRange(range, 'd.id')}`.execute(call.db);
  const known = await directory.departments(call.db, [input.deptId]);
  if (rows.length === 0 || !known.has(input.deptId)) throw range.all ? notFound() : outOfRange();
  const holding = await call.db.selectFrom('role_member').select(['role_id', 'object_id']).where('kind', '=', 'department').execute();
  const holders = await directory.departments(
    call.db,
    holding.map(({ object_id }) => object_id),
  );
  const { path } = known.get(input.deptId)!;
  const above = holding.filter(({ object_id }) => {
    const top = holders.get(object_id)?.path;
    return top !== undefined && (path === top || path.startsWith(`${top}.`));
  });
  return pageOf(call, sql`${ofArea(call, area)} and role.id = any(${above.map(({ role_id }) => role_id)}::uuid[])`, input);
}

/** Up to 50 roles of an area for a picker, or the names of these. */
export async function searchRoles(
  call: RoleCall,
  area: string,
  { text, ids }: { text: string; ids?: readonly string[] | undefined },
): Promise<Reply<RoleContract['search']>> {
  const chosen = ids ? sql`role.id = any(${[...ids]}::uuid[])` : sql`true`;
  const { rows } = await sql<{ id: string; name: string; code: string; enabled: boolean; preset: Preset | null }>`
    select id, name, code, enabled, preset from role
    where ${ofArea(call, area)} and ${chosen} order by ${orderOf('name')} limit 5000`.execute(call.db);
  const wanted = text.toLowerCase();
  const named = rows.map((role) => ({ ...role, name: roleNameOf(call, role) }));
  if (ids) return { list: named };
  return { list: named.filter((role) => `${role.name} ${role.code}`.toLowerCase().includes(wanted)).slice(0, 50) };
}

/** One role of an area (10404; 10910 for who has a range). */
export async function roleData(call: RoleCall, area: string, roleId: string): Promise<RoleData> {
  const { rows } = await sql<RoleData>`select ${roleColumns} from role where role.id = ${roleId}::uuid and ${ofArea(call, area)}`.execute(
    call.db,
  );
  if (!rows[0]) throw noRole(call.caller);
  return rows[0];
}

/** The details of a role. */
export async function findRole(call: RoleCall, area: string, roleId: string): Promise<RoleDetail> {
  return detailOf(call, await roleData(call, area, roleId));
}

/** Resource codes that a role grants; the super administrator's role grants all that there are. */
export async function resourcesOfRole(call: RoleCall, area: string, roleId: string): Promise<Reply<RoleContract['resources']>> {
  const role = await roleData(call, area, roleId);
  const all = role.isSupperAdmin ? await call.db.selectFrom('resource').select('code').where('retired_at', 'is', null).execute() : [];
  return { roleId, version: role.version, codes: role.isSupperAdmin ? all.map(({ code }) => code) : role.codes };
}

/** The data range of a role. */
export async function rangeOfRoleView(
  call: RoleCall,
  area: string,
  roleId: string,
): Promise<{ roleId: string; version: number; range: RangeView }> {
  const role = await roleData(call, area, roleId);
  return { roleId, version: role.version, range: rangeViewOf(call, role, await rangeDepartments(call, [role])) };
}
