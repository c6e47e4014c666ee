import type { Kind, OperationIssue } from '#kit/server/change/kind.ts';
import { roleKind } from '#kit/server/access/role.kind.ts';
import { fileMemberPage, fileRuleCodes } from '../common/permissions.ts';
import { limitsChanged } from './limits/limit-changes.ts';

const base = roleKind({
  area: 'fmm',
  module: 'enterprise',
  codes: { read: fileMemberPage.code, revert: fileMemberPage.button.update },
  buttons: fileRuleCodes,
});

/** File rules in the change engine: roles that hold people. Their white lists go when they can't be brought back any more. */
export const fileRuleKind: Kind = {
  ...base,
  check: async (tx, caller, operations) => {
    const issues = new Map<number, OperationIssue[]>(await base.check?.(tx, caller, operations));
    for (const [index, { after }] of operations.entries()) {
      for (const path of ['terminalType', 'ruleType'])
        if (after && path in after && after[path] === null)
          issues.set(index, [...(issues.get(index) ?? []), { path, namespace: 'kit', key: 'issue.missing' }]);
    }
    return issues;
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
