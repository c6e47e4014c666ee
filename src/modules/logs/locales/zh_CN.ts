import { cleaning } from './cleaning/zh_CN.ts';
import { login } from './login/zh_CN.ts';
import { operation } from './operation/zh_CN.ts';
import { read } from './read/zh_CN.ts';
import { saved } from './saved/zh_CN.ts';
import { seal } from './seal/zh_CN.ts';
import { stream } from './stream/zh_CN.ts';

/** Texts of this module: names of things, of their fields, and what its pages say. */
export const zh_CN = { ...operation, ...login, ...seal, ...read, ...stream, ...cleaning, ...saved };

declare module '#kit/common/catalogs.ts' {
  interface Catalogs {
    logs: typeof zh_CN;
  }
}
