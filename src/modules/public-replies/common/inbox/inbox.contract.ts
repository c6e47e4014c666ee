import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { count, id, longText, pageOf, pageQuery, searchText, text, time } from '#kit/common/schema.ts';
import { contentRef } from '#modules/public-content/common/content-ref.ts';
import { userMessagePage as page } from './inbox.permissions.ts';
import { conversationStates, messageKinds } from './words.ts';

/** A message between an account and a person. */
export const userMessage = z.object({
  id: id(),
  direction: z.enum(['in', 'out']),
  kind: z.enum(messageKinds),
  /** What stands in it, or what its content is called. */
  text: z.string(),
  at: time(),
  answeredBy: z.enum(['rule', 'employee']).nullable(),
  /** The rule or the colleague that answered. */
  byName: z.string(),
});
/** A message between an account and a person. */
export type UserMessage = z.output<typeof userMessage>;

const note = z.object({ id: id(), text: z.string(), at: time(), byName: z.string() });

/** A conversation in the list. */
export const conversationRow = z.object({
  employeeId: id(),
  name: z.string(),
  departmentName: z.string(),
  title: z.string(),
  state: z.enum(conversationStates),
  assigneeId: id().nullable(),
  assigneeName: z.string(),
  starred: z.boolean(),
  waitingSince: time().nullable(),
  lastAt: time(),
  lastKind: z.string(),
  lastText: z.string(),
  lastDirection: z.enum(['in', 'out']),
  notes: z.int(),
});
/** A conversation in the list. */
export type ConversationRow = z.output<typeof conversationRow>;

/** Filters of conversations. */
export const conversationFilter = z.strictObject({
  state: z.enum(conversationStates).optional(),
  /** Those that the caller answers. */
  mine: z.boolean().optional(),
  starred: z.boolean().optional(),
  /** The person wrote a message of this kind. */
  kind: z.enum(messageKinds).optional(),
  from: time().optional(),
  to: time().optional(),
  /** In the name or in what was written. */
  text: searchText().optional(),
  departmentId: id().optional(),
  /** Nobody has answered for so many hours. */
  waitingHours: z.int().min(1).max(8760).optional(),
});
/** Filters of conversations. */
export type ConversationFilter = z.output<typeof conversationFilter>;

const read = { method: 'GET', access: { code: page.code }, scope: 'department' } as const;
const one = { snoId: id(), employeeId: id() };

/** Conversations of an account. */
export const conversationList = endpoint({
  ...read,
  path: 'mpm/message/conversation/list',
  input: pageQuery(['lastAt', 'waitingSince'] as const).extend({ snoId: id(), ...conversationFilter.shape }),
  reply: pageOf(conversationRow),
  dedupe: 'cancel-previous',
  summary: 'Conversations of an account with people, the one with the newest message first',
});

/** One conversation. */
export const conversationGet = endpoint({
  ...read,
  path: 'mpm/message/conversation/get',
  input: z.object(one),
  reply: conversationRow.extend({ notes: z.array(note), blocked: z.boolean() }),
  summary: 'One conversation with who answers it and what colleagues noted',
});
/** One conversation. */
export type ConversationDetail = z.output<typeof conversationGet.reply>;

/** Messages of one conversation. */
export const userMessageList = endpoint({
  ...read,
  path: 'mpm/message/list',
  input: z.object({ ...one, after: z.string().max(80).optional(), pageSize: z.int().min(1).max(200).default(50) }),
  reply: z.object({ list: z.array(userMessage), next: z.string().nullable() }),
  summary:
    'Messages of one conversation, the newest first; `after` goes on with older ones. Who reads is noted once a conversation and day',
});

/** One message in full. */
export const userMessageGet = endpoint({
  ...read,
  path: 'mpm/message/get',
  input: z.object({ id: id() }),
  reply: userMessage.extend({ snoId: id(), employeeId: id(), name: z.string(), body: z.record(z.string(), z.unknown()) }),
  summary: 'One message in full',
});

/** Colleagues who may answer for an account. */
export const inboxColleagues = endpoint({
  ...read,
  path: 'mpm/message/colleagues',
  input: z.object({ snoId: id() }),
  reply: z.object({ list: z.array(z.object({ id: id(), name: z.string(), departmentName: z.string() })) }),
  summary: 'People who may answer what fans write to an account: its managers, and editors with that right',
});

const write = { method: 'POST', scope: 'department', errors: [15011] } as const;
const people = z
  .array(id())
  .min(1)
  .max(200)
  .transform((all) => [...new Set(all)]);

/** Answers a person. */
export const messageReply = endpoint({
  ...write,
  path: 'mpm/message/reply',
  access: { code: page.button.reply },
  audit: 'message.reply',
  errors: [15010, 15011, 15013, 15032, 15082],
  input: z
    .strictObject({ ...one, text: text(2000).optional(), content: contentRef.optional() })
    .refine((input) => (input.text === undefined) !== (input.content === undefined), { path: ['text'] }),
  reply: z.object({ id: id() }),
  summary: 'Answers a person with a text or with content of the account; the conversation is answered thereby',
});

/** Assigns conversations to a colleague. */
export const messageAssign = endpoint({
  ...write,
  path: 'mpm/message/assign',
  access: { code: page.button.assign },
  audit: 'message.assign',
  input: z.strictObject({ snoId: id(), employeeIds: people, assigneeId: id().nullable() }),
  reply: count(),
  summary: 'Says who of those who work for the account answers these conversations; null: nobody in particular',
});

const turn = (verb: 'close' | 'reopen', summary: string) =>
  endpoint({
    ...write,
    path: `mpm/message/${verb}`,
    access: { code: page.button[verb] },
    audit: `message.${verb}`,
    input: z.strictObject({ snoId: id(), employeeIds: people }),
    reply: count(),
    summary,
  });
/** Closes conversations. */
export const messageClose = turn('close', 'Closes conversations; what the person writes next opens them again');
/** Opens closed conversations again. */
export const messageReopen = turn('reopen', 'Opens conversations again: somebody has to answer');

/** Marks conversations. */
export const messageStar = endpoint({
  ...write,
  path: 'mpm/message/star',
  access: { code: page.button.star },
  audit: 'message.star',
  input: z.strictObject({ snoId: id(), employeeIds: people, starred: z.boolean() }),
  reply: count(),
  summary: 'Marks conversations, or takes the mark away',
});

/** Notes something for colleagues. */
export const messageNote = endpoint({
  ...write,
  path: 'mpm/message/note',
  access: { code: page.button.reply },
  audit: 'message.note',
  input: z.strictObject({ ...one, text: longText(500).trim().min(1) }),
  reply: z.object({ id: id() }),
  summary: 'Adds an internal note to a conversation; the person never sees it. At most 100 stay, the oldest go first',
});

/** Sends a message on to colleagues. */
export const messageForward = endpoint({
  ...write,
  path: 'mpm/message/forward',
  access: { code: page.button.forward },
  audit: 'message.forward',
  errors: [15011, 15013],
  input: z.strictObject({ id: id(), empIds: people.refine((all) => all.length <= 20), comment: longText(200).trim().default('') }),
  reply: count(),
  summary: 'Sends what a person wrote on to people who work for the account, in their chat with it; answers how many got it',
});

/** Blocks people. */
export const messageBlock = endpoint({
  ...write,
  path: 'mpm/message/block',
  access: { code: page.button.block },
  audit: 'message.block',
  input: z.strictObject({ snoId: id(), employeeIds: people, reason: longText(500).default('') }),
  reply: count(),
  summary: 'Blocks people: they get nothing of the account and write nothing to it; answers how many were not blocked before',
});

/** Conversations as a file. */
export const messageExport = endpoint({
  ...write,
  path: 'mpm/message/export',
  access: { code: page.button.export },
  audit: 'message.export',
  waits: 'again',
  subject: 'userConversation',
  input: z.strictObject({ snoId: id(), format: z.enum(['xlsx', 'csv']), filter: conversationFilter.optional() }),
  reply: z.object({ jobId: id() }),
  summary: 'Writes the messages of conversations to a file, as a job',
});
