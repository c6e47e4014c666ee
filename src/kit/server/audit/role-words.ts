import { said, type AuditWords } from './words.ts';

/** What the calls on roles of an area did (`role/<area>/…`), by what such a role is called: `{ zh: '消息角色', en: 'a messaging role', ja: 'メッセージロール' }`. */
export const roleWords = (area: string, role: { readonly zh: string; readonly en: string; readonly ja: string }): AuditWords => ({
  [`role.${area}.add`]: said(`新增了${role.zh}`, `Added ${role.en}`, `${role.ja}を追加した`),
  [`role.${area}.update`]: said(`修改了${role.zh}`, `Edited ${role.en}`, `${role.ja}を編集した`),
  [`role.${area}.copy`]: said(`复制了${role.zh}`, `Copied ${role.en}`, `${role.ja}を複製した`),
  [`role.${area}.delete`]: said(`删除了${role.zh}`, `Deleted ${role.en}`, `${role.ja}を削除した`),
  [`role.${area}.enable`]: said(`启用了${role.zh}`, `Enabled ${role.en}`, `${role.ja}を有効にした`),
  [`role.${area}.disable`]: said(`停用了${role.zh}`, `Disabled ${role.en}`, `${role.ja}を無効にした`),
  [`role.${area}.assignEmployees`]: said(`把人员加入${role.zh}`, `Put people into ${role.en}`, `従業員を${role.ja}に加えた`),
  [`role.${area}.assignDepartments`]: said(`把部门加入${role.zh}`, `Put departments into ${role.en}`, `部門を${role.ja}に加えた`),
  [`role.${area}.assignCrowds`]: said(`把动态组加入${role.zh}`, `Put dynamic groups into ${role.en}`, `動的グループを${role.ja}に加えた`),
  [`role.${area}.removeMembers`]: said(`从${role.zh}中移除了成员`, `Took members out of ${role.en}`, `${role.ja}から外した`),
  [`role.${area}.exportMembers`]: said(`导出了${role.zh}的人员`, `Exported the people of ${role.en}`, `${role.ja}の従業員を出力した`),
  [`role.${area}.importMembers`]: said(`从文件导入了${role.zh}的人员`, `Imported people of ${role.en}`, `${role.ja}の従業員を取り込んだ`),
  [`role.${area}.previewMembers`]: said(
    `预览了${role.zh}的人员导入`,
    `Previewed an import of people of ${role.en}`,
    `${role.ja}の従業員の取り込みをプレビューした`,
  ),
});
