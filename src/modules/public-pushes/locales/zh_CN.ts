import { zh_CN as pages } from './pages/zh_CN.ts';
import { zh_CN as words } from './words/zh_CN.ts';

export const zh_CN = { ...pages, ...words };

declare module '#kit/common/catalogs.ts' {
  interface Catalogs {
    'public-pushes': typeof zh_CN;
  }
}
