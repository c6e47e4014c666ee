import { zh_CN as sources } from '../sources/zh_CN.ts';
import { zh_CN as base } from '../zh_CN.ts';

/** All texts of the user centre. */
export const zh_CN = { ...base, ...sources };

declare module '#kit/common/catalogs.ts' {
  interface Catalogs {
    'user-centre': typeof zh_CN;
  }
}
