import type { Parsed } from '#kit/common/contract.ts';
import { everyoneName } from '#kit/server/role-module/role-module.ts';
import { roleData } from '#kit/server/access/role.query.ts';
import { roleNamer } from '#kit/server/access/role.named.ts';
import type { RoleCall } from '#kit/server/access/role.view.ts';
import type { Db } from '#kit/server/directory.ts';
import { notFound, outOfRange, InvalidInput } from '#kit/server/refusal.ts';
import { sql } from 'kysely';
import type { RoleConfig } from '../../common/config-groups.ts';
import type { groupConfigQuery } from '../../common/role.contract.ts';
import { everyoneRoleId } from '../directory.ts';
import { configOf, type Origin } from '../rule/config-of.ts';
import { rolesOf } from '../rule/matches.ts';
import { readRoles } from '../rule/read-book.ts';
import { readPeople } from '../rule/read-people.ts';
import { mdmGifts } from './role.kind.ts';

/** Groups of settings of a role, or those that hold for a person. */
export interface ShownConfig {
  readonly roleId: string | null;
  readonly version: number | null;
  readonly groups: RoleConfig;
  readonly origins: Origin[];
}

/** The groups that a role sets, or those that hold for a person with the role that gave each value. */
export async function shownConfig(call: RoleCall, { roleId, empId }: Parsed<typeof groupConfigQuery>): Promise<ShownConfig> {
  if ((roleId === undefined) === (empId === undefined))
    throw new InvalidInput([{ path: 'roleId', namespace: 'file-security', key: 'mdmRole.roleOrPerson' }]);
  if (roleId !== undefined) {
    const role = await roleData(call, 'mdm', roleId);
    return {
      roleId: role.id,
      version: role.version,
      groups: (await mdmGifts.giftsOf(call.db, [role.id])).get(role.id)?.groups ?? {},
      origins: [],
    };
  }
  const id = String(empId);
  const range = call.caller.scope();
  const { rows } =
    await sql`select from unnest(${[id]}::uuid[]) as m(id) where ${call.services.directory.employeeInRange(range, 'm.id')}`.execute(
      call.db,
    );
  if (rows.length === 0) throw range.all ? notFound() : outOfRange();
  const { groups, origins } = await configFor(call.db, id, call.services.now());
  const { language } = call.caller;
  const namer = await roleNamer(
    call.db,
    { range, language, known: [everyoneRoleId] },
    origins.map((one) => one.roleId),
  );
  const everyone = everyoneName(call);
  const named = origins.map((one) => {
    const { id: roleId, name: roleName } = namer({ id: one.roleId, name: one.roleId === everyoneRoleId ? everyone : one.roleName });
    return { ...one, roleId, roleName };
  });
  return { roleId: null, version: null, groups, origins: named };
}

/** The settings that hold for a person now. */
export async function configFor(db: Db, employeeId: string, now: number): Promise<{ groups: RoleConfig; origins: Origin[] }> {
  const roles = await readRoles(db);
  const crowds = roles.flatMap((role) => [...role.crowds.keys()]);
  const person = (await readPeople(db, [employeeId], crowds)).get(employeeId);
  return person ? configOf(rolesOf(roles, person, now)) : { groups: {}, origins: [] };
}
