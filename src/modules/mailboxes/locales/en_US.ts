import { boxesEnUS } from './boxes/en_US.ts';
import { en_US as codes } from './codes/en_US.ts';
import { engineEnUS } from './engine/en_US.ts';
import { terminalEnUS } from './terminal/en_US.ts';
import type { zh_CN } from './zh_CN.ts';

export const en_US: Record<keyof typeof zh_CN, string> = { ...codes, ...boxesEnUS, ...engineEnUS, ...terminalEnUS };
