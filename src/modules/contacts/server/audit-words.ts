import { said, type AuditWords } from '#kit/server/audit/words.ts';

const members = (zh: string, en: string, ja: string): readonly (readonly [string, ReturnType<typeof said>])[] => [
  ['assignEmployees', said(`把人员加入${zh}`, `Put people into ${en}`, `従業員を${ja}に加えた`)],
  ['assignDepartments', said(`把部门加入${zh}`, `Put departments into ${en}`, `部門を${ja}に加えた`)],
  ['assignCrowds', said(`把人群加入${zh}`, `Put dynamic groups into ${en}`, `グループを${ja}に加えた`)],
  ['removeMembers', said(`从${zh}中移除了成员`, `Took members out of ${en}`, `${ja}から外した`)],
  ['enable', said(`启用了${zh}`, `Enabled ${en}`, `${ja}を有効にした`)],
  ['disable', said(`停用了${zh}`, `Disabled ${en}`, `${ja}を無効にした`)],
  ['delete', said(`删除了${zh}`, `Deleted ${en}`, `${ja}を削除した`)],
];
const of = (area: string, words: ReturnType<typeof members>): AuditWords =>
  Object.fromEntries(words.map(([verb, sentence]) => [`role.${area}.${verb}`, sentence]));

/** What the calls of this module did, in words. */
export const contactWords: AuditWords = {
  ...of('contact', members('通讯录角色', 'a contact role', '連絡先ロール')),
  ...of('cpd', members('特殊人员规则的例外', 'the exceptions of a special user rule', '特別な従業員のルールの例外')),
  'role.contact.add': said('新增了通讯录角色', 'Added a contact role', '連絡先ロールを追加した'),
  'role.contact.update': said('修改了通讯录角色', 'Edited a contact role', '連絡先ロールを編集した'),
  'role.contact.copy': said('复制了通讯录角色', 'Copied a contact role', '連絡先ロールを複製した'),
  'role.contact.exportMembers': said('导出了通讯录角色的人员', 'Exported the people of a contact role', '連絡先ロールの従業員を出力した'),
  'role.contact.previewMembers': said(
    '预览了通讯录角色的人员导入',
    'Previewed an import of people of a contact role',
    '連絡先ロールの従業員の取り込みをプレビューした',
  ),
  'specialUser.previewBelongs': said(
    '预览了特殊用户的人员导入',
    'Previewed an import of people of a special user rule',
    '特別ユーザーの従業員の取り込みをプレビューした',
  ),
  'role.contact.importMembers': said(
    '从文件导入了通讯录角色的人员',
    'Imported people of a contact role',
    '連絡先ロールの従業員を取り込んだ',
  ),
  'contactRole.order': said('调整了通讯录角色的顺序', 'Changed the order of the contact roles', '連絡先ロールの順序を変更した'),
  'specialUser.importBelongs': said(
    '从文件导入了特殊人员规则的适用人员',
    'Imported people whom a special user rule protects',
    '特別な従業員のルールの対象者を取り込んだ',
  ),
  'contactRole.range': said('修改了通讯录角色的范围', 'Changed a range of a contact role', '連絡先ロールの範囲を変更した'),
  'contactRole.function': said('修改了通讯录角色的功能', 'Changed the functions of a contact role', '連絡先ロールの機能を変更した'),
  'contactRole.export': said('导出了通讯录角色', 'Exported the contact roles', '連絡先ロールを出力した'),
  'contactRole.usersExport': said('导出了人员的通讯录角色', 'Exported people with their contact roles', '従業員の連絡先ロールを出力した'),
  'contactField.save': said('修改了通讯录字段', 'Changed how fields of people are shown', '連絡先の項目を変更した'),
  'contactField.reset': said('把通讯录字段恢复为默认', 'Put the fields of people back to how they came', '連絡先の項目を既定に戻した'),
  'contactConfig.update': said('修改了通讯录设置', 'Changed the settings of the directory', '連絡先の設定を変更した'),
  'contactWhitelist.add': said('新增了通讯录白名单', 'Added somebody to the allow list of the contacts', '連絡先のホワイトリストに加えた'),
  'contactWhitelist.update': said(
    '修改了通讯录白名单',
    'Edited an entry of the allow list of the contacts',
    '連絡先のホワイトリストを編集した',
  ),
  'contactWhitelist.delete': said(
    '删除了通讯录白名单',
    'Took entries off the allow list of the contacts',
    '連絡先のホワイトリストから外した',
  ),
  'specialUser.add': said('新增了特殊人员规则', 'Added a special user rule', '特別な従業員のルールを追加した'),
  'specialUser.update': said('修改了特殊人员规则', 'Edited a special user rule', '特別な従業員のルールを編集した'),
  'specialUser.resources': said(
    '修改了特殊人员规则的字段和功能',
    'Changed the fields and functions of a special user rule',
    '特別な従業員のルールの項目と機能を変更した',
  ),
  'specialUser.enable': said('启用了特殊人员规则', 'Enabled special user rules', '特別な従業員のルールを有効にした'),
  'specialUser.disable': said('停用了特殊人员规则', 'Disabled special user rules', '特別な従業員のルールを無効にした'),
  'specialUser.order': said('调整了特殊人员规则的顺序', 'Reordered the special user rules', '特別な従業員のルールの順序を変更した'),
  'specialUser.belongs': said('把人员纳入特殊人员规则', 'Put people under a special user rule', '特別な従業員のルールの対象に加えた'),
  'specialUser.belongsRemove': said(
    '把人员移出特殊人员规则',
    'Took people out of a special user rule',
    '特別な従業員のルールの対象から外した',
  ),
  'contact.preview': said('以员工身份查看了通讯录', 'Looked at the directory as somebody else', '従業員として連絡先を表示した'),
  'contact.check': said('检查了人员之间的可见性', 'Checked who sees whom', '誰が誰を見られるかを確認した'),
  'contact.viewers': said('查看了谁能看到某人', 'Looked at who sees somebody', 'ある従業員を見られる人を確認した'),
  'contact.reveal.read': said('查看了字段的查看记录', 'Read who had values shown clear', '開示の記録を表示した'),
  'contact.reveal.export': said('导出了字段的查看记录', 'Exported who had values shown clear', '開示の記録を出力した'),
  'contact.scrape.clear': said('解除了名片查看的限制', 'Let people open cards again', '情報の閲覧制限を解除した'),
};
