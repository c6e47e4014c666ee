import { ja_JP as config } from './config/ja_JP.ts';
import { ja_JP as login } from './login/ja_JP.ts';
import type { zh_CN } from './zh_CN.ts';

export const ja_JP: Record<keyof typeof zh_CN, string> = { ...login, ...config };
