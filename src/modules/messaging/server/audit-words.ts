import { roleWords } from '#kit/server/audit/role-words.ts';
import { said, type AuditWords } from '#kit/server/audit/words.ts';

/** What the calls of this module did, in words. */
export const messagingWords: AuditWords = {
  ...roleWords('imm', { zh: '消息角色', en: 'a messaging role', ja: 'メッセージロール' }),
  'immRole.function': said('修改了消息角色的功能', 'Changed the functions of a messaging role', 'メッセージロールの機能を変更した'),
  'imSetting.update': said('修改了消息设置', 'Changed the settings of messaging', 'メッセージの設定を変更した'),
  'message.check': said('检查了两人之间能否发送消息', 'Checked whether somebody may write to somebody', '送信できるかを確認した'),
  'message.refusal': said('查询了消息被拒绝的原因', 'Looked up why a message was refused', 'メッセージが拒否された理由を確認した'),
  'message.read': said('查看了消息内容', 'Read messages', 'メッセージの内容を閲覧した'),
  'message.search': said('查看了含关键词的消息', 'Read messages that hold certain words', 'キーワードを含むメッセージを閲覧した'),
  'message.recall': said('撤回了消息', 'Recalled messages', 'メッセージを撤回した'),
  'case.open': said('申请了消息查阅', 'Requested a case', '閲覧を申請した'),
  'case.approve': said('批准了消息查阅', 'Approved a case', '閲覧を承認した'),
  'case.reject': said('驳回了消息查阅', 'Rejected a case', '閲覧を却下した'),
  'case.extend': said('延长了消息查阅', 'Kept a case open longer', '閲覧期間を延長した'),
  'case.close': said('关闭了消息查阅', 'Closed a case', '閲覧を終了した'),
  'report.read': said('查看了举报', 'Opened a report', '通報を開いた'),
  'report.decide': said('处理了举报', 'Decided on a report', '通報を処理した'),
  'hold.add': said('新增了消息法律保留', 'Put messages on legal hold', 'リーガルホールドを追加した'),
  'hold.release': said('解除了消息法律保留', 'Released legal holds on messages', 'リーガルホールドを解除した'),
  'retention.run': said('执行了消息保存期限', 'Ran the retention of messages', '保存期間ルールを実行した'),
};
