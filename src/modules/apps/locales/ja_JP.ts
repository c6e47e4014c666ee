import { ja_JP as app } from './app/ja_JP.ts';
import { ja_JP as version } from './version/ja_JP.ts';
import { ja_JP as release } from './release/ja_JP.ts';
import { ja_JP as pages } from './pages/ja_JP.ts';

/** Texts of apps, versions and their release. */
export const ja_JP = { ...app, ...version, ...release, ...pages };
