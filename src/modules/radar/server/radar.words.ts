import { said, type AuditWords } from '#kit/server/audit/words.ts';

/** What the calls of this module did, in words. */
export const radarWords: AuditWords = {
  'radar.add': said('新增了到期事项', 'Added something that ends', '期限のある項目を追加した'),
  'radar.assign': said('指定了到期事项的负责人', 'Named the owner of what ends', '期限のある項目の担当者を決めた'),
  'radar.delete': said('删除了到期事项', 'Deleted something that ends', '期限のある項目を削除した'),
  'radar.export': said('导出了到期事项', 'Exported what ends', '期限のある項目をエクスポートした'),
  'radar.recheck': said('重新检查了到期事项', 'Looked again at what ends', '期限のある項目を再チェックした'),
  'radar.snooze': said('暂缓或恢复了到期提醒', 'Kept reminders of an end back, or let them go on', '期限の通知を控えた、または再開した'),
  'radar.update': said('修改了到期事项', 'Edited something that ends', '期限のある項目を編集した'),
};
