import { en_US as base } from '../base/en_US.ts';
import { en_US as session } from '../session/en_US.ts';
import { en_US as shell } from '../shell/en_US.ts';

/** What of the kit's texts is needed before anybody is signed in. */
export const en_US = { ...base, ...session, ...shell };
