import { menu } from '#kit/common/permission.ts';
import { appConfigPage } from '#modules/apps/common/permissions.ts';

const adverts = <const C extends string>(code: C, path: string, title: { zh_CN: string; en_US: string; ja_JP: string }, order: number) =>
  menu({
    code: `${appConfigPage.code}_${code}`,
    route: `${appConfigPage.route}/${path}`,
    parent: appConfigPage.code,
    title,
    order,
    nested: true,
    buttons: [
      'add',
      'update',
      'delete',
      { verb: 'setavailable', title: { zh_CN: '上下架', en_US: 'Set available', ja_JP: '公開切替' } },
      { verb: 'setDisplay', title: { zh_CN: '显示位置', en_US: 'Set display', ja_JP: '表示先' } },
      { verb: 'sort', title: { zh_CN: '排序', en_US: 'Reorder', ja_JP: '並べ替え' } },
      { verb: 'setting', title: { zh_CN: '广告位设置', en_US: 'Area settings', ja_JP: '表示枠の設定' } },
    ],
  });

/** Adverts that a terminal shows while the app starts. */
export const launchAdPage = adverts('launch_ad', 'launch_ad', { zh_CN: '启动广告', en_US: 'Launch adverts', ja_JP: '起動広告' }, 40);
/** Adverts of the home page. */
export const homeAdPage = adverts('home_ad', 'home_ad', { zh_CN: '首页广告', en_US: 'Home adverts', ja_JP: 'ホーム広告' }, 50);

/** Page configurations of an app in their order of precedence, and its platform cards. */
export const pageConfigPage = menu({
  code: `${appConfigPage.code}_custom_page_configuration`,
  route: `${appConfigPage.route}/custom-page-configuration`,
  parent: appConfigPage.code,
  title: { zh_CN: '自定义页面', en_US: 'Custom pages', ja_JP: 'カスタムページ' },
  order: 70,
  nested: true,
  buttons: [
    'add',
    'update',
    'delete',
    'copy',
    { verb: 'sort', title: { zh_CN: '排序', en_US: 'Reorder', ja_JP: '並べ替え' } },
    { verb: 'publish', title: { zh_CN: '放回历史版本', en_US: 'Put a release back', ja_JP: '過去のリリースに戻す' } },
    { verb: 'withdraw', title: { zh_CN: '撤回', en_US: 'Withdraw', ja_JP: '取り下げ' }, dangerous: true },
    { verb: 'addCard', title: { zh_CN: '新增平台卡片', en_US: 'Add platform card', ja_JP: 'カードを追加' } },
    { verb: 'updateCard', title: { zh_CN: '编辑平台卡片', en_US: 'Edit platform card', ja_JP: 'カードを編集' } },
    { verb: 'deleteCard', title: { zh_CN: '删除平台卡片', en_US: 'Delete platform card', ja_JP: 'カードを削除' }, dangerous: true },
  ],
});

/** The editor of one page configuration. */
export const pageContentPage = menu({
  code: `${appConfigPage.code}_custom_page_content_configuration`,
  route: `${appConfigPage.route}/custom-page-content-configuration`,
  parent: appConfigPage.code,
  title: { zh_CN: '页面内容', en_US: 'Page content', ja_JP: 'ページの内容' },
  order: 80,
  nested: true,
  buttons: [
    'save',
    { verb: 'publish', title: { zh_CN: '发布', en_US: 'Publish', ja_JP: '公開' } },
    { verb: 'preview', title: { zh_CN: '以员工身份查看', en_US: 'See as', ja_JP: '従業員として表示' } },
  ],
});

/** Every page of the module. */
export const appPagePages = [launchAdPage, homeAdPage, pageConfigPage, pageContentPage] as const;

/** The page of the adverts of a kind. */
export const advertPageOf = { launch: launchAdPage, home: homeAdPage } as const;
