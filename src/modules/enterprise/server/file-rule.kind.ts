import type { Fields, Kind, OperationIssue } from '#kit/server/change/kind.ts';
import { roleKind } from '#kit/server/access/role.kind.ts';
import { fileMemberPage, fileRuleCodes } from '../common/permissions.ts';
import { departmentPaths } from '#modules/user-centre/server/public.ts';
import { limitsChanged } from './limits/limit-news.ts';
import { anyPartyOutside } from './parties.ts';

const base = roleKind({
  area: 'fmm',
  module: 'enterprise',
  codes: { read: fileMemberPage.code, revert: fileMemberPage.button.update },
  buttons: fileRuleCodes,
});

const ownerIn = (fields: Fields | null | undefined): string | undefined => {
  const owner = fields?.['ownerDeptId'];
  return typeof owner === 'string' ? owner : undefined;
};

/** File rules in the change engine: roles that hold people. Who does not see the department that a rule belongs to does not change it. Their white lists go when they can't be brought back any more. */
export const fileRuleKind: Kind = {
  ...base,
  check: async (tx, caller, operations) => {
    const issues = new Map<number, OperationIssue[]>(await base.check?.(tx, caller, operations));
    const owners = operations.flatMap(({ after }) => ownerIn(after) ?? []);
    const known = await departmentPaths(tx, owners);
    for (const [index, { after }] of operations.entries()) {
      const owner = ownerIn(after);
      if (owner !== undefined && !known.has(owner))
        issues.set(index, [...(issues.get(index) ?? []), { path: 'ownerDeptId', namespace: 'kit', key: 'issue.noDepartment' }]);
      for (const path of ['terminalType', 'ruleType'])
        if (after && path in after && after[path] === null)
          issues.set(index, [...(issues.get(index) ?? []), { path, namespace: 'kit', key: 'issue.missing' }]);
    }
    return issues;
  },
  outside: async (tx, range, operations) => {
    const outside = await base.outside(tx, range, operations);
    if (range.all) return outside;
    const now = await base.read(
      tx,
      operations.map(({ id }) => id),
      false,
    );
    for (const [index, { id, after }] of operations.entries()) {
      const owners = [ownerIn(now.get(id)?.fields), ownerIn(after)].filter((one) => one !== undefined);
      if (
        await anyPartyOutside(
          tx,
          range,
          owners.map((owner) => ({ kind: 'department', id: owner })),
        )
      )
        outside.add(index);
    }
    return outside;
  },
  write: async (tx, caller, operations) => {
    await base.write(tx, caller, operations);
    await limitsChanged(tx);
  },
  purge: async (tx, ids) => {
    await tx
      .deleteFrom('file_white')
      .where('role_id', 'in', [...ids])
      .execute();
  },
};
