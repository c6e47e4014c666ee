import { handle, type BoundRoute } from '#kit/server/handle.ts';
import type { SheetFormat } from '#kit/server/files/keep-sheet.ts';
import type { Parsed } from '#kit/common/contract.ts';
import { likePage, readPage } from '../../common/permissions.ts';
import { likeExport, likeList, readExport, readList, readStat, readUnread } from '../../common/reader.contract.ts';
import { everyRow, sheetJob } from '../sheet-job.ts';
import { pushSeen } from './push-facts.ts';
import { listReactions, listReads, listUnread } from './read-lists.ts';
import { readStatOf } from './read-stat.ts';

const person = ['name', 'departmentName', 'title'] as const;

const likeJob = sheetJob<Parsed<typeof likeExport>>({
  kind: 'pushLike.export',
  row: 'pushLike',
  code: likePage.button.export,
  columns: [...person, 'kind', 'articleTitle', 'target', 'at'],
  moments: ['at'],
  words: ['kind'],
  rows: (means, { filter }) => everyRow((pageNum, pageSize) => listReactions(means, { ...filter, pageNum, pageSize })),
});

interface ReadPayload {
  readonly format: SheetFormat;
  readonly filter: Parsed<typeof readExport>['filter'];
}

const readJob = sheetJob<ReadPayload>({
  kind: 'pushRead.export',
  row: 'pushRead',
  code: readPage.button.export,
  columns: [...person, 'firstAt', 'times', 'seconds', 'scrolled'],
  moments: ['firstAt'],
  rows: (means, { filter }) => everyRow((pageNum, pageSize) => listReads(means, { ...filter, sort: 'firstAt', pageNum, pageSize })),
});
const unreadJob = sheetJob<ReadPayload>({
  kind: 'pushUnread.export',
  row: 'pushUnread',
  code: readPage.button.export,
  columns: [...person, 'at', 'reachedAt'],
  moments: ['at', 'reachedAt'],
  rows: (means, { filter: { pushId, articleId, departmentId } }) =>
    everyRow((pageNum, pageSize) => listUnread(means, { pushId, articleId, departmentId, pageNum, pageSize })),
});

/** The jobs that write readers to files. */
export const readerJobs = [likeJob, readJob, unreadJob] as const;

/** Readers of pushes in the console. */
export const readerRoutes: readonly BoundRoute[] = [
  handle(readStat, (call, { pushId }) => readStatOf(call, pushId)),
  handle(likeList, listReactions),
  handle(readList, listReads),
  handle(readUnread, listUnread),
  handle(likeExport, async (call, input) => {
    await pushSeen(call.db, call.caller, input.filter.pushId);
    return call.write(async (tx) => ({ jobId: await call.services.jobs.start(tx, call.caller, likeJob, input) }));
  }),
  handle(readExport, async (call, { unread, ...input }) => {
    await pushSeen(call.db, call.caller, input.filter.pushId);
    return call.write(async (tx) => ({ jobId: await call.services.jobs.start(tx, call.caller, unread ? unreadJob : readJob, input) }));
  }),
];
