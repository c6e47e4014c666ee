import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { languages } from '#kit/common/language.ts';
import { count, id, ids, pageOf, pageQuery, searchText, text, time } from '#kit/common/schema.ts';
import { mailStep } from './mail-config.contract.ts';
import { consoleMail, noticeMail as page } from './permissions.ts';

/** What becomes of a mail. */
export const outboxStates = ['queued', 'sending', 'deferred', 'sent', 'failed', 'suppressed', 'cancelled'] as const;

/** A mail that is to leave, or has left. */
export const outboxRow = z.object({
  id: id(),
  queuedAt: time(),
  templateCode: z.string(),
  template: z.string(),
  /** Masked. */
  to: z.string(),
  language: z.enum(languages),
  state: z.enum(outboxStates),
  attempts: z.int(),
  /** Why it was not sent, in words. */
  failure: z.string().nullable(),
  /** Code and text of the server's last answer. */
  answer: z.string().nullable(),
  nextAt: time().nullable(),
  sentAt: time().nullable(),
});
export type OutboxView = z.output<typeof outboxRow>;

/** One mail with its last talk. */
export const outboxFull = outboxRow.extend({
  messageId: z.string().nullable(),
  server: z.string().nullable(),
  endedAt: time().nullable(),
  /** Its contents are still there, so that it can be sent again. */
  resendable: z.boolean(),
  /** Set where mail to this address is stopped. */
  suppressionId: id().nullable(),
  dialogue: z.array(mailStep),
});
export type OutboxFull = z.output<typeof outboxFull>;

/** What the outbox is narrowed by. */
const filters = {
  from: time().optional(),
  to: time().optional(),
  /** Anywhere in the code or the name of the template. */
  template: searchText().optional(),
  state: z.array(z.enum(outboxStates)).max(outboxStates.length).optional(),
  /** The whole address. */
  recipient: searchText(254).optional(),
};

/** Mails, the newest first. */
export const outboxList = endpoint({
  method: 'GET',
  path: 'sys/mail/outbox/list',
  access: { code: page.code },
  scope: 'none',
  input: z.object({
    ...filters,
    after: z
      .string()
      .regex(/^\d{1,16}\.[0-9a-f-]{36}$/)
      .optional(),
    pageSize: z.int().min(1).max(1000).default(50),
  }),
  reply: z.object({ list: z.array(outboxRow), next: z.string().nullable(), total: z.int(), estimated: z.boolean() }),
  dedupe: 'cancel-previous',
  summary: 'Mails that are to leave or have left',
});

/** One of them. */
export const outboxGet = endpoint({
  method: 'GET',
  path: 'sys/mail/outbox/get',
  access: { code: page.code },
  scope: 'none',
  input: z.object({ id: id() }),
  reply: outboxFull,
  summary: 'One mail with its last talk',
});

/** Sends again at once what failed, was cancelled, stopped or waits. */
export const outboxRetry = endpoint({
  method: 'POST',
  path: 'sys/mail/outbox/retry',
  access: { code: page.button.retry },
  scope: 'none',
  audit: 'mailOutbox.retry',
  input: z.strictObject({ ids: ids() }),
  reply: count(),
  summary: 'Sends mails again',
});

/** Keeps what still waits from being sent. */
export const outboxCancel = endpoint({
  method: 'POST',
  path: 'sys/mail/outbox/cancel',
  access: { code: page.button.cancel },
  scope: 'none',
  audit: 'mailOutbox.cancel',
  input: z.strictObject({ ids: ids() }),
  reply: count(),
  summary: 'Cancels mails that still wait',
});

/** Writes the filtered mails to a file, recipients masked; the job's result is `{ fileId, rows }`. */
export const outboxExport = endpoint({
  method: 'POST',
  path: 'sys/mail/outbox/export',
  access: { code: page.button.export },
  scope: 'none',
  audit: 'mailOutbox.export',
  waits: 'unseen',
  subject: 'outbox',
  input: z.strictObject({ format: z.enum(['xlsx', 'csv']).default('xlsx'), filter: z.strictObject(filters).default({}) }),
  reply: z.object({ jobId: id() }),
  summary: 'Exports mails of the outbox',
});

/** An address to which nothing is sent any more. */
export const suppressionRow = z.object({
  id: id(),
  /** Masked. */
  address: z.string(),
  failures: z.int(),
  /** What the server said last; the reason where somebody stopped it by hand. */
  answer: z.string().nullable(),
  byHand: z.boolean(),
  since: time(),
});
export type SuppressionView = z.output<typeof suppressionRow>;

/** Addresses that refused mail for good more than once, or that somebody stopped. */
export const suppressionList = endpoint({
  method: 'GET',
  path: 'sys/mail/outbox/suppressed',
  access: { code: page.code },
  scope: 'none',
  input: pageQuery(['since', 'failures'] as const).extend({ recipient: searchText(254).optional() }),
  reply: pageOf(suppressionRow),
  summary: 'Addresses to which nothing is sent',
});

/** Stops mail to an address; what waits for it is not sent either. 10411 where it is stopped already. */
export const outboxSuppress = endpoint({
  method: 'POST',
  path: 'sys/mail/outbox/suppress',
  access: { code: page.button.suppress },
  scope: 'none',
  audit: 'mailOutbox.suppress',
  input: z.strictObject({ address: text(254), reason: text(200) }),
  reply: z.object({ id: id() }),
  summary: 'Stops mail to an address',
});

/** Lets mail to these addresses leave again. */
export const outboxUnsuppress = endpoint({
  method: 'POST',
  path: 'sys/mail/outbox/unsuppress',
  access: { code: page.button.unsuppress },
  scope: 'none',
  audit: 'mailOutbox.unsuppress',
  input: z.strictObject({ ids: ids() }),
  reply: count(),
  summary: 'Lets mail to addresses leave again',
});

/** How the sending stands. */
export const sendingState = z.object({
  /** Servers and a sender are entered. */
  configured: z.boolean(),
  pausedAt: time().nullable(),
  pausedBy: z.string().nullable(),
  waiting: z.int(),
  oldestAt: time().nullable(),
  lastSentAt: time().nullable(),
  failed24: z.int(),
  suppressed: z.int(),
  /** No server takes mail: why, and since when. */
  trouble: z.object({ reason: z.string(), since: time() }).nullable(),
});
export type SendingState = z.output<typeof sendingState>;

/** How the sending stands. */
export const mailState = endpoint({
  method: 'GET',
  path: 'sys/mail/outbox/state',
  access: { code: consoleMail.code },
  scope: 'none',
  input: z.object({}),
  reply: sendingState,
  summary: 'How the sending of mail stands',
});

/** Stops the sending: mails wait. */
export const outboxPause = endpoint({
  method: 'POST',
  path: 'sys/mail/outbox/pause',
  access: { code: consoleMail.button.pause },
  scope: 'none',
  audit: 'mailOutbox.pause',
  input: z.strictObject({}),
  reply: sendingState,
  summary: 'Pauses the sending of mail',
});

/** Lets the sending go on. */
export const outboxResume = endpoint({
  method: 'POST',
  path: 'sys/mail/outbox/resume',
  access: { code: consoleMail.button.resume },
  scope: 'none',
  audit: 'mailOutbox.resume',
  input: z.strictObject({}),
  reply: sendingState,
  summary: 'Goes on with the sending of mail',
});
