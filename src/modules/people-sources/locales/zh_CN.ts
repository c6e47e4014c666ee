import { zh_CN as base } from './base/zh_CN.ts';
import { zh_CN as page } from './sources/zh_CN.ts';

/** All texts of sources. */
export const zh_CN = { ...base, ...page };

type Own = typeof zh_CN;

declare module '#kit/common/catalogs.ts' {
  /** Keys of the texts that people, people-sources and crowds give together. */
  interface UserCentreTexts extends Own {}
  interface Catalogs {
    'user-centre': UserCentreTexts;
  }
}
