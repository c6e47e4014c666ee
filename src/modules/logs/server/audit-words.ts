import { said, type AuditWords } from '#kit/server/audit/words.ts';

/** What the calls of this module did, in words. */
export const logsWords: AuditWords = {
  'change.undo': said('从操作日志撤销了变更', 'Reverted a change from the operation log', '操作ログから変更を取り消した'),
  'read.export': said('导出了日志', 'Exported rows of a log', 'ログをエクスポートした'),
  'seal.verify': said('验证了日志的封存', 'Verified the seals of the logs', 'ログの封印を検証した'),
  'seal.statement': said(
    '对日志封存的损坏作出了说明',
    'Made a statement about damage to the seals of a log',
    'ログの封印の損傷についての説明を追加した',
  ),
  'stream.add': said('新增了日志流', 'Added a stream of the logs', 'ログのストリームを追加した'),
  'stream.update': said('修改了日志流', 'Changed a stream of the logs', 'ログのストリームを変更した'),
  'stream.enable': said('启用了日志流', 'Enabled a stream of the logs', 'ログのストリームを有効にした'),
  'stream.disable': said('停用了日志流', 'Disabled a stream of the logs', 'ログのストリームを無効にした'),
  'stream.delete': said('删除了日志流', 'Deleted a stream of the logs', 'ログのストリームを削除した'),
  'stream.test': said('测试了日志流', 'Tested a stream of the logs', 'ログのストリームをテストした'),
  'stream.resend': said('重新发送了日志', 'Sent rows of the logs again', 'ログを再送信した'),
  'read.unmask': said('查看了日志中的敏感值', 'Looked at a masked value of the logs', 'ログの伏せた値を表示した'),
};
