import { said, type AuditWords } from '#kit/server/audit/words.ts';

/** What the calls of this module did, in words. */
export const logsWords: AuditWords = {
  'change.undo': said('从操作日志撤销了变更', 'Reverted a change from the operation log', '操作ログから変更を取り消した'),
  'read.export': said('导出了日志', 'Exported rows of a log', 'ログをエクスポートした'),
  'seal.verify': said('验证了日志的封存', 'Verified the seals of the logs', 'ログの封印を検証した'),
};
