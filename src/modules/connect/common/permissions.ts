import { menu } from '#kit/common/permission.ts';

const secret = {
  verb: 'secret',
  title: { zh_CN: '重置密钥', en_US: 'New secret', ja_JP: 'シークレットを再発行' },
  dangerous: true,
} as const;

/** Frame of widgets that are connected to business systems. */
export const connectPage = menu({
  code: 'customer_connect',
  route: '/customer_connect',
  parent: 'mas',
  title: { zh_CN: '应用连接', en_US: 'Connected widgets', ja_JP: 'アプリ連携' },
  icon: 'link',
  order: 80,
});

/** Which widget is connected to which system. */
export const connectAppPage = menu({
  code: 'customer_connect_app',
  route: '/customer_connect/app',
  parent: 'customer_connect',
  title: { zh_CN: '连接应用', en_US: 'Widgets', ja_JP: '連携アプリ' },
  order: 10,
  nested: true,
  buttons: ['add', 'update', 'enable', 'disable', 'delete', secret, 'test'],
});

/** Parameters that connected widgets are given. */
export const connectParamsPage = menu({
  code: 'customer_connect_params',
  route: '/customer_connect/params',
  parent: 'customer_connect',
  title: { zh_CN: '连接参数', en_US: 'Parameters', ja_JP: '連携パラメーター' },
  order: 20,
  nested: true,
  buttons: ['add', 'update', 'delete'],
});

/** Every page of the module. */
export const connectPages = [connectPage, connectAppPage, connectParamsPage] as const;
