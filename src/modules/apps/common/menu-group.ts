import { menu } from '#kit/common/permission.ts';

/** What terminals get as software: apps, widgets, their pages, adverts and certificates. */
export const appsGroup = menu({
  code: 'mam',
  title: { zh_CN: '应用管理', en_US: 'Apps', ja_JP: 'アプリ管理' },
  icon: 'appstore',
  order: 40,
});
