import { zh_CN as codes } from './codes/zh_CN.ts';
import { zh_CN as pages } from './pages/zh_CN.ts';
import { zh_CN as settings } from './settings/zh_CN.ts';

export const zh_CN = { ...codes, ...pages, ...settings };

declare module '#kit/common/catalogs.ts' {
  interface Catalogs {
    'public-accounts': typeof zh_CN;
  }
}
