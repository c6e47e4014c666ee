import { zh_CN as crowd } from './crowd/zh_CN.ts';
import { zh_CN as page } from './crowd-page/zh_CN.ts';

/** All texts of crowds. */
export const zh_CN = { ...crowd, ...page };

type Own = typeof zh_CN;

declare module '#kit/common/catalogs.ts' {
  /** Keys of the texts that people, people-sources and crowds give together. */
  interface UserCentreTexts extends Own {}
  interface Catalogs {
    'user-centre': UserCentreTexts;
  }
}
