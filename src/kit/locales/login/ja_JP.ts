import { ja_JP as base } from '../base/ja_JP.ts';
import { ja_JP as session } from '../session/ja_JP.ts';
import { ja_JP as shell } from '../shell/ja_JP.ts';

/** What of the kit's texts is needed before anybody is signed in. */
export const ja_JP = { ...base, ...session, ...shell };
