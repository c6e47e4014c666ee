import { en_US as articles } from './articles/en_US.ts';
import { en_US as materials } from './materials/en_US.ts';
import type { zh_CN } from './zh_CN.ts';

export const en_US: Record<keyof typeof zh_CN, string> = { ...materials, ...articles };
