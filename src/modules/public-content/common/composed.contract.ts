import { z } from 'zod';
import { crudContract } from '#kit/common/crud/crud-contract.ts';
import type { CrudDetail, CrudRow } from '#kit/common/crud/crud-types.ts';
import { localText, refers, text, value } from '#kit/common/crud/fields.ts';
import { localText as localTextOf } from '#kit/common/language.ts';
import { id } from '#kit/common/schema.ts';
import { imageMessagePage, imageTextPage } from './permissions.ts';
import { articleStates, composedStates, limits } from './words.ts';

const articleItem = z.strictObject({ articleId: id(), coverId: id().nullable().default(null) });

/** One to eight articles that are sent as one message, the first one large. */
export const imageText = crudContract({
  module: 'public-content',
  kind: 'imageText',
  path: 'mpm/imageText',
  title: { zh_CN: '图文消息', en_US: 'Image-text message', ja_JP: '記事メッセージ' },
  page: imageTextPage,
  scope: 'inside',
  fields: {
    name: text(100).sorted().searched(),
    snoId: refers('sno').immutable().filtered(),
    groupId: refers('materialGroup').nullable().filtered().example(null),
    items: value(z.array(articleItem).min(1).max(limits.articles)).internal(),
  },
  without: ['enable', 'disable'],
  also: ['copy', 'export'],
  sort: ['updatedAt', 'name', 'createdAt'],
  more: {
    row: {
      state: z.enum(composedStates),
      coverFileId: id().nullable(),
      articles: z.array(z.object({ articleId: id(), title: localTextOf(64), state: z.enum(articleStates), coverFileId: id().nullable() })),
      uses: z.int(),
    },
    filters: { state: z.enum(composedStates).optional() },
  },
});
/** An image-text message in a list. */
export type ImageTextRow = CrudRow<typeof imageText>;
/** An image-text message in full. */
export type ImageTextDetail = CrudDetail<typeof imageText>;

const albumItem = z.strictObject({ materialId: id(), caption: localTextOf(200).partial().strict().default({}) });

/** One to twenty pictures with captions that are sent as one message. */
export const imageMessage = crudContract({
  module: 'public-content',
  kind: 'imageMessage',
  path: 'mpm/imageMessage',
  title: { zh_CN: '图片消息', en_US: 'Picture message', ja_JP: '画像メッセージ' },
  page: imageMessagePage,
  scope: 'inside',
  fields: {
    name: localText(64).sorted().searched(),
    snoId: refers('sno').immutable().filtered(),
    groupId: refers('materialGroup').nullable().filtered().example(null),
    items: value(z.array(albumItem).min(1).max(limits.album)).internal(),
  },
  without: ['enable', 'disable'],
  also: ['copy'],
  sort: ['updatedAt', 'name', 'createdAt'],
  more: { row: { pictures: z.array(z.object({ materialId: id(), fileId: id().nullable() })), uses: z.int() } },
});
/** A picture message in a list. */
export type ImageMessageRow = CrudRow<typeof imageMessage>;
/** A picture message in full. */
export type ImageMessageDetail = CrudDetail<typeof imageMessage>;
