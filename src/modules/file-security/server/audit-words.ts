import { said, type AuditWords } from '#kit/server/audit/words.ts';

/** What the calls of this module did, in words. */
export const fileSecurityWords: AuditWords = {
  'role.mdm.add': said('新增了设备角色', 'Added a device role', 'デバイスロールを追加した'),
  'role.mdm.update': said('修改了设备角色', 'Edited a device role', 'デバイスロールを編集した'),
  'role.mdm.copy': said('复制了设备角色', 'Copied a device role', 'デバイスロールを複製した'),
  'role.mdm.delete': said('删除了设备角色', 'Deleted device roles', 'デバイスロールを削除した'),
  'role.mdm.enable': said('启用了设备角色', 'Enabled device roles', 'デバイスロールを有効にした'),
  'role.mdm.disable': said('停用了设备角色', 'Disabled device roles', 'デバイスロールを無効にした'),
  'role.mdm.assignEmployees': said('把人员加入设备角色', 'Put people into a device role', '従業員をデバイスロールに加えた'),
  'role.mdm.assignDepartments': said('把部门加入设备角色', 'Put departments into a device role', '部門をデバイスロールに加えた'),
  'role.mdm.assignCrowds': said('把人群加入设备角色', 'Put dynamic groups into a device role', '動的グループをデバイスロールに加えた'),
  'role.mdm.removeMembers': said('从设备角色中移除了成员', 'Took members out of a device role', 'デバイスロールから外した'),
  'role.mdm.exportMembers': said('导出了设备角色的人员', 'Exported the people of a device role', 'デバイスロールの従業員を出力した'),
  'role.mdm.importMembers': said('从文件导入了设备角色的人员', 'Imported people of a device role', 'デバイスロールの従業員を取り込んだ'),
  'role.mdm.previewMembers': said(
    '预览了设备角色的人员导入',
    'Previewed an import of people of a device role',
    'デバイスロールの従業員の取り込みをプレビューした',
  ),
  'role.mdm.saveResources': said('修改了设备角色的功能', 'Changed the functions of a device role', 'デバイスロールの機能を変更した'),
  'mdmRole.config': said('修改了设备角色的配置', 'Changed the settings of a device role', 'デバイスロールの設定を変更した'),
  'outerNet.update': said('修改了外网限制草稿', 'Changed the outside network draft', '社外ネットワークの下書きを変更した'),
  'fileRules.publish': said('发布了文件规则', 'Published the file rules', 'ファイルルールを公開した'),
  'fileDraft.discard': said('放弃了文件规则草稿', 'Discarded the draft of the file rules', 'ファイルルールの下書きを破棄した'),
  'fileRules.restore': said(
    '把历史版本恢复为草稿',
    'Restored a version of the file rules to the draft',
    '過去のバージョンを下書きに戻した',
  ),
  'fileTrail.read': said('查看了文件轨迹', 'Read the trail of a file', 'ファイルの履歴を表示した'),
  'file.level': said('设置了文件的密级', 'Set the level of files', 'ファイルの機密区分を設定した'),
  'file.levelRaised': said('设置了自己文件的密级', 'Set the level of an own file', '自分のファイルの機密区分を設定した'),
  'fileEncryption.update': said('修改了文件加密设置', 'Changed the file encryption settings', 'ファイル暗号化の設定を変更した'),
};
