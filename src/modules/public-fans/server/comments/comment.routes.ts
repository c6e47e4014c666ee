import type { Parsed } from '#kit/common/contract.ts';
import { handle, type BoundRoute } from '#kit/server/handle.ts';
import * as contract from '../../common/comment.contract.ts';
import { commentPage } from '../../common/permissions.ts';
import { pushSeen } from '../readers/push-facts.ts';
import { sheetJob } from '../sheet-job.ts';
import { allComments, listComments } from './comment-list.ts';
import { decide, replyTo, savePolicy } from './comment-writes.ts';

/** Comments under a push as a file. */
export const commentJob = sheetJob<Parsed<typeof contract.commentExport>>({
  kind: 'comment.export',
  row: 'comment',
  code: commentPage.button.export,
  columns: ['at', 'author', 'departmentName', 'text', 'articleTitle', 'state', 'likes', 'replies', 'decidedBy', 'decidedAt', 'reason'],
  moments: ['at', 'decidedAt'],
  words: ['state'],
  rows: (means, { filter }) => allComments(means, filter),
});

/** Comments in the console. */
export const commentRoutes: readonly BoundRoute[] = [
  handle(contract.commentList, listComments),
  handle(contract.commentShow, (call, input) => decide(call, 'show', input)),
  handle(contract.commentHide, (call, input) => decide(call, 'hide', input)),
  handle(contract.commentFeature, (call, input) => decide(call, 'feature', input)),
  handle(contract.commentUnfeature, (call, input) => decide(call, 'unfeature', input)),
  handle(contract.commentDelete, (call, input) => decide(call, 'delete', input)),
  handle(contract.commentReply, replyTo),
  handle(contract.commentPolicySave, savePolicy),
  handle(contract.commentExport, async (call, input) => {
    await pushSeen(call.db, call.caller, input.filter.pushId);
    return call.write(async (tx) => ({ jobId: await call.services.jobs.start(tx, call.caller, commentJob, input) }));
  }),
];
