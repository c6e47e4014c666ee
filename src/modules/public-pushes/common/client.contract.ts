import { z } from 'zod';
import { clientEndpoint, fullSession } from '#kit/common/client/client-endpoint.ts';
import { languages } from '#kit/common/language.ts';
import { id, time } from '#kit/common/schema.ts';
import { commentModes } from '#modules/public-accounts/common/words.ts';
import { contentKinds, eventKinds } from './words.ts';

const part = z.object({
  kind: z.enum(['article', 'picture', 'text', 'video']),
  articleId: z.string(),
  title: z.string(),
  digest: z.string(),
  html: z.string(),
  text: z.string(),
  /** Everything that the part shows; pictures in the text are named by `data-file`. */
  fileIds: z.array(z.string()),
  coverFileId: z.string().nullable(),
  seconds: z.number().nullable(),
  /** A later version stands in the place of the one that was sent. */
  correction: z.object({ at: time(), note: z.string() }).nullable(),
});

/** What a push says. */
export const snoArticle = clientEndpoint({
  method: 'GET',
  path: 'sno/article',
  session: fullSession,
  rate: 'read',
  errors: [15071],
  input: z.object({ pushId: id(), articleId: id().optional(), language: z.enum(languages).optional() }),
  reply: z.object({
    pushId: z.string(),
    snoId: z.string(),
    kind: z.enum(contentKinds),
    title: z.string(),
    language: z.string(),
    at: time(),
    parts: z.array(part),
    comments: z.object({ mode: z.enum(commentModes), open: z.boolean(), anonymousName: z.boolean() }),
    /** Null where the account shows none. */
    reads: z.int().nullable(),
    likes: z.int().nullable(),
    liked: z.boolean(),
  }),
  summary: 'The content of a push that was delivered to this person, as it was frozen; 15071 once it was withdrawn',
});

/** What terminals report. */
export const snoEvent = clientEndpoint({
  method: 'POST',
  path: 'sno/event',
  session: fullSession,
  rate: 'write',
  input: z.strictObject({
    events: z
      .array(
        z.strictObject({
          id: id(),
          kind: z.enum(eventKinds),
          pushId: id(),
          articleId: id().optional(),
          at: time(),
          /** Seconds read, or the share scrolled in percent. */
          value: z.int().min(0).max(1_000_000).optional(),
          /** A link that was followed. */
          target: z.string().max(2000).optional(),
        }),
      )
      .min(1)
      .max(200),
  }),
  reply: z.object({ taken: z.array(z.string()), refused: z.array(z.object({ id: z.string(), reason: z.string() })) }),
  summary: 'Takes what was received, read and liked, each once by its own id, also later with its own time (30 days)',
});

/** What is to be removed. */
export const snoRecall = clientEndpoint({
  method: 'GET',
  path: 'sno/recall',
  session: fullSession,
  rate: 'read',
  input: z.object({ after: z.string().max(100).optional() }),
  reply: z.object({
    list: z.array(z.object({ pushId: z.string(), messageId: z.string().nullable(), orderedAt: time() })),
    next: z.string().nullable(),
  }),
  summary: 'Pushes that this terminal must remove: content, pictures and notice',
});

/** What was removed. */
export const snoRecallAck = clientEndpoint({
  method: 'POST',
  path: 'sno/recallAck',
  session: fullSession,
  rate: 'write',
  input: z.strictObject({ ids: z.array(id()).min(1).max(200), result: z.enum(['removed', 'notHere', 'failed']) }),
  reply: z.object({ taken: z.int(), ignored: z.int() }),
  summary: 'Acknowledges withdrawn pushes of this person; what was never ordered is ignored and counted',
});
