import { en_US as call } from './call/en_US.ts';
import { en_US as stat } from './stat/en_US.ts';

/** Texts of the module. */
export const en_US = { ...call, ...stat };
