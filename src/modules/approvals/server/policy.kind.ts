import { tableKind } from '#kit/server/change/table-kind.ts';
import type { Operation, OperationIssue } from '#kit/server/change/kind.ts';
import type { Tx } from '#kit/server/directory.ts';
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
    share: { column: 'share' },
    shareOf: { column: 'share_of' },
    loud: { column: 'loud' },
    offHours: { column: 'off_hours' },
    approverRoleIds: { column: 'approver_role_ids' },
    approverIds: { column: 'approver_ids', refers: 'employee' },
    approverCrowdIds: { column: 'approver_crowd_ids' },
    needed: { column: 'needed' },
    expiresHours: { column: 'expires_hours' },
    emergencyRoleIds: { column: 'emergency_role_ids' },
    reviewHours: { column: 'review_hours' },
    enabled: { column: 'enabled' },
  },
  unique: { change_policy_name: 'name' },
  check: async (tx, caller, operations) => {
    const issues = await withoutCondition(tx, operations);
    if (caller.operation.startsWith('changePolicy.')) return issues;
    const on = await tx.selectFrom('change_policy').select('id').where('enabled', '=', true).limit(1).executeTakeFirst();
    if (on) for (const index of operations.keys()) issues.set(index, [{ path: '', namespace: 'approvals', key: 'issue.policyUndo' }]);
    return issues;
  },
});

/** A policy that names no condition would hold nothing although it is on. */
async function withoutCondition(tx: Tx, operations: readonly Operation[]): Promise<Map<number, OperationIssue[]>> {
  const rows = await tx
    .selectFrom('change_policy')
    .select(['id', 'at_least as atLeast', 'share', 'loud', 'off_hours as offHours'])
    .where(
      'id',
      'in',
      operations.map(({ id }) => id),
    )
    .execute();
  const issues = new Map<number, OperationIssue[]>();
  for (const [index, { id, action, after }] of operations.entries()) {
    const { atLeast, share, loud, offHours } = { ...rows.find((row) => row.id === id), ...after };
    if (action !== 'delete' && (atLeast ?? null) === null && (share ?? null) === null && !loud && !offHours)
      issues.set(index, [{ path: 'atLeast', namespace: 'approvals', key: 'issue.condition' }]);
  }
  return issues;
}
