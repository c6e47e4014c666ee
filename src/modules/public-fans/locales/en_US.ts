import { en_US as dialogs } from './dialogs/en_US.ts';
import { en_US as fans } from './fans/en_US.ts';
import { en_US as log } from './log/en_US.ts';
import { en_US as readers } from './readers/en_US.ts';
import { en_US as tags } from './tags/en_US.ts';
import type { zh_CN } from './zh_CN.ts';

export const en_US: Record<keyof typeof zh_CN, string> = { ...dialogs, ...fans, ...log, ...readers, ...tags };
