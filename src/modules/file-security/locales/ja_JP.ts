import { ja_JP as decision } from './decision/ja_JP.ts';
import { ja_JP as encryption } from './encryption/ja_JP.ts';
import { ja_JP as page } from './page/ja_JP.ts';
import { ja_JP as role } from './role/ja_JP.ts';
import { ja_JP as rule } from './rule/ja_JP.ts';
import type { zh_CN } from './zh_CN.ts';

export const ja_JP: Record<keyof typeof zh_CN, string> = { ...decision, ...encryption, ...page, ...role, ...rule };
