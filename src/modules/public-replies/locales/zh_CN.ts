import { zh_CN as inbox } from './inbox/zh_CN.ts';
import { zh_CN as menu } from './menu/zh_CN.ts';
import { zh_CN as reply } from './reply/zh_CN.ts';

export const zh_CN = { ...inbox, ...menu, ...reply };

declare module '#kit/common/catalogs.ts' {
  interface Catalogs {
    'public-replies': typeof zh_CN;
  }
}
