import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { id, pageOf, pageQuery, time } from '#kit/common/schema.ts';
import { commentPolicy } from '#modules/public-accounts/common/account.contract.ts';
import { commentPage, likePage, pushDetailFrame as frame, readPage } from './permissions.ts';
import { reactionKinds } from './words.ts';

const readers = { anyOf: [frame.code, commentPage.code, likePage.code, readPage.code] } as const;

/** One push in the figures of its readers. */
export const readStat = endpoint({
  method: 'GET',
  path: 'mpm/read/stat',
  access: readers,
  scope: 'department',
  input: z.object({ pushId: id() }),
  reply: z.object({
    pushId: id(),
    snoId: id(),
    title: z.string(),
    kind: z.string(),
    state: z.string(),
    startedAt: time().nullable(),
    targets: z.int(),
    delivered: z.int(),
    reached: z.int(),
    read: z.int(),
    policy: commentPolicy,
    /** Nobody can comment: the policy says so, its days are over, or the push was withdrawn. */
    closed: z.boolean(),
    articles: z.array(
      z.object({ id: id(), title: z.string(), reads: z.int(), seconds: z.int(), likes: z.int(), comments: z.int(), waiting: z.int() }),
    ),
    /** First reads by the hour, from the first one on. */
    hours: z.array(z.object({ at: time(), reads: z.int() })),
  }),
  summary: 'One push in the figures of its readers: reads over time, and by article',
});

const person = { employeeId: id(), name: z.string(), departmentName: z.string(), title: z.string() };
const among = { pushId: id(), articleId: id().optional(), departmentId: id().optional() };

const likeFilter = z.strictObject({ ...among, kind: z.enum(reactionKinds).optional(), from: time().optional(), to: time().optional() });
/** Likes and clicks. */
export const likeList = endpoint({
  method: 'GET',
  path: 'mpm/like/list',
  access: { code: likePage.code },
  scope: 'department',
  input: pageQuery(['at'] as const).extend(likeFilter.shape),
  reply: pageOf(
    z.object({ id: z.string(), ...person, kind: z.enum(reactionKinds), articleTitle: z.string(), target: z.string(), at: time() }),
  ),
  summary: 'Who liked what of a push, and which links and menu entries were followed in it, the newest first',
});

const readFilter = z.strictObject({
  ...among,
  from: time().optional(),
  to: time().optional(),
  seconds: z.int().min(0).max(86_400).optional(),
});
/** Who read. */
export const readList = endpoint({
  method: 'GET',
  path: 'mpm/read/list',
  access: { code: readPage.code },
  scope: 'department',
  input: pageQuery(['firstAt', 'seconds', 'name'] as const).extend(readFilter.shape),
  reply: pageOf(
    z.object({
      id: id(),
      ...person,
      firstAt: time(),
      times: z.int(),
      seconds: z.int(),
      /** Percent of the page that was scrolled to. */
      scrolled: z.int(),
      platform: z.int().nullable(),
    }),
  ),
  summary: 'Everybody to whom a push was delivered and who has read it, or one article of it, once each',
});
/** Who did not read. */
export const readUnread = endpoint({
  method: 'GET',
  path: 'mpm/read/unread',
  access: { code: readPage.code },
  scope: 'department',
  input: pageQuery(['at', 'name'] as const).extend(among),
  reply: pageOf(z.object({ id: id(), ...person, at: time(), reachedAt: time().nullable() })),
  summary: 'Everybody to whom a push was delivered and who has not read it, or one article of it, once each',
});

const exported = { method: 'POST', scope: 'department', waits: 'again', reply: z.object({ jobId: id() }) } as const;
/** Likes and clicks in a file. */
export const likeExport = endpoint({
  ...exported,
  path: 'mpm/like/export',
  access: { code: likePage.button.export },
  audit: 'pushLike.export',
  subject: 'pushLike',
  input: z.strictObject({ format: z.enum(['xlsx', 'csv']), filter: likeFilter }),
  summary: 'Writes likes and clicks of a push to a file, as a job',
});
/** Readers, or who is none, in a file. */
export const readExport = endpoint({
  ...exported,
  path: 'mpm/read/export',
  access: { code: readPage.button.export },
  audit: 'pushRead.export',
  subject: 'pushRead',
  input: z.strictObject({ format: z.enum(['xlsx', 'csv']), unread: z.boolean().default(false), filter: readFilter }),
  summary: 'Writes who read a push, or who did not, to a file, as a job',
});
