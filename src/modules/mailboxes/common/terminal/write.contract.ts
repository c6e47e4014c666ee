import { z } from 'zod';
import { clientEndpoint, fullSession } from '#kit/common/client/client-endpoint.ts';
import { count, id, text, time } from '#kit/common/schema.ts';
import { folderPath, mailErrors, mailMarks, mostAttachments, mostRecipients, place, uid, uids } from './atoms.ts';

/** The person types the password of a box once. */
export const clientMailSignIn = clientEndpoint({
  method: 'POST',
  path: 'mail/signIn',
  session: fullSession,
  rate: 'signIn',
  errors: [...mailErrors, 10412],
  input: z.strictObject({ accountId: id(), password: z.string().min(1).max(500) }),
  reply: z.object({ state: z.literal('ready') }),
  summary:
    'Signs in to an own mailbox with the password that was typed and keeps it sealed; after three refusals a quarter of an hour must pass',
});

const marks = z.array(z.enum(mailMarks)).max(mailMarks.length).default([]);

/** Marks mails. */
export const clientMailFlag = clientEndpoint({
  method: 'POST',
  path: 'mail/flag',
  session: fullSession,
  rate: 'write',
  errors: mailErrors,
  input: z.strictObject({ ...place, uids, set: marks, clear: marks }),
  reply: count(),
  summary: 'Sets and clears marks of mails',
});

/** Moves mails. */
export const clientMailMove = clientEndpoint({
  method: 'POST',
  path: 'mail/move',
  session: fullSession,
  rate: 'write',
  errors: [...mailErrors, 17004],
  input: z.strictObject({ ...place, uids, to: folderPath }),
  reply: count(),
  summary: 'Moves mails into another folder of the same mailbox',
});

/** Deletes mails. */
export const clientMailDelete = clientEndpoint({
  method: 'POST',
  path: 'mail/delete',
  session: fullSession,
  rate: 'write',
  errors: [...mailErrors, 17004],
  input: z.strictObject({ ...place, uids }),
  reply: z.object({ count: z.int(), forGood: z.boolean() }),
  summary: 'Moves mails into the trash; those that lie there already, or where there is none, go for good',
});

/** Bytes of a file that is sent in one call. */
export const mostAttachBytes = 25 * 1024 * 1024;

/** Keeps a file that a mail will carry. */
export const clientMailAttach = clientEndpoint({
  method: 'POST',
  path: 'mail/attach',
  session: fullSession,
  rate: 'file',
  bodyLimit: Math.ceil((mostAttachBytes * 4) / 3) + 64 * 1024,
  errors: [10413, 17001],
  input: z.strictObject({ name: text(255), content: z.base64().max(Math.ceil(mostAttachBytes / 3) * 4) }),
  reply: z.object({ fileId: z.string(), name: z.string(), contentType: z.string(), size: z.int() }),
  summary: 'Keeps a file that a mail will carry, for a day',
});

const address = z.strictObject({ name: z.string().trim().max(200).default(''), address: z.string().trim().min(3).max(254) });
const list = z.array(address).max(mostRecipients).default([]);
const header = z
  .string()
  .max(998)
  .regex(/^<[^<>\s]+>$/);

/** A mail as it is written. */
const written = {
  accountId: id(),
  /** One of the addresses of the box; its own unless said. */
  from: z.string().trim().min(3).max(254).optional(),
  to: list,
  cc: list,
  bcc: list,
  subject: z
    .string()
    .trim()
    .max(998)
    .refine((line) => !/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(line))
    .default(''),
  text: z.string().max(1_000_000).default(''),
  html: z.string().max(1_000_000).default(''),
  inReplyTo: header.optional(),
  references: z.array(header).max(50).default([]),
  fileIds: z.array(id()).max(mostAttachments).default([]),
  /** Attachments of mails of the same box that are handed on. */
  parts: z
    .array(z.strictObject({ folder: folderPath, uid, part: z.string().regex(/^\d{1,4}(?:\.\d{1,4}){0,20}$/) }))
    .max(mostAttachments)
    .default([]),
};
const sendErrors = [...mailErrors, 17004, 17006, 17007, 18240, 18241, 18244] as const;

/** Keeps a mail among the drafts. */
export const clientMailDraft = clientEndpoint({
  method: 'POST',
  path: 'mail/draft',
  session: fullSession,
  rate: 'write',
  errors: sendErrors,
  input: z.strictObject({
    ...written,
    /** The draft that it takes the place of. */
    replaces: uid.optional(),
  }),
  reply: z.object({ folder: z.string(), uid: z.int().nullable() }),
  summary: 'Keeps a mail in the folder of drafts, in the place of an earlier state of it',
});

/** Sends a mail. */
export const clientMailSend = clientEndpoint({
  method: 'POST',
  path: 'mail/send',
  session: fullSession,
  rate: 'write',
  errors: [...sendErrors, 10429],
  input: z.strictObject({
    ...written,
    /** Made by the terminal: the same one twice sends once. */
    id: id(),
    /** In the name of the box (true), or on its behalf, which the reader sees; the former where it is allowed, unless said. */
    asBox: z.boolean().optional(),
    /** Not before. */
    sendAt: time().optional(),
    /** The draft that goes with it. */
    draft: uid.optional(),
  }),
  reply: z.object({ id: z.string(), messageId: z.string(), sendsAt: time() }),
  summary: 'Puts a mail into the queue: it leaves after the seconds in which it can be taken back, or at its time; tried again for a day',
});

/** Takes a mail back. */
export const clientMailUndoSend = clientEndpoint({
  method: 'POST',
  path: 'mail/undoSend',
  session: fullSession,
  rate: 'write',
  errors: [10404],
  input: z.strictObject({ id: id() }),
  reply: z.object({ undone: z.boolean() }),
  summary: 'Takes a mail back that has not left; false where it has',
});
