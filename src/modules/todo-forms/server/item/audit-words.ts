import { said, type AuditWords } from '#kit/server/audit/words.ts';

/** What calls about to-dos did, in words. */
export const itemWords: AuditWords = {
  'todoItem.viewForm': said('查看了待办的表单内容', 'Read the form of a to-do', 'ToDo のフォームの内容を表示した'),
  'todoItem.remind': said('催办了待办', 'Reminded people of a to-do', 'ToDo を催促した'),
  'todoItem.transfer': said('转交了待办', 'Transferred a to-do', 'ToDo を転送した'),
  'todoItem.withdraw': said('撤回了待办', 'Withdrew a to-do', 'ToDo を取り下げた'),
  'todoItem.finish': said('把待办标记为完成', 'Finished a to-do', 'ToDo を完了にした'),
  'todoItem.batchUpdate': said('批量修改了待办', 'Changed many to-dos', 'ToDo を一括変更した'),
  'todoItem.export': said('导出了待办', 'Exported to-dos', 'ToDo をエクスポートした'),
  'todoItem.compare': said('比对了业务系统的待办', 'Compared the to-dos of a business system', '業務システムの ToDo を照合した'),
  'todoItem.apply': said('处理了待办比对的结果', 'Applied the result of a comparison', '照合の結果を適用した'),
  'todoAnswer.retry': said('重试了待办答复', 'Sent answers to to-dos again', 'ToDo の回答を再送した'),
  'todoAnswer.cancel': said('取消了待办答复', 'Cancelled answers to to-dos', 'ToDo の回答を取り消した'),
  'todoAnswer.close': said('手工关闭了待办答复', 'Closed answers to to-dos by hand', 'ToDo の回答を手動で終了した'),
  'todoManager.assign': said('添加了系统管理人', 'Added managers of a business system', '業務システムの担当者を追加した'),
  'todoManager.remove': said('移除了系统管理人', 'Removed managers of a business system', '業務システムの担当者を外した'),
  'todoSetting.update': said('修改了待办设置', 'Changed the settings of to-dos', 'ToDo の設定を変更した'),
};
