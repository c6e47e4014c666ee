import { zh_CN as config } from './config/zh_CN.ts';
import { zh_CN as login } from './login/zh_CN.ts';

export const zh_CN = { ...login, ...config };

declare module '#kit/common/catalogs.ts' {
  interface Catalogs {
    'app-settings': typeof zh_CN;
  }
}
