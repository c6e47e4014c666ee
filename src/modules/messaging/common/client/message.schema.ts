import { z } from 'zod';
import { id, longText, text, time } from '#kit/common/schema.ts';
import { conversationKinds, messageKinds, messageStates } from '../words.ts';

const seq = z.int().min(1);
const words = z.string().min(1).max(20_000);
const picture = {
  fileId: id(),
  name: text(255).optional(),
  width: z.int().min(1).max(100_000).optional(),
  height: z.int().min(1).max(100_000).optional(),
};
const seconds = z.int().min(0).max(86_400).optional();

const common = {
  /** Where: a conversation, or the other one of a single chat that may not have begun. */
  conversationId: id().optional(),
  peerId: id().optional(),
  /** Made by the terminal; the same one again is answered with the first message. */
  clientId: id(),
  mentions: z.array(id()).max(200).default([]),
  mentionAll: z.boolean().default(false),
  replyTo: seq.optional(),
  /** The message that is passed on. */
  forwardOf: id().optional(),
  claimedAt: time().optional(),
};
const of = <const K extends string, B extends z.ZodRawShape>(kind: K, body: B) =>
  z.strictObject({ ...common, kind: z.literal(kind), body: z.strictObject(body) });

/** What a terminal sends; the body by its kind. */
export const sendDraft = z.discriminatedUnion('kind', [
  of('text', { text: words }),
  of('markdown', { text: words }),
  of('image', { ...picture, caption: longText(1000).optional() }),
  of('file', { fileId: id(), name: text(255).optional() }),
  of('voice', { fileId: id(), seconds }),
  of('video', { ...picture, seconds, caption: longText(1000).optional() }),
  of('location', {
    latitude: z.number().min(-90).max(90),
    longitude: z.number().min(-180).max(180),
    title: text(200),
    address: longText(500).default(''),
  }),
  of('emoticon', { package: text(64), code: text(64) }),
  of('personCard', { employeeId: id() }),
  of('merged', {
    title: text(200),
    items: z
      .array(z.strictObject({ sender: text(100), at: time(), text: longText(2000) }))
      .min(1)
      .max(100),
  }),
]);
/** What a terminal sends. */
export type SendDraft = z.output<typeof sendDraft>;

/** Where a message was written. */
export const sentReply = z.object({
  messageId: z.string(),
  conversationId: z.string(),
  seq: z.int(),
  sentAt: time(),
  state: z.enum(messageStates),
});

/** A message as a terminal gets it. */
export const messageView = z.object({
  id: z.string(),
  conversationId: z.string(),
  seq: z.int(),
  clientId: z.string(),
  senderKind: z.enum(['employee', 'robot', 'system', 'account']),
  senderId: z.string(),
  kind: z.enum(messageKinds),
  /** Null: it was recalled, or its time is over. */
  body: z.record(z.string(), z.unknown()).nullable(),
  fileIds: z.array(z.string()),
  mentions: z.array(z.string()),
  mentionAll: z.boolean(),
  replyTo: z.int().nullable(),
  forwardOf: z.string().nullable(),
  flags: z.array(z.string()),
  state: z.enum(messageStates),
  sentAt: time(),
});
/** A message as a terminal gets it. */
export type MessageView = z.output<typeof messageView>;

/** A conversation as a terminal gets it. */
export const conversationView = z.object({
  id: z.string(),
  kind: z.enum(conversationKinds),
  groupId: z.string().nullable(),
  /** The public account that writes in it. */
  accountId: z.string().nullable(),
  peerId: z.string().nullable(),
  lastSeq: z.int(),
  lastAt: time(),
  /** The first message after this one is the first that may be read. */
  fromSeq: z.int(),
  /** The last one that may be read, where the person left. */
  leftSeq: z.int().nullable(),
  readSeq: z.int(),
  /** How far the other one of a single chat has read; null where that is told to nobody. */
  peerReadSeq: z.int().nullable(),
  clearedSeq: z.int(),
  /** Taken out of the person's list until something new is written. */
  hidden: z.boolean(),
  pinned: z.boolean(),
  doNotDisturb: z.boolean(),
});
/** A conversation as a terminal gets it. */
export type ConversationView = z.output<typeof conversationView>;

/** What changed since a cursor: conversations with their newest messages. What a terminal has already it drops by conversation and number. */
export const syncAnswer = z.object({
  conversations: z.array(conversationView),
  messages: z.array(messageView),
  next: z.string(),
});
/** What changed since a cursor. */
export type SyncAnswer = z.output<typeof syncAnswer>;

/** Places up to which something is done. */
export const marks = z
  .array(z.strictObject({ conversationId: id(), seq: z.int().min(0) }))
  .min(1)
  .max(200);
