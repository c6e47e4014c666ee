import { builtinAdminUid } from '../caller.ts';
import type { Fields } from '../change/kind.ts';
import type { Tx } from '../directory.ts';
import { roleDirectory } from './role.binding.ts';
import { idsOf, namedPart } from './role.state.ts';

/** A deleted role as it can come back: without members, departments of its range and codes that are there no more. */
export async function revivedRole(tx: Tx, fields: Fields, returning: ReadonlySet<string>): Promise<Fields> {
  const { members = [], range, grants = [] } = namedPart(fields);
  const directory = roleDirectory();
  const chosen = range?.departmentIds ?? [];
  const there = new Set([builtinAdminUid, ...returning]);
  for (const [ids, known] of [
    [idsOf(members, 'employee'), directory.people],
    [[...idsOf(members, 'department'), ...chosen], directory.departments],
    [idsOf(members, 'crowd'), directory.crowds],
  ] as const)
    if (ids.length > 0) for (const id of (await known(tx, [...new Set(ids)])).keys()) there.add(id);
  const codes = grants.length > 0 ? await tx.selectFrom('resource').select('code').where('code', 'in', grants).execute() : [];
  return {
    ...fields,
    members: members.filter(({ id }) => there.has(id)),
    grants: grants.filter((one) => codes.some(({ code }) => code === one)),
    ...(range && { range: { ...range, departmentIds: chosen.filter((id) => there.has(id)) } }),
  };
}
