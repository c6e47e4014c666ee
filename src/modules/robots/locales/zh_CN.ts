import { zh_CN as codes } from './codes/zh_CN.ts';
import { zh_CN as company } from './company/zh_CN.ts';

export const zh_CN = { ...codes, ...company };

declare module '#kit/common/catalogs.ts' {
  interface Catalogs {
    robots: typeof zh_CN;
  }
}
