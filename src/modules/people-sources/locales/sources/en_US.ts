import { en_US as sourceEdit } from '../source-edit/en_US.ts';
import { en_US as sourceHttp } from '../source-http/en_US.ts';
import { en_US as sourcePage } from '../source-page/en_US.ts';
import { en_US as sourcePush } from '../source-push/en_US.ts';

/** Texts that the page of sources alone needs; the console fetches them with it. */
export const en_US = { ...sourcePage, ...sourceHttp, ...sourcePush, ...sourceEdit };
