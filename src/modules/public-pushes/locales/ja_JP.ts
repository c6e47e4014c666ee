import { ja_JP as pages } from './pages/ja_JP.ts';
import { ja_JP as words } from './words/ja_JP.ts';
import type { zh_CN } from './zh_CN.ts';

export const ja_JP: Record<keyof typeof zh_CN, string> = { ...pages, ...words };
