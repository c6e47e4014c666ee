import { en_US as pages } from './pages/en_US.ts';
import { en_US as words } from './words/en_US.ts';
import type { zh_CN } from './zh_CN.ts';

export const en_US: Record<keyof typeof zh_CN, string> = { ...pages, ...words };
