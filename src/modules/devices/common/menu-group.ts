import { menu } from '#kit/common/permission.ts';

/** Devices and their binding, address groups, erasures, file security. */
export const devicesGroup = menu({
  code: 'msm',
  title: { zh_CN: '设备与安全', en_US: 'Devices and security', ja_JP: 'デバイスとセキュリティ' },
  icon: 'mobile',
  order: 60,
});
