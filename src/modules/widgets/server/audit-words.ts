import { said, type AuditWords } from '#kit/server/audit/words.ts';

const members = (zh: string, en: string, ja: string): readonly (readonly [string, ReturnType<typeof said>])[] => [
  ['add', said(`新增了${zh}`, `Added ${en}`, `${ja}を追加した`)],
  ['update', said(`修改了${zh}`, `Edited ${en}`, `${ja}を編集した`)],
  ['copy', said(`复制了${zh}`, `Copied ${en}`, `${ja}を複製した`)],
  ['assignEmployees', said(`把人员加入${zh}`, `Put people into ${en}`, `従業員を${ja}に加えた`)],
  ['assignDepartments', said(`把部门加入${zh}`, `Put departments into ${en}`, `部門を${ja}に加えた`)],
  ['assignCrowds', said(`把人群加入${zh}`, `Put dynamic groups into ${en}`, `動的グループを${ja}に加えた`)],
  ['removeMembers', said(`从${zh}中移除了成员`, `Took members out of ${en}`, `${ja}から外した`)],
  ['enable', said(`启用了${zh}`, `Enabled ${en}`, `${ja}を有効にした`)],
  ['disable', said(`停用了${zh}`, `Disabled ${en}`, `${ja}を無効にした`)],
  ['delete', said(`删除了${zh}`, `Deleted ${en}`, `${ja}を削除した`)],
];
const of = (area: string, words: ReturnType<typeof members>): AuditWords =>
  Object.fromEntries(words.map(([verb, sentence]) => [`role.${area}.${verb}`, sentence]));

/** What the calls of this module did, in words. */
export const widgetWords: AuditWords = {
  ...of('mam', members('应用角色', 'an app role', 'アプリロール')),
  ...of('widget', members('小程序角色', 'a widget role', 'ウィジェットロール')),
  'role.mam.export': said('导出了应用角色', 'Exported app roles', 'アプリロールを出力した'),
  'role.mam.exportHolders': said('导出了人员的应用角色', 'Exported the app roles of employees', '従業員のアプリロールを出力した'),
  'role.mam.exportMembers': said('导出了应用角色的人员', 'Exported the people of an app role', 'アプリロールの従業員を出力した'),
  'role.mam.importMembers': said('从文件导入了应用角色的人员', 'Imported people of an app role', 'アプリロールの従業員を取り込んだ'),
  'role.mam.previewMembers': said(
    '预览了应用角色的人员导入',
    'Previewed an import of people of an app role',
    'アプリロールの従業員の取り込みをプレビューした',
  ),
  'role.mam.exportDepartments': said('导出了应用角色的部门', 'Exported the departments of an app role', 'アプリロールの部署を出力した'),
  'role.mam.importDepartments': said('从文件导入了应用角色的部门', 'Imported departments of an app role', 'アプリロールの部署を取り込んだ'),
  'role.mam.previewDepartments': said(
    '预览了应用角色的部门导入',
    'Previewed an import of departments of an app role',
    'アプリロールの部署の取り込みをプレビューした',
  ),
  'role.mam.exportCrowds': said(
    '导出了应用角色的人群',
    'Exported the dynamic groups of an app role',
    'アプリロールの動的グループを出力した',
  ),
  'role.mam.importCrowds': said(
    '从文件导入了应用角色的人群',
    'Imported dynamic groups of an app role',
    'アプリロールの動的グループを取り込んだ',
  ),
  'role.mam.previewCrowds': said(
    '预览了应用角色的人群导入',
    'Previewed an import of dynamic groups of an app role',
    'アプリロールの動的グループの取り込みをプレビューした',
  ),
  'mamRole.resources': said('修改了应用角色的权限', 'Changed what an app role gives', 'アプリロールの権限を変更した'),
  'widgetRole.functions': said('修改了小程序角色的功能', 'Changed the functions of a widget role', 'ウィジェットロールの機能を変更した'),
  'widget.online': said('上架了小程序', 'Put widgets online', 'ウィジェットを公開した'),
  'widget.offline': said('下架了小程序', 'Took widgets offline', 'ウィジェットの公開を停止した'),
  'widget.secret': said('更换了小程序的密钥', 'Made a new secret of a widget', 'ウィジェットのシークレットを更新した'),
  'widgetVersion.add': said('上传了小程序版本', 'Uploaded a widget version', 'ウィジェットのバージョンをアップロードした'),
  'widgetVersion.update': said('修改了小程序版本', 'Edited a widget version', 'ウィジェットのバージョンを編集した'),
  'widgetVersion.delete': said('删除了小程序版本', 'Deleted widget versions', 'ウィジェットのバージョンを削除した'),
  'widgetVersion.online': said('上架了小程序版本', 'Put widget versions online', 'ウィジェットのバージョンを公開した'),
  'widgetVersion.offline': said('下架了小程序版本', 'Took widget versions offline', 'ウィジェットのバージョンの公開を停止した'),
  'widgetVersion.rollback': said('回退了小程序版本', 'Reverted a widget to an earlier version', 'ウィジェットを以前のバージョンに戻した'),
  'widgetVersion.download': said('下载了小程序安装包', 'Downloaded a widget package', 'ウィジェットのパッケージをダウンロードした'),
  'widgetRollout.save': said(
    '保存了小程序的灰度发布计划',
    'Saved the plan of a widget’s rollout',
    'ウィジェットの段階的公開の計画を保存した',
  ),
  'widgetRollout.start': said('开始了小程序的灰度发布', 'Began a rollout of a widget', 'ウィジェットの段階的公開を開始した'),
  'widgetRollout.advance': said(
    '将小程序的灰度发布推进到下一阶段',
    'Took a widget’s rollout to its next stage',
    'ウィジェットの段階的公開を次の段階に進めた',
  ),
  'widgetRollout.pause': said('暂停了小程序的灰度发布', 'Paused a rollout of a widget', 'ウィジェットの段階的公開を一時停止した'),
  'widgetRollout.resume': said('恢复了小程序的灰度发布', 'Resumed a rollout of a widget', 'ウィジェットの段階的公開を再開した'),
  'widgetRollout.halt': said('中止了小程序的灰度发布', 'Stopped a rollout of a widget', 'ウィジェットの段階的公開を停止した'),
  'widgetRollout.finish': said('完成了小程序的灰度发布', 'Finished a rollout of a widget', 'ウィジェットの段階的公開を完了した'),
  'widgetRollout.cancel': said('取消了小程序的灰度发布', 'Cancelled a rollout of a widget', 'ウィジェットの段階的公開を取り消した'),
  'widgetRelation.save': said(
    '修改了小程序版本的关联应用',
    'Changed the app versions that a widget version serves',
    'ウィジェットのバージョンの対象アプリを変更した',
  ),
  'widgetRelation.delete': said(
    '删除了小程序版本的关联应用',
    'Deleted app versions that a widget version served',
    'ウィジェットのバージョンの対象アプリを削除した',
  ),
};
