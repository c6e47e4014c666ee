import { zh_CN as decision } from './decision/zh_CN.ts';
import { zh_CN as encryption } from './encryption/zh_CN.ts';
import { zh_CN as page } from './page/zh_CN.ts';
import { zh_CN as role } from './role/zh_CN.ts';
import { zh_CN as rule } from './rule/zh_CN.ts';

export const zh_CN = { ...decision, ...encryption, ...page, ...role, ...rule };

declare module '#kit/common/catalogs.ts' {
  interface Catalogs {
    'file-security': typeof zh_CN;
  }
}
