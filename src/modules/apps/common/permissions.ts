import { menu } from '#kit/common/permission.ts';
import { appsGroup } from './menu-group.ts';

const online = { verb: 'online', title: { zh_CN: '上架', en_US: 'Put on shelf', ja_JP: '公開する' } } as const;
const offline = { verb: 'offline', title: { zh_CN: '下架', en_US: 'Take off shelf', ja_JP: '公開を停止' }, dangerous: true } as const;
const upload = { verb: 'upload', title: { zh_CN: '上传安装包', en_US: 'Upload package', ja_JP: 'パッケージをアップロード' } } as const;
const rollout = { verb: 'rollout', title: { zh_CN: '灰度发布', en_US: 'Rollout', ja_JP: '段階的公開' } } as const;
const force = { verb: 'force', title: { zh_CN: '强制升级', en_US: 'Force upgrade', ja_JP: '強制アップデート' }, dangerous: true } as const;
const link = { verb: 'link', title: { zh_CN: '安装链接', en_US: 'Install link', ja_JP: 'インストールリンク' } } as const;
const clone = { verb: 'clone', title: { zh_CN: '克隆', en_US: 'Clone', ja_JP: '複製' } } as const;
const download = { verb: 'download', title: { zh_CN: '下载', en_US: 'Download', ja_JP: 'ダウンロード' } } as const;
const secret = { verb: 'secret', title: { zh_CN: '更换密钥', en_US: 'Replace secret', ja_JP: 'シークレットを更新' }, dangerous: true } as const;

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
  buttons: ['add', 'update', 'delete', 'restore', 'export', online, offline, upload],
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
  buttons: [secret],
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

/** Versions of an app by platform. */
export const versionPage = menu({
  code: `${appInfoPage.code}_version`,
  route: `${appInfoPage.route}/version`,
  parent: appInfoPage.code,
  title: { zh_CN: '版本', en_US: 'Versions', ja_JP: 'バージョン' },
  order: 10,
  nested: true,
  buttons: ['add', 'update', 'delete', clone, online, offline, rollout, force, link, download],
});

const view = '/mam_app_management/mam_app_management_version_view/:id/:versionId';

/** Frame of one version. */
export const versionViewPage = menu({
  code: 'mam_app_management_version_view',
  route: view,
  parent: appsFrame.code,
  title: { zh_CN: '版本详情', en_US: 'Version', ja_JP: 'バージョンの詳細' },
  order: 30,
  nested: true,
});
/** What a version is, its checks, and its rollout. */
export const versionInfoPage = menu({
  code: `${versionViewPage.code}_version_info`,
  route: `${view}/version_info`,
  parent: versionViewPage.code,
  title: { zh_CN: '版本信息', en_US: 'Version info', ja_JP: 'バージョン情報' },
  order: 10,
  nested: true,
  buttons: [rollout],
});
/** Widgets of a version. */
export const versionWidgetPage = menu({
  code: `${versionViewPage.code}_version_widget`,
  route: `${view}/version_widget`,
  parent: versionViewPage.code,
  title: { zh_CN: '内置微件', en_US: 'Widgets', ja_JP: 'ウィジェット' },
  order: 20,
  nested: true,
  buttons: ['save'],
});
/** Who may get a version. */
export const versionUserPage = menu({
  code: `${versionViewPage.code}_version_user`,
  route: `${view}/version_user`,
  parent: versionViewPage.code,
  title: { zh_CN: '限定用户', en_US: 'Limit users', ja_JP: '対象ユーザー' },
  order: 30,
  nested: true,
  buttons: ['save'],
});
/** Release notes and history of a version. */
export const versionChangelogPage = menu({
  code: `${versionViewPage.code}_version_changelog`,
  route: `${view}/version_changelog`,
  parent: versionViewPage.code,
  title: { zh_CN: '更新日志', en_US: 'Change log', ja_JP: '変更履歴' },
  order: 40,
  nested: true,
  buttons: ['save'],
});

/** What employees write about an app. */
export const feedbackPage = menu({
  code: `${appInfoPage.code}_feedback`,
  route: `${appInfoPage.route}/feedback`,
  parent: appInfoPage.code,
  title: { zh_CN: '意见反馈', en_US: 'Feedback', ja_JP: 'フィードバック' },
  order: 40,
  nested: true,
  buttons: [
    { verb: 'reply', title: { zh_CN: '回复', en_US: 'Reply', ja_JP: '返信' } },
    { verb: 'close', title: { zh_CN: '关闭', en_US: 'Close', ja_JP: 'クローズ' } },
  ],
});

/** Login page and links of an app. */
export const loginPagePage = menu({
  code: `${appConfigPage.code}_login_page`,
  route: `${appConfigPage.route}/login_page`,
  parent: appConfigPage.code,
  title: { zh_CN: '登录页', en_US: 'Login page', ja_JP: 'ログインページ' },
  order: 50,
  nested: true,
  buttons: ['add', 'update', 'delete', 'enable', 'disable', 'reorder', 'save'],
});
/** How people sign in to an app. */
export const loginAuthPage = menu({
  code: `${appConfigPage.code}_login_authentication`,
  route: `${appConfigPage.route}/login_authentication`,
  parent: appConfigPage.code,
  title: { zh_CN: '登录认证', en_US: 'Login authentication', ja_JP: 'ログイン認証' },
  order: 10,
  nested: true,
  buttons: ['save'],
});
/** Typed settings of an app with rules. */
export const otherConfigPage = menu({
  code: `${appConfigPage.code}_other_configuration`,
  route: `${appConfigPage.route}/other-configuration`,
  parent: appConfigPage.code,
  title: { zh_CN: '其他配置', en_US: 'Other configurations', ja_JP: 'その他の設定' },
  order: 60,
  nested: true,
  buttons: ['add', 'save', 'delete'],
});

/** Frame: tests of apps. */
export const testFrame = menu({
  code: 'mam_app_management_test',
  route: '/mam_app_management_test',
  parent: appsGroup.code,
  title: { zh_CN: '应用测试', en_US: 'App tests', ja_JP: 'アプリのテスト' },
  icon: 'appstore',
  order: 30,
});
/** Versions given to named testers before their release. */
export const orientationPage = menu({
  code: `${testFrame.code}_orientation`,
  route: '/mam_app_management_test/orientation',
  parent: testFrame.code,
  title: { zh_CN: '定向测试', en_US: 'Directed tests', ja_JP: '限定テスト' },
  order: 10,
  nested: true,
  buttons: ['add', 'update', 'delete', { verb: 'end', title: { zh_CN: '结束测试', en_US: 'End test', ja_JP: 'テストを終了' } }],
});

/** Every page of the module, parents first. */
export const appsPages = [
  appsFrame,
  appListPage,
  appInfoPage,
  versionPage,
  appDetailPage,
  appConfigPage,
  loginAuthPage,
  loginPagePage,
  otherConfigPage,
  feedbackPage,
  versionViewPage,
  versionInfoPage,
  versionWidgetPage,
  versionUserPage,
  versionChangelogPage,
  testFrame,
  orientationPage,
];
