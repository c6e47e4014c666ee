import { menu } from '#kit/common/permission.ts';

/** What keeps the platform running: servers, alerts, expirations and, with the operations area, its figures. */
export const operationsGroup = menu({
  code: 'mop',
  title: { zh_CN: '运营监控', en_US: 'Operations', ja_JP: '運用監視' },
  icon: 'dashboard',
  order: 90,
});

/** The servers that terminals and this product use, what each platform gets of them, and the processes of this product. */
export const serversPage = menu({
  code: 'sys_sevo',
  route: '/sys_sevo',
  parent: operationsGroup.code,
  title: { zh_CN: '服务器概览', en_US: 'Servers', ja_JP: 'サーバー' },
  icon: 'cluster',
  order: 10,
  buttons: [
    'add',
    'update',
    'delete',
    'enable',
    'disable',
    'test',
    { verb: 'drain', title: { zh_CN: '排空', en_US: 'Drain', ja_JP: 'ドレイン' }, dangerous: true },
    { verb: 'savePlatform', title: { zh_CN: '保存平台', en_US: 'Save platform', ja_JP: 'プラットフォームを保存' } },
    { verb: 'publishPlatform', title: { zh_CN: '发布平台', en_US: 'Publish platform', ja_JP: 'プラットフォームを公開' }, dangerous: true },
    { verb: 'supportBundle', title: { zh_CN: '支持包', en_US: 'Support bundle', ja_JP: 'サポート情報' } },
  ],
});
