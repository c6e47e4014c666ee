import { zh_CN as all } from './all/zh_CN.ts';

export const zh_CN = { ...all };

declare module '#kit/common/catalogs.ts' {
  interface Catalogs {
    'message-cards': typeof zh_CN;
  }
}
