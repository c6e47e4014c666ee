import { en_US as base } from './base/en_US.ts';
import { en_US as robot } from './robot/en_US.ts';
import { en_US as todo } from './todo/en_US.ts';

/** Texts of the module. */
export const en_US = { ...base, ...robot, ...todo };
