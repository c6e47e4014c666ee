import { handle, type BoundRoute } from '#kit/server/handle.ts';
import { readList } from '../common/read-log.contract.ts';
import { listReads } from './read.query.ts';

/** Who looked at what. */
export const readRoutes: readonly BoundRoute[] = [handle(readList, listReads)];
