import { cleaning } from './cleaning/en_US.ts';
import { login } from './login/en_US.ts';
import { operation } from './operation/en_US.ts';
import { read } from './read/en_US.ts';
import { saved } from './saved/en_US.ts';
import { seal } from './seal/en_US.ts';
import { stream } from './stream/en_US.ts';
import type { zh_CN } from './zh_CN.ts';

export const en_US: Record<keyof typeof zh_CN, string> = { ...operation, ...login, ...seal, ...read, ...stream, ...cleaning, ...saved };
