import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { count, day, id, longText, pageOf, pageQuery, time } from '#kit/common/schema.ts';
import { audienceModes } from '#modules/public-accounts/common/words.ts';
import { fanFilter, fanTarget } from './fan-filter.ts';
import { commentPage, fansPage as page, tagPage } from './permissions.ts';
import { fanStates, tagKinds } from './words.ts';

/** A fan in the list: name, department and title, and how they stand to the account. */
export const fanRow = z.object({
  id: id(),
  name: z.string(),
  departmentName: z.string(),
  title: z.string(),
  mode: z.enum(audienceModes),
  state: z.enum(fanStates),
  /** Since when they follow; of who follows without asking, since when both exist. */
  since: time(),
  tags: z.array(z.object({ id: id(), title: z.string(), kind: z.enum(tagKinds) })),
  lastReadAt: time().nullable(),
  reads30: z.int(),
  messages: z.int(),
  remark: z.string(),
});
/** A fan in the list. */
export type FanRow = z.output<typeof fanRow>;

/** Fans of an account. */
export const fanList = endpoint({
  method: 'GET',
  path: 'mpm/fan/list',
  access: { code: page.code },
  scope: 'department',
  input: pageQuery(['name', 'since', 'lastReadAt'] as const).extend({ snoId: id(), ...fanFilter.shape }),
  reply: pageOf(fanRow),
  dedupe: 'cancel-previous',
  summary: 'Fans of an account by filters; those who follow unless another state is asked for',
});

const event = z.object({
  id: z.string(),
  at: time(),
  kind: z.string(),
  /** What it is called. */
  what: z.string(),
  by: z.string(),
  ref: z.string(),
  result: z.string(),
  reason: z.string(),
});

/** One fan in full. */
export const fanGet = endpoint({
  method: 'GET',
  path: 'mpm/fan/get',
  access: { code: page.code },
  scope: 'department',
  input: z.object({ snoId: id(), id: id() }),
  reply: fanRow.extend({
    followedAt: time().nullable(),
    leftAt: time().nullable(),
    /** Pushes that they got, the newest first. */
    pushes: z.array(
      z.object({
        id: id(),
        title: z.string(),
        at: time(),
        state: z.string(),
        reason: z.string(),
        reachedAt: time().nullable(),
        readAt: time().nullable(),
      }),
    ),
    /** Comments that they wrote. */
    comments: z.array(z.object({ id: id(), pushId: id(), title: z.string(), at: time(), text: z.string(), state: z.string() })),
    events: z.array(event),
  }),
  summary: 'One fan with what they got, read and wrote, the newest twenty of each',
});
/** A fan in full. */
export type FanDetail = z.output<typeof fanGet.reply>;

/** How many fans an account has. */
export const fanStat = endpoint({
  method: 'GET',
  path: 'mpm/fan/stat',
  access: { code: page.code },
  scope: 'department',
  input: z.object({ snoId: id() }),
  reply: z.object({
    fans: z.int(),
    new7: z.int(),
    left7: z.int(),
    neverRead: z.int(),
    blocked: z.int(),
    /** Ninety days, the oldest first: who said that they follow, who left, and how many fans there were at the end of the day. */
    days: z.array(z.object({ day: day(), followed: z.int(), left: z.int(), fans: z.int() })),
  }),
  summary: 'Fans of an account in figures, and day by day for ninety days as far as people followed and left by themselves',
});

const write = { method: 'POST', scope: 'department', errors: [15011, 15060] } as const;

/** Blocks fans. */
export const fanBlock = endpoint({
  ...write,
  path: 'mpm/fan/block',
  access: { anyOf: [page.button.block, commentPage.button.block] as const },
  audit: 'fan.block',
  input: z.strictObject({ snoId: id(), ...fanTarget.shape, reason: longText(500).default('') }),
  reply: count(),
  summary: 'Blocks people: they get nothing of the account and write nothing to it; answers how many were not blocked before',
});
/** Lets blocked people in again. */
export const fanUnblock = endpoint({
  ...write,
  path: 'mpm/fan/unblock',
  access: { code: page.button.unblock },
  audit: 'fan.unblock',
  input: z.strictObject({ snoId: id(), ...fanTarget.shape }),
  reply: count(),
  summary: 'Ends blocks: people stand as they stood before; answers how many were blocked',
});
/** Writes down what the account knows about a fan. */
export const fanRemark = endpoint({
  ...write,
  path: 'mpm/fan/remark',
  access: { code: page.button.remark },
  audit: 'fan.remark',
  input: z.strictObject({ snoId: id(), empIds: z.array(id()).min(1).max(500), remark: longText(100).trim() }),
  reply: count(),
  summary: 'Sets the remark of fans; an empty one takes it away',
});

/** Fans in a file. */
export const fanExport = endpoint({
  method: 'POST',
  path: 'mpm/fan/export',
  access: { code: page.button.export },
  scope: 'department',
  audit: 'fan.export',
  waits: 'again',
  subject: 'fan',
  input: z.strictObject({ snoId: id(), format: z.enum(['xlsx', 'csv']), filter: fanFilter.optional() }),
  reply: z.object({ jobId: id() }),
  summary: 'Writes fans of an account to a file, as a job',
});
/** Gives the people of a file tags. */
export const fanImport = endpoint({
  method: 'POST',
  path: 'mpm/fan/import',
  access: { anyOf: [page.button.import, tagPage.button.import] as const },
  scope: 'department',
  audit: 'fan.import',
  errors: [15011],
  input: z.strictObject({ snoId: id(), fileId: id() }),
  reply: z.object({ jobId: id() }),
  summary: 'Gives the people of a file, by account, the manual tags that stand beside them, as a job; new names become new tags',
});

/** Why a line of a file was not taken. */
export const importReasons = ['unknown', 'noTag', 'notManual', 'tooMany'] as const;
/** What became of the lines of a file. */
export const fanImportResult = z.object({
  count: z.int(),
  newTags: z.int(),
  refused: z.array(z.object({ line: z.int(), account: z.string(), reason: z.enum(importReasons) })),
  more: z.int(),
});
/** What became of the lines of a file. */
export type FanImportResult = z.output<typeof fanImportResult>;
