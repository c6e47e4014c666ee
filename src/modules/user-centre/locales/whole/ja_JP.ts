import { ja_JP as sources } from '../sources/ja_JP.ts';
import { ja_JP as base } from '../ja_JP.ts';

/** All texts of the user centre. */
export const ja_JP = { ...base, ...sources };
