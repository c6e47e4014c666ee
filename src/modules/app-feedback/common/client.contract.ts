import { z } from 'zod';
import { clientEndpoint, fullSession } from '#kit/common/client/client-endpoint.ts';
import { count, id, longText, text, time } from '#kit/common/schema.ts';
import { feedbackFileRow, feedbackKinds, feedbackStates, longestText, mostFiles } from './feedback.contract.ts';

/** Bytes of a picture, and of a log, that a terminal sends. */
export const mostBytes = { feedback: 10 * 1024 * 1024, log: 20 * 1024 * 1024 } as const;

const files = z.array(id()).max(mostFiles).default([]);
const told = (max: number) => z.string().max(max).default('');

/** Keeps a file that a message will name. */
export const clientFileUpload = clientEndpoint({
  method: 'POST',
  path: 'file/upload',
  session: fullSession,
  rate: 'file',
  bodyLimit: Math.ceil((mostBytes.log * 4) / 3) + 64 * 1024,
  errors: [13070],
  input: z.strictObject({
    purpose: z.enum(['feedback', 'log']),
    name: text(255),
    content: z.base64().max(Math.ceil((mostBytes.log * 4) / 3) + 4),
  }),
  reply: feedbackFileRow,
  summary:
    'Keeps a file (content as base64, so that the proof of the body covers it): a picture of at most 10 MiB, decoded and encoded anew, or a log (zip or text) of at most 20 MiB; it vanishes after a day unless a message names it',
});

/** Writes about the app. */
export const clientFeedbackAdd = clientEndpoint({
  method: 'POST',
  path: 'feedback/add',
  session: null,
  proof: true,
  known: true,
  rate: 'write',
  errors: [13070],
  input: z.strictObject({
    kind: z.enum(feedbackKinds),
    text: longText(longestText).trim().min(1),
    fileIds: files,
    versionName: told(64),
    system: told(64),
    model: told(100),
    network: told(32),
    page: told(200),
    contact: told(100),
  }),
  reply: z.object({ id: id() }),
  summary: 'Writes about this app; files only with a session; at most 3 messages a minute and 20 a day',
});

/** Writes again in a conversation. */
export const clientFeedbackReply = clientEndpoint({
  method: 'POST',
  path: 'feedback/reply',
  session: fullSession,
  rate: 'write',
  errors: [13070],
  input: z.strictObject({ id: id(), text: longText(longestText).trim().min(1), fileIds: files }),
  reply: z.object({ id: id() }),
  summary: 'Writes again in an own conversation, which opens it where it was closed',
});

/** Marks the answers as read. */
export const clientFeedbackRead = clientEndpoint({
  method: 'POST',
  path: 'feedback/read',
  session: fullSession,
  rate: 'write',
  input: z.strictObject({ id: id() }),
  reply: count(),
  summary: 'Says that the answers in an own conversation were shown',
});

/** Own conversations. */
export const clientFeedbackList = clientEndpoint({
  method: 'GET',
  path: 'feedback/list',
  session: fullSession,
  rate: 'read',
  offline: 'The last list',
  input: z.object({}),
  reply: z.object({
    unread: z.int(),
    list: z.array(
      z.object({
        id: id(),
        kind: z.enum(feedbackKinds),
        state: z.enum(feedbackStates),
        text: z.string(),
        files: z.array(feedbackFileRow),
        at: time(),
        replies: z.array(
          z.object({
            id: id(),
            byEmployee: z.boolean(),
            text: z.string(),
            files: z.array(feedbackFileRow),
            at: time(),
            readAt: time().nullable(),
          }),
        ),
      }),
    ),
  }),
  summary: 'The newest hundred own conversations about this app, and how many answers were not read yet',
});

/** A file of an own conversation. */
export const clientFeedbackFile = clientEndpoint({
  method: 'GET',
  path: 'feedback/file',
  session: fullSession,
  rate: 'file',
  answer: 'raw',
  input: z.object({ id: id(), fileId: id() }),
  reply: z.unknown(),
  summary: 'A file of an own conversation',
});
