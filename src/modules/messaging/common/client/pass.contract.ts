import { z } from 'zod';
import { clientEndpoint, fullSession } from '#kit/common/client/client-endpoint.ts';
import { count, id, searchText, text } from '#kit/common/schema.ts';
import { messageView, sentReply } from './message.schema.ts';

const refusals = [16001, 16002, 16003, 16004, 16005, 16006, 16007, 16008, 16011, 16012, 16014, 16041, 16042, 16044, 16061, 16065];

/** Presses for an answer. */
export const clientUrgent = clientEndpoint({
  method: 'POST',
  path: 'im/urgent',
  session: fullSession,
  rate: 'write',
  errors: [16001, 16003, 16007],
  input: z.strictObject({ messageId: id() }),
  reply: count(),
  summary: 'Calls everybody who has not read a message of one’s own, also those who silenced the conversation; so often a day',
});

/** Passes messages on. */
export const clientForward = clientEndpoint({
  method: 'POST',
  path: 'im/forward',
  session: fullSession,
  rate: 'write',
  errors: refusals,
  input: z.strictObject({
    messageIds: z.array(id()).min(1).max(100),
    targets: z
      .array(z.strictObject({ conversationId: id().optional(), peerId: id().optional() }))
      .min(1)
      .max(10),
    /** All of them as one message under this title. */
    merged: text(200).optional(),
    /** Made by the terminal; the same one again is answered with what it did at first. */
    clientId: id(),
  }),
  reply: z.object({ sent: z.array(sentReply) }),
  summary: 'Passes messages that the person reads on to others, each under the question that every send answers',
});

/** People whom one text goes to at once. */
export const mostBroadcast = 500;

/** Writes the same text to many, each in the chat with them. */
export const clientBroadcast = clientEndpoint({
  method: 'POST',
  path: 'im/broadcast',
  session: fullSession,
  rate: 'write',
  errors: [16001, 16007, 16008, 16014, 16061, 16065],
  input: z.strictObject({
    people: z.array(id()).min(1).max(mostBroadcast),
    text: z.string().min(1).max(20_000),
    /** Made by the terminal; the same one again is answered with what it did at first. */
    clientId: id(),
  }),
  reply: z.object({
    count: z.int(),
    /** Whom the person may not write to, with the code of the refusal. */
    refused: z.array(z.object({ employeeId: z.string(), code: z.int() })),
  }),
  summary:
    'Sends one text to up to 500 people, each in the single chat with them, under the question that every send answers; so often a day',
});

/** Searches what one reads. */
export const clientSearch = clientEndpoint({
  method: 'GET',
  path: 'im/search',
  session: fullSession,
  rate: 'read',
  errors: [16001, 16003],
  input: z.object({ conversationId: id(), words: searchText(100), before: z.int().min(1).optional() }),
  reply: z.object({
    messages: z.array(messageView),
    /** From where to go on; null: nothing older is left. */
    next: z.int().nullable(),
  }),
  summary: 'Messages of a conversation of one’s own that hold all of these words, the newest first',
});
