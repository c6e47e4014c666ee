import { said, type AuditWords } from '#kit/server/audit/words.ts';

const role = { zh: '机器人角色', en: 'a robot role', ja: 'ロボットロール' };

/** What the calls of roles, settings, assistants and schedules did, beside those of declared entities. */
export const ownWords: AuditWords = {
  'role.mrm.add': said(`新增了${role.zh}`, `Added ${role.en}`, `${role.ja}を追加した`),
  'role.mrm.update': said(`修改了${role.zh}`, `Edited ${role.en}`, `${role.ja}を編集した`),
  'role.mrm.copy': said(`复制了${role.zh}`, `Copied ${role.en}`, `${role.ja}を複製した`),
  'role.mrm.delete': said(`删除了${role.zh}`, `Deleted ${role.en}`, `${role.ja}を削除した`),
  'role.mrm.enable': said(`启用了${role.zh}`, `Enabled ${role.en}`, `${role.ja}を有効にした`),
  'role.mrm.disable': said(`停用了${role.zh}`, `Disabled ${role.en}`, `${role.ja}を無効にした`),
  'role.mrm.assignEmployees': said(`把人员加入${role.zh}`, `Put people into ${role.en}`, `従業員を${role.ja}に加えた`),
  'role.mrm.assignDepartments': said(`把部门加入${role.zh}`, `Put departments into ${role.en}`, `部門を${role.ja}に加えた`),
  'role.mrm.assignCrowds': said(`把动态组加入${role.zh}`, `Put dynamic groups into ${role.en}`, `動的グループを${role.ja}に加えた`),
  'role.mrm.removeMembers': said(`从${role.zh}中移除了成员`, `Took members out of ${role.en}`, `${role.ja}から外した`),
  'role.mrm.exportMembers': said(`导出了${role.zh}的人员`, `Exported the people of ${role.en}`, `${role.ja}の従業員を出力した`),
  'role.mrm.importMembers': said(`从文件导入了${role.zh}的人员`, `Imported people of ${role.en}`, `${role.ja}の従業員を取り込んだ`),
  'role.mrm.previewMembers': said(
    `预览了${role.zh}的人员导入`,
    `Previewed an import of people of ${role.en}`,
    `${role.ja}の従業員の取り込みをプレビューした`,
  ),
  'mrmRole.function': said('修改了机器人角色的功能', 'Changed the functions of a robot role', 'ロボットロールの機能を変更した'),
  'robotSetting.update': said('修改了机器人设置', 'Changed the robot settings', 'ロボットの設定を変更した'),
  'robotSchedule.runNow': said('立即执行了定时任务', 'Ran a schedule', 'スケジュールを実行した'),
  'robotSchedule.pause': said('暂停或继续了定时任务', 'Paused or resumed schedules', 'スケジュールを一時停止または再開した'),
  'assistant.reset': said('重置了个人助手', 'Reset personal assistants', '個人アシスタントを初期化した'),
};
