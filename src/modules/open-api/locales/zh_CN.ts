import { zh_CN as base } from './base/zh_CN.ts';
import { zh_CN as robot } from './robot/zh_CN.ts';
import { zh_CN as todo } from './todo/zh_CN.ts';

/** Texts of the module. */
export const zh_CN = { ...base, ...robot, ...todo };

declare module '#kit/common/catalogs.ts' {
  interface Catalogs {
    'open-api': typeof zh_CN;
  }
}
