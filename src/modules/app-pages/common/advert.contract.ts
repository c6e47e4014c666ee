import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { crudContract } from '#kit/common/crud/crud-contract.ts';
import type { CrudDetail, CrudRow } from '#kit/common/crud/crud-types.ts';
import { choice, integer, localText, moment, place, refers, refersToMany, value } from '#kit/common/crud/fields.ts';
import { count, id, ids, version } from '#kit/common/schema.ts';
import { homeAdPage, launchAdPage, pageConfigPage, pageContentPage } from './permissions.ts';

/** Where adverts of an app stand: while it starts, or on the home page. */
export const advertKinds = ['launch', 'home'] as const;
/** One of them. */
export type AdvertKind = (typeof advertKinds)[number];
/** Publish status on the wire: its time is over, shown, not shown. */
export const publishStatus = { expired: 0, publish: 1, unPublish: 2 } as const;

const onOff = z.literal([0, 1]);
/** An https address; the rules of addresses are the server's. */
export const advertLink = z.string().trim().max(2000);
/** The widget that a tap opens for people of a department; the nearest department upwards wins. */
export const deptWidget = z.strictObject({
  deptId: id(),
  widgetId: id(),
  widgetIdentifier: z.string().max(64).default(''),
  params: z.string().max(1000).default(''),
});

const both = (verb: 'add' | 'update' | 'delete' | 'sort' | 'setavailable' | 'setDisplay' | 'setting') =>
  ({ anyOf: [launchAdPage.button[verb], homeAdPage.button[verb]] }) as const;
/** An id says only behind it on which page its advert stands. */
const ofItsPage = { permitMore: 'the button of the page on which the adverts stand' } as const;
const readers = { anyOf: [launchAdPage.code, homeAdPage.code] } as const;

/** An advert of an app. */
export const advert = crudContract({
  module: 'app-pages',
  kind: 'advert',
  path: 'mam/advert',
  title: { zh_CN: '广告', en_US: 'Advert', ja_JP: '広告' },
  page: { code: launchAdPage.code, button: { ...launchAdPage.button, reorder: launchAdPage.button.sort } },
  scope: 'inside',
  fields: {
    title: localText(100).searched(),
    appId: refers('app').immutable().filtered(),
    kind: choice(advertKinds).immutable().filtered(),
    /** A picture that was kept by `mam/picture/add`. */
    fileId: value(id()).nullable().example(null),
    startTime: moment().example(1_800_000_000_000),
    endTime: moment().example(1_800_864_000_000),
    deptIds: refersToMany('department', 200).default([]),
    mobileEnable: value(onOff).default(1).example(1),
    pcEnable: value(onOff).default(1).example(1),
    link: value(advertLink).nullable().example('https://example.com'),
    pcLink: value(advertLink).nullable().example('https://example.com/pc'),
    deptWidgetInfo: value(z.array(deptWidget).max(200)).default([]).example([]),
    seconds: integer(1, 10).default(3),
    skip: value(onOff).default(1),
    perDay: integer(0, 20).default(0),
    priority: place('appId', 'kind'),
    status: value(z.literal([0, 1, 2]))
      .default(publishStatus.unPublish)
      .readOnly()
      .filtered(),
  },
  also: ['reorder'],
  without: ['enable', 'disable'],
  more: { row: { shown: z.int(), opened: z.int() }, filters: { deptId: id().optional() } },
  operations: {
    list: { access: readers },
    get: { access: readers },
    add: {
      access: both('add'),
      permit: { by: 'kind', codes: { launch: launchAdPage.button.add, home: homeAdPage.button.add } },
      errors: [13040, 13041],
    },
    update: { access: both('update'), ...ofItsPage, errors: [13040, 13041] },
    delete: { access: both('delete'), ...ofItsPage },
    reorder: { access: both('sort'), ...ofItsPage, path: 'mam/advert/sort' },
  },
});
/** An advert in a list. */
export type AdvertRow = CrudRow<typeof advert>;
/** An advert in full. */
export type AdvertDetail = CrudDetail<typeof advert>;

/** Shows adverts or takes them away. */
export const advertSetAvailable = endpoint({
  method: 'POST',
  path: 'mam/advert/setavailable',
  access: both('setavailable'),
  ...ofItsPage,
  scope: 'department',
  audit: 'advert.available',
  dryRun: true,
  input: z.strictObject({ ids: ids(), available: onOff }),
  reply: count(),
  errors: [13040, 13050],
  summary: 'Sets adverts to publish (1) or unPublish (0); they are shown within their period only',
});
/** Sets on which terminals adverts are shown. */
export const advertSetDisplay = endpoint({
  method: 'POST',
  path: 'mam/advert/setDisplay',
  access: both('setDisplay'),
  ...ofItsPage,
  scope: 'department',
  audit: 'advert.display',
  dryRun: true,
  input: z.strictObject({ ids: ids(), pcEnable: onOff.optional(), mobileEnable: onOff.optional() }),
  reply: count(),
  summary: 'Sets whether adverts are shown on desktops and on mobile terminals',
});

const setting = z.object({
  version: version(),
  appId: id(),
  kind: z.enum(advertKinds),
  display: onOff,
  /** Seconds that an advert of a carousel stands. */
  intervalTime: z.int(),
  /** Days for which a terminal keeps adverts for showing them offline. */
  keepDays: z.int(),
});
/** How an area of adverts is shown. */
export const advertSettingGet = endpoint({
  method: 'GET',
  path: 'mam/advert/setting/get',
  access: readers,
  permit: { by: 'kind', codes: { launch: launchAdPage.code, home: homeAdPage.code } },
  scope: 'department',
  input: z.object({ appId: id(), kind: z.enum(advertKinds) }),
  reply: setting,
  summary: 'How an area of adverts of an app is shown',
});
/** Changes how an area of adverts is shown. */
export const advertSettingUpdate = endpoint({
  method: 'POST',
  path: 'mam/advert/setting/update',
  access: both('setting'),
  permit: { by: 'kind', codes: { launch: launchAdPage.button.setting, home: homeAdPage.button.setting } },
  scope: 'department',
  audit: 'advert.setting',
  dryRun: true,
  input: z.strictObject({
    appId: id(),
    kind: z.enum(advertKinds),
    version: version(),
    display: onOff.optional(),
    intervalTime: z.int().min(2).max(30).optional(),
    keepDays: z.int().min(0).max(30).optional(),
  }),
  reply: setting,
  summary: 'Changes whether an area of adverts is shown, how long each stands, and how long terminals keep them',
});

/** How often the adverts of an app were shown and opened. */
export const advertStat = endpoint({
  method: 'GET',
  path: 'mam/advert/stat',
  access: readers,
  permit: { by: 'kind', codes: { launch: launchAdPage.code, home: homeAdPage.code } },
  scope: 'department',
  input: z.object({
    appId: id(),
    kind: z.enum(advertKinds),
    id: id().optional(),
    days: z.coerce.number().pipe(z.int().min(1).max(400)).default(30),
  }),
  reply: z.object({
    days: z.array(z.object({ day: z.string(), shown: z.int(), opened: z.int(), terminals: z.int() })),
    shown: z.int(),
    opened: z.int(),
    /** Terminals that showed one, each once. */
    terminals: z.int(),
  }),
  summary: 'How often adverts of an app, or one of them, were shown and opened, day by day',
});

/** Keeps a picture for adverts. */
export const pictureAdd = endpoint({
  method: 'POST',
  path: 'mam/picture/add',
  access: {
    anyOf: [
      launchAdPage.button.add,
      homeAdPage.button.add,
      launchAdPage.button.update,
      homeAdPage.button.update,
      pageContentPage.button.save,
    ],
  },
  scope: 'none',
  audit: 'appPicture.add',
  input: z.strictObject({ fileId: id() }),
  reply: z.object({ fileId: id(), width: z.int(), height: z.int() }),
  summary: 'Decodes an uploaded picture (png, jpg, webp, gif of at most 5 MiB), encodes it anew and keeps it for adverts',
});
/** A picture of an advert. */
export const pictureGet = endpoint({
  method: 'GET',
  path: 'mam/picture/get',
  access: { anyOf: [launchAdPage.code, homeAdPage.code, pageConfigPage.code, pageContentPage.code] },
  scope: 'none',
  answer: 'raw',
  input: z.object({ fileId: id() }),
  reply: z.unknown(),
  summary: 'A picture of an advert',
});
