import { said, type AuditWords } from '#kit/server/audit/words.ts';

/** What happened in people's lives here, in words. */
export const lifeWords: AuditWords = {
  'employee.expire': said('人员有效期已到，自动停用', 'Disabled a person whose time was over', '有効期限が切れた従業員を無効にした'),
  'employee.join': said('人员入职日已到，自动生效', 'Made a person active on the first day', '入社日を迎えた従業員を有効にした'),
  'employee.leave': said('办理了离职', 'Offboarded people', '退職処理をした'),
  'employee.leaveCancel': said('取消了离职计划', 'Cancelled a planned leaving', '予定された退職を取り消した'),
  'employee.leaveExport': said('导出了离职清单', 'Exported the checklist of a leaving', '退職チェックリストをエクスポートした'),
  'employee.leaveRetry': said('重试了离职清单中未完成的步骤', 'Tried open steps of a leaving again', '退職の未完了の手順を再試行した'),
  'employee.rehire': said('重新聘用了人员', 'Rehired a person', '従業員を再入社させた'),
  'employee.transfer': said('调动了人员', 'Transferred a person', '従業員を異動させた'),
  'employee.transferCancel': said('取消了调动计划', 'Cancelled a planned transfer', '予定された異動を取り消した'),
  'employee.transferConfirm': said('确认了等待中的调动', 'Confirmed a transfer that waited', '待機中の異動を承認した'),
};
