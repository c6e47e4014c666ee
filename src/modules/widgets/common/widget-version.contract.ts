import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { localText } from '#kit/common/language.ts';
import { count, id, ids, longText, pageOf, pageQuery, searchText, stamps, time, version } from '#kit/common/schema.ts';
import { rolloutStates } from '#modules/apps/common/rollout.contract.ts';
import { widgetHistoryPage, widgetPackagePage, widgetRelatePage, widgetVersionPage } from './permissions.ts';
import { updateModes } from './widget-words.ts';

const status = z.literal([1, 2, 3]);
const notes = z.object({ zh_CN: z.string(), en_US: z.string().optional(), ja_JP: z.string().optional() }).nullable();

/** A version of a widget in a list. */
export const widgetVersionRow = z.object({
  ...stamps,
  widgetId: id(),
  widgetName: z.string(),
  versionName: z.string(),
  buildNo: z.int(),
  size: z.int(),
  sha256: z.string(),
  mode: z.enum(updateModes),
  status,
  files: z.int(),
  /** How often it was opened in seven days. */
  opened: z.int(),
  /** How far its rollout is, where it has one. */
  rollout: z.object({ state: z.enum(rolloutStates), stageNo: z.int(), percent: z.number() }).nullable(),
});
/** A version of a widget in a list. */
export type WidgetVersionRow = z.output<typeof widgetVersionRow>;

const packed = z.object({ path: z.string(), size: z.int(), sha256: z.string() });
const versionDifference = z.object({
  versionName: z.string(),
  added: z.array(z.string()),
  changed: z.array(z.string()),
  removed: z.array(z.string()),
  bridge: z.array(z.string()),
  hosts: z.array(z.string()),
});
/** A version with what is in its package, and what differs from the version before. */
export const widgetVersionDetail = widgetVersionRow.extend({
  entry: z.string(),
  bridge: z.array(z.string()),
  hosts: z.array(z.string()),
  functions: z.array(z.string()),
  notes,
  list: z.array(packed),
  /** Ed25519 over the digest, as terminals check it. */
  signature: z.string(),
  before: versionDifference.nullable(),
});
/** A version in full. */
export type WidgetVersionDetail = z.output<typeof widgetVersionDetail>;

/** What is entered of a version: the package says the rest. */
export const widgetVersionDraft = z.strictObject({
  widgetId: id(),
  fileId: id(),
  mode: z.enum(updateModes).default('onOpen'),
  notes: localText(4000).strict().nullable().default(null),
});
/** A change of what was entered. */
export const widgetVersionChange = z.strictObject({
  id: id(),
  version: version(),
  mode: z.enum(updateModes).optional(),
  notes: localText(4000).strict().nullable().optional(),
});

const read = [widgetHistoryPage.code, widgetVersionPage.code, widgetPackagePage.code, widgetRelatePage.code] as const;
const scope = 'department' as const;

/** Versions of a widget. */
export const widgetVersionList = endpoint({
  method: 'GET',
  path: 'mam/widgetVersion/list',
  access: { anyOf: read },
  scope,
  input: pageQuery(['buildNo', 'createdAt'] as const).extend({
    widgetId: id().optional(),
    status: status.optional(),
    text: searchText().optional(),
  }),
  reply: pageOf(widgetVersionRow),
  summary: 'Versions of widgets, the newest build first',
});
/** One version. */
export const widgetVersionGet = endpoint({
  method: 'GET',
  path: 'mam/widgetVersion/get',
  access: { anyOf: read },
  scope,
  input: z.object({ id: id() }),
  reply: widgetVersionDetail,
  summary: 'One version of a widget, with its files and the difference to the version before',
});
/** What happened to the versions of a widget, or to one of them. */
export const widgetVersionHistory = endpoint({
  method: 'GET',
  path: 'mam/widgetVersion/history',
  access: { anyOf: read },
  scope,
  input: z.object({ widgetId: id(), versionId: id().optional() }),
  reply: z.object({
    list: z.array(
      z.object({
        id: id(),
        at: time(),
        by: z.string(),
        action: z.string(),
        versionId: id(),
        name: z.string(),
        fields: z.array(z.string()),
        /** Why, where it was said. */
        reason: z.string(),
      }),
    ),
  }),
  summary: 'The last 200 changes of the versions of a widget',
});
/** Two versions of a widget side by side. */
export const widgetVersionDiff = endpoint({
  method: 'GET',
  path: 'mam/widgetVersion/diff',
  access: { code: widgetHistoryPage.button.compare },
  scope,
  input: z.object({ id: id(), otherId: id() }),
  reply: versionDifference.extend({ size: z.int(), otherSize: z.int() }),
  summary: 'What differs in a version of a widget from another one: files, calls and hosts',
});
/** Uploads a version. */
export const widgetVersionAdd = endpoint({
  method: 'POST',
  path: 'mam/widgetVersion/add',
  access: { code: widgetHistoryPage.button.addVersion },
  scope,
  audit: 'widgetVersion.add',
  dryRun: true,
  timeout: 120_000,
  input: widgetVersionDraft,
  reply: z.object({ id: id() }),
  errors: [13060, 13061],
  summary: 'Reads an uploaded package (zip with widget.json) and keeps it as a new version',
});
/** Changes notes and mode of a version. */
export const widgetVersionUpdate = endpoint({
  method: 'POST',
  path: 'mam/widgetVersion/update',
  access: { anyOf: [widgetHistoryPage.button.updateVersion, widgetPackagePage.button.updateVersion] },
  scope,
  audit: 'widgetVersion.update',
  dryRun: true,
  input: widgetVersionChange,
  reply: widgetVersionDetail,
  summary: 'Changes the notes of a version and when it reaches terminals',
});
const many = (
  verb: 'delete' | 'online' | 'offline',
  { codes, summary, errors = [] }: { codes: [string, ...string[]]; summary: string; errors?: number[] },
) =>
  endpoint({
    method: 'POST',
    path: `mam/widgetVersion/${verb}`,
    access: { anyOf: codes },
    scope,
    audit: `widgetVersion.${verb}`,
    dryRun: true,
    input: z.strictObject({ ids: ids(), reason: longText(500).optional() }),
    reply: count(),
    errors,
    summary,
  });
const { button } = widgetHistoryPage;
/** Deletes versions that were never online. */
export const widgetVersionDelete = many('delete', {
  codes: [button.deleteVersion],
  summary: 'Deletes versions that are not online',
});
/** Puts versions online. */
export const widgetVersionOnline = many('online', {
  codes: [button.online, widgetVersionPage.button.online],
  summary: 'Puts versions online: terminals of related app versions get the newest of them',
  errors: [13062],
});
/** Takes versions offline. */
export const widgetVersionOffline = many('offline', {
  codes: [button.offline, widgetVersionPage.button.offline],
  summary: 'Takes versions offline: terminals go back to the newest one that is still online',
});
/** Puts an earlier version back in the place of every newer one. */
export const widgetVersionRollback = endpoint({
  method: 'POST',
  path: 'mam/widgetVersion/rollback',
  access: { code: button.rollback },
  scope,
  audit: 'widgetVersion.rollback',
  dryRun: true,
  input: z.strictObject({ id: id(), reason: longText(500) }),
  reply: count(),
  errors: [13062],
  summary: 'Puts an earlier version online and takes every newer one offline',
});
/** The package of a version. */
export const widgetVersionDownload = endpoint({
  method: 'GET',
  path: 'mam/widgetVersion/download',
  access: { code: widgetPackagePage.button.download },
  scope,
  audit: 'widgetVersion.download',
  answer: 'raw',
  input: z.object({ id: id() }),
  reply: z.unknown(),
  summary: 'The package of a version as it was uploaded',
});
