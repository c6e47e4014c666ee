import { zh_CN as articles } from './articles/zh_CN.ts';
import { zh_CN as materials } from './materials/zh_CN.ts';

export const zh_CN = { ...materials, ...articles };

declare module '#kit/common/catalogs.ts' {
  interface Catalogs {
    'public-content': typeof zh_CN;
  }
}
