import { menu } from '#kit/common/permission.ts';
import { appsGroup } from './menu-group.ts';

const online = { verb: 'online', title: { zh_CN: '上架', en_US: 'Put on shelf', ja_JP: '公開する' } } as const;
const offline = { verb: 'offline', title: { zh_CN: '下架', en_US: 'Take off shelf', ja_JP: '公開を停止' }, dangerous: true } as const;
const upload = { verb: 'upload', title: { zh_CN: '上传安装包', en_US: 'Upload package', ja_JP: 'パッケージをアップロード' } } as const;
const rollout = { verb: 'rollout', title: { zh_CN: '灰度发布', en_US: 'Rollout', ja_JP: '段階的公開' } } as const;
const halt = { verb: 'halt', title: { zh_CN: '暂停灰度发布', en_US: 'Halt a rollout', ja_JP: '段階的公開を停止' } } as const;
const resume = { verb: 'resume', title: { zh_CN: '恢复灰度发布', en_US: 'Resume a rollout', ja_JP: '段階的公開を再開' } } as const;
const advance = { verb: 'advance', title: { zh_CN: '推进到下一阶段', en_US: 'Go to the next stage', ja_JP: '次の段階へ進める' } } as const;
const force = { verb: 'force', title: { zh_CN: '强制升级', en_US: 'Force upgrade', ja_JP: '強制アップデート' }, dangerous: true } as const;
const link = { verb: 'link', title: { zh_CN: '安装链接', en_US: 'Install link', ja_JP: 'インストールリンク' } } as const;
const linkRevoke = {
  verb: 'linkRevoke',
  title: { zh_CN: '吊销安装链接', en_US: 'End an install link', ja_JP: 'インストールリンクを無効化' },
  dangerous: true,
} as const;
const sort = { verb: 'sort', title: { zh_CN: '排序', en_US: 'Reorder', ja_JP: '並べ替え' } } as const;
const clone = { verb: 'clone', title: { zh_CN: '克隆', en_US: 'Clone', ja_JP: '複製' } } as const;
const download = { verb: 'download', title: { zh_CN: '下载', en_US: 'Download', ja_JP: 'ダウンロード' } } as const;
const replace = { verb: 'replace', title: { zh_CN: '更换安装包', en_US: 'Replace package', ja_JP: 'パッケージを差し替え' } } as const;
const check = { verb: 'check', title: { zh_CN: '检查安装通道', en_US: 'Check installing', ja_JP: 'インストール経路を確認' } } as const;
const copyFrom = {
  verb: 'copyFrom',
  title: { zh_CN: '从其他版本复制', en_US: 'Copy from a version', ja_JP: '別バージョンからコピー' },
} as const;
const erase = {
  verb: 'erase',
  title: { zh_CN: '擦除应用数据', en_US: 'Erase app data', ja_JP: 'アプリデータを消去' },
  dangerous: true,
} as const;
const eraseCancel = {
  verb: 'eraseCancel',
  title: { zh_CN: '取消擦除', en_US: 'Stop an erasure', ja_JP: '消去を中止' },
  dangerous: true,
} as const;
const eraseRetry = { verb: 'eraseRetry', title: { zh_CN: '重新擦除', en_US: 'Erase again', ja_JP: '消去を再実行' } } as const;
const secret = {
  verb: 'secret',
  title: { zh_CN: '更换密钥', en_US: 'Replace secret', ja_JP: 'シークレットを更新' },
  dangerous: true,
} as const;

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
  buttons: ['add', 'update', 'delete', 'restore', 'export', online, offline, upload, erase, eraseCancel, eraseRetry],
});

/** Frame of one app. */
export const appInfoPage = menu({
  code: 'mam_app_management_info',
  route: '/mam_app_management/mam_app_management_info/:id/:appKey',
  parent: appsFrame.code,
  title: { zh_CN: '应用详情', en_US: 'App', ja_JP: 'アプリの詳細' },
  order: 20,
  nested: true,
  buttons: [online, offline],
});

/** Names, texts, owner and platforms of an app. */
export const appDetailPage = menu({
  code: 'mam_app_management_info_app_info',
  route: '/mam_app_management/mam_app_management_info/:id/:appKey/app_info',
  parent: appInfoPage.code,
  title: { zh_CN: '基本信息', en_US: 'App info', ja_JP: '基本情報' },
  order: 20,
  nested: true,
  buttons: ['save', secret, check],
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
  buttons: ['add', 'update', 'delete', 'export', replace, clone, online, offline, rollout, force, link, download],
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
  buttons: [online, offline, halt, resume, advance, clone],
});
/** What a version is, its checks, and its rollout. */
export const versionInfoPage = menu({
  code: `${versionViewPage.code}_version_info`,
  route: `${view}/version_info`,
  parent: versionViewPage.code,
  title: { zh_CN: '版本信息', en_US: 'Version info', ja_JP: 'バージョン情報' },
  order: 10,
  nested: true,
  buttons: ['update', replace, rollout, force, link, linkRevoke, download],
});
/** Widgets of a version. */
export const versionWidgetPage = menu({
  code: `${versionViewPage.code}_version_widget`,
  route: `${view}/version_widget`,
  parent: versionViewPage.code,
  title: { zh_CN: '内置小程序', en_US: 'Widgets', ja_JP: 'ウィジェット' },
  order: 20,
  nested: true,
  buttons: ['assign', 'remove', sort, copyFrom],
});
/** Who may get a version. */
export const versionUserPage = menu({
  code: `${versionViewPage.code}_version_user`,
  route: `${view}/version_user`,
  parent: versionViewPage.code,
  title: { zh_CN: '限定用户', en_US: 'Limit users', ja_JP: '対象ユーザー' },
  order: 30,
  nested: true,
  buttons: ['assign', 'remove', 'import', 'export'],
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

/** Every page of the module, parents first. */
export const appsPages = [
  appsFrame,
  appListPage,
  appInfoPage,
  versionPage,
  appDetailPage,
  appConfigPage,
  versionViewPage,
  versionInfoPage,
  versionWidgetPage,
  versionUserPage,
  versionChangelogPage,
];
