import { zh_CN as codes } from './codes/zh_CN.ts';
import { zh_CN as functions } from './functions/zh_CN.ts';

export const zh_CN = { ...codes, ...functions };
