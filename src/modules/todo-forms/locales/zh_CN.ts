import { zh_CN as codes } from './codes/zh_CN.ts';
import { zh_CN as item } from './item/zh_CN.ts';

export const zh_CN = { ...codes, ...item };

declare module '#kit/common/catalogs.ts' {
  interface Catalogs {
    'todo-forms': typeof zh_CN;
  }
}
