import { ja_JP as codes } from './codes/ja_JP.ts';
import { ja_JP as form } from './form/ja_JP.ts';
import { ja_JP as item } from './item/ja_JP.ts';
import { ja_JP as template } from './template/ja_JP.ts';
import type { zh_CN } from './zh_CN.ts';

export const ja_JP: Record<keyof typeof zh_CN, string> = { ...codes, ...form, ...item, ...template };
