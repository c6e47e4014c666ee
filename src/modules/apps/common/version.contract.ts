import { z } from 'zod';
import { platformNumber } from '#kit/common/client/platforms.ts';
import { endpoint } from '#kit/common/contract.ts';
import { crudContract } from '#kit/common/crud/crud-contract.ts';
import type { CrudDetail, CrudRow } from '#kit/common/crud/crud-types.ts';
import { audience, choice, codeText, ends, integer, localText, platform, refers, text, value } from '#kit/common/crud/fields.ts';
import { codeText as codeSchema, count, id, ids, longText, text as textSchema, time, version } from '#kit/common/schema.ts';
import { appListPage, versionChangelogPage, versionInfoPage, versionPage as page, versionViewPage } from './permissions.ts';

/** How a terminal is told of a version. */
export const upgradeModes = ['prompt', 'silent', 'forced'] as const;
/** Where a version comes from: a package that was read, or a store (its identity is declared then). */
const sources = ['package', 'store'] as const;

/** A finding about a package: what stops it, what warns, what is good to know. */
const finding = z.object({
  code: z.string(),
  level: z.enum(['ok', 'warn', 'stop']),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
});
/** A finding about a package. */
export type VersionFinding = z.output<typeof finding>;

const signer = z.object({
  schemes: z.array(z.string()),
  sha256: z.string(),
  subject: z.string(),
  notAfter: time(),
  lineage: z.array(z.string()),
});
const profile = z.object({
  name: z.string(),
  uuid: z.string(),
  kind: z.enum(['development', 'adHoc', 'enterprise', 'store']),
  teamId: z.string(),
  identity: z.string(),
  devices: z.int(),
  certificates: z.array(z.string()),
  expiresAt: time(),
  pushEnvironment: z.string().nullable(),
});
/** What was read from a package; `declared` where nothing was. */
export const packageFacts = z.object({
  kind: z.enum(['apk', 'ipa', 'declared']),
  platform: platformNumber(),
  identity: z.string(),
  versionName: z.string(),
  buildNo: z.string(),
  labels: z.record(z.string(), z.string()),
  minOs: z.string().nullable(),
  targetOs: z.string().nullable(),
  permissions: z.array(z.string()),
  abis: z.array(z.string()),
  devices: z.array(z.string()),
  signer: signer.nullable(),
  profile: profile.nullable(),
  size: z.int(),
  sha256: z.string(),
});
/** What was read from a package. */
export type VersionFacts = z.output<typeof packageFacts>;

/** A widget of a version: brought by the package, required, or allowed. */
const versionWidget = z.object({ widgetId: id(), kind: z.enum(['bundled', 'required', 'allowed']) });

/** A version of an app for one platform. */
export const appVersion = crudContract({
  module: 'apps',
  kind: 'appVersion',
  path: 'mam/version',
  title: { zh_CN: '应用版本', en_US: 'App version', ja_JP: 'アプリのバージョン' },
  page,
  scope: 'inside',
  fields: {
    versionName: text(64).default('').immutable().searched().example('1.0.0'),
    buildNo: text(64).default('').immutable().example('100'),
    appId: refers('app').immutable().filtered(),
    platform: platform().nullable().immutable().filtered(),
    channel: codeText(32).default('stable').immutable().filtered(),
    status: integer(1, 3).default(1).readOnly().filtered(),
    source: choice(sources).default('package').immutable().example('store'),
    fileId: value(id()).nullable().immutable().example(null),
    storeUrl: value(z.url({ protocol: /^https$/ }).max(500))
      .nullable()
      .example('https://store.example/orbit'),
    buildKey: text(64).default('').readOnly().internal(),
    facts: value(packageFacts).nullable().readOnly().internal(),
    findings: value(z.array(finding)).default([]).readOnly().internal(),
    expiresAt: ends().readOnly(),
    upgradeMode: choice(upgradeModes).default('prompt'),
    remindHours: integer(1, 168).default(24),
    notes: localText(4000).nullable(),
    limits: audience(10_000),
    widgets: value(z.array(versionWidget)).default([]).readOnly(),
    clonedFromId: value(id()).nullable().readOnly().internal(),
    badReason: text(500).nullable().readOnly(),
  },
  without: ['enable', 'disable'],
  sort: ['-createdAt', '-buildKey', 'updatedAt'],
  more: {
    row: {
      terminals: z.int(),
      rollout: z.object({ state: z.string(), stageNo: z.int(), percent: z.number() }).nullable(),
      people: z.int().nullable(),
    },
    filters: {},
  },
  operations: {
    add: {
      errors: [13001, 13002, 13003, 13004, 13005, 13007, 13010],
      timeout: 200_000,
      summary: 'Adds a version from a package that is read and checked, or from a store',
    },
    update: { access: { anyOf: [page.button.update, versionInfoPage.button.update, versionChangelogPage.button.save] } },
    get: { access: { anyOf: [page.code, versionViewPage.code] } },
  },
});
/** A version in the list. */
export type VersionRow = CrudRow<typeof appVersion>;
/** A version in full. */
export type VersionDetail = CrudDetail<typeof appVersion>;

const read = { method: 'GET', scope: 'department' } as const;
const write = { method: 'POST', scope: 'department', dryRun: true } as const;
const either = { anyOf: [page.code, versionViewPage.code] } as const;

/** Reads a package without keeping anything: facts, findings, and the app that it belongs to. */
export const packageParse = endpoint({
  method: 'POST',
  reads: true,
  path: 'mam/package/parse',
  access: { anyOf: [appListPage.button.upload, page.button.add] as const },
  scope: 'department',
  timeout: 200_000,
  errors: [13001, 13002, 13003, 13004, 13005, 13007, 13010],
  input: z.strictObject({ fileId: id(), appId: id().optional() }),
  reply: z.object({
    facts: packageFacts,
    findings: z.array(finding),
    app: z.object({ id: id(), appKey: z.string(), name: z.string() }).nullable(),
    /** The version before, with what differs from it. */
    before: z
      .object({
        versionName: z.string(),
        buildNo: z.string(),
        size: z.int(),
        added: z.array(z.string()),
        removed: z.array(z.string()),
        sameSigner: z.boolean(),
      })
      .nullable(),
  }),
  summary: 'Reads and checks an uploaded package: identity, signer, permissions, and the app it belongs to',
});
/** Makes a version like another one, for another platform or channel: texts, limits and widgets, no package. */
export const versionClone = endpoint({
  ...write,
  path: 'mam/version/clone',
  access: { anyOf: [page.button.clone, versionViewPage.button.clone] as const },
  audit: 'appVersion.clone',
  input: z.strictObject({ id: id(), platform: platformNumber().optional(), channel: codeSchema(32).optional() }),
  reply: z.object({ id: id() }),
  summary: 'Clones a version with its texts, limit users, widgets and mode, without a package',
});
/** What a version is made of again: an uploaded package, or its page in a store. */
const content = z.union([
  z.strictObject({ fileId: id() }),
  z.strictObject({
    storeUrl: z.url({ protocol: /^https$/ }).max(500),
    versionName: textSchema(64),
    buildNo: z.string().regex(/^\d{1,20}(?:\.\d{1,20}){0,3}$/),
  }),
]);
/** Gives a new version another package, or its first one where it was cloned. */
export const versionReplace = endpoint({
  ...write,
  path: 'mam/version/replace',
  access: { anyOf: [page.button.replace, versionInfoPage.button.replace] as const },
  audit: 'appVersion.replace',
  timeout: 200_000,
  errors: [13001, 13002, 13003, 13004, 13005, 13007, 13010],
  input: z.strictObject({ id: id(), version: version(), content }),
  reply: z.object({ version: version() }),
  summary: 'Reads another package, or takes another store page, for a version that was never on shelf; texts, limits and widgets stay',
});
/** Puts versions on shelf. */
export const versionOnline = endpoint({
  ...write,
  path: 'mam/version/online',
  access: { anyOf: [page.button.online, versionViewPage.button.online] as const },
  audit: 'appVersion.online',
  errors: [13020],
  input: z.strictObject({ ids: ids() }),
  reply: count(),
  summary: 'Puts versions on shelf; refused while something is missing or a check stops it (13020)',
});
/** Takes versions off shelf. */
export const versionOffline = endpoint({
  ...write,
  path: 'mam/version/offline',
  access: { anyOf: [page.button.offline, versionViewPage.button.offline] as const },
  audit: 'appVersion.offline',
  errors: [13022],
  input: z.strictObject({ ids: ids(), reason: longText(500).optional(), markBad: z.boolean().default(false) }),
  reply: count(),
  summary: 'Takes versions off shelf; one that is marked bad is never offered again',
});
/** What happened to the versions of an app, or to one of them. */
export const versionHistory = endpoint({
  ...read,
  path: 'mam/version/history',
  access: either,
  input: z.object({ appId: id(), versionId: id().optional() }),
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
      }),
    ),
  }),
  summary: 'The last 200 changes of the versions of an app',
});
/** Facts of two versions side by side. */
export const versionDiff = endpoint({
  ...read,
  path: 'mam/version/diff',
  access: either,
  input: z.object({ id: id(), otherId: id() }),
  reply: z.object({ rows: z.array(z.object({ field: z.string(), one: z.string(), other: z.string(), same: z.boolean() })) }),
  summary: 'Facts of two versions side by side',
});
/** The package of a version. */
export const versionDownload = endpoint({
  ...read,
  path: 'mam/version/download',
  access: { anyOf: [page.button.download, versionInfoPage.button.download] as const },
  audit: 'appVersion.download',
  answer: 'raw',
  input: z.object({ id: id() }),
  reply: z.unknown(),
  summary: 'The package of a version as an attachment; ranges of bytes may be asked for',
});

const minimumInput = { appId: id(), platform: platformNumber(), buildNo: z.string().regex(/^\d+(?:\.\d+){0,3}$/), at: time() };
const follow = z.object({
  /** Terminals under the minimum. */
  under: z.int(),
  can: z.int(),
  cannot: z.int(),
  sample: z.array(z.object({ deviceId: z.string(), name: z.string(), buildNo: z.string(), reason: z.string() })),
});
/** Who would have to upgrade, and who could not. */
export const forcePreview = endpoint({
  method: 'POST',
  reads: true,
  scope: 'department',
  path: 'mam/version/force/preview',
  access: { anyOf: [page.button.force, versionInfoPage.button.force] as const },
  input: z.strictObject(minimumInput),
  reply: follow,
  summary: 'Terminals under a minimum build, how many can follow, and who can not with the reason',
});
/** Sets the minimum build of a platform, or lifts it. */
export const versionForce = endpoint({
  method: 'POST',
  scope: 'department',
  path: 'mam/version/force',
  access: { anyOf: [page.button.force, versionInfoPage.button.force] as const },
  audit: 'appVersion.force',
  stepUp: true,
  dryRun: true,
  errors: [13023, 13024],
  input: z.strictObject({ ...minimumInput, buildNo: minimumInput.buildNo.nullable(), expected: z.int().min(0).optional() }),
  reply: follow,
  summary:
    'Forces a minimum build from a moment on; where somebody could not follow, their exact number must be given (13023). Null lifts the minimum of the platform',
});
