import { sql } from 'kysely';
import type { CrowdUse } from '#kit/server/crowd-use.ts';
import './approval.table.ts';

/** Policies whose approvers are crowds. */
export const approvalCrowdUses: readonly CrowdUse[] = [
  {
    kind: 'changePolicy',
    title: { zh_CN: '审批策略', en_US: 'Approval policy', ja_JP: '承認ポリシー' },
    uses: sql`select crowd_id, change_policy.id::text as id, change_policy.name from change_policy, lateral unnest(approver_crowd_ids) as crowd_id`,
  },
];
