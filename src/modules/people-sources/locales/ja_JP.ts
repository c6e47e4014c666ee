import { ja_JP as base } from './base/ja_JP.ts';
import { ja_JP as page } from './sources/ja_JP.ts';

/** All texts of sources. */
export const ja_JP = { ...base, ...page };
