import { en_US as codes } from './codes/en_US.ts';
import { en_US as form } from './form/en_US.ts';
import { en_US as item } from './item/en_US.ts';
import { en_US as template } from './template/en_US.ts';
import type { zh_CN } from './zh_CN.ts';

export const en_US: Record<keyof typeof zh_CN, string> = { ...codes, ...form, ...item, ...template };
