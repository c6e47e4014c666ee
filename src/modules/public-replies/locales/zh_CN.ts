import { zh_CN as reply } from './reply/zh_CN.ts';

export const zh_CN = { ...reply };

declare module '#kit/common/catalogs.ts' {
  interface Catalogs {
    'public-replies': typeof zh_CN;
  }
}
