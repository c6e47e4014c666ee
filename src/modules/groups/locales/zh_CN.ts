import { zh_CN as all } from './all/zh_CN.ts';

export const zh_CN = { ...all };

declare module '#kit/common/catalogs.ts' {
  interface Catalogs {
    groups: typeof zh_CN;
  }
}
