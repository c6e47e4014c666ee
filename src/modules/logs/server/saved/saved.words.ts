import { said, type AuditWords } from '#kit/server/audit/words.ts';

/** What was done with saved searches and reports, in words. */
export const savedWords: AuditWords = {
  'savedSearch.save': said('保存了日志搜索', 'Saved a search of the logs', 'ログの検索条件を保存した'),
  'savedSearch.delete': said('删除了日志搜索', 'Deleted a search of the logs', 'ログの検索条件を削除した'),
  'report.save': said('设置了日志报表', 'Planned a report of the logs', 'ログのレポートを設定した'),
  'report.delete': said('删除了日志报表', 'Deleted a report of the logs', 'ログのレポートを削除した'),
  'report.send': said('发送了日志报表', 'Sent a report of the logs', 'ログのレポートを送信した'),
};
