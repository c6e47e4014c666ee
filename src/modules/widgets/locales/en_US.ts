import type { zh_CN } from './zh_CN.ts';
import { en_US as roles } from './roles/en_US.ts';
import { en_US as version } from './version/en_US.ts';
import { en_US as widget } from './widget/en_US.ts';

export const en_US: Record<keyof typeof zh_CN, string> = { ...roles, ...version, ...widget };
