import { z } from 'zod';
import { clientEndpoint, fullSession } from '#kit/common/client/client-endpoint.ts';
import { count, id, longText, time } from '#kit/common/schema.ts';
import { commentModes } from '#modules/public-accounts/common/words.ts';
import { commentStates } from './words.ts';

const base = {
  id: id(),
  author: z.string(),
  /** The account itself answered. */
  official: z.boolean(),
  own: z.boolean(),
  text: z.string(),
  at: time(),
  likes: z.int(),
  liked: z.boolean(),
  /** What became of it; other than `shown` only of own ones, with the reason. */
  state: z.enum(commentStates),
  reason: z.string(),
};

/** Comments under an article. */
export const clientCommentList = clientEndpoint({
  method: 'GET',
  path: 'sno/comment/list',
  session: fullSession,
  rate: 'read',
  errors: [15010, 15071],
  input: z.object({ pushId: id(), articleId: id(), after: z.string().max(200).optional(), limit: z.int().min(1).max(50).default(20) }),
  reply: z.object({
    mode: z.enum(commentModes),
    /** Whether the person may comment now. */
    open: z.boolean(),
    total: z.int(),
    list: z.array(z.object({ ...base, featured: z.boolean(), replies: z.array(z.object(base)) })),
    next: z.string().nullable(),
  }),
  summary:
    'Comments under an article of a push that was delivered to the person: featured ones first, then the newest; own ones that wait or were hidden are marked',
});

/** Writes a comment. */
export const clientCommentAdd = clientEndpoint({
  method: 'POST',
  path: 'sno/comment/add',
  session: fullSession,
  rate: 'write',
  errors: [15010, 15013, 15071, 15080, 15081, 15083],
  input: z.strictObject({
    /** The terminal's own id of it: the same one is taken once. */
    clientId: id(),
    pushId: id(),
    articleId: id(),
    parentId: id().nullable().default(null),
    text: longText(500).trim().min(1),
  }),
  reply: z.object({ id: id(), state: z.enum(commentStates) }),
  summary:
    'Comments on an article or replies to a comment; what the policy or a sensitive word holds waits for review. At most one in 5 seconds and 50 a day',
});

/** Takes back a comment of one's own. */
export const clientCommentDelete = clientEndpoint({
  method: 'POST',
  path: 'sno/comment/delete',
  session: fullSession,
  rate: 'write',
  input: z.strictObject({ id: id() }),
  reply: count(),
  summary: 'Deletes an own comment with the replies to it',
});

/** Likes a comment. */
export const clientCommentLike = clientEndpoint({
  method: 'POST',
  path: 'sno/comment/like',
  session: fullSession,
  rate: 'write',
  errors: [15010, 15013, 15071, 15081],
  input: z.strictObject({ id: id(), like: z.boolean().default(true) }),
  reply: z.object({ likes: z.int(), liked: z.boolean() }),
  summary: 'Likes a comment that is shown, or takes the like back',
});
