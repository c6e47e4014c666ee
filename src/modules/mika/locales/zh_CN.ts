import { zh_CN as codes } from './codes/zh_CN.ts';

export const zh_CN = { ...codes };

declare module '#kit/common/catalogs.ts' {
  interface Catalogs {
    mika: typeof zh_CN;
  }
}
