import type { ConfigArea, ConfigKind } from '#kit/server/config/config-area.ts';
import { policyDraft } from '../common/policy.contract.ts';
import './approval.table.ts';
import { policyKind } from './policy.kind.ts';

/** Policies. Whether one is on is decided where enough people could agree: a new one arrives switched off. */
const policyConfig: ConfigKind = {
  name: 'approval-policy',
  kind: policyKind,
  after: ['role', 'crowd'],
  fields: policyDraft.shape,
  refers: { 'approverRoleIds.*': 'role', 'approverIds.*': 'employee', 'approverCrowdIds.*': 'crowd', 'emergencyRoleIds.*': 'role' },
  objects: async (db) => {
    const rows = await db.selectFrom('change_policy').select(['id', 'name']).orderBy('name').execute();
    return rows.map(({ id, name }) => ({ id, code: name }));
  },
  create: async (_db, { id, given }) => ({ id, name: String(given['name']), fields: { enabled: false } }),
};

/** Approval policies as text. */
export const approvalAreas: readonly ConfigArea[] = [
  { area: 'approvals', title: { zh_CN: '审批策略', en_US: 'Approval policies', ja_JP: '承認ポリシー' }, kinds: [policyConfig] },
];
