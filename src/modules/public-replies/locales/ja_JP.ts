import { ja_JP as inbox } from './inbox/ja_JP.ts';
import { ja_JP as menu } from './menu/ja_JP.ts';
import { ja_JP as reply } from './reply/ja_JP.ts';
import type { zh_CN } from './zh_CN.ts';

export const ja_JP: Record<keyof typeof zh_CN, string> = { ...inbox, ...menu, ...reply };
