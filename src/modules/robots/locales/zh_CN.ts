import { zh_CN as assistants } from './assistant/zh_CN.ts';
import { zh_CN as codes } from './codes/zh_CN.ts';
import { zh_CN as roles } from './role/zh_CN.ts';
import { zh_CN as settings } from './setting/zh_CN.ts';

export const zh_CN = {
  ...codes,
  ...roles,
  ...settings,
  ...assistants,
};

declare module '#kit/common/catalogs.ts' {
  interface Catalogs {
    robots: typeof zh_CN;
  }
}
