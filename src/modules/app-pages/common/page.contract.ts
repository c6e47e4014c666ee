import { z } from 'zod';
import { audienceRow } from '#kit/common/audience.ts';
import { endpoint } from '#kit/common/contract.ts';
import { crudContract } from '#kit/common/crud/crud-contract.ts';
import type { CrudDetail, CrudRow } from '#kit/common/crud/crud-types.ts';
import { audience, choice, integer, moment, place, refers, refersToMany, text, value } from '#kit/common/crud/fields.ts';
import { languages } from '#kit/common/language.ts';
import { count, id, ids, longText, searchText, time, version } from '#kit/common/schema.ts';
import { pageConfigPage as page, pageContentPage as content } from './permissions.ts';
import { tag, tagView } from './tag.ts';

const onOff = z.literal([0, 1]);
/** On which terminals a page is shown. */
export const pageTerminals = ['mobile', 'pc'] as const;

/** A page configuration of an app: for whom it is, and whether employees may arrange it. What is on it stands in its releases. */
export const pageConfig = crudContract({
  module: 'app-pages',
  kind: 'pageConfig',
  path: 'mam/pageConfig',
  title: { zh_CN: '页面配置', en_US: 'Page configuration', ja_JP: 'ページ設定' },
  page: { ...page, button: { ...page.button, reorder: page.button.sort } },
  scope: 'inside',
  fields: {
    name: text(100).searched(),
    appId: refers('app').immutable().filtered(),
    terminal: choice(pageTerminals).default('mobile').immutable().filtered(),
    rows: audience(),
    trialIds: refersToMany('employee', 200).default([]),
    priority: place(),
    isPageEditConsole: value(onOff).default(0).readOnly(),
    /** Number of the release that is shown; null while none is. */
    publishedNo: integer(1, 1_000_000).nullable().readOnly(),
    publishedAt: moment().nullable().readOnly(),
    /** Number of the save that is the draft; 0 while there is none. */
    draftNo: integer(0, 1_000_000).default(0).readOnly(),
  },
  also: ['reorder', 'copy'],
  without: ['enable', 'disable'],
  more: {
    /** Tabs of the draft, publish status (0, 1, 2), and when the next release is due. */
    row: { tags: z.int(), status: z.literal([0, 1, 2]), nextAt: time().nullable() },
  },
  operations: {
    reorder: { path: 'mam/pageConfig/sort', errors: [13052] },
    update: { errors: [13052] },
    delete: { errors: [13052] },
    get: { access: { anyOf: [page.code, content.code] } },
  },
});
/** A page configuration in a list. */
export type PageConfigRow = CrudRow<typeof pageConfig>;
/** A page configuration in full. */
export type PageConfigDetail = CrudDetail<typeof pageConfig>;

const release = z.object({
  no: z.int(),
  status: z.literal([0, 1, 2]),
  releaseType: z.literal([0, 1, 2]),
  releaseAt: time(),
  at: time(),
  by: z.string(),
  note: z.string(),
  tags: z.int(),
});
/** Releases of a page. */
export const pageReleases = endpoint({
  method: 'GET',
  path: 'mam/pageConfig/releases',
  access: { anyOf: [page.code, content.code] },
  scope: 'department',
  input: z.object({ id: id() }),
  reply: z.object({ list: z.array(release) }),
  summary: 'Releases of a page configuration, the newest first',
});
/** Takes the shown release of pages away. */
export const pageWithdraw = endpoint({
  method: 'POST',
  path: 'mam/pageConfig/withdraw',
  access: { code: page.button.withdraw },
  scope: 'department',
  audit: 'pageConfig.withdraw',
  dryRun: true,
  input: z.strictObject({ ids: ids(), reason: longText(500).optional() }),
  reply: count(),
  errors: [13052],
  summary: 'Takes the shown release of page configurations away: the next one that matches serves in their place',
});
/** Publishes an earlier release again. */
export const pageRollback = endpoint({
  method: 'POST',
  path: 'mam/pageConfig/rollback',
  access: { code: page.button.publish },
  scope: 'department',
  audit: 'pageConfig.rollback',
  dryRun: true,
  input: z.strictObject({ id: id(), no: z.int().min(1) }),
  reply: z.object({ no: z.int() }),
  errors: [13050, 13052],
  summary: 'Publishes an earlier release again; it also becomes the draft',
});

/** What is wrong with a page, and where. */
export const problem = z.object({ path: z.string(), reason: z.string() });
/** Something wrong with a page. */
export type Problem = z.output<typeof problem>;
const set = z.object({
  configId: id(),
  tagList: z.array(tagView),
  isPageEditConsole: onOff,
  status: z.literal([0, 1, 2]),
  version: version(),
  problems: z.array(problem),
});
/** The tags of a page, as they are edited. */
export type TagSet = z.output<typeof set>;

/** The draft of a page, or one of its releases. */
export const tagList = endpoint({
  method: 'GET',
  path: 'mam/tag/list',
  access: { code: content.code },
  scope: 'department',
  input: z.object({ configId: id(), release: z.int().min(1).optional() }),
  reply: set,
  summary: 'Tags of the draft of a page, or of one of its releases, with the problems found',
});
/** Saves the tags of a page. */
export const tagSave = endpoint({
  method: 'POST',
  path: 'mam/tag/save',
  access: { anyOf: [content.button.save, content.button.publish] },
  permit: { by: 'releaseType', codes: { 0: content.button.save, 1: content.button.publish, 2: content.button.publish } },
  scope: 'department',
  audit: 'page.save',
  dryRun: true,
  input: z.strictObject({
    configId: id(),
    version: version(),
    /** 0 draft, 1 release, 2 trial. */
    releaseType: z.literal([0, 1, 2]),
    isPageEditConsole: onOff,
    tagList: z.array(tag).max(50),
    releaseAt: time().optional(),
    note: longText(500).default(''),
  }),
  reply: set,
  errors: [13040, 13041, 13050, 13052],
  summary: 'Saves the whole set of tags as a draft, shows it to the trial people, or publishes it now or at a time',
});

/** Widgets that may stand on a page. */
export const tagWidgets = endpoint({
  method: 'GET',
  path: 'mam/tag/widgets',
  access: { anyOf: [content.code, page.code] },
  scope: 'department',
  input: z.object({ text: searchText().default(''), ids: z.array(id()).max(500).optional() }),
  reply: z.object({
    list: z.array(z.object({ id: z.string(), name: z.string(), widgetIdentifier: z.string(), category: z.string(), online: z.boolean() })),
  }),
  summary: 'Up to 200 widgets in range whose name or identifier holds the text, or the names of these',
});

const seenCard = z.object({
  /** By what the person’s order names it, within its tag. */
  key: z.string(),
  path: z.string(),
  cardType: z.literal([0, 1]),
  isLock: onOff,
  platformType: z.literal([1, 2]).nullable(),
  widgetId: z.string().nullable(),
  name: z.string(),
  icon: z.string().nullable(),
  intervalTime: z.int().nullable(),
  widgets: z.array(z.object({ widgetId: z.string(), name: z.string(), icon: z.string().nullable() })),
  adverts: z.array(
    z.object({
      advertId: z.string(),
      title: z.string(),
      fileId: z.string().nullable(),
      link: z.string().nullable(),
      widgetId: z.string().nullable(),
      params: z.string(),
      startTime: time(),
      endTime: time(),
    }),
  ),
});
/** A page as a terminal is given it. */
export const seenPage = z.object({
  configId: z.string().nullable(),
  releaseNo: z.int().nullable(),
  isPageEditConsole: onOff,
  tags: z.array(
    z.object({
      key: z.string(),
      tagType: z.literal([0, 1]),
      systemKey: z.string().nullable(),
      isLock: onOff,
      name: z.string(),
      /** The name is in another language than asked for. */
      fallsBack: z.boolean(),
      icon: z.string().nullable(),
      cards: z.array(seenCard),
    }),
  ),
});
/** A page as a terminal is given it. */
export type SeenPage = z.output<typeof seenPage>;

/** What somebody would be shown. */
export const tagPreview = endpoint({
  method: 'POST',
  path: 'mam/tag/preview',
  reads: true,
  access: { code: content.button.preview },
  scope: 'employee',
  input: z.strictObject({
    configId: id(),
    tagList: z.array(tag).max(50).optional(),
    empId: id(),
    at: time().optional(),
    language: z.enum(languages),
    platform: z.literal([1, 2, 4, 5, 8]).default(2),
  }),
  reply: z.object({
    page: seenPage,
    /** Whether the person is in the audience of this configuration. */
    included: z.boolean(),
    by: audienceRow.nullable(),
    /** What is left out, and why. */
    left: z.array(z.object({ path: z.string(), reason: z.string(), roles: z.array(z.string()) })),
  }),
  summary: 'Exactly what the terminal of an employee would show of a page at a moment, and why the rest is left out',
});

/** A card that pages of an app share. */
export const platformCard = crudContract({
  module: 'app-pages',
  kind: 'platformCard',
  path: 'mam/platformCard',
  title: { zh_CN: '平台卡片', en_US: 'Platform card', ja_JP: 'プラットフォームカード' },
  page: {
    code: page.code,
    button: { add: page.button.addCard, update: page.button.updateCard, delete: page.button.deleteCard, reorder: page.button.sort },
  },
  scope: 'inside',
  fields: {
    name: text(30).searched(),
    appId: refers('app').immutable().filtered(),
    /** 1 app centre, 2 carousel. */
    platformType: value(z.literal([1, 2]))
      .immutable()
      .filtered(),
    langs: value(z.object({ zh_CN: z.string().max(12), en_US: z.string().max(12), ja_JP: z.string().max(12) }).partial())
      .default({})
      .example({}),
    /** Number of the built-in icon set; anything else is dropped. */
    icon: value(z.string().max(20)).nullable().example('7'),
    intervalTime: integer(2, 30).default(5),
    widgets: value(z.array(z.strictObject({ widgetId: id(), widgetIdentifier: z.string().max(64).default('') })).max(60))
      .default([])
      .example([]),
    on: value(onOff).default(1),
    priority: place(),
  },
  also: ['reorder'],
  without: ['enable', 'disable'],
  operations: {
    reorder: { path: 'mam/platformCard/sort' },
    list: { access: { anyOf: [page.code, content.code] } },
    get: { access: { anyOf: [page.code, content.code] } },
  },
});
/** A platform card in a list. */
export type PlatformCardRow = CrudRow<typeof platformCard>;
