import { ja_JP as articles } from './articles/ja_JP.ts';
import { ja_JP as materials } from './materials/ja_JP.ts';
import type { zh_CN } from './zh_CN.ts';

export const ja_JP: Record<keyof typeof zh_CN, string> = { ...materials, ...articles };
