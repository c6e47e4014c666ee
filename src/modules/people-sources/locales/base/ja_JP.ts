import { ja_JP as source } from '../source/ja_JP.ts';
import { ja_JP as run } from '../source-run/ja_JP.ts';

/** Texts of sources that other pages say too. */
export const ja_JP = { ...source, ...run };
