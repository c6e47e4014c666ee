import { ja_JP as codes } from './codes/ja_JP.ts';
import { ja_JP as server } from './server/ja_JP.ts';
import { ja_JP as config } from './config/ja_JP.ts';
import { ja_JP as pages } from './pages/ja_JP.ts';
import type { zh_CN } from './zh_CN.ts';

export const ja_JP: Record<keyof typeof zh_CN, string> = { ...codes, ...server, ...config, ...pages };
