import { zh_CN as dialogs } from './dialogs/zh_CN.ts';
import { zh_CN as fans } from './fans/zh_CN.ts';
import { zh_CN as log } from './log/zh_CN.ts';
import { zh_CN as readers } from './readers/zh_CN.ts';
import { zh_CN as tags } from './tags/zh_CN.ts';

export const zh_CN = { ...dialogs, ...fans, ...log, ...readers, ...tags };

declare module '#kit/common/catalogs.ts' {
  interface Catalogs {
    'public-fans': typeof zh_CN;
  }
}
