import { said, type AuditWords } from '#kit/server/audit/words.ts';

const role = { zh: '消息角色', en: 'a messaging role', ja: 'メッセージロール' };

/** What the calls of this module did, in words. */
export const messagingWords: AuditWords = {
  'role.imm.add': said(`新增了${role.zh}`, `Added ${role.en}`, `${role.ja}を追加した`),
  'role.imm.update': said(`修改了${role.zh}`, `Edited ${role.en}`, `${role.ja}を編集した`),
  'role.imm.copy': said(`复制了${role.zh}`, `Copied ${role.en}`, `${role.ja}を複製した`),
  'role.imm.delete': said(`删除了${role.zh}`, `Deleted ${role.en}`, `${role.ja}を削除した`),
  'role.imm.enable': said(`启用了${role.zh}`, `Enabled ${role.en}`, `${role.ja}を有効にした`),
  'role.imm.disable': said(`停用了${role.zh}`, `Disabled ${role.en}`, `${role.ja}を無効にした`),
  'role.imm.assignEmployees': said(`把人员加入${role.zh}`, `Put people into ${role.en}`, `従業員を${role.ja}に加えた`),
  'role.imm.assignDepartments': said(`把部门加入${role.zh}`, `Put departments into ${role.en}`, `部門を${role.ja}に加えた`),
  'role.imm.assignCrowds': said(`把动态组加入${role.zh}`, `Put dynamic groups into ${role.en}`, `動的グループを${role.ja}に加えた`),
  'role.imm.removeMembers': said(`从${role.zh}中移除了成员`, `Took members out of ${role.en}`, `${role.ja}から外した`),
  'role.imm.exportMembers': said(`导出了${role.zh}的人员`, `Exported the people of ${role.en}`, `${role.ja}の従業員を出力した`),
  'role.imm.importMembers': said(`从文件导入了${role.zh}的人员`, `Imported people of ${role.en}`, `${role.ja}の従業員を取り込んだ`),
  'role.imm.previewMembers': said(
    `预览了${role.zh}的人员导入`,
    `Previewed an import of people of ${role.en}`,
    `${role.ja}の従業員の取り込みをプレビューした`,
  ),
  'immRole.function': said('修改了消息角色的功能', 'Changed the functions of a messaging role', 'メッセージロールの機能を変更した'),
  'imSetting.update': said('修改了消息设置', 'Changed the settings of messaging', 'メッセージの設定を変更した'),
  'message.check': said('检查了两人之间能否发送消息', 'Checked whether somebody may write to somebody', '送信できるかを確認した'),
  'message.refusal': said('查询了消息被拒绝的原因', 'Looked up why a message was refused', 'メッセージが拒否された理由を確認した'),
  'message.read': said('查看了消息内容', 'Read messages', 'メッセージの内容を閲覧した'),
  'message.search': said('查看了含关键词的消息', 'Read messages that hold certain words', 'キーワードを含むメッセージを閲覧した'),
  'message.recall': said('撤回了消息', 'Recalled messages', 'メッセージを撤回した'),
  'case.open': said('申请了消息查阅', 'Requested a case', '閲覧を申請した'),
  'case.approve': said('批准了消息查阅', 'Approved a case', '閲覧を承認した'),
  'case.reject': said('驳回了消息查阅', 'Rejected a case', '閲覧を却下した'),
  'case.extend': said('延长了消息查阅', 'Kept a case open longer', '閲覧期間を延長した'),
  'case.close': said('关闭了消息查阅', 'Closed a case', '閲覧を終了した'),
  'report.read': said('查看了举报', 'Opened a report', '通報を開いた'),
  'report.decide': said('处理了举报', 'Decided on a report', '通報を処理した'),
  'hold.add': said('新增了消息法律保留', 'Put messages on legal hold', 'リーガルホールドを追加した'),
  'hold.release': said('解除了消息法律保留', 'Released legal holds on messages', 'リーガルホールドを解除した'),
  'retention.run': said('执行了消息保存期限', 'Ran the retention of messages', '保存期間ルールを実行した'),
};
