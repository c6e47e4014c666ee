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

/** Every page of the module. */
export const publicAccountPages = [publicAccountsGroup, accountFrame, accountListPage, accountSettingPage] as const;
