import { ja_JP as advert } from './advert/ja_JP.ts';
import { ja_JP as page } from './page/ja_JP.ts';
import type { zh_CN } from './zh_CN.ts';

export const ja_JP: Record<keyof typeof zh_CN, string> = { ...advert, ...page };
