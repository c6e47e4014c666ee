import { menu } from '#kit/common/permission.ts';
import { accountSettingPage } from '#modules/public-accounts/common/permissions.ts';

/** The menu that an account shows on terminals. */
export const customMenuPage = menu({
  code: `${accountSettingPage.code}_custom_menu`,
  route: `${accountSettingPage.route}/custom_menu`,
  parent: accountSettingPage.code,
  title: { zh_CN: '自定义菜单', en_US: 'Menu', ja_JP: 'カスタムメニュー' },
  order: 60,
  nested: true,
  buttons: [
    { verb: 'save', title: { zh_CN: '保存', en_US: 'Save', ja_JP: '保存' } },
    { verb: 'publish', title: { zh_CN: '发布', en_US: 'Publish', ja_JP: '公開' } },
    { verb: 'withdraw', title: { zh_CN: '撤下', en_US: 'Withdraw', ja_JP: '公開を取り下げ' }, dangerous: true },
    'restore',
    'export',
  ],
});
