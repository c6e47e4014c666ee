import { sql } from 'kysely';
import type { Caller } from '../caller.ts';
import type { CrowdUse } from '../crowd-use.ts';
import type { Db, Directory } from '../directory.ts';
import { mayPlace, rolesHeld } from './placement/placement.ts';

/** Roles that crowds hold for their people. */
export const roleCrowdUses: readonly CrowdUse[] = [
  {
    kind: 'role',
    title: { zh_CN: '角色', en_US: 'Role', ja_JP: 'ロール' },
    uses: sql`select role_member.object_id as crowd_id, role.id::text as id, role.name from role_member join role on role.id = role_member.role_id
      where role_member.kind = 'crowd'`,
  },
];

/**
 * A role that one of these crowds gives and that goes beyond what somebody may give: who decides whom a crowd holds decides who holds its
 * roles. `owner` is the ltree path below which all members are.
 */
export async function crowdRoleBeyond(
  db: Db,
  directory: Directory,
  { caller, crowdId, owner }: { caller: Caller; crowdId: string; owner: string },
): Promise<string | undefined> {
  if (caller.grants.superAdmin) return undefined;
  const roles = await rolesHeld(db, directory, sql<boolean>`kind = 'crowd' and object_id = ${crowdId}::uuid`);
  return roles.find((role) => role.active && !mayPlace(caller, role, [owner]))?.name;
}
