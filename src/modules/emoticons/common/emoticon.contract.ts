import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { crudContract } from '#kit/common/crud/crud-contract.ts';
import type { CrudRow } from '#kit/common/crud/crud-types.ts';
import { audience, codeText, localText, place, refers, text, value } from '#kit/common/crud/fields.ts';
import { id } from '#kit/common/schema.ts';
import { emoticonKeywords } from './manifest.ts';
import { emoticonDetail as detail, emoticonPackages as list } from './permissions.ts';

/** Emoticons of a package at most. */
export const mostOfPackage = 200;

/** A package: a set of emoticons that people of its audience find on their terminals while it is enabled. */
export const emoticonPackage = crudContract({
  module: 'emoticons',
  kind: 'emoticonPackage',
  path: 'im/emoticon/package',
  title: { zh_CN: '表情包', en_US: 'Emoticon package', ja_JP: 'スタンプパッケージ' },
  page: list,
  scope: { read: 'none', write: 'site' },
  fields: {
    name: localText(60).sorted().searched(),
    code: codeText(32).unique().immutable(),
    author: text(100).nullable(),
    audience: audience(200),
    order: place().column('order_no'),
  },
  also: ['reorder'],
  more: {
    row: {
      emoticons: z.int(),
      /** The first emoticon as a small picture (data address); null while the package is empty. */
      cover: z.string().nullable(),
      /** How often its emoticons were sent within thirty days. */
      uses30: z.int(),
    },
  },
});
/** A package as it is shown. */
export type EmoticonPackageRow = CrudRow<typeof emoticonPackage>;

/** An emoticon; in texts it is written `[package:code]`. */
export const emoticon = crudContract({
  module: 'emoticons',
  kind: 'emoticon',
  path: 'im/emoticon',
  title: { zh_CN: '表情', en_US: 'Emoticon', ja_JP: 'スタンプ' },
  page: {
    code: detail.code,
    button: {
      add: detail.button.addItem,
      update: detail.button.updateItem,
      delete: detail.button.deleteItem,
      reorder: detail.button.sortItem,
    },
  },
  scope: { read: 'none', write: 'site' },
  fields: {
    packageId: refers('emoticonPackage').immutable().filtered(),
    name: localText(60).searched(),
    code: codeText(32).immutable(),
    keywords: value(emoticonKeywords).default([]),
    /** Digest of an uploaded picture (`im/emoticon/upload`); none is drawn as its name. */
    picture: text(80).nullable().internal().example(null),
    order: place().column('order_no'),
  },
  without: ['enable', 'disable'],
  also: ['reorder'],
  more: {
    row: {
      /** Still picture as a data address, and whether it moves. */
      still: z.string().nullable(),
      animated: z.boolean(),
      /** How often it was sent within thirty days. */
      uses30: z.int(),
    },
    detail: {
      /** The picture as it moves, as a data address. */
      moving: z.string().nullable(),
    },
    filters: { use: z.enum(['used', 'unused']).optional() },
  },
});
/** An emoticon as it is shown. */
export type EmoticonRow = CrudRow<typeof emoticon>;

/** Makes a picture of an uploaded file: decoded and encoded again as WebP of at most 240 pixels. */
export const emoticonUpload = endpoint({
  method: 'POST',
  path: 'im/emoticon/upload',
  access: { code: detail.button.upload },
  scope: 'none',
  audit: 'emoticon.upload',
  errors: [16051],
  input: z.strictObject({ fileId: id() }),
  reply: z.object({ picture: z.string(), still: z.string(), animated: z.boolean() }),
  summary: 'Makes the picture of an emoticon of an uploaded PNG, GIF or WebP',
});

/** Takes the pictures of a zip into a package; each that is wrong is told with its reason, the others are added. */
export const emoticonImport = endpoint({
  method: 'POST',
  path: 'im/emoticon/import',
  timeout: 60_000,
  access: { code: detail.button.import },
  scope: 'site',
  audit: 'emoticon.import',
  input: z.strictObject({ packageId: id(), fileId: id() }),
  reply: z.object({ added: z.int(), refused: z.array(z.object({ file: z.string(), reason: z.string() })) }),
  summary: 'Adds the pictures of a zip to a package; a manifest.json in it names them',
});

/** A package as a zip. */
export const emoticonExport = endpoint({
  method: 'POST',
  path: 'im/emoticon/package/export',
  access: { code: list.button.export },
  scope: 'site',
  audit: 'emoticonPackage.export',
  waits: 'again',
  subject: 'emoticon',
  input: z.strictObject({ packageId: id() }),
  reply: z.object({ jobId: id() }),
  summary: 'Packs the pictures of a package with their names and keywords as a zip that can be imported',
});
