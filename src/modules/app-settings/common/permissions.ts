import { menu } from '#kit/common/permission.ts';
import { appConfigPage } from '#modules/apps/common/permissions.ts';

const below = (code: string, path: string) =>
  ({ code: `${appConfigPage.code}_${code}`, route: `${appConfigPage.route}/${path}`, parent: appConfigPage.code, nested: true }) as const;

/** How people sign in to an app. */
export const loginAuthPage = menu({
  ...below('login_authentication', 'login_authentication'),
  code: `${appConfigPage.code}_login_authentication`,
  title: { zh_CN: '登录认证', en_US: 'Sign-in', ja_JP: 'サインイン方式' },
  order: 10,
  buttons: ['save', 'enable', 'disable'],
});

/** What an app shows before somebody signs in. */
export const loginPagePage = menu({
  ...below('login_page', 'login_page'),
  code: `${appConfigPage.code}_login_page`,
  title: { zh_CN: '登录页', en_US: 'Login page', ja_JP: 'ログイン画面' },
  order: 20,
  buttons: [
    'save',
    { verb: 'publish', title: { zh_CN: '发布', en_US: 'Publish', ja_JP: '公開' } },
    { verb: 'addLink', title: { zh_CN: '新增链接', en_US: 'Add link', ja_JP: 'リンクを追加' } },
    { verb: 'updateLink', title: { zh_CN: '编辑链接', en_US: 'Edit link', ja_JP: 'リンクを編集' } },
    { verb: 'deleteLink', title: { zh_CN: '删除链接', en_US: 'Delete link', ja_JP: 'リンクを削除' }, dangerous: true },
    { verb: 'sortLink', title: { zh_CN: '链接排序', en_US: 'Reorder links', ja_JP: 'リンクの並べ替え' } },
  ],
});

/** Typed settings of an app, with rules. */
export const otherConfigPage = menu({
  ...below('other_configuration', 'other-configuration'),
  code: `${appConfigPage.code}_other_configuration`,
  title: { zh_CN: '其他配置', en_US: 'Other configuration', ja_JP: 'その他の設定' },
  order: 90,
  buttons: [
    'add',
    'save',
    'delete',
    { verb: 'reset', title: { zh_CN: '恢复默认值', en_US: 'Reset to default', ja_JP: '既定値に戻す' }, dangerous: true },
    'import',
    'export',
  ],
});

/** Every page of the module. */
export const appSettingPages = [loginAuthPage, loginPagePage, otherConfigPage] as const;
