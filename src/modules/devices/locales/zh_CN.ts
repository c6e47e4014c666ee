import { zh_CN as device } from './device/zh_CN.ts';
import { zh_CN as binding } from './binding/zh_CN.ts';
import { zh_CN as erase } from './erase/zh_CN.ts';
import { zh_CN as rule } from './rule/zh_CN.ts';
import { zh_CN as register } from './register/zh_CN.ts';
import { zh_CN as settings } from './settings/zh_CN.ts';
import { zh_CN as words } from './words/zh_CN.ts';
import { zh_CN as ui } from './ui/zh_CN.ts';

export const zh_CN = {
  ...device,
  ...binding,
  ...erase,
  ...rule,
  ...register,
  ...settings,
  ...words,
  ...ui,
  title: '设备',
};

declare module '#kit/common/catalogs.ts' {
  interface Catalogs {
    devices: typeof zh_CN;
  }
}
