import { said, type AuditWords } from '#kit/server/audit/words.ts';

/** What the calls of this module did, in words. */
export const enterpriseWords: AuditWords = {
  'memberLimit.add': said('新增了成员限制', 'Added a member limit', 'メンバー制限を追加した'),
  'memberLimit.update': said('修改了成员限制', 'Edited a member limit', 'メンバー制限を編集した'),
  'memberLimit.enable': said('启用了成员限制', 'Enabled member limits', 'メンバー制限を有効にした'),
  'memberLimit.disable': said('停用了成员限制', 'Disabled member limits', 'メンバー制限を無効にした'),
  'memberLimit.delete': said('删除了成员限制', 'Deleted member limits', 'メンバー制限を削除した'),
  'memberLimit.reorder': said('调整了成员限制的顺序', 'Reordered the member limits', 'メンバー制限の順序を変更した'),
  'role.fmm.add': said('新增了文件规则', 'Added a file rule', 'ファイルルールを追加した'),
  'role.fmm.update': said('修改了文件规则', 'Edited a file rule', 'ファイルルールを編集した'),
  'role.fmm.copy': said('复制了文件规则', 'Copied a file rule', 'ファイルルールを複製した'),
  'role.fmm.delete': said('删除了文件规则', 'Deleted file rules', 'ファイルルールを削除した'),
  'role.fmm.enable': said('启用了文件规则', 'Enabled file rules', 'ファイルルールを有効にした'),
  'role.fmm.disable': said('停用了文件规则', 'Disabled file rules', 'ファイルルールを無効にした'),
  'role.fmm.assignEmployees': said('把人员纳入文件规则', 'Put people under a file rule', '従業員をファイルルールの対象にした'),
  'role.fmm.assignDepartments': said('把部门纳入文件规则', 'Put departments under a file rule', '部門をファイルルールの対象にした'),
  'role.fmm.assignCrowds': said('把人群纳入文件规则', 'Put dynamic groups under a file rule', 'グループをファイルルールの対象にした'),
  'role.fmm.removeMembers': said('从文件规则中移除了成员', 'Took members out of a file rule', 'ファイルルールの対象から外した'),
  'fileMember.whiteAdd': said(
    '把人员加入文件规则的白名单',
    'Put people on the allow list of a file rule',
    '従業員をファイルルールのホワイトリストに加えた',
  ),
  'fileMember.whiteRemove': said(
    '从文件规则的白名单移除了人员',
    'Took people off the allow list of a file rule',
    '従業員をファイルルールのホワイトリストから外した',
  ),
  'role.fmm.exportMembers': said('导出了文件规则的人员', 'Exported the people of a file rule', 'ファイルルールの従業員を出力した'),
  'role.fmm.importMembers': said('从文件导入了文件规则的人员', 'Imported people of a file rule', 'ファイルルールの従業員を取り込んだ'),
  'role.fmm.previewMembers': said(
    '预览了文件规则的人员导入',
    'Previewed an import of people of a file rule',
    'ファイルルールの従業員の取り込みをプレビューした',
  ),
  'fileMember.whiteExport': said(
    '导出了文件规则的白名单',
    'Exported the allow list of a file rule',
    'ファイルルールのホワイトリストを出力した',
  ),
  'fileMember.whiteImport': said(
    '从文件导入了文件规则的白名单',
    'Imported the allow list of a file rule',
    'ファイルルールのホワイトリストを取り込んだ',
  ),
};
