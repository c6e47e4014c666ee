import { ja_JP as call } from './call/ja_JP.ts';
import { ja_JP as stat } from './stat/ja_JP.ts';

/** Texts of the module. */
export const ja_JP = { ...call, ...stat };
