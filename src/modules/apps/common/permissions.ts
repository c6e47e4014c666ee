import { menu } from '#kit/common/permission.ts';
import { appsGroup } from './menu-group.ts';

/** Frame: the apps of the company. */
export const appsFrame = menu({
  code: 'mam_app_management',
  route: '/mam_app_management',
  parent: appsGroup.code,
  title: { zh_CN: '应用管理', en_US: 'Apps', ja_JP: 'アプリ' },
  icon: 'appstore',
  order: 20,
});

/** The list of apps. */
export const appListPage = menu({
  code: 'mam_app_management_list',
  route: '/mam_app_management/list',
  parent: appsFrame.code,
  title: { zh_CN: '应用列表', en_US: 'App list', ja_JP: 'アプリ一覧' },
  order: 10,
  nested: true,
  buttons: ['add', 'update', 'delete', 'restore', 'export'],
});

/** Frame of one app. */
export const appInfoPage = menu({
  code: 'mam_app_management_info',
  route: '/mam_app_management/mam_app_management_info/:id/:appKey',
  parent: appsFrame.code,
  title: { zh_CN: '应用详情', en_US: 'App', ja_JP: 'アプリの詳細' },
  order: 20,
  nested: true,
});

/** Names, texts, owner and platforms of an app. */
export const appDetailPage = menu({
  code: 'mam_app_management_info_app_info',
  route: '/mam_app_management/mam_app_management_info/:id/:appKey/app_info',
  parent: appInfoPage.code,
  title: { zh_CN: '基本信息', en_US: 'App info', ja_JP: '基本情報' },
  order: 20,
  nested: true,
});

/** Frame of what is configured of an app. */
export const appConfigPage = menu({
  code: 'mam_app_management_info_config',
  route: '/mam_app_management/mam_app_management_info/:id/:appKey/config',
  parent: appInfoPage.code,
  title: { zh_CN: '应用配置', en_US: 'Configuration', ja_JP: 'アプリ設定' },
  order: 30,
  nested: true,
});

/** Every page of the module, parents first. */
export const appsPages = [appsFrame, appListPage, appInfoPage, appDetailPage, appConfigPage];
