import { en_US as codes } from './codes/en_US.ts';
import { en_US as server } from './server/en_US.ts';
import { en_US as config } from './config/en_US.ts';
import { en_US as pages } from './pages/en_US.ts';
import type { zh_CN } from './zh_CN.ts';

export const en_US: Record<keyof typeof zh_CN, string> = { ...codes, ...server, ...config, ...pages };
