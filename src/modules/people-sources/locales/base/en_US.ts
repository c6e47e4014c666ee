import { en_US as source } from '../source/en_US.ts';
import { en_US as run } from '../source-run/en_US.ts';

/** Texts of sources that other pages say too. */
export const en_US = { ...source, ...run };
