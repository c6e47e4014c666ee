import { boxesZhCN } from './boxes/zh_CN.ts';
import { zh_CN as codes } from './codes/zh_CN.ts';
import { engineZhCN } from './engine/zh_CN.ts';
import { terminalZhCN } from './terminal/zh_CN.ts';

export const zh_CN = { ...codes, ...boxesZhCN, ...engineZhCN, ...terminalZhCN };

declare module '#kit/common/catalogs.ts' {
  interface Catalogs {
    mailboxes: typeof zh_CN;
  }
}
