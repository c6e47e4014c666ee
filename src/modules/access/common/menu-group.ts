import { menu } from '#kit/common/permission.ts';

/** The gateway between terminals and business systems: systems, interfaces, calls, conversion, open API. */
export const integrationGroup = menu({
  code: 'mas',
  title: { zh_CN: '接入服务', en_US: 'Integration', ja_JP: '連携' },
  icon: 'api',
  order: 45,
});
