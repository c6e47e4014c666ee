import { zh_CN as source } from '../source/zh_CN.ts';
import { zh_CN as run } from '../source-run/zh_CN.ts';

/** Texts of sources that other pages say too. */
export const zh_CN = { ...source, ...run };
