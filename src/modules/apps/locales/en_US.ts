import { en_US as app } from './app/en_US.ts';
import { en_US as version } from './version/en_US.ts';
import { en_US as release } from './release/en_US.ts';
import { en_US as pages } from './pages/en_US.ts';

/** Texts of apps, versions and their release. */
export const en_US = { ...app, ...version, ...release, ...pages };
