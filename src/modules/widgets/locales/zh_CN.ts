import { zh_CN as roles } from './roles/zh_CN.ts';
import { zh_CN as version } from './version/zh_CN.ts';
import { zh_CN as widget } from './widget/zh_CN.ts';

export const zh_CN = { ...roles, ...version, ...widget };

declare module '#kit/common/catalogs.ts' {
  interface Catalogs {
    widgets: typeof zh_CN;
  }
}
