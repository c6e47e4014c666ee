import { ja_JP as base } from './base/ja_JP.ts';
import { ja_JP as robot } from './robot/ja_JP.ts';
import { ja_JP as todo } from './todo/ja_JP.ts';

/** Texts of the module. */
export const ja_JP = { ...base, ...robot, ...todo };
