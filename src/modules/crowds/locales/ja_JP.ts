import { ja_JP as crowd } from './crowd/ja_JP.ts';
import { ja_JP as page } from './crowd-page/ja_JP.ts';

/** All texts of crowds. */
export const ja_JP = { ...crowd, ...page };
