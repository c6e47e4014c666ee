import { ja_JP as app } from './app/ja_JP.ts';

/** Texts of apps, versions and their release. */
export const ja_JP = { ...app };
