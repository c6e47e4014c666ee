import { menu } from '#kit/common/permission.ts';

const grant = { verb: 'grant', title: { zh_CN: '授权', en_US: 'Grant', ja_JP: '許可' } } as const;

/** The product's own functions as other systems may call them. */
export const openApiPage = menu({
  code: 'mas_open_api',
  route: '/mas_open_api',
  parent: 'mas',
  title: { zh_CN: '开放接口', en_US: 'Open API', ja_JP: 'オープン API' },
  icon: 'api',
  order: 70,
  buttons: ['add', 'enable', 'disable', 'delete', grant, 'test'],
});

/** Every page of the module. */
export const openApiPages = [openApiPage] as const;
