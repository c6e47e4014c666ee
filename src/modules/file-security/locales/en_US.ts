import { en_US as decision } from './decision/en_US.ts';
import { en_US as encryption } from './encryption/en_US.ts';
import { en_US as page } from './page/en_US.ts';
import { en_US as role } from './role/en_US.ts';
import { en_US as rule } from './rule/en_US.ts';
import type { zh_CN } from './zh_CN.ts';

export const en_US: Record<keyof typeof zh_CN, string> = { ...decision, ...encryption, ...page, ...role, ...rule };
