import { z } from 'zod';
import { clientEndpoint, fullSession } from '#kit/common/client/client-endpoint.ts';
import { count, id, longText, time } from '#kit/common/schema.ts';
import { reportReasons } from '../words.ts';
import { conversationView, marks, messageView, sendDraft, sentReply, syncAnswer } from './message.schema.ts';

const refusals = [16001, 16002, 16003, 16004, 16005, 16006, 16007, 16008, 16011, 16012, 16014, 16041, 16042, 16044, 16061, 16065];

/** The connection itself: not called, but opened with subprotocol `im.v1` (frames.ts). */
export const clientConnect = clientEndpoint({
  method: 'GET',
  path: 'im/connect',
  session: fullSession,
  rate: 'sync',
  input: z.object({}),
  reply: z.null(),
  summary: 'The connection on which messages come as they are sent (RFC 6455, subprotocol im.v1)',
});

/** Sends a message. */
export const clientSend = clientEndpoint({
  method: 'POST',
  path: 'im/send',
  session: fullSession,
  rate: 'write',
  offline: 'kept and sent later under the same client id',
  input: z.strictObject({ message: sendDraft }),
  reply: sentReply,
  errors: refusals,
  summary: 'Sends a message; under a client id that was used before the first message is answered again',
});

/** What changed since a cursor. */
export const clientSync = clientEndpoint({
  method: 'GET',
  path: 'im/sync',
  session: fullSession,
  rate: 'sync',
  input: z.object({ cursor: z.string().max(200).optional() }),
  reply: syncAnswer,
  summary: 'Conversations that changed since a cursor, with their newest messages',
});

/** The same, waiting: for networks without WebSocket. */
export const clientPoll = clientEndpoint({
  method: 'GET',
  path: 'im/poll',
  session: fullSession,
  rate: 'sync',
  input: z.object({ cursor: z.string().max(200), wait: z.int().min(0).max(30).default(0) }),
  reply: syncAnswer,
  summary: 'As sync, but waits until there is something',
});

/** Messages of one conversation. */
export const clientHistory = clientEndpoint({
  method: 'GET',
  path: 'im/history',
  session: fullSession,
  rate: 'read',
  errors: [16003],
  input: z.object({
    conversationId: id(),
    before: z.int().min(1).optional(),
    after: z.int().min(0).optional(),
    limit: z.int().min(1).max(200).default(50),
  }),
  reply: z.object({ messages: z.array(messageView) }),
  summary: 'Messages that the person may read, in their order: those before a number, those after one, or the newest',
});

/** Confirms that this terminal has received messages. */
export const clientAck = clientEndpoint({
  method: 'POST',
  path: 'im/ack',
  session: fullSession,
  rate: 'sync',
  input: z.strictObject({ marks }),
  reply: count(),
  summary: 'This terminal has all messages up to these',
});

/** Marks messages as read. */
export const clientRead = clientEndpoint({
  method: 'POST',
  path: 'im/read',
  session: fullSession,
  rate: 'sync',
  input: z.strictObject({ marks }),
  reply: count(),
  summary: 'The person has read all messages up to these; a mark never goes back',
});

/** Takes a message back. */
export const clientRecall = clientEndpoint({
  method: 'POST',
  path: 'im/recall',
  session: fullSession,
  rate: 'write',
  errors: [16001, 16003, 16009],
  input: z.strictObject({ messageId: id() }),
  reply: sentReply,
  summary: 'Recalls a message of one’s own, or as a manager one of the group',
});

/** Changes a text that was sent. */
export const clientEdit = clientEndpoint({
  method: 'POST',
  path: 'im/edit',
  session: fullSession,
  rate: 'write',
  errors: [...refusals, 16010],
  input: z.strictObject({ messageId: id(), text: z.string().min(1).max(20_000) }),
  reply: sentReply,
  summary: 'Changes the text of a message of one’s own within the minutes that are set',
});

/** Tells the administrators of a message. */
export const clientReport = clientEndpoint({
  method: 'POST',
  path: 'im/report',
  session: fullSession,
  rate: 'write',
  errors: [16001, 16003],
  input: z.strictObject({ messageId: id(), reason: z.enum(reportReasons), words: longText(500).default('') }),
  reply: z.object({ id: z.string() }),
  summary: 'Reports a message with the five before and after it',
});

/** Who has read a message. */
export const clientReceipts = clientEndpoint({
  method: 'GET',
  path: 'im/receipts',
  session: fullSession,
  rate: 'read',
  errors: [16001, 16003],
  input: z.object({ messageId: id() }),
  reply: z.object({ read: z.array(z.string()), unread: z.array(z.string()), readCount: z.int(), total: z.int() }),
  summary: 'Who has read a message of one’s own; of large groups only how many',
});

/** Own conversations. */
export const clientConversations = clientEndpoint({
  method: 'GET',
  path: 'im/conversation/list',
  session: fullSession,
  rate: 'read',
  input: z.object({ limit: z.int().min(1).max(500).default(200) }),
  reply: z.object({ list: z.array(conversationView) }),
  summary: 'The person’s conversations, the newest first',
});

/** How a conversation is kept in one's own list. */
export const clientConversationSetting = clientEndpoint({
  method: 'POST',
  path: 'im/conversation/setting',
  session: fullSession,
  rate: 'write',
  errors: [16003],
  input: z.strictObject({ conversationId: id(), pinned: z.boolean().optional(), doNotDisturb: z.boolean().optional() }),
  reply: conversationView,
  summary: 'Pins a conversation or silences it, on all terminals of the person',
});

/** Clears a conversation for oneself. */
export const clientConversationClear = clientEndpoint({
  method: 'POST',
  path: 'im/conversation/clear',
  session: fullSession,
  rate: 'write',
  errors: [16003],
  input: z.strictObject({ conversationId: id() }),
  reply: conversationView,
  summary: 'Hides what was written until now from oneself; nobody else notices',
});

/** Takes a conversation out of one's own list. */
export const clientConversationDelete = clientEndpoint({
  method: 'POST',
  path: 'im/conversation/delete',
  session: fullSession,
  rate: 'write',
  errors: [16003],
  input: z.strictObject({ conversationId: id() }),
  reply: conversationView,
  summary: 'Clears a conversation and takes it out of the person’s list until something new is written; nobody else notices',
});

/** What the server asks of terminals. */
export const clientMessagingConfig = clientEndpoint({
  method: 'GET',
  path: 'im/config',
  session: fullSession,
  rate: 'read',
  input: z.object({}),
  reply: z.object({
    functions: z.array(z.string()),
    recallMinutes: z.int(),
    editMinutes: z.int(),
    textLimit: z.int(),
    historyDays: z.int(),
    readMarks: z.string(),
    serverTime: time(),
  }),
  summary: 'What the person may do in messaging, and the limits',
});
