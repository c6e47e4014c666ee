import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { crudContract } from '#kit/common/crud/crud-contract.ts';
import type { CrudDetail, CrudRow } from '#kit/common/crud/crud-types.ts';
import { bool, choice, codeText, integer, localText, refers, text, value } from '#kit/common/crud/fields.ts';
import { id } from '#kit/common/schema.ts';
import { accountFrame, accountListPage, accountSettingPage } from './permissions.ts';
import { accountTypes, commentModes } from './words.ts';

const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

/** Hours in which nothing is pushed, in the person's own time zone; `to` before `from` lies on the next day. Weekdays: 1 Monday to 7 Sunday, of the beginning. */
export const quietHours = z
  .array(z.strictObject({ from: clockTime, to: clockTime, weekdays: z.array(z.int().min(1).max(7)).min(1).max(7) }))
  .max(5);
/** How many pushes one person gets at most in rolling 24 hours and 7 days; 0 is no limit. */
export const pushCap = z.strictObject({ perPersonPerDay: z.int().min(0).max(20), perPersonPerWeek: z.int().min(0).max(50) });
/** Share of refused deliveries from which on a push pauses by itself: percent of the last `window` attempts, after `minimum` of them. */
export const failurePause = z.strictObject({
  share: z.int().min(1).max(50),
  minimum: z.int().min(20).max(1000),
  window: z.int().min(20).max(1000).default(200),
});
/** Who comments on a push; each push takes a copy. */
export const commentPolicy = z.strictObject({
  mode: z.enum(commentModes),
  who: z.enum(['fans', 'audience']).default('fans'),
  /** Days after the push; 0 is never. */
  closeAfterDays: z.int().min(0).max(365).default(30),
  anonymousName: z.boolean().default(false),
});
/** Who comments on a push. */
export type CommentPolicy = z.output<typeof commentPolicy>;

const { code, route, button } = accountListPage;

/** What is done from the list and from the page of one account alike. */
const onBoth = (verb: 'update' | 'enable' | 'disable' | 'delete') =>
  ({ access: { anyOf: [button[verb], accountSettingPage.button[verb]] } }) as const;

const declared = crudContract({
  module: 'public-accounts',
  kind: 'sno',
  path: 'mpm/sno',
  title: { zh_CN: '公众号', en_US: 'Public account', ja_JP: '公式アカウント' },
  page: { code, ...(route !== undefined && { route }), button: { ...button, restore: accountFrame.button.restore } },
  scope: 'inside',
  fields: {
    name: localText(30).unique().searched().sorted(),
    code: codeText(40).unique().immutable().searched(),
    description: localText(500).nullable(),
    type: choice(accountTypes).default('subscription').filtered(),
    ownerDeptId: refers('department').filtered(),
    order: integer(0, 9999).column('position').default(100).sorted(),
    category: text(40).default(''),
    allowMessage: bool().default(true),
    allowUnfollow: bool().default(true),
    listed: bool().default(true),
    showReads: bool().default(false),
    showLikes: bool().default(true),
    commentPolicy: value(commentPolicy).default({ mode: 'review', who: 'fans', closeAfterDays: 30, anonymousName: false }),
    quietHours: value(quietHours).nullable().default(null).example(null),
    cap: value(pushCap).default({ perPersonPerDay: 1, perPersonPerWeek: 5 }),
    failurePause: value(failurePause).default({ share: 5, minimum: 50, window: 200 }),
    approveAbove: integer(0, 1_000_000).nullable(),
    ratePerSecond: integer(1, 5000).default(2000),
  },
  also: ['restore', 'copy', 'export'],
  sort: ['order', 'name', 'updatedAt'],
  more: {
    row: { managers: z.int(), fans: z.int(), audience: z.int(), logo: z.string().nullable() },
    filters: { managerId: id().optional(), noManager: z.boolean().optional() },
  },
  operations: {
    get: { access: { anyOf: [code, accountSettingPage.code] } },
    add: { errors: [15001] },
    update: onBoth('update'),
    enable: { ...onBoth('enable'), errors: [15001] },
    disable: onBoth('disable'),
    delete: { ...onBoth('delete'), errors: [15002] },
  },
});

/** A public account. Who adds one names its managers: an enabled account has one who is active. */
export const account = Object.freeze({
  ...declared,
  add: endpoint({
    ...declared.add,
    input: declared.add.input.extend({
      /** The maker, unless said. */
      managerIds: z.array(id()).min(1).max(50).optional(),
    }),
  }),
});

/** What is affected when an account is disabled or deleted, or its audience changes. */
export const accountImpact = endpoint({
  method: 'GET',
  path: 'mpm/sno/impact',
  access: { anyOf: [accountListPage.code, accountSettingPage.code] },
  scope: 'department',
  input: z.object({ id: id(), change: z.enum(['disable', 'delete', 'audience']).default('disable') }),
  reply: z.object({
    fans: z.int(),
    /** Rows of the audience. */
    audience: z.int(),
    managers: z.int(),
    editors: z.int(),
    /** What other areas keep for it, by name: planned pushes, open conversations. */
    more: z.record(z.string(), z.int()),
  }),
  summary: 'What is affected when an account is disabled or deleted, or its audience changes',
});
/** An account in a list. */
export type AccountRow = CrudRow<typeof account>;
/** An account in full. */
export type AccountDetail = CrudDetail<typeof account>;
