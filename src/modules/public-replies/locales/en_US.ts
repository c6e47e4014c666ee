import { en_US as inbox } from './inbox/en_US.ts';
import { en_US as menu } from './menu/en_US.ts';
import { en_US as reply } from './reply/en_US.ts';
import type { zh_CN } from './zh_CN.ts';

export const en_US: Record<keyof typeof zh_CN, string> = { ...inbox, ...menu, ...reply };
