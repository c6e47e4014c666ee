import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { listRoles } from '#kit/server/access/role.query.ts';
import { peopleInRange, type RoleCall } from '#kit/server/access/role.view.ts';
import type { RoleRow } from '#kit/common/role/role.schema.ts';
import { rootDepartmentId } from '#modules/people/common/root.ts';
import { configGroups, fileFunctions, type ConfigGroup, type FileFunction } from '../../common/words.ts';
import type { RoleConfig } from '../../common/config-groups.ts';
import type { mdmRole } from '../../common/role.contract.ts';
import { everyoneRoleId } from '../directory.ts';
import { groupsIn } from '../rule/read-book.ts';

/** What a role gives. */
export interface RoleGift {
  readonly functions: FileFunction[];
  readonly groups: RoleConfig;
}

/** What roles give, by id. */
export async function giftsOf({ db }: Pick<RoleCall, 'db'>, ids: readonly string[]): Promise<Map<string, RoleGift>> {
  const { rows } = await sql<{ id: string; functions: string[]; groups: unknown }>`select role_id as id, functions, groups from mdm_role
    where role_id = any(${[...ids]}::uuid[])`.execute(db);
  return new Map(
    rows.map(({ id, functions, groups }) => [
      id,
      { functions: fileFunctions.filter((one) => functions.includes(one)), groups: groupsIn(groups) },
    ]),
  );
}

const everybody = [{ kind: 'department' as const, id: rootDepartmentId, until: null }];

/** Adds to roles what they give. */
export async function withGifts<R extends Pick<RoleRow, 'id' | 'name' | 'people'>>(call: RoleCall, roles: readonly R[]) {
  const gifts = await giftsOf(
    call,
    roles.map(({ id }) => id),
  );
  const shown = [];
  for (const role of roles) {
    const gift = gifts.get(role.id);
    const builtIn = role.id === everyoneRoleId;
    shown.push({
      ...role,
      people: builtIn ? await peopleInRange(call, everybody) : role.people,
      name: builtIn ? call.services.texts.text(call.caller.language, 'file-security', 'mdmRole.everyone') : role.name,
      functions: gift?.functions.length ?? 0,
      groups: configGroups.filter((code): code is ConfigGroup => gift?.groups[code] !== undefined),
      builtIn,
    });
  }
  return shown;
}

/** A page of roles, the built-in one last. */
export async function listMdmRoles(call: RoleCall, input: Parsed<typeof mdmRole.list>): Promise<Reply<typeof mdmRole.list>> {
  const further = { where: sql<boolean>`true`, order: sql`role.id = ${everyoneRoleId}::uuid, lower(role.name), role.id` };
  const { list, ...counted } = await listRoles(call, 'mdm', input, further);
  return { list: await withGifts(call, list), ...counted };
}
