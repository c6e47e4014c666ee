import { said, type AuditWords } from '#kit/server/audit/words.ts';

/** What the calls of the cleaning did, in words. */
export const cleaningWords: AuditWords = {
  'clearConfig.update': said('修改了日志保留期', 'Changed how long a log is kept', 'ログの保存期間を変更した'),
  'clearConfig.withdraw': said('撤回了缩短的保留期', 'Took back a shorter retention', '保存期間の短縮を取り下げた'),
  'log.clear': said('开始清理日志', 'Began to clean a log', 'ログの整理を開始した'),
  'log.cleared': said('完成了日志清理', 'Finished cleaning a log', 'ログの整理を完了した'),
  'log.clearCancel': said('取消了日志清理', 'Cancelled the cleaning of a log', 'ログの整理を取り消した'),
  'log.clearExport': said('导出了清理记录', 'Exported records of cleanings', '整理の記録をエクスポートした'),
  'legalHold.add': said('新增了法律保全', 'Added a legal hold', '訴訟ホールドを追加した'),
  'legalHold.update': said('申请修改法律保全', 'Asked to change a legal hold', '訴訟ホールドの変更を申請した'),
  'legalHold.release': said('申请解除法律保全', 'Asked to release a legal hold', '訴訟ホールドの解除を申請した'),
  'legalHold.decide': said('决定了法律保全的申请', 'Decided about a legal hold', '訴訟ホールドの申請を決定した'),
  'archive.verify': said('校验了日志归档', 'Verified an archive of a log', 'ログのアーカイブを検証した'),
  'archive.restore': said('恢复了日志归档以供查阅', 'Restored an archive of a log for reading', 'ログのアーカイブを閲覧用に復元した'),
  'archive.delete': said('申请删除日志归档', 'Asked to delete an archive of a log', 'ログのアーカイブの削除を申請した'),
  'archive.decide': said('决定了归档的删除申请', 'Decided about deleting an archive', 'アーカイブの削除申請を決定した'),
  'archiveTarget.save': said('保存了归档位置', 'Saved a place for archives', 'アーカイブの保管先を保存した'),
  'archiveTarget.test': said('测试了归档位置', 'Tested a place for archives', 'アーカイブの保管先をテストした'),
};
