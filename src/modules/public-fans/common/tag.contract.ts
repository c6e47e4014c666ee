import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { crudContract } from '#kit/common/crud/crud-contract.ts';
import type { CrudDetail, CrudRow } from '#kit/common/crud/crud-types.ts';
import { integer, refers, refersToMany, text, value } from '#kit/common/crud/fields.ts';
import { count, id, ids, time } from '#kit/common/schema.ts';
import { fansPage, tagPage as page } from './permissions.ts';
import { fanTarget } from './fan-filter.ts';
import { tagKinds } from './words.ts';

const either = (button: keyof typeof page.button, other: keyof typeof fansPage.button) => ({
  anyOf: [page.button[button], fansPage.button[other]] as const,
});
const days = () => integer(1, 3650).nullable().default(null);

/** A tag of an account's fans. Conditions of a rule all hold; among departments, and among dynamic groups, one is enough. */
export const fanTag = crudContract({
  module: 'public-fans',
  kind: 'fanTag',
  path: 'mpm/tag',
  title: { zh_CN: '粉丝标签', en_US: 'Fan tag', ja_JP: 'ファンのタグ' },
  page,
  scope: 'inside',
  fields: {
    name: text(30).unique().sorted().searched(),
    snoId: refers('sno').immutable().filtered(),
    kind: value(z.enum(['manual', 'rule']), z.enum(tagKinds))
      .default('manual')
      .immutable()
      .example('rule'),
    group: text(30).nullable().column('tag_group').filtered(),
    departmentIds: refersToMany('department', 50).default([]),
    crowdIds: refersToMany('crowd', 20).default([]),
    /** Follows for at most, and for at least, so many days. */
    newerThan: days(),
    olderThan: days(),
    /** Has read within so many days; has not. */
    readWithin: days(),
    unreadFor: days(),
  },
  without: ['enable', 'disable'],
  also: ['export'],
  sort: ['name', 'createdAt', 'updatedAt'],
  more: {
    row: {
      title: z.string(),
      fans: z.int(),
      /** Pushes of 30 days that chose fans by it. */
      pushes30: z.int(),
      lastPushAt: time().nullable(),
    },
    filters: { kind: z.enum(tagKinds).optional() },
  },
  operations: {
    list: { access: { anyOf: [page.code, fansPage.code] } },
    get: { access: { anyOf: [page.code, fansPage.code] } },
    add: { access: either('add', 'addTag'), errors: [15011] },
    update: { access: either('update', 'updateTag'), errors: [15011] },
    delete: { access: either('delete', 'deleteTag'), errors: [15011] },
  },
});
/** A tag in a list. */
export type FanTagRow = CrudRow<typeof fanTag>;
/** A tag in full. */
export type FanTagDetail = CrudDetail<typeof fanTag>;

const { departmentIds, crowdIds, newerThan, olderThan, readWithin, unreadFor } = fanTag.draft.shape;
/** Conditions of a rule. */
export const tagRule = z.strictObject({ departmentIds, crowdIds, newerThan, olderThan, readWithin, unreadFor });
/** Conditions of a rule. */
export type TagRule = z.output<typeof tagRule>;

/** What conditions would find. */
export const tagPreview = endpoint({
  method: 'POST',
  path: 'mpm/tag/preview',
  reads: true,
  access: { anyOf: [page.code, fansPage.code] },
  scope: 'department',
  input: z.strictObject({ snoId: id(), ...tagRule.shape }),
  reply: z.object({
    fans: z.int(),
    of: z.int(),
    sample: z.array(z.object({ id: id(), name: z.string(), departmentName: z.string() })),
  }),
  summary: 'How many fans of an account meet conditions, of how many, and up to five of them',
});

/** How many fans two tags share. */
export const tagOverlap = endpoint({
  method: 'GET',
  path: 'mpm/tag/overlap',
  access: { code: page.code },
  scope: 'department',
  input: z.object({ id: id() }),
  reply: z.object({ fans: z.int(), list: z.array(z.object({ id: id(), title: z.string(), shared: z.int() })) }),
  summary: 'Tags that share fans with this one, the most first',
});

/** Makes one tag of several. */
export const tagMerge = endpoint({
  method: 'POST',
  path: 'mpm/tag/merge',
  access: { code: page.button.merge },
  scope: 'department',
  audit: 'fanTag.merge',
  errors: [15011],
  dryRun: true,
  input: z.strictObject({ ids: ids(), intoId: id() }),
  reply: count(),
  summary: 'Gives the fans of manual tags to another manual tag of the account and deletes the tags; answers how many fans it gained',
});

const who = { method: 'POST', scope: 'department', errors: [15011, 15060] } as const;
const given = z.strictObject({ snoId: id(), tagIds: z.array(id()).min(1).max(20), ...fanTarget.shape });

/** Gives fans tags. */
export const tagAssign = endpoint({
  ...who,
  path: 'mpm/tag/assign',
  access: { code: fansPage.button.tag },
  audit: 'fanTag.assign',
  input: given,
  reply: count(),
  summary:
    'Gives manual tags to fans, named or by the filter of the list with the expected number; answers to how many people one was given',
});
/** Takes tags from fans. */
export const tagRemove = endpoint({
  ...who,
  path: 'mpm/tag/remove',
  access: { code: fansPage.button.untag },
  audit: 'fanTag.remove',
  input: given,
  reply: count(),
  summary:
    'Takes manual tags from fans, named or by the filter of the list with the expected number; answers from how many people one was taken',
});
