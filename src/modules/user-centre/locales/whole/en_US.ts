import { en_US as sources } from '../sources/en_US.ts';
import { en_US as base } from '../en_US.ts';

/** All texts of the user centre. */
export const en_US = { ...base, ...sources };
