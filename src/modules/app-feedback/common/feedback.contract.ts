import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { crudContract } from '#kit/common/crud/crud-contract.ts';
import type { CrudDetail, CrudRow } from '#kit/common/crud/crud-types.ts';
import { choice, integer, longText, platform, refers, text, value } from '#kit/common/crud/fields.ts';
import { count, id, ids, longText as longTextSchema, time } from '#kit/common/schema.ts';
import { feedbackPage as page } from './permissions.ts';

/** What a message is about. */
export const feedbackKinds = ['fault', 'wish', 'question', 'praise'] as const;
/** How far it is: nobody answered, answered, done. */
export const feedbackStates = ['new', 'answered', 'closed'] as const;
/** Files of one message. */
export const mostFiles = 9;
/** Characters of one message. */
export const longestText = 2000;

/** A file of a message. */
export const feedbackFileRow = z.object({ fileId: id(), name: z.string(), type: z.string(), size: z.int() });
/** One of them. */
export type FeedbackFile = z.output<typeof feedbackFileRow>;

/** A word of the conversation after the first one. */
const reply = z.object({
  id: id(),
  /** The person wrote again; else an administrator answered. */
  byEmployee: z.boolean(),
  by: z.string(),
  text: z.string(),
  files: z.array(feedbackFileRow),
  at: time(),
  /** When a terminal of the person showed it. */
  readAt: time().nullable(),
});
/** One of them. */
export type FeedbackReply = z.output<typeof reply>;

const told = (max: number) => text(max).default('').readOnly();

/** What somebody wrote about an app, with what their terminal said of itself. */
export const feedback = crudContract({
  module: 'app-feedback',
  kind: 'feedback',
  path: 'mam/feedback',
  title: { zh_CN: '用户反馈', en_US: 'Feedback', ja_JP: 'フィードバック' },
  page,
  scope: 'inside',
  fields: {
    /** The beginning of the text: by it the conversation is named. */
    subject: text(80).readOnly(),
    text: longText(longestText).searched().readOnly(),
    appId: refers('app').filtered().readOnly(),
    employeeId: refers('employee').nullable().whenLeaving('keep').filtered().readOnly(),
    kind: choice(feedbackKinds).filtered().readOnly(),
    state: choice(feedbackStates).default('new').filtered().readOnly(),
    assigneeId: refers('employee').nullable().filtered().readOnly(),
    platform: platform().filtered().readOnly(),
    versionName: told(64).searched(),
    buildNo: told(64),
    system: told(64),
    model: told(100),
    network: told(32),
    page: told(200),
    contact: told(100).sensitive(),
    deviceId: told(200).internal(),
    files: value(z.array(feedbackFileRow)).default([]).readOnly().internal(),
    /** Answers of administrators. */
    replies: integer(0, 100_000).default(0).readOnly(),
    /** Answers by their ids, so that one can be reverted: what is not among them any more is withdrawn. */
    answers: value(z.array(id())).default([]).readOnly().internal(),
  },
  also: ['export'],
  without: ['add', 'update', 'enable', 'disable'],
  more: {
    row: { lastAt: time() },
    detail: { conversation: z.array(reply) },
    filters: { from: time().optional(), to: time().optional(), hasFile: z.stringbool().optional(), departmentId: id().optional() },
  },
});
/** Feedback in the list. */
export type FeedbackRow = CrudRow<typeof feedback>;
/** Feedback with its conversation. */
export type FeedbackDetail = CrudDetail<typeof feedback>;

const write = { method: 'POST', scope: 'department', dryRun: true } as const;

/** Answers: the person reads it at their terminal. */
export const feedbackReply = endpoint({
  ...write,
  path: 'mam/feedback/reply',
  access: { code: page.button.reply },
  audit: 'feedback.reply',
  input: z.strictObject({ id: id(), text: longTextSchema(longestText).trim().min(1), fileIds: z.array(id()).max(mostFiles).default([]) }),
  reply: z.object({ id: id() }),
  summary: 'Answers feedback; the terminals of the person show the answer',
});
/** Gives feedback to somebody who looks after it. */
export const feedbackAssign = endpoint({
  ...write,
  path: 'mam/feedback/assign',
  access: { code: page.button.assign },
  audit: 'feedback.assign',
  input: z.strictObject({ ids: ids(), assigneeId: id().nullable() }),
  reply: count(),
  summary: 'Assigns feedback to a person, or to nobody',
});
/** Marks feedback as done. */
export const feedbackClose = endpoint({
  ...write,
  path: 'mam/feedback/close',
  access: { code: page.button.close },
  audit: 'feedback.close',
  input: z.strictObject({ ids: ids() }),
  reply: count(),
  summary: 'Closes feedback; it opens again when the person writes again',
});
/** Opens closed feedback. */
export const feedbackReopen = endpoint({
  ...write,
  path: 'mam/feedback/reopen',
  access: { code: page.button.reopen },
  audit: 'feedback.reopen',
  input: z.strictObject({ ids: ids() }),
  reply: count(),
  summary: 'Opens closed feedback again',
});
/** A file of a conversation. */
export const feedbackFile = endpoint({
  method: 'GET',
  path: 'mam/feedback/file',
  access: { code: page.button.file },
  scope: 'department',
  audit: 'feedback.file',
  answer: 'raw',
  input: z.object({ id: id(), fileId: id().optional() }),
  reply: z.unknown(),
  summary: 'A file of feedback or of an answer as an attachment; without `fileId` all of them in one zip',
});
