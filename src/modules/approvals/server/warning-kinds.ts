import { local, type WarningKind } from '#kit/server/warning/warning-kind.ts';
import { changeApproval } from '../common/permissions.ts';

const link = ({ id }: { readonly id: string }): string => `${changeApproval.route}?tab=all&id=${id}`;
const facts = {
  requester: { label: local('申请人', 'Requester', '申請者') },
  reason: { label: local('原因', 'Reason', '理由') },
};

/** What may go wrong among approvals. */
export const approvalWarnings: readonly WarningKind[] = [
  {
    kind: 'approval.waiting',
    title: local('审批等待过久', 'An approval waits long', '承認待ちが長い'),
    sentence: local(
      '“{name}”的审批有效期已过一半（申请人 {requester}）',
      'Half of the time to approve "{name}" is over (asked for by {requester})',
      '「{name}」の承認期限の半分が過ぎました（申請者 {requester}）',
    ),
    severity: 'info',
    facts,
    link,
  },
  {
    kind: 'approval.bypassed',
    title: local('紧急放行待复核', 'An emergency bypass to review', '緊急実行の確認待ち'),
    sentence: local(
      '“{name}”未经审批紧急放行，尚待复核（{requester}）',
      '"{name}" ran without approval and is to be reviewed ({requester})',
      '「{name}」が承認なしで実行され、確認待ちです（{requester}）',
    ),
    severity: 'warning',
    facts,
    link,
  },
];
