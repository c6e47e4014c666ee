import { sql } from 'kysely';
import type { DepartmentUse, UseRow } from '../department-use.ts';
import { memberKey, namedPart, stateOf, type RoleMember } from './role.state.ts';

/** Roles that departments hold for their people, whose range names departments, or which belong to one. */
export const roleDepartmentUses: readonly DepartmentUse[] = [
  {
    kind: 'role',
    title: { zh_CN: '角色', en_US: 'Roles', ja_JP: 'ロール' },
    uses: (ids) => sql<UseRow>`select named.department_id, role.module || 'Role' as object_kind, role.id::text as id, role.name from (
        select object_id as department_id, role_id from role_member where kind = 'department' and object_id = any(${ids})
        union select wanted.id, ranged.id from unnest(${ids}) as wanted(id) join role as ranged on wanted.id = any(ranged.range_departments)
        union select owner_dept_id, id from role where owner_dept_id = any(${ids})) as named
      join role on role.id = named.role_id`,
    // Who comes from a department that goes has the role all the time.
    ahead: (fields, replacing) => {
      const { members } = stateOf(fields);
      const added = members.flatMap((one) => {
        const other = one.kind === 'department' ? replacing.get(one.id) : undefined;
        return other === undefined ? [] : [{ ...one, id: other }];
      });
      return added.length === 0 ? undefined : { members: longest([...members, ...added]) };
    },
    unite: (changed) => {
      const { members } = namedPart(changed);
      return members ? { ...changed, members: longest(members) } : changed;
    },
  },
];

/** Each member once, with the membership that ends last. */
function longest(members: readonly RoleMember[]): RoleMember[] {
  const kept = new Map<string, RoleMember>();
  for (const one of members) {
    const other = kept.get(memberKey(one));
    if (!other || (one.until ?? Infinity) > (other.until ?? Infinity)) kept.set(memberKey(one), one);
  }
  return [...kept.values()].toSorted((one, other) => (memberKey(one) < memberKey(other) ? -1 : 1));
}
