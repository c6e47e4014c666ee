import { z } from 'zod';
import { platforms } from '#kit/common/client/platforms.ts';
import { endpoint } from '#kit/common/contract.ts';
import { crudContract } from '#kit/common/crud/crud-contract.ts';
import type { CrudDetail, CrudRow } from '#kit/common/crud/crud-types.ts';
import { bool, choice, codeText, localText, place, refers, refersToMany, text, value } from '#kit/common/crud/fields.ts';
import { count, id, ids, longText, version } from '#kit/common/schema.ts';
import { widgetDetailPage, widgetInfosPage, widgetListPage as page } from './permissions.ts';
import { audiences, bridgeCalls, openings, orientations, signIns, widgetKinds, widgetStatus } from './widget-words.ts';

const each = <T>(all: readonly T[]): T[] => [...new Set(all)];

/** A category of widgets; categories belong to nobody, so that only who sees everything changes them. */
export const widgetCategory = crudContract({
  module: 'widgets',
  kind: 'widgetCategory',
  path: 'mam/widgetCategory',
  title: { zh_CN: '小程序分类', en_US: 'Widget category', ja_JP: 'ウィジェットカテゴリ' },
  page: {
    code: page.code,
    route: page.route,
    button: {
      add: page.button.addCategory,
      update: page.button.updateCategory,
      delete: page.button.deleteCategory,
      reorder: page.button.sortCategory,
    },
  },
  scope: { read: 'none', write: 'site' },
  fields: { name: localText(30), enabled: bool().default(true).filtered(), priority: place() },
  also: ['reorder'],
  without: ['enable', 'disable'],
  more: { row: { widgets: z.int() } },
  operations: { reorder: { path: 'mam/widgetCategory/sort' } },
});
/** A category in a list. */
export type CategoryRow = CrudRow<typeof widgetCategory>;

/** A picture as a data address: PNG, JPEG or WebP of at most 60 KB. */
export const smallPicture = z
  .string()
  .max(80_000)
  .regex(/^data:image\/(png|jpeg|webp);base64,[A-Za-z0-9+/=]+$/);
/** An address that terminals open: https without credentials; `{widgetTicket}` is its only place holder. */
const address = z.string().trim().max(2000);
const host = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?$/);
const dot = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

/** A card that stands for a widget on a page. */
export const widgetCard = z.strictObject({
  heights: z
    .array(z.enum(['small', 'medium', 'large']))
    .min(1)
    .max(3),
  refresh: z.int().min(60).max(86_400),
  dataLink: address.nullable().default(null),
});

/** A widget: a small application inside the apps. */
export const widget = crudContract({
  module: 'widgets',
  kind: 'widget',
  path: 'mam/widget',
  title: { zh_CN: '小程序', en_US: 'Widget', ja_JP: 'ウィジェット' },
  page: { code: page.code, route: page.route, button: { ...page.button, reorder: page.button.sort } },
  scope: { by: 'ownerDeptId' },
  fields: {
    name: localText(100).searched(),
    widgetIdentifier: codeText(64).unique().immutable().searched(),
    kind: choice(widgetKinds).default('package').immutable().filtered(),
    categoryId: refers('widgetCategory').nullable().filtered(),
    ownerDeptId: refers('department').filtered(),
    description: localText(1000).nullable(),
    icon: value(smallPicture).nullable().example(dot).internal(),
    platforms: value(
      z
        .array(z.literal([...platforms]))
        .min(1)
        .transform(each),
      z.array(z.literal([...platforms])),
    ).default([...platforms]),
    mobileLink: value(address).nullable().example('https://example.com/m?t={widgetTicket}'),
    pcLink: value(address).nullable().example('https://example.com/pc'),
    open: choice(openings).default('inside'),
    orientation: choice(orientations).default('both'),
    signIn: choice(signIns).default('none'),
    hosts: value(z.array(host).max(50).transform(each), z.array(z.string())).default([]).example(['example.com']),
    bridge: value(z.array(z.enum(bridgeCalls)).max(50).transform(each), z.array(z.enum(bridgeCalls))).default([]),
    badgeLink: value(address).nullable().example('https://example.com/badge'),
    card: value(widgetCard)
      .nullable()
      .example({ heights: ['small'], refresh: 600, dataLink: null }),
    audience: choice(audiences).default('everyone').filtered(),
    contacts: refersToMany('employee', 20).default([]),
    priority: place(),
    status: value(z.literal([1, 2, 3]))
      .default(widgetStatus.fresh)
      .readOnly()
      .filtered(),
    secret: text(200).secret().readOnly(),
  },
  also: ['reorder', 'export'],
  without: ['enable', 'disable'],
  more: {
    /** The version that is online, and how often it was opened in seven days. */
    row: { versionName: z.string().nullable(), opened: z.int() },
    /** How many people may use it while it is online. */
    detail: { people: z.int() },
    filters: { platform: z.literal([...platforms]).optional() },
  },
  operations: {
    reorder: { path: 'mam/widget/sort' },
    get: { access: { anyOf: [page.code, widgetDetailPage.code, widgetInfosPage.code] } },
    update: { access: { anyOf: [page.button.update, widgetInfosPage.button.save] } },
  },
});
/** A widget in a list. */
export type WidgetRow = CrudRow<typeof widget>;
/** A widget in full. */
export type WidgetDetail = CrudDetail<typeof widget>;

const turning = (verb: 'online' | 'offline', summary: string) =>
  endpoint({
    method: 'POST',
    path: `mam/widget/${verb}`,
    access: { anyOf: [page.button[verb], widgetDetailPage.button[verb]] },
    scope: 'department',
    audit: `widget.${verb}`,
    dryRun: true,
    input: z.strictObject({ ids: ids(), reason: longText(500).optional() }),
    reply: count(),
    summary,
  });

/** Puts widgets online. */
export const widgetOnline = turning('online', 'Puts widgets online: who may use them sees them with the next call of the terminal');
/** Takes widgets offline. */
export const widgetOffline = turning('offline', 'Takes widgets offline: terminals hide them with their next call');

/** Makes a new secret of a widget. */
export const widgetSecret = endpoint({
  method: 'POST',
  path: 'mam/widget/secret/rotate',
  access: { code: widgetInfosPage.button.secret },
  scope: 'department',
  stepUp: true,
  audit: 'widget.secret',
  input: z.strictObject({ id: id(), version: version() }),
  reply: z.object({ secret: z.string() }),
  summary: 'Makes a new secret by which the tickets of a widget are signed, and answers it this once',
});

/** What names a widget. */
export const widgetUsedBy = endpoint({
  method: 'GET',
  path: 'mam/widget/usedBy',
  access: { anyOf: [page.code, widgetDetailPage.code] },
  scope: 'department',
  input: z.object({ id: id() }),
  reply: z.object({ list: z.array(z.object({ kind: z.string(), id: z.string(), name: z.string() })) }),
  summary: 'App roles, roles of its own and app versions that name a widget',
});

/** How often a widget was opened, and failed. */
export const widgetStat = endpoint({
  method: 'GET',
  path: 'mam/widget/stat',
  access: { anyOf: [page.code, widgetDetailPage.code] },
  scope: 'department',
  input: z.object({ id: id(), days: z.coerce.number().pipe(z.int().min(1).max(400)).default(30) }),
  reply: z.object({
    days: z.array(z.object({ day: z.string(), opened: z.int(), failed: z.int() })),
    versions: z.array(z.object({ versionId: id(), versionName: z.string(), opened: z.int(), failed: z.int() })),
    opened: z.int(),
    failed: z.int(),
  }),
  summary: 'How often a widget was opened and failed, by day and by version',
});

/** What was found at an address of a widget. */
const addressFinding = z.object({
  field: z.enum(['mobileLink', 'pcLink', 'badgeLink', 'dataLink', 'package']),
  address: z.string(),
  ok: z.boolean(),
  /** HTTP status, where something answered. */
  status: z.int().nullable(),
  /** Why not: the word of what failed. */
  reason: z.string(),
  millis: z.int(),
});
/** Asks the addresses of a widget whether anything answers. */
export const widgetCheck = endpoint({
  method: 'POST',
  reads: true,
  path: 'mam/widget/check',
  access: { anyOf: [widgetInfosPage.button.check] },
  scope: 'department',
  timeout: 60_000,
  input: z.strictObject({ id: id() }),
  reply: z.object({ findings: z.array(addressFinding) }),
  summary: 'Asks each address of a widget, without a ticket, whether something answers there',
});
