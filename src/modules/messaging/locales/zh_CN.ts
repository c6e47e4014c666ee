import { zh_CN as codes } from './codes/zh_CN.ts';
import { zh_CN as functions } from './functions/zh_CN.ts';
import { zh_CN as pages } from './pages/zh_CN.ts';
import { zh_CN as server } from './server/zh_CN.ts';

export const zh_CN = { ...codes, ...functions, ...pages, ...server };

declare module '#kit/common/catalogs.ts' {
  interface Catalogs {
    messaging: typeof zh_CN;
  }
}
