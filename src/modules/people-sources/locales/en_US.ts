import { en_US as base } from './base/en_US.ts';
import { en_US as page } from './sources/en_US.ts';

/** All texts of sources. */
export const en_US = { ...base, ...page };
