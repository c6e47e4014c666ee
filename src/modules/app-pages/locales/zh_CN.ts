import { zh_CN as advert } from './advert/zh_CN.ts';
import { zh_CN as page } from './page/zh_CN.ts';

export const zh_CN = { ...advert, ...page };

declare module '#kit/common/catalogs.ts' {
  interface Catalogs {
    'app-pages': typeof zh_CN;
  }
}
