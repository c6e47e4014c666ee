import type { Reply } from '#kit/common/contract.ts';
import type { getUser } from '#kit/common/session/session.contract.ts';
import './access.table.ts';
import { rangeDepartments, rangeViewOf, roleNameOf, type RoleCall } from './role.view.ts';

/** The caller's own roles that have effect now, each with where it holds and until when. */
export async function ownRoles(call: RoleCall): Promise<Reply<typeof getUser>['roles']> {
  const { db, caller } = call;
  const held = caller.grants.roles;
  if (held.length === 0) return [];
  const rows = await db
    .selectFrom('role')
    .select(['id', 'name', 'code', 'module', 'preset', 'range_kind as rangeKind', 'range_departments as rangeDepartments'])
    .where(
      'id',
      'in',
      held.map(({ id }) => id),
    )
    .orderBy('module')
    .orderBy('name')
    .execute();
  const chosen = await rangeDepartments(call, rows);
  return rows.map((role) => ({
    id: role.id,
    name: roleNameOf(call, role),
    code: role.code,
    module: role.module,
    range: rangeViewOf(call, role, chosen),
    until: held.find(({ id }) => id === role.id)?.endsAt ?? null,
  }));
}
