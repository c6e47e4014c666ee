import { menu } from '#kit/common/permission.ts';

/** What can be set about the product, its apps and their terminals, by the place where it holds. */
export const propertyPage = menu({
  code: 'customer_mcc_property',
  route: '/customer_mcc_property',
  parent: 'sys',
  title: { zh_CN: '属性配置', en_US: 'Client settings', ja_JP: 'クライアント設定' },
  icon: 'control',
  order: 50,
  buttons: [
    'add',
    'update',
    'delete',
    { verb: 'setValue', title: { zh_CN: '设置值', en_US: 'Set value', ja_JP: '値を設定' } },
    { verb: 'clearValue', title: { zh_CN: '清除值', en_US: 'Clear value', ja_JP: '値を消去' }, dangerous: true },
    { verb: 'rollback', title: { zh_CN: '回退', en_US: 'Roll back', ja_JP: '前の値に戻す' }, dangerous: true },
    'import',
    'export',
    { verb: 'resolve', title: { zh_CN: '解析', en_US: 'Resolve', ja_JP: '解決' } },
  ],
});
