import { en_US as config } from './config/en_US.ts';
import { en_US as login } from './login/en_US.ts';
import type { zh_CN } from './zh_CN.ts';

export const en_US: Record<keyof typeof zh_CN, string> = { ...login, ...config };
