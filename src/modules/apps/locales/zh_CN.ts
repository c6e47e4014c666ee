import { zh_CN as app } from './app/zh_CN.ts';

/** Texts of apps, versions and their release. */
export const zh_CN = { ...app };

declare module '#kit/common/catalogs.ts' {
  interface Catalogs {
    apps: typeof zh_CN;
  }
}
