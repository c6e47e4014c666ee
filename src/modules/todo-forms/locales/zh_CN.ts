import { zh_CN as codes } from './codes/zh_CN.ts';
import { zh_CN as form } from './form/zh_CN.ts';
import { zh_CN as item } from './item/zh_CN.ts';
import { zh_CN as template } from './template/zh_CN.ts';

export const zh_CN = { ...codes, ...form, ...item, ...template };

declare module '#kit/common/catalogs.ts' {
  interface Catalogs {
    'todo-forms': typeof zh_CN;
  }
}
