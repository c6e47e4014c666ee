import { ja_JP as dialogs } from './dialogs/ja_JP.ts';
import { ja_JP as fans } from './fans/ja_JP.ts';
import { ja_JP as log } from './log/ja_JP.ts';
import { ja_JP as readers } from './readers/ja_JP.ts';
import { ja_JP as tags } from './tags/ja_JP.ts';
import type { zh_CN } from './zh_CN.ts';

export const ja_JP: Record<keyof typeof zh_CN, string> = { ...dialogs, ...fans, ...log, ...readers, ...tags };
