import { sql, type RawBuilder } from 'kysely';
import { notFound, outOfRange, type Refusal } from '../refusal.ts';
import type { RoleCall } from './role.view.ts';

const owned = new Set<string>();

/** Says that the roles of an area belong to departments: who does not see the department does not see the role. */
export function ownByDepartments(area: string): void {
  owned.add(area);
}

/** SQL condition on `role`: it is of the area, and the caller may know of it. */
export function ofArea({ caller, services }: RoleCall, area: string): RawBuilder<boolean> {
  const range = caller.scope();
  if (!owned.has(area) || range.all) return sql<boolean>`role.module = ${area}`;
  return sql<boolean>`(role.module = ${area} and ${services.directory.departmentInRange(range, 'role.owner_dept_id')})`;
}

/** The answer where there is no such role that the caller may know of. */
export const noRole = ({ caller }: RoleCall, area: string): Refusal => (owned.has(area) && !caller.scope().all ? outOfRange() : notFound());
