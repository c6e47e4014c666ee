import { menu } from '#kit/common/permission.ts';
import { publicAccountsGroup } from './menu-group.ts';

/** Frame: public accounts and what holds for all of them. */
export const accountFrame = menu({
  code: 'mpm_sno_management',
  route: '/mpm_sno_management',
  parent: publicAccountsGroup.code,
  title: { zh_CN: '公众号管理', en_US: 'Public accounts', ja_JP: 'アカウント管理' },
  icon: 'sound',
  order: 10,
  buttons: [{ verb: 'settings', title: { zh_CN: '平台设置', en_US: 'Settings', ja_JP: '全体設定' } }, 'restore'],
});

/** Every account in range. */
export const accountListPage = menu({
  code: 'mpm_sno_management_list',
  route: '/mpm_sno_management/list',
  parent: accountFrame.code,
  title: { zh_CN: '公众号列表', en_US: 'Account list', ja_JP: 'アカウント一覧' },
  order: 10,
  nested: true,
  buttons: ['add', 'update', 'delete', 'enable', 'disable', 'copy', 'export'],
});

/** Frame of one account; its tabs are pages of this module and of replies. */
export const accountSettingPage = menu({
  code: 'mpm_sno_management_setting',
  route: '/mpm_sno_management/setting/:id',
  parent: accountFrame.code,
  title: { zh_CN: '公众号设置', en_US: 'Account settings', ja_JP: 'アカウント設定' },
  order: 20,
  nested: true,
  buttons: [
    'update',
    'enable',
    'disable',
    'delete',
    { verb: 'audience', title: { zh_CN: '维护订阅范围', en_US: 'Change audience', ja_JP: '購読範囲を変更' } },
    { verb: 'audienceImport', title: { zh_CN: '导入订阅范围', en_US: 'Import audience', ja_JP: '購読範囲をインポート' } },
    { verb: 'audienceExport', title: { zh_CN: '导出订阅范围', en_US: 'Export audience', ja_JP: '購読範囲をエクスポート' } },
  ],
});

const child = (name: string) =>
  ({
    code: `${accountSettingPage.code}_${name}`,
    route: `${accountSettingPage.route}/${name}`,
    parent: accountSettingPage.code,
    nested: true,
  }) as const;

/** Managers of an account. */
export const managerPage = menu({
  ...child('sno_manager'),
  title: { zh_CN: '管理员', en_US: 'Managers', ja_JP: '管理者' },
  order: 20,
  buttons: [
    { verb: 'assign', title: { zh_CN: '添加管理员', en_US: 'Add managers', ja_JP: '管理者を追加' } },
    'remove',
    { verb: 'transfer', title: { zh_CN: '移交', en_US: 'Hand over', ja_JP: '引き継ぎ' } },
  ],
});

/** Editors of an account, with what they may do. */
export const editorPage = menu({
  ...child('sno_editor'),
  title: { zh_CN: '编辑者', en_US: 'Editors', ja_JP: '編集者' },
  order: 30,
  buttons: [{ verb: 'assign', title: { zh_CN: '添加编辑者', en_US: 'Add editors', ja_JP: '編集者を追加' } }, 'update', 'remove'],
});

/** Logos of an account. */
export const logoPage = menu({
  ...child('sno_logo'),
  title: { zh_CN: '头像', en_US: 'Logos', ja_JP: 'ロゴ' },
  order: 40,
  buttons: ['add', 'update', 'delete', { verb: 'setDefault', title: { zh_CN: '设为标准', en_US: 'Make standard', ja_JP: '標準にする' } }],
});

/** Who sees which logo. */
export const logoRolePage = menu({
  ...child('sno_logo_role'),
  title: { zh_CN: '头像可见范围', en_US: 'Logos by group', ja_JP: 'ロゴの表示対象' },
  order: 50,
  buttons: ['add', 'update', 'delete', 'reorder'],
});

/** Every page of the module. */
export const publicAccountPages = [
  publicAccountsGroup,
  accountFrame,
  accountListPage,
  accountSettingPage,
  managerPage,
  editorPage,
  logoPage,
  logoRolePage,
] as const;
