import { zh_CN as call } from './call/zh_CN.ts';
import { zh_CN as stat } from './stat/zh_CN.ts';

/** Texts of the module. */
export const zh_CN = { ...call, ...stat };

declare module '#kit/common/catalogs.ts' {
  interface Catalogs {
    'call-logs': typeof zh_CN;
  }
}
