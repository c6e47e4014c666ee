import { sql } from 'kysely';
import { fieldHolding, withoutPerson } from '#kit/server/field-holding.ts';
import type { HoldingKind } from '#kit/server/holdings.ts';
import type { Operation, OperationIssue } from '#kit/server/change/kind.ts';
import type { Tx } from '#kit/server/directory.ts';
import { policyKind } from './policy.kind.ts';

/**
 * Policies that name somebody as approver. The place is not handed over: whoever lets people leave would otherwise choose who agrees. Nor does
 * it wait for a second person, because who has left agrees to nothing any more, named or not.
 */
export const approverHoldings: readonly HoldingKind[] = [
  fieldHolding({
    kind: 'policyApprover',
    title: { zh_CN: '作为审批人的策略', en_US: 'Policies naming the person as approver', ja_JP: '承認者になっているポリシー' },
    order: 'remove',
    choices: ['remove'],
    // Policies are everybody's: who looks after a part is told how many.
    visible: () => sql`false`,
    of: { ...policyKind, check: checkLast },
    held: (uids) =>
      sql`select p.uid, c.id, c.name from change_policy c, unnest(${uids}::uuid[]) as p(uid) where p.uid = any(c.approver_ids)`,
    change: (request, fields) => ({ approverIds: withoutPerson(fields['approverIds'], request) }),
  }),
];

/** A policy that names nobody lets everybody agree who has the right: the last name stays until another is there. */
async function checkLast(tx: Tx, _caller: unknown, operations: readonly Operation[]): Promise<Map<number, OperationIssue[]>> {
  const issues = new Map<number, OperationIssue[]>();
  const states = await policyKind.read(
    tx,
    operations.map(({ id }) => id),
    false,
  );
  for (const [index, { id, after }] of operations.entries()) {
    const fields = { ...states.get(id)?.fields, ...after };
    const named = ['approverIds', 'approverRoleIds', 'approverCrowdIds'].some(
      (name) => Array.isArray(fields[name]) && fields[name].length > 0,
    );
    if (!named) issues.set(index, [{ path: 'approverIds', namespace: 'approvals', key: 'issue.lastApprover' }]);
  }
  return issues;
}
