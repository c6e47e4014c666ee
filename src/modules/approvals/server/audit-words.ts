import { said, type AuditWords } from '#kit/server/audit/words.ts';

/** What the calls of this module did, in words. */
export const approvalWords: AuditWords = {
  'change.approve': said('批准了变更', 'Approved a change', '変更を承認した'),
  'change.bypass': said('紧急放行了变更', 'Let a change run without approval', '承認なしで変更を実行した'),
  'change.comment': said('对变更申请发表了意见', 'Commented on a change', '変更にコメントした'),
  'change.delegate': said('委托了审批', 'Delegated approvals', '承認の代理を立てた'),
  'change.reject': said('驳回了变更', 'Rejected a change', '変更を却下した'),
  'change.review': said('复核了紧急放行', 'Reviewed an emergency bypass', '緊急実行を事後確認した'),
  'change.withdraw': said('撤回了变更申请', 'Withdrew a change', '変更申請を取り下げた'),
  'changePolicy.delete': said('删除了审批策略', 'Deleted approval policies', '承認ポリシーを削除した'),
  'changePolicy.disable': said('停用了审批策略', 'Disabled approval policies', '承認ポリシーを無効にした'),
  'changePolicy.enable': said('启用了审批策略', 'Enabled approval policies', '承認ポリシーを有効にした'),
  'changePolicy.save': said('保存了审批策略', 'Saved an approval policy', '承認ポリシーを保存した'),
};
