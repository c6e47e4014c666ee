import { menu } from '#kit/common/permission.ts';
import { accountSettingPage } from '#modules/public-accounts/common/permissions.ts';

/** What an account answers by itself. */
export const autoReplyPage = menu({
  code: `${accountSettingPage.code}_auto_reply`,
  route: `${accountSettingPage.route}/auto_reply`,
  parent: accountSettingPage.code,
  title: { zh_CN: '自动回复', en_US: 'Auto replies', ja_JP: '自動応答' },
  order: 10,
  nested: true,
  buttons: [
    'save',
    'add',
    'update',
    'delete',
    'enable',
    'disable',
    'reorder',
    { verb: 'test', title: { zh_CN: '试答', en_US: 'Try sentences', ja_JP: '応答を試す' } },
    'import',
    'export',
  ],
});
