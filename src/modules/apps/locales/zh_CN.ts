import { zh_CN as app } from './app/zh_CN.ts';
import { zh_CN as version } from './version/zh_CN.ts';
import { zh_CN as release } from './release/zh_CN.ts';
import { zh_CN as pages } from './pages/zh_CN.ts';

/** Texts of apps, versions and their release. */
export const zh_CN = { ...app, ...version, ...release, ...pages };

declare module '#kit/common/catalogs.ts' {
  interface Catalogs {
    apps: typeof zh_CN;
  }
}
