import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { count, id, longText, pageOf, pageQuery, searchText, time } from '#kit/common/schema.ts';
import { commentPolicy } from '#modules/public-accounts/common/account.contract.ts';
import { commentModes } from '#modules/public-accounts/common/words.ts';
import { commentPage as page, pushDetailFrame as frame } from './permissions.ts';
import { commentStates, heldReasons } from './words.ts';

const commentFilter = z.strictObject({
  pushId: id(),
  articleId: id().optional(),
  state: z.enum(commentStates).optional(),
  authorId: id().optional(),
  text: searchText().optional(),
  wordHit: z.boolean().optional(),
  featured: z.boolean().optional(),
  hasReply: z.boolean().optional(),
  from: time().optional(),
  to: time().optional(),
});
/** Filters of the comments under a push. */
export type CommentFilter = z.output<typeof commentFilter>;

/** A comment as moderators see it. */
export const commentRow = z.object({
  id: id(),
  articleId: id(),
  articleTitle: z.string(),
  parentId: id().nullable(),
  /** Null: the account answered. */
  authorId: id().nullable(),
  author: z.string(),
  departmentName: z.string(),
  text: z.string(),
  at: time(),
  state: z.enum(commentStates),
  featured: z.boolean(),
  likes: z.int(),
  replies: z.int(),
  heldBecause: z.enum(heldReasons).nullable(),
  reason: z.string(),
  decidedBy: z.string(),
  decidedAt: time().nullable(),
});
/** A comment as moderators see it. */
export type CommentRow = z.output<typeof commentRow>;

/** Comments under a push. */
export const commentList = endpoint({
  method: 'GET',
  path: 'mpm/comment/list',
  access: { code: page.code },
  scope: 'department',
  input: pageQuery(['at', 'likes'] as const).extend(commentFilter.shape),
  reply: pageOf(commentRow),
  dedupe: 'cancel-previous',
  summary: 'Comments under a push: those that wait first, the oldest before the others, then the newest; deleted ones only when asked for',
});

const ids = z
  .array(id())
  .min(1)
  .max(200)
  .transform((all) => [...new Set(all)]);
const write = { method: 'POST', scope: 'department' } as const;
const decide = (verb: 'show' | 'hide' | 'feature' | 'unfeature' | 'delete', summary: string) =>
  endpoint({
    ...write,
    path: `mpm/comment/${verb}`,
    access: { code: page.button[verb === 'unfeature' ? 'feature' : verb] },
    audit: `comment.${verb}`,
    errors: [15011],
    input: z.strictObject({ ids, reason: longText(200).trim().default('') }),
    reply: count(),
    summary,
  });

/** Shows comments to readers. */
export const commentShow = decide('show', 'Shows comments that wait or are hidden; answers how many were not shown before');
/** Hides comments from readers. */
export const commentHide = decide('hide', 'Hides comments; their authors still see them, with the reason');
/** Puts comments first. */
export const commentFeature = decide('feature', 'Features comments: they are shown, and stand first');
/** Puts comments back among the others. */
export const commentUnfeature = decide('unfeature', 'Takes comments from the featured ones');
/** Deletes comments for good. */
export const commentDelete = decide('delete', 'Deletes comments with what was replied to them; nobody sees them any more');

/** Answers a comment in the name of the account. */
export const commentReply = endpoint({
  ...write,
  path: 'mpm/comment/reply',
  access: { code: page.button.reply },
  audit: 'comment.reply',
  errors: [15011, 15082],
  input: z.strictObject({ id: id(), text: longText(500).trim().min(1) }),
  reply: z.object({ id: id() }),
  summary: 'Replies to a comment in the name of the account; one that waited is shown with it',
});

/** Who may comment on a push from now on. */
export const commentPolicySave = endpoint({
  ...write,
  path: 'mpm/comment/policy',
  access: { anyOf: [frame.button.policy, page.button.close] as const },
  permit: {
    by: 'mode',
    codes: Object.fromEntries(commentModes.filter((mode) => mode !== 'off').map((mode) => [mode, frame.button.policy])),
  },
  audit: 'comment.policy',
  errors: [15011],
  input: z.strictObject({ pushId: id(), ...commentPolicy.shape }),
  reply: commentPolicy,
  summary: 'Sets who may comment on a push, and which comments are shown at once',
});

/** Comments in a file. */
export const commentExport = endpoint({
  ...write,
  path: 'mpm/comment/export',
  access: { code: page.button.export },
  audit: 'comment.export',
  waits: 'again',
  subject: 'comment',
  input: z.strictObject({ format: z.enum(['xlsx', 'csv']), filter: commentFilter }),
  reply: z.object({ jobId: id() }),
  summary: 'Writes the comments under a push to a file, as a job',
});
