import type { Range } from '#kit/server/caller.ts';
import { pathInRange } from '#kit/server/caller.ts';
import type { Fields, Operation, OperationIssue } from '#kit/server/change/kind.ts';
import type { Tx } from '#kit/server/directory.ts';
import { departmentPaths } from '#modules/user-centre/server/public.ts';

const ownerIn = (fields: Fields | null | undefined): string | null | undefined => {
  const owner = fields?.['ownerDeptId'];
  return typeof owner === 'string' || owner === null ? owner : undefined;
};

/** Operations on roles whose department, as it is or as it would be, lies outside of a range; one without a department is for who sees everybody. */
export async function ownersOutside(
  tx: Tx,
  range: Range,
  operations: readonly Operation[],
  now: ReadonlyMap<string, { fields: Fields }>,
): Promise<Set<number>> {
  const outside = new Set<number>();
  if (range.all) return outside;
  const ends = operations.map(({ id, action, before, after }) => {
    const appears = action === 'create' || action === 'restore';
    const old = appears ? [] : [ownerIn(now.get(id)?.fields ?? before)];
    return [...old, ...(appears ? [ownerIn(after) ?? null] : [ownerIn(after)])].filter((one) => one !== undefined);
  });
  const paths = await departmentPaths(tx, [...new Set(ends.flat().filter((one) => one !== null))]);
  for (const [index, owners] of ends.entries())
    if (owners.some((owner) => owner === null || !pathInRange(range, paths.get(owner) ?? ''))) outside.add(index);
  return outside;
}

/** Operations that would give a role to a department that does not exist. */
export async function unknownOwners(tx: Tx, operations: readonly Operation[]): Promise<Map<number, OperationIssue[]>> {
  const owners = operations.flatMap(({ after }) => ownerIn(after) ?? []);
  const known = await departmentPaths(tx, owners);
  const issues = new Map<number, OperationIssue[]>();
  for (const [index, { after }] of operations.entries()) {
    const owner = ownerIn(after);
    if (owner && !known.has(owner)) issues.set(index, [{ path: 'ownerDeptId', namespace: 'kit', key: 'issue.noDepartment' }]);
  }
  return issues;
}
