import { z } from 'zod';
import { endpoint, type Permit } from '#kit/common/contract.ts';
import { id, ids, longText, searchText, text, time } from '#kit/common/schema.ts';
import { groupMessagePage, messagingAuth, singleMessagePage } from './permissions.ts';
import { messageFlags, messageKinds, messageStates, sendSteps, sentKinds } from './words.ts';

const pages = { anyOf: [singleMessagePage.code, groupMessagePage.code] } as const;
const recalls = { anyOf: [singleMessagePage.button.recall, groupMessagePage.button.recall] } as const;
const byChat: Permit = { by: 'chat', codes: { single: singleMessagePage.code, group: groupMessagePage.code } };
const readByChat: Permit = { by: 'chat', codes: { single: singleMessagePage.button.read, group: groupMessagePage.button.read } };

/** A message as the console shows it: facts, and what it says only inside a case. */
export const messageRow = z.object({
  id: z.string(),
  conversationId: z.string(),
  seq: z.int(),
  at: time(),
  kind: z.enum(messageKinds),
  senderKind: z.enum(['employee', 'robot', 'system', 'account']),
  senderId: z.string(),
  senderName: z.string(),
  /** The other one of a single chat. */
  peerId: z.string().nullable(),
  peerName: z.string().nullable(),
  groupId: z.string().nullable(),
  groupName: z.string().nullable(),
  size: z.int(),
  files: z.int(),
  state: z.enum(messageStates),
  flags: z.array(z.enum(messageFlags)),
  platform: z.int().nullable(),
  readBy: z.int(),
  members: z.int(),
  /** Null: hidden. */
  text: z.string().nullable(),
  /** What was entered, where words were replaced or it was edited; inside a case alone. */
  original: z.string().nullable(),
});
/** A message as the console shows it. */
export type MessageRow = z.output<typeof messageRow>;

const filters = {
  /** One of the two, or the sender in a group. */
  personId: id().optional(),
  otherId: id().optional(),
  groupId: id().optional(),
  kind: z.enum(messageKinds).optional(),
  state: z.enum(messageStates).optional(),
  flagged: z.boolean().optional(),
  hasFile: z.boolean().optional(),
  from: time().optional(),
  to: time().optional(),
};

/** Messages as facts. */
export const messageList = endpoint({
  method: 'GET',
  path: 'im/message/list',
  access: pages,
  permit: byChat,
  scope: 'employee',
  input: z.object({
    chat: z.enum(['single', 'group']),
    ...filters,
    after: z.string().max(200).optional(),
    pageSize: z.int().min(1).max(200).default(50),
  }),
  reply: z.object({ list: z.array(messageRow), next: z.string().nullable() }),
  dedupe: 'cancel-previous',
  summary: 'Messages in range as facts: who, to whom, when, of what kind; never what they say',
});

/** What holds for every reading of what messages say: the right by kind of chat, in person, and an open case. */
const insideCase = {
  method: 'POST',
  reads: true,
  access: { anyOf: [singleMessagePage.button.read, groupMessagePage.button.read] },
  permit: readByChat,
  scope: 'employee',
  inPerson: true,
  errors: [16071, 16072, 16074],
} as const;

/** Messages with what they say, inside an open case of the caller. */
export const messageRead = endpoint({
  ...insideCase,
  path: 'im/message/read',
  audit: 'message.read',
  input: z.strictObject({
    caseId: id(),
    chat: z.enum(['single', 'group']),
    ...filters,
    /** Only messages that hold all of these. */
    words: z.array(searchText(100)).max(10).default([]),
    after: z.string().max(200).optional(),
    pageSize: z.int().min(1).max(200).default(50),
  }),
  reply: z.object({ list: z.array(messageRow), next: z.string().nullable(), looked: z.int() }),
  summary: 'Messages that an open case covers, with what they say; every answer is written into the sealed reading log first',
});

/** Around a message, inside a case. */
export const messageContext = endpoint({
  ...insideCase,
  path: 'im/message/context',
  audit: 'message.read',
  input: z.strictObject({ caseId: id(), chat: z.enum(['single', 'group']), messageId: id(), n: z.int().min(1).max(50).default(10) }),
  reply: z.object({ list: z.array(messageRow) }),
  summary: 'What stands before and after a message, as far as an open case covers it; written into the sealed reading log first',
});

/** Words in what a case covers. */
export const messageSearch = endpoint({
  ...insideCase,
  path: 'im/message/search',
  audit: 'message.search',
  input: z.strictObject({
    caseId: id(),
    chat: z.enum(['single', 'group']),
    words: z.array(searchText(100)).min(1).max(10),
    kind: z.enum(messageKinds).optional(),
    from: time().optional(),
    to: time().optional(),
    after: z.string().max(200).optional(),
  }),
  reply: z.object({ list: z.array(messageRow), next: z.string().nullable(), looked: z.int() }),
  summary: 'Messages with all of these words in what an open case covers; the words stand in the sealed reading log',
});

/** Who has read a message. */
export const messageReceipts = endpoint({
  method: 'GET',
  path: 'im/message/receipts',
  access: pages,
  permit: byChat,
  scope: 'employee',
  input: z.object({ chat: z.enum(['single', 'group']), id: id() }),
  reply: z.object({
    readCount: z.int(),
    total: z.int(),
    list: z.array(z.object({ id: z.string(), name: z.string(), read: z.boolean(), terminals: z.int() })),
  }),
  summary: 'Who has read a message, and on how many terminals it is; of large groups the first thousand',
});

const selection = {
  ids: ids().optional(),
  /** Everything somebody sent in a time. */
  senderId: id().optional(),
  from: time().optional(),
  to: time().optional(),
  /** Every copy of the text or the file of this message. */
  copiesOf: id().optional(),
};

/** What recalling would reach. */
export const recallPreview = endpoint({
  method: 'POST',
  path: 'im/message/recall/preview',
  reads: true,
  access: recalls,
  scope: 'employee',
  input: z.strictObject(selection),
  reply: z.object({
    messages: z.int(),
    chats: z.int(),
    people: z.int(),
    terminals: z.int(),
    readBefore: z.int(),
    /** Copies of the same texts or files elsewhere that are not chosen. */
    copies: z.int(),
    held: z.int(),
    senders: z.array(z.object({ id: z.string(), name: z.string(), messages: z.int() })),
  }),
  summary: 'What recalling these messages would reach: chats, people, terminals, copies',
});

/** Recalls messages from the console. */
export const messageRecall = endpoint({
  method: 'POST',
  path: 'im/message/recall',
  access: recalls,
  scope: 'employee',
  audit: 'message.recall',
  waits: 'unseen',
  errors: [16075],
  input: z.strictObject({
    ...selection,
    reason: text(500),
    /** What stands in the place of the messages, by language; the terminals' own words where it is left out. */
    shownText: z
      .strictObject({ zh_CN: longText(200).default(''), en_US: longText(200).default(''), ja_JP: longText(200).default('') })
      .optional(),
  }),
  reply: z.object({ recallOrderId: z.string(), messages: z.int() }),
  summary: 'Recalls messages; each terminal that has them says so when they are gone',
});

/** An order to recall, with how far it is. */
export const recallOrder = z.object({
  id: z.string(),
  at: time(),
  byName: z.string(),
  reason: z.string(),
  messages: z.int(),
  chats: z.int(),
  people: z.int(),
  readBefore: z.int(),
  targeted: z.int(),
  acknowledged: z.int(),
});
/** An order to recall, with how far it is. */
export type RecallOrder = z.output<typeof recallOrder>;

/** Orders to recall. */
export const recallList = endpoint({
  method: 'GET',
  path: 'im/message/recall/list',
  access: recalls,
  scope: 'employee',
  input: z.object({ pageNum: z.int().min(1).default(1), pageSize: z.int().min(1).max(200).default(20) }),
  reply: z.object({ list: z.array(recallOrder), total: z.int(), pages: z.int() }),
  summary: 'Orders to recall, with how many terminals have acknowledged',
});

/** One order with every terminal. */
export const recallGet = endpoint({
  method: 'GET',
  path: 'im/message/recall/get',
  access: recalls,
  scope: 'employee',
  input: z.object({ id: id() }),
  reply: recallOrder.extend({
    terminals: z.array(
      z.object({
        employeeId: z.string(),
        employeeName: z.string(),
        platform: z.int(),
        deviceId: z.string(),
        /** Null: it waits; the terminal learns of it before anything else when it comes back. */
        ackedAt: time().nullable(),
        lastSeenAt: time().nullable(),
      }),
    ),
  }),
  summary: 'One order to recall with the terminals that had the messages, and which of them acknowledged',
});

/** Whether somebody may write to somebody, step by step. */
export const sendCheck = endpoint({
  method: 'POST',
  path: 'im/send/check',
  reads: true,
  audit: 'message.check',
  access: { code: messagingAuth.button.check },
  scope: 'employee',
  input: z.strictObject({
    from: id(),
    to: id().optional(),
    groupId: id().optional(),
    kind: z.enum(sentKinds).default('text'),
    platform: z.literal([1, 2, 4, 5, 8]).optional(),
    address: searchText(64).optional(),
    text: longText(2000).default(''),
  }),
  reply: z.object({
    allowed: z.boolean(),
    steps: z.array(
      z.object({
        name: z.enum(sendSteps),
        /** Not asked: one before it refused. */
        state: z.enum(['passed', 'refused', 'notAsked']),
        code: z.int(),
        text: z.string(),
        rule: z.string().nullable(),
      }),
    ),
  }),
  summary: 'May X write to Y? Every step of the question, as the send call asks it',
});

/** What stands behind the word that a terminal showed with a refusal. */
export const refusalLookup = endpoint({
  method: 'POST',
  path: 'im/send/refusal',
  reads: true,
  audit: 'message.refusal',
  access: { code: messagingAuth.button.check },
  scope: 'employee',
  input: z.strictObject({
    ref: z
      .string()
      .trim()
      .regex(/^[0-9a-f]{12}$/),
  }),
  reply: z.object({
    found: z.boolean(),
    at: time().nullable(),
    from: z.string(),
    to: z.string(),
    step: z.enum(sendSteps).nullable(),
    code: z.int(),
    rule: z.string().nullable(),
  }),
  summary: 'Which step and which rule refused a message, by the word that the terminal showed',
});
