import { en_US as app } from './app/en_US.ts';

/** Texts of apps, versions and their release. */
export const en_US = { ...app };
