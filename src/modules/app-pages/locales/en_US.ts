import { en_US as advert } from './advert/en_US.ts';
import { en_US as page } from './page/en_US.ts';
import type { zh_CN } from './zh_CN.ts';

export const en_US: Record<keyof typeof zh_CN, string> = { ...advert, ...page };
