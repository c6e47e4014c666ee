import type { HoldingContract, RoleContract } from '#kit/common/role/role.contract.ts';
import type { MemberKind } from '#kit/common/role/role-range.ts';
import { handle, type BoundRoute, type Call } from '../handle.ts';
import { listCrowds, listDepartments, listEmployees } from './role.members.ts';
import { listHolders } from './role.holders.ts';
import { findRole, listRoles, rangeOfRoleView, resourcesOfRole, rolesOfDepartment, searchRoles } from './role.query.ts';
import {
  addRole,
  assignMembers,
  copyRole,
  removeMembers,
  removeRoles,
  saveAuthority,
  switchRoles,
  updateRole,
  type RoleArea,
} from './role.service.ts';
import type { RoleCall } from './role.view.ts';

/** Binds the operations on the roles of one area to its kind in the change engine. */
export function roleRoutes(contract: RoleContract, kind: RoleArea['kind']): BoundRoute[] {
  return [...holdingRoutes(contract, kind), ...authorityRoutes(contract, { area: contract.area, kind })];
}

/** How many people each of these roles never touches, of those in the caller's range. */
type Exempt = (call: RoleCall, roleIds: readonly string[]) => Promise<ReadonlyMap<string, number>>;

/** Binds the operations on roles that only hold people. `exempt`: where the area keeps lists of whom a role never touches. */
export function holdingRoutes(contract: HoldingContract, kind: RoleArea['kind'], exempt?: Exempt): BoundRoute[] {
  const own: RoleArea = { area: contract.area, kind };
  const lists = [contract, contract.byGet].flatMap((calls) => (calls ? listRoutes(calls, own.area) : []));
  return [...readRoutes(contract, exempt), ...writeRoutes(contract, own), ...memberRoutes(contract, own), ...lists];
}

/** Who holds what: asked for by GET, by POST, or by either. */
function listRoutes(calls: NonNullable<HoldingContract['byGet']>, area: string): BoundRoute[] {
  return [
    handle(calls.getOrgRolePaged, (call, input) => rolesOfDepartment(call, area, input)),
    handle(calls.getRoleEmpList, (call, input) => listEmployees(call, area, input)),
    handle(calls.getRoleDeptList, (call, input) => listDepartments(call, area, input)),
    handle(calls.roleEmpList, (call, input) => listHolders(call, area, input)),
  ];
}

function readRoutes(contract: HoldingContract, exempt?: Exempt): BoundRoute[] {
  const { area } = contract;
  return [
    handle(contract.list, async (call, input) => {
      const page = await listRoles(call, area, input);
      if (!exempt) return page;
      const counts = await exempt(
        call,
        page.list.map(({ id }) => id),
      );
      return { ...page, list: page.list.map((role) => ({ ...role, exempt: counts.get(role.id) ?? 0 })) };
    }),
    handle(contract.search, (call, input) => searchRoles(call, area, input)),
    handle(contract.find, async (call, input) => {
      const role = await findRole(call, area, input.roleId);
      return exempt ? { ...role, exempt: (await exempt(call, [role.id])).get(role.id) ?? 0 } : role;
    }),
  ];
}

function writeRoutes(contract: HoldingContract, own: RoleArea): BoundRoute[] {
  const toggle = (call: Call, ids: readonly string[], enabled: boolean) =>
    call.write(async (tx) => ({ count: await switchRoles(tx, call.caller, own, { ids, enabled }) }));
  return [
    handle(contract.save, (call, input) => call.write((tx) => addRole(tx, call.caller, own, input))),
    handle(contract.update, async (call, input) => {
      await call.write((tx) => updateRole(tx, call.caller, own, input));
      return findRole(call, own.area, input.roleId);
    }),
    handle(contract.copy, (call, input) => call.write((tx) => copyRole(tx, call.caller, own, input))),
    handle(contract.delete, (call, input) => call.write(async (tx) => ({ count: await removeRoles(tx, call.caller, own, input.ids) }))),
    handle(contract.enable, (call, input) => toggle(call, input.ids, true)),
    handle(contract.disable, (call, input) => toggle(call, input.ids, false)),
  ];
}

function memberRoutes(contract: HoldingContract, own: RoleArea): BoundRoute[] {
  const assign = (call: Call, kind: MemberKind, input: { roleId: string; ids: string[]; until: number | null }) =>
    call.write(async (tx) => ({ count: await assignMembers(tx, call.caller, own, { ...input, kind }) }));
  return [
    handle(contract.getRoleGroupList, (call, input) => listCrowds(call, own.area, input)),
    handle(contract.assignEmployees, (call, input) => assign(call, 'employee', input)),
    handle(contract.assignDepartments, (call, input) => assign(call, 'department', input)),
    handle(contract.assignCrowds, (call, input) => assign(call, 'crowd', input)),
    handle(contract.removeMembers, (call, input) =>
      call.write(async (tx) => ({ count: await removeMembers(tx, call.caller, own, input) })),
    ),
  ];
}

function authorityRoutes(contract: RoleContract, own: RoleArea): BoundRoute[] {
  return [
    handle(contract.resources, (call, input) => resourcesOfRole(call, own.area, input.roleId)),
    handle(contract.saveResources, (call, input) =>
      call.write((tx) =>
        saveAuthority(tx, call.caller, own, { roleId: input.roleId, version: input.version, fields: { grants: input.codes } }),
      ),
    ),
    handle(contract.ranges, (call, input) => rangeOfRoleView(call, own.area, input.roleId)),
    handle(contract.saveRanges, (call, input) =>
      call.write((tx) =>
        saveAuthority(tx, call.caller, own, { roleId: input.roleId, version: input.version, fields: { range: input.range } }),
      ),
    ),
  ];
}
