import type { Caller } from '../caller.ts';
import type { Tx } from '../directory.ts';
import { adminRisk } from '../warning/kit-warnings.ts';
import { raiseWarning } from '../warning/open-warnings.ts';
import { roleDirectory } from './role.binding.ts';
import type { RoleMember } from './role.state.ts';
import './access.table.ts';

/** Raises an alert about new holders of all rights, before the members of a role are written. */
export async function warnOfSuper(
  tx: Tx,
  caller: Pick<Caller, 'name'>,
  { roleId, members }: { roleId: string; members: readonly RoleMember[] },
): Promise<void> {
  const role = await tx.selectFrom('role').select('name').where('id', '=', roleId).where('is_supper_admin', '=', true).executeTakeFirst();
  if (!role) return;
  const before = await tx.selectFrom('role_member').select(['kind', 'object_id']).where('role_id', '=', roleId).execute();
  const known = new Set(before.map((member) => `${member.kind} ${member.object_id}`));
  for (const member of members.filter(({ kind, id }) => !known.has(`${kind} ${id}`)))
    await raiseWarning(tx, adminRisk, {
      object: {
        kind: member.kind,
        id: member.id,
        name: await nameOf(tx, member),
        ...(member.kind === 'department' && { deptId: member.id }),
      },
      facts: { role: role.name, by: caller.name, way: member.kind },
    });
}

async function nameOf(tx: Tx, { kind, id }: RoleMember): Promise<string> {
  const directory = roleDirectory();
  if (kind === 'employee') return (await directory.people(tx, [id])).get(id)?.name ?? id;
  if (kind === 'department') return (await directory.departments(tx, [id])).get(id)?.name ?? id;
  return (await directory.crowds(tx, [id])).get(id) ?? id;
}
