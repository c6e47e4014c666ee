import { zh_CN as base } from '../base/zh_CN.ts';
import { zh_CN as session } from '../session/zh_CN.ts';
import { zh_CN as shell } from '../shell/zh_CN.ts';

/** What of the kit's texts is needed before anybody is signed in. */
export const zh_CN = { ...base, ...session, ...shell };
