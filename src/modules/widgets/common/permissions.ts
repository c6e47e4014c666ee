import { menu } from '#kit/common/permission.ts';
import type { HoldingCodes } from '#kit/common/role/role-codes.ts';
import { appsGroup } from '#modules/apps/common/menu-group.ts';

const online = { verb: 'online', title: { zh_CN: '上架', en_US: 'Put online', ja_JP: '公開' } } as const;
const offline = { verb: 'offline', title: { zh_CN: '下架', en_US: 'Take offline', ja_JP: '公開停止' }, dangerous: true } as const;

/** Frame: who may use which widgets and functions of the apps. */
export const mamAuthPage = menu({
  code: 'mam_auth_management',
  route: '/mam_auth_management',
  parent: appsGroup.code,
  title: { zh_CN: '应用权限', en_US: 'App permissions', ja_JP: 'アプリ権限' },
  icon: 'safety',
  order: 10,
});

/** App roles. */
export const mamRolePage = menu({
  code: 'mam_auth_management_role',
  route: '/mam_auth_management/role',
  parent: mamAuthPage.code,
  title: { zh_CN: '应用角色', en_US: 'App roles', ja_JP: 'アプリロール' },
  order: 10,
  nested: true,
  buttons: ['add', 'update', 'delete', 'enable', 'disable', 'copy', 'export'],
});

const ofRole = <const V extends string>(
  name: string,
  title: { zh_CN: string; en_US: string; ja_JP: string },
  more: { order: number; buttons: readonly V[] },
) =>
  menu({
    code: `${mamRolePage.code}_${name}`,
    route: `${mamRolePage.route}/${name}`,
    parent: mamRolePage.code,
    title,
    nested: true,
    ...more,
  });

/** People who hold an app role by name. */
export const mamUserPage = ofRole(
  'relate_user',
  { zh_CN: '员工', en_US: 'Employees', ja_JP: '従業員' },
  { order: 10, buttons: ['assign', 'remove', 'import', 'export'] },
);
/** Departments that hold an app role for all below them. */
export const mamDeptPage = ofRole(
  'relate_dept',
  { zh_CN: '部门', en_US: 'Departments', ja_JP: '部門' },
  { order: 20, buttons: ['assign', 'remove', 'import', 'export'] },
);
/** Dynamic groups that hold an app role. */
export const mamGroupPage = ofRole(
  'relate_group',
  { zh_CN: '人群', en_US: 'Dynamic groups', ja_JP: '動的グループ' },
  { order: 30, buttons: ['assign', 'remove', 'import', 'export'] },
);
/** What holders of an app role may use on terminals. */
export const mamAuthorityPage = ofRole(
  'relate_auth',
  { zh_CN: '权限', en_US: 'Permissions', ja_JP: '権限' },
  { order: 40, buttons: ['save'] },
);

/** People with the app roles they hold. */
export const mamRoleUserPage = menu({
  code: 'mam_auth_management_role_user',
  route: '/mam_auth_management/role_user',
  parent: mamAuthPage.code,
  title: { zh_CN: '人员的应用角色', en_US: 'App roles of employees', ja_JP: '従業員のアプリロール' },
  order: 20,
  nested: true,
  buttons: ['assign', 'remove', 'export', { verb: 'preview', title: { zh_CN: '可否使用', en_US: 'Check use', ja_JP: '利用可否の確認' } }],
});

/** Frame: widgets. */
export const widgetFrame = menu({
  code: 'mam_widget_management',
  route: '/mam_widget_management',
  parent: appsGroup.code,
  title: { zh_CN: '小程序管理', en_US: 'Widgets', ja_JP: 'ウィジェット管理' },
  icon: 'appstore',
  order: 30,
});

/** Widgets by category. */
export const widgetListPage = menu({
  code: 'mam_widget_management_list',
  route: '/mam_widget_management/list',
  parent: widgetFrame.code,
  title: { zh_CN: '小程序列表', en_US: 'Widget list', ja_JP: 'ウィジェット一覧' },
  order: 10,
  nested: true,
  buttons: [
    'add',
    'update',
    'delete',
    online,
    offline,
    { verb: 'sort', title: { zh_CN: '排序', en_US: 'Reorder', ja_JP: '並べ替え' } },
    { verb: 'addCategory', title: { zh_CN: '新增分类', en_US: 'Add category', ja_JP: 'カテゴリを追加' } },
    { verb: 'updateCategory', title: { zh_CN: '编辑分类', en_US: 'Edit category', ja_JP: 'カテゴリを編集' } },
    { verb: 'deleteCategory', title: { zh_CN: '删除分类', en_US: 'Delete category', ja_JP: 'カテゴリを削除' }, dangerous: true },
    { verb: 'sortCategory', title: { zh_CN: '分类排序', en_US: 'Reorder categories', ja_JP: 'カテゴリを並べ替え' } },
    'export',
  ],
});

/** Frame of one widget. */
export const widgetDetailPage = menu({
  code: 'mam_widget_management_detail',
  route: '/mam_widget_management/detail/:widgetId',
  parent: widgetFrame.code,
  title: { zh_CN: '小程序', en_US: 'Widget', ja_JP: 'ウィジェット' },
  order: 20,
  nested: true,
  buttons: [online, offline],
});
/** Versions of a widget. */
export const widgetHistoryPage = menu({
  code: 'mam_widget_management_detail_history',
  route: '/mam_widget_management/detail/:widgetId/history',
  parent: widgetDetailPage.code,
  title: { zh_CN: '版本', en_US: 'Versions', ja_JP: 'バージョン' },
  order: 10,
  nested: true,
  buttons: [
    { verb: 'addVersion', title: { zh_CN: '上传版本', en_US: 'Upload version', ja_JP: 'バージョンをアップロード' } },
    { verb: 'updateVersion', title: { zh_CN: '编辑版本', en_US: 'Edit version', ja_JP: 'バージョンを編集' } },
    { verb: 'deleteVersion', title: { zh_CN: '删除版本', en_US: 'Delete version', ja_JP: 'バージョンを削除' }, dangerous: true },
    online,
    offline,
    { verb: 'rollout', title: { zh_CN: '灰度发布', en_US: 'Rollout', ja_JP: '段階的公開' } },
    { verb: 'rollback', title: { zh_CN: '回退到此版本', en_US: 'Roll back to this', ja_JP: 'このバージョンに戻す' }, dangerous: true },
    { verb: 'compare', title: { zh_CN: '对比版本', en_US: 'Compare versions', ja_JP: 'バージョンを比較' } },
  ],
});
/** What a widget is. */
export const widgetInfosPage = menu({
  code: 'mam_widget_management_detail_infos',
  route: '/mam_widget_management/detail/:widgetId/infos',
  parent: widgetDetailPage.code,
  title: { zh_CN: '基本信息', en_US: 'Details', ja_JP: '基本情報' },
  order: 20,
  nested: true,
  buttons: [
    'save',
    { verb: 'secret', title: { zh_CN: '更换密钥', en_US: 'Replace secret', ja_JP: 'シークレットを更新' }, dangerous: true },
    { verb: 'check', title: { zh_CN: '检查地址', en_US: 'Check addresses', ja_JP: 'アドレスを確認' } },
  ],
});
/** Who may use a widget, and its own roles. */
export const widgetRolePage = menu({
  code: 'mam_widget_management_detail_role',
  route: '/mam_widget_management/detail/:widgetId/role',
  parent: widgetDetailPage.code,
  title: { zh_CN: '角色', en_US: 'Roles', ja_JP: 'ロール' },
  order: 30,
  nested: true,
  buttons: [
    'assign',
    'remove',
    { verb: 'addRole', title: { zh_CN: '新增角色', en_US: 'Add role', ja_JP: 'ロールを追加' } },
    { verb: 'updateRole', title: { zh_CN: '编辑角色', en_US: 'Edit role', ja_JP: 'ロールを編集' } },
    { verb: 'deleteRole', title: { zh_CN: '删除角色', en_US: 'Delete role', ja_JP: 'ロールを削除' }, dangerous: true },
  ],
});

/** Frame of one version of a widget. */
export const widgetVersionPage = menu({
  code: 'mam_widget_management_version',
  route: '/mam_widget_management/version/:widgetVersionId',
  parent: widgetFrame.code,
  title: { zh_CN: '小程序版本', en_US: 'Widget version', ja_JP: 'ウィジェットのバージョン' },
  order: 30,
  nested: true,
  buttons: [online, offline],
});
/** App versions that a widget version serves. */
export const widgetRelatePage = menu({
  code: 'mam_widget_management_version_relate',
  route: '/mam_widget_management/version/:widgetVersionId/relate',
  parent: widgetVersionPage.code,
  title: { zh_CN: '关联应用版本', en_US: 'App versions', ja_JP: '対象アプリバージョン' },
  order: 10,
  nested: true,
  buttons: ['assign', 'save', 'remove'],
});
/** What is in the package of a version. */
export const widgetPackagePage = menu({
  code: 'mam_widget_management_version_detail',
  route: '/mam_widget_management/version/:widgetVersionId/detail',
  parent: widgetVersionPage.code,
  title: { zh_CN: '安装包', en_US: 'Package', ja_JP: 'パッケージ' },
  order: 20,
  nested: true,
  buttons: [
    { verb: 'updateVersion', title: { zh_CN: '编辑说明', en_US: 'Edit notes', ja_JP: '説明を編集' } },
    { verb: 'download', title: { zh_CN: '下载', en_US: 'Download', ja_JP: 'ダウンロード' } },
  ],
});

/** Every page of the module. */
export const widgetPages = [
  mamAuthPage,
  mamRolePage,
  mamUserPage,
  mamDeptPage,
  mamGroupPage,
  mamAuthorityPage,
  mamRoleUserPage,
  widgetFrame,
  widgetListPage,
  widgetDetailPage,
  widgetHistoryPage,
  widgetInfosPage,
  widgetRolePage,
  widgetVersionPage,
  widgetRelatePage,
  widgetPackagePage,
] as const;

/** Codes behind the operations on app roles. */
export const mamRoleCodes: HoldingCodes = {
  page: mamRolePage.code,
  add: mamRolePage.button.add,
  update: mamRolePage.button.update,
  delete: mamRolePage.button.delete,
  enable: mamRolePage.button.enable,
  disable: mamRolePage.button.disable,
  copy: mamRolePage.button.copy,
  members: { employee: mamUserPage.code, department: mamDeptPage.code, crowd: mamGroupPage.code },
  tabs: [mamAuthorityPage.code],
  assign: { employee: mamUserPage.button.assign, department: mamDeptPage.button.assign, crowd: mamGroupPage.button.assign },
  remove: { employee: mamUserPage.button.remove, department: mamDeptPage.button.remove, crowd: mamGroupPage.button.remove },
  holders: mamRoleUserPage.code,
  byName: { assign: mamRoleUserPage.button.assign, remove: mamRoleUserPage.button.remove },
};

/** Codes behind the operations on the roles of a widget. */
export const widgetRoleCodes: HoldingCodes = {
  page: widgetRolePage.code,
  add: widgetRolePage.button.addRole,
  update: widgetRolePage.button.updateRole,
  delete: widgetRolePage.button.deleteRole,
  enable: widgetRolePage.button.updateRole,
  disable: widgetRolePage.button.updateRole,
  copy: widgetRolePage.button.addRole,
  members: widgetRolePage.code,
  assign: widgetRolePage.button.assign,
  remove: widgetRolePage.button.remove,
  holders: widgetRolePage.code,
};
