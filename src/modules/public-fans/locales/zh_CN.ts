import { zh_CN as tags } from './tags/zh_CN.ts';

export const zh_CN = { ...tags };

declare module '#kit/common/catalogs.ts' {
  interface Catalogs {
    'public-fans': typeof zh_CN;
  }
}
