import type { zh_CN } from './zh_CN.ts';
import { ja_JP as roles } from './roles/ja_JP.ts';
import { ja_JP as version } from './version/ja_JP.ts';
import { ja_JP as widget } from './widget/ja_JP.ts';

export const ja_JP: Record<keyof typeof zh_CN, string> = { ...roles, ...version, ...widget };
