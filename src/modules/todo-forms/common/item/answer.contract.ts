import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { count, id, ids, longText, pageOf, pageQuery, time } from '#kit/common/schema.ts';
import { managerPage as page } from '../permissions.ts';
import { answerClasses, answerStates } from './words.ts';

/** An answer in the list. */
export const answerRow = z.object({
  id: id(),
  itemId: id(),
  title: z.string(),
  systemId: id(),
  systemName: z.string(),
  outId: z.string(),
  personName: z.string(),
  action: z.string(),
  at: time(),
  state: z.enum(answerStates),
  attempts: z.int(),
  lastClass: z.enum(answerClasses).nullable(),
  lastMessage: z.string(),
  nextAt: time().nullable(),
  confirmedAt: time().nullable(),
});
/** An answer in the list. */
export type AnswerRow = z.output<typeof answerRow>;

const read = { method: 'GET', access: { code: page.code }, scope: 'department' } as const;

/** Answers of the systems in range. */
export const answerList = endpoint({
  ...read,
  path: 'todo/answer/list',
  input: pageQuery(['at', 'nextAt'] as const).extend({
    systemId: id().optional(),
    state: z.enum(answerStates).optional(),
    lastClass: z.enum(answerClasses).optional(),
    /** Older than so many minutes and still not confirmed. */
    olderThan: z.int().min(1).max(100_000).optional(),
  }),
  reply: pageOf(answerRow),
  dedupe: 'cancel-previous',
  summary: 'Answers to business systems, the newest first',
});

/** One answer with its calls. */
export const answerGet = endpoint({
  ...read,
  path: 'todo/answer/get',
  input: z.object({ id: id() }),
  reply: answerRow.extend({
    closedBy: z.string(),
    closeReason: z.string(),
    calls: z.array(z.object({ n: z.int(), at: time(), ms: z.int(), status: z.int(), class: z.enum(answerClasses), answer: z.string() })),
  }),
  summary: 'One answer with each of its calls; what was entered and what looks secret is masked',
});
/** One answer in full. */
export type AnswerDetail = z.output<typeof answerGet.reply>;

const write = { method: 'POST', scope: 'department', errors: [17062] } as const;
const reason = longText(500).trim().min(1);

/** Sends answers again. */
export const answerRetry = endpoint({
  ...write,
  path: 'todo/answer/retry',
  access: { code: page.button.retry },
  audit: 'todoAnswer.retry',
  input: z.strictObject({ ids: ids() }),
  reply: count(),
  summary: 'Sends answers again that failed or wait, at once and with the same id',
});

/** Cancels answers. */
export const answerCancel = endpoint({
  ...write,
  path: 'todo/answer/cancel',
  access: { code: page.button.cancelAnswer },
  audit: 'todoAnswer.cancel',
  input: z.strictObject({ ids: ids(), reason }),
  reply: count(),
  summary: 'Cancels answers that were not sent yet or failed: the to-do is open again for its person',
});

/** Closes answers by hand. */
export const answerClose = endpoint({
  ...write,
  path: 'todo/answer/close',
  access: { code: page.button.close },
  audit: 'todoAnswer.close',
  input: z.strictObject({ ids: ids(), reason }),
  reply: count(),
  summary: 'Closes failed answers whose system has them by another way; the person is told',
});
