import { zh_CN as base } from './base/zh_CN.ts';

/** Texts of the module. */
export const zh_CN = { ...base };

declare module '#kit/common/catalogs.ts' {
  interface Catalogs {
    conversion: typeof zh_CN;
  }
}
