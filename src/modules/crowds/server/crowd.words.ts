import { said, type AuditWords } from '#kit/server/audit/words.ts';

/** What the calls on crowds did, in words. */
export const crowdWords: AuditWords = {
  'crowd.add': said('新增了人群', 'Added a dynamic group', 'グループを追加した'),
  'crowd.delete': said('删除了人群', 'Deleted dynamic groups', 'グループを削除した'),
  'crowd.export': said('导出了人群成员', 'Exported the members of a dynamic group', 'グループのメンバーをエクスポートした'),
  'crowd.pause': said('暂停了人群计算', 'Paused dynamic groups', 'グループの計算を一時停止した'),
  'crowd.recompute': said('重新计算了人群', 'Computed a dynamic group again', 'グループを再計算した'),
  'crowd.release': said('放行了人群的变动', 'Let the change of a held dynamic group through', '保留中のグループの変更を許可した'),
  'crowd.resume': said('恢复了人群计算', 'Let dynamic groups follow their rules again', 'グループの計算を再開した'),
  'crowd.update': said('修改了人群', 'Edited a dynamic group', 'グループを編集した'),
};
