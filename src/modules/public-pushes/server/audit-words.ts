import { said, type AuditWords } from '#kit/server/audit/words.ts';

/** What the calls of this module did, in words. */
export const pushWords: AuditWords = {
  'push.add': said('发起了推送', 'Sent a push', '配信を実行した'),
  'push.test': said('测试发送了内容', 'Sent content as a test', 'コンテンツをテスト送信した'),
  'push.pause': said('暂停了推送', 'Paused a push', '配信を一時停止した'),
  'push.resume': said('继续了推送', 'Resumed a push', '配信を再開した'),
  'push.cancel': said('终止了推送', 'Stopped a push', '配信を中止した'),
  'push.approve': said('批准了推送', 'Approved a push', '配信を承認した'),
  'push.refuse': said('拒绝了推送', 'Rejected a push', '配信を却下した'),
  'push.reschedule': said('修改了推送时间', 'Changed the time of a push', '配信日時を変更した'),
  'push.rollback': said('撤回了推送', 'Withdrew a push', '配信を取り消した'),
  'push.repush': said('补推了内容', 'Sent a push again', '再配信した'),
  'push.export': said('导出了推送名单', 'Exported the people of a push', '配信の対象者をエクスポートした'),
  'push.exportProof': said('导出了推送证明', 'Exported the proof of a push', '配信の証明をエクスポートした'),
};
