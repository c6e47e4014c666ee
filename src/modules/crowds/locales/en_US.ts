import { en_US as crowd } from './crowd/en_US.ts';
import { en_US as page } from './crowd-page/en_US.ts';

/** All texts of crowds. */
export const en_US = { ...crowd, ...page };
