import { zh_CN as sourceEdit } from '../source-edit/zh_CN.ts';
import { zh_CN as sourceHttp } from '../source-http/zh_CN.ts';
import { zh_CN as sourcePage } from '../source-page/zh_CN.ts';
import { zh_CN as sourcePush } from '../source-push/zh_CN.ts';

/** Texts that the page of sources alone needs; the console fetches them with it. */
export const zh_CN = { ...sourcePage, ...sourceHttp, ...sourcePush, ...sourceEdit };
