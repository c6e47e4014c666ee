import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { crudContract } from '#kit/common/crud/crud-contract.ts';
import type { CrudDetail, CrudRow } from '#kit/common/crud/crud-types.ts';
import { choice, localText, place, refers, text, value } from '#kit/common/crud/fields.ts';
import { localText as localTextOf } from '#kit/common/language.ts';
import { count, id, ids, searchText } from '#kit/common/schema.ts';
import { articlePage, imageMessagePage, imagePage, imageTextPage, textPage, videoPage } from './permissions.ts';
import { contentKinds, limits, materialKinds } from './words.ts';

const pages = [imagePage, textPage, videoPage, imageTextPage, imageMessagePage, articlePage] as const;
const readers = {
  anyOf: [imagePage.code, textPage.code, videoPage.code, imageTextPage.code, imageMessagePage.code, articlePage.code],
} as const;
const movers = {
  anyOf: [imagePage.button.move, textPage.button.move, videoPage.button.move, imageTextPage.button.move, articlePage.button.update],
} as const;

/** A group of content of one kind. */
export const materialGroup = crudContract({
  module: 'public-content',
  kind: 'materialGroup',
  path: 'mpm/material/group',
  title: { zh_CN: '素材分组', en_US: 'Content group', ja_JP: '素材グループ' },
  page: {
    code: pages[0].code,
    route: pages[0].route!,
    button: { add: imagePage.button.move, update: imagePage.button.move, reorder: imagePage.button.move },
  },
  scope: 'inside',
  fields: {
    name: text(40).searched(),
    snoId: refers('sno').immutable().filtered(),
    kind: choice(contentKinds).immutable().filtered().example('image'),
    order: place('snoId', 'kind').column('position'),
  },
  without: ['enable', 'disable', 'delete'],
  also: ['reorder'],
  more: { row: { items: z.int() } },
  operations: {
    list: { access: readers },
    get: { access: readers },
    add: { access: movers },
    update: { access: movers },
    reorder: { access: movers },
  },
});
/** A group in a list. */
export type GroupRow = CrudRow<typeof materialGroup>;

/** Deletes groups of content. */
export const groupDelete = endpoint({
  method: 'POST',
  path: 'mpm/material/group/delete',
  access: movers,
  scope: 'department',
  audit: 'materialGroup.delete',
  dryRun: true,
  input: z.strictObject({
    ids: ids(),
    /** The group of the same account and kind that takes what is in them; null for none. */
    moveTo: id().nullable().optional(),
  }),
  reply: count(),
  summary: 'Deletes groups; what is in them goes into another group of the same kind, or into none (10410 where that is not said)',
});

const uploaders = { anyOf: [imagePage.button.upload, videoPage.button.upload] } as const;

/** A picture, a text or a video of an account. */
export const material = crudContract({
  module: 'public-content',
  kind: 'material',
  path: 'mpm/material',
  title: { zh_CN: '素材', en_US: 'Material', ja_JP: '素材' },
  page: {
    code: imagePage.code,
    route: imagePage.route!,
    button: { add: imagePage.button.upload, update: imagePage.button.update, delete: imagePage.button.delete },
  },
  scope: 'inside',
  fields: {
    name: text(100).sorted().searched(),
    snoId: refers('sno').immutable().filtered(),
    kind: choice(materialKinds).immutable().filtered().example('text'),
    groupId: refers('materialGroup').nullable().filtered(),
    /** A file that `mpm/material/upload` made; a text has none. */
    fileId: value(id()).nullable().internal().immutable().example(null),
    /** The picture of the account that a video shows before it plays. */
    posterId: value(id()).nullable().internal().example(null),
    text: localText(limits.text).nullable(),
  },
  without: ['enable', 'disable'],
  sort: ['updatedAt', 'name', 'createdAt'],
  more: {
    row: {
      type: z.string().nullable(),
      size: z.int().nullable(),
      width: z.int().nullable(),
      height: z.int().nullable(),
      seconds: z.int().nullable(),
      sha256: z.string().nullable(),
      uses: z.int(),
    },
    filters: { unused: z.boolean().optional(), ungrouped: z.boolean().optional() },
  },
  operations: {
    list: { access: { anyOf: [imagePage.code, textPage.code, videoPage.code] } },
    get: { access: { anyOf: [imagePage.code, textPage.code, videoPage.code] } },
    add: {
      access: { anyOf: [imagePage.button.upload, textPage.button.add, videoPage.button.upload] },
      permit: { by: 'kind', codes: { image: imagePage.button.upload, text: textPage.button.add, video: videoPage.button.upload } },
      errors: [15054],
    },
    update: {
      access: { anyOf: [imagePage.button.update, textPage.button.update, videoPage.button.update] },
      permitMore: 'the button of the page of its kind',
    },
    delete: {
      access: { anyOf: [imagePage.button.delete, textPage.button.delete, videoPage.button.delete] },
      permitMore: 'the button of the page of its kind',
    },
  },
});
/** A material in a list. */
export type MaterialRow = CrudRow<typeof material>;
/** A material in full. */
export type MaterialDetail = CrudDetail<typeof material>;

/** A file of content, as it is kept. */
export const contentFile = z.object({
  fileId: id(),
  type: z.string(),
  size: z.int(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  seconds: z.int().nullable(),
  sha256: z.string(),
});
/** A file of content, as it is kept. */
export type ContentFileView = z.output<typeof contentFile>;

/** Checks an uploaded file and keeps it for an account. */
export const materialUpload = endpoint({
  method: 'POST',
  path: 'mpm/material/upload',
  access: { anyOf: [...uploaders.anyOf, imagePage.button.replace, articlePage.button.update] },
  scope: 'department',
  audit: 'material.upload',
  timeout: 120_000,
  errors: [15054],
  input: z.strictObject({ snoId: id(), kind: z.enum(['image', 'video']), fileId: id() }),
  reply: contentFile.extend({ same: z.array(z.object({ id: id(), name: z.string() })) }),
  summary:
    'Checks an uploaded picture or video by its content and keeps it for an account; a picture is encoded again. Names materials of the same content',
});

/** A file of content, as bytes. */
export const materialFile = endpoint({
  method: 'GET',
  path: 'mpm/material/file',
  access: { signedIn: true },
  scope: 'department',
  answer: 'raw',
  input: z.object({ id: id() }),
  reply: z.unknown(),
  summary: 'A picture or video of an account, to who sees the account; what it is never changes under its id',
});

/** What names content. */
export const contentUse = z.object({ kind: z.string(), id: z.string(), name: z.string() });

/** What uses a material. */
export const materialUsedBy = endpoint({
  method: 'GET',
  path: 'mpm/material/usedBy',
  access: { anyOf: [imagePage.code, textPage.code, videoPage.code] },
  scope: 'department',
  input: z.object({ id: id() }),
  reply: z.object({ list: z.array(contentUse) }),
  summary: 'Articles, messages, replies, menus and planned pushes that name a material',
});

/** Puts materials into another group. */
export const materialMove = endpoint({
  method: 'POST',
  path: 'mpm/material/move',
  access: { anyOf: [imagePage.button.move, textPage.button.move, videoPage.button.move] },
  scope: 'department',
  audit: 'material.move',
  dryRun: true,
  permitMore: 'the button of the page of its kind',
  input: z.strictObject({ ids: ids(), groupId: id().nullable() }),
  reply: count(),
  summary: 'Puts materials into a group of their account and kind, or into none',
});

/** Gives a picture another content. */
export const materialReplace = endpoint({
  method: 'POST',
  path: 'mpm/material/replace',
  access: { code: imagePage.button.replace },
  scope: 'department',
  audit: 'material.replace',
  dryRun: true,
  errors: [15054],
  input: z.strictObject({ id: id(), version: z.int().min(1), fileId: id() }),
  reply: material.detail,
  summary:
    'Replaces the picture of a material: drafts and messages show the new one from now on, what was published or sent keeps the old one',
});

/** Content of an account to choose from. */
export const contentList = endpoint({
  method: 'GET',
  path: 'mpm/content/list',
  access: { signedIn: true },
  scope: 'department',
  dedupe: 'cancel-previous',
  input: z.object({ snoId: id(), kind: z.enum(contentKinds), text: searchText().optional(), ids: z.array(id()).max(100).optional() }),
  reply: z.object({
    list: z.array(z.object({ kind: z.enum(contentKinds), id: id(), name: localTextOf(2000), fileId: id().nullable(), ready: z.boolean() })),
  }),
  summary: 'Content of an account for pickers, the newest first, at most 100; `ready` is what can be sent',
});
/** One content in a picker. */
export type ContentChoice = z.output<typeof contentList.reply>['list'][number];
