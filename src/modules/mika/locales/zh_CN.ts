import { zh_CN as codes } from './codes/zh_CN.ts';
import { zh_CN as server } from './server/zh_CN.ts';
import { zh_CN as config } from './config/zh_CN.ts';
import { zh_CN as pages } from './pages/zh_CN.ts';

export const zh_CN = { ...codes, ...server, ...config, ...pages };

declare module '#kit/common/catalogs.ts' {
  interface Catalogs {
    mika: typeof zh_CN;
  }
}
