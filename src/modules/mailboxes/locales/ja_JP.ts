import { boxesJaJP } from './boxes/ja_JP.ts';
import { ja_JP as codes } from './codes/ja_JP.ts';
import { engineJaJP } from './engine/ja_JP.ts';
import { terminalJaJP } from './terminal/ja_JP.ts';
import type { zh_CN } from './zh_CN.ts';

export const ja_JP: Record<keyof typeof zh_CN, string> = { ...codes, ...boxesJaJP, ...engineJaJP, ...terminalJaJP };
