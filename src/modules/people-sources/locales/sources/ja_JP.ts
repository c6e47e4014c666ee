import { ja_JP as sourceEdit } from '../source-edit/ja_JP.ts';
import { ja_JP as sourceHttp } from '../source-http/ja_JP.ts';
import { ja_JP as sourcePage } from '../source-page/ja_JP.ts';
import { ja_JP as sourcePush } from '../source-push/ja_JP.ts';

/** Texts that the page of sources alone needs; the console fetches them with it. */
export const ja_JP = { ...sourcePage, ...sourceHttp, ...sourcePush, ...sourceEdit };
