import { cleaning } from './cleaning/ja_JP.ts';
import { login } from './login/ja_JP.ts';
import { operation } from './operation/ja_JP.ts';
import { read } from './read/ja_JP.ts';
import { saved } from './saved/ja_JP.ts';
import { seal } from './seal/ja_JP.ts';
import { stream } from './stream/ja_JP.ts';
import type { zh_CN } from './zh_CN.ts';

export const ja_JP: Record<keyof typeof zh_CN, string> = { ...operation, ...login, ...seal, ...read, ...stream, ...cleaning, ...saved };
