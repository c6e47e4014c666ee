import { menu } from '#kit/common/permission.ts';

/** Accounts to which people subscribe: who may follow, what is written and pushed, what fans answer. */
export const publicAccountsGroup = menu({
  code: 'mpm',
  title: { zh_CN: '公众号', en_US: 'Public accounts', ja_JP: '公式アカウント' },
  icon: 'sound',
  order: 55,
});
