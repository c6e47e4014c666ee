import { tableKind } from '#kit/server/change/table-kind.ts';
import type { OperationIssue } from '#kit/server/change/kind.ts';
import { changeApproval as page } from '../common/permissions.ts';
import './approval.table.ts';

/** Policies in the change engine. While one is on they are changed by their own calls alone, which wait for a second person: undoing would not. */
export const policyKind = tableKind({
  kind: 'changePolicy',
  module: 'approvals',
  codes: { read: page.code, revert: page.button.savePolicy },
  table: 'change_policy',
  name: 'name',
  fields: {
    name: { column: 'name' },
    operations: { column: 'operations' },
    atLeast: { column: 'at_least' },
    loud: { column: 'loud' },
    offHours: { column: 'off_hours' },
    approverRoleIds: { column: 'approver_role_ids' },
    approverIds: { column: 'approver_ids', refers: 'employee' },
    needed: { column: 'needed' },
    expiresHours: { column: 'expires_hours' },
    emergencyRoleIds: { column: 'emergency_role_ids' },
    reviewHours: { column: 'review_hours' },
    enabled: { column: 'enabled' },
  },
  unique: { change_policy_name: 'name' },
  check: async (tx, caller, operations) => {
    const issues = new Map<number, OperationIssue[]>();
    if (caller.operation.startsWith('changePolicy.')) return issues;
    const on = await tx.selectFrom('change_policy').select('id').where('enabled', '=', true).limit(1).executeTakeFirst();
    if (on) for (const index of operations.keys()) issues.set(index, [{ path: '', namespace: 'approvals', key: 'issue.policyUndo' }]);
    return issues;
  },
});
