import { z } from 'zod';
import { platformNumber } from '#kit/common/client/platforms.ts';
import { crudContract } from '#kit/common/crud/crud-contract.ts';
import type { CrudDetail, CrudRow } from '#kit/common/crud/crud-types.ts';
import { bool, choice, codeText, file, integer, localText, refers, refersToMany, text, value } from '#kit/common/crud/fields.ts';
import { endpoint } from '#kit/common/contract.ts';
import { codeText as codeSchema, count, id, ids, longText } from '#kit/common/schema.ts';
import { appDetailPage, appInfoPage, appListPage as page } from './permissions.ts';

/** Status of an app and of a version: new, on shelf, off shelf. */
export const shelfStatuses = [1, 2, 3] as const;
/** New: nothing of it was released. */
export const isNew = 1;
/** On shelf: offered to terminals. */
export const onShelf = 2;
/** Off shelf: no longer offered. */
export const offShelf = 3;

/** Who may open the install page: people who sign in, who knows the password, or anyone. */
export const installAccess = ['signedIn', 'password', 'anyone'] as const;

/** Channel codes of versions; `stable` is everybody's. */
const channels = z
  .array(codeSchema(32))
  .min(1)
  .max(5)
  .transform((all) => [...new Set(['stable', ...all])]);

const identity = z.string().trim().min(1).max(200);
/** A platform of an app as it is entered: who the app is there, its page in a store, and whether versions are offered. */
const appPlatform = z.strictObject({
  platform: platformNumber(),
  /** Bundle id, package name, upgrade code or bundle name; the first package brings it. */
  identity: identity.nullable().default(null),
  storeUrl: z
    .url({ protocol: /^https$/ })
    .max(500)
    .nullable()
    .default(null),
  on: z.boolean().default(true),
});
const platformList = z
  .array(appPlatform)
  .max(5)
  .transform((all) => [...new Map(all.map((one) => [one.platform, one])).values()]);
const shownPlatform = z.object({
  platform: platformNumber(),
  identity: z.string().nullable(),
  storeUrl: z.string().nullable(),
  on: z.boolean(),
});
/** A platform of an app. */
export type AppPlatform = z.output<typeof shownPlatform>;

/** Who signed the packages of a platform so far, set by the first package. */
const pin = z.object({ platform: platformNumber(), sha256: z.string(), teamId: z.string().nullable() });
/** The signer of a platform. */
export type AppPin = z.output<typeof pin>;
/** From when on a platform is used with this build or a higher one only. */
const minimum = z.object({ platform: platformNumber(), buildNo: z.string(), buildKey: z.string(), at: z.int() });
/** A forced minimum. */
export type AppMinimum = z.output<typeof minimum>;

/** The version on shelf with the highest build of a platform. */
const released = z.object({ platform: platformNumber(), versionId: id(), versionName: z.string(), buildNo: z.string() });

/** An app: software that terminals get from the company, on one or more platforms. */
export const app = crudContract({
  module: 'apps',
  kind: 'app',
  path: 'mam/app',
  title: { zh_CN: '应用', en_US: 'App', ja_JP: 'アプリ' },
  page,
  scope: { read: 'inside', write: { by: 'ownerDeptId' } },
  fields: {
    name: localText(100).unique().sorted().searched(),
    /** Made by the server where it is left out. */
    appKey: codeText(32).default('').unique().searched().immutable(),
    status: integer(1, 3).default(isNew).readOnly().filtered(),
    ownerDeptId: refers('department').filtered(),
    shortName: localText(12).nullable(),
    description: localText(1000).nullable(),
    iconId: file('appIcon').nullable().example(null),
    managerIds: refersToMany('employee', 20).default([]),
    noticeIds: refersToMany('employee', 20).default([]),
    platforms: value(platformList, z.array(shownPlatform)).default([]),
    pins: value(z.array(pin)).default([]).readOnly().internal(),
    minimums: value(z.array(minimum)).default([]).readOnly(),
    channels: value(channels, z.array(z.string())).default(['stable', 'beta']),
    installOpen: choice(installAccess).default('signedIn'),
    installPassword: text(64).secret(),
    showHistory: bool().default(false),
  },
  also: ['restore', 'export'],
  without: ['enable', 'disable'],
  sort: ['-updatedAt', 'name', 'createdAt'],
  more: {
    row: { released: z.array(released), terminals: z.int(), feedback: z.int(), halted: z.int(), hasIcon: z.boolean() },
    filters: { platform: platformNumber().optional() },
  },
  operations: { update: { access: { anyOf: [page.button.update, appDetailPage.button.save] } } },
});
/** An app in the list. */
export type AppRow = CrudRow<typeof app>;
/** An app in full. */
export type AppDetail = CrudDetail<typeof app>;

const write = { method: 'POST', scope: 'department', dryRun: true } as const;

/** Puts apps on shelf: their install pages and offers live. */
export const appOnline = endpoint({
  ...write,
  path: 'mam/app/online',
  access: { anyOf: [page.button.online, appInfoPage.button.online] as const },
  audit: 'app.online',
  errors: [13020],
  input: z.strictObject({ ids: ids() }),
  reply: count(),
  summary: 'Puts apps on shelf; each needs a version on shelf or a store address',
});
/** Takes apps off shelf: nothing of them is offered; installed terminals go on working. */
export const appOffline = endpoint({
  ...write,
  path: 'mam/app/offline',
  access: { anyOf: [page.button.offline, appInfoPage.button.offline] as const },
  audit: 'app.offline',
  input: z.strictObject({ ids: ids(), reason: longText(500).optional() }),
  reply: count(),
  summary: 'Takes apps off shelf: no offers, and the install page says so',
});
/** Replaces the secret of an app; the former one holds for seven days more. */
export const appSecretRotate = endpoint({
  method: 'POST',
  path: 'mam/app/secret/rotate',
  access: { code: appDetailPage.button.secret },
  scope: 'department',
  audit: 'app.secret',
  stepUp: true,
  waits: 'unseen',
  input: z.strictObject({ id: id() }),
  reply: z.object({ secret: z.string() }),
  summary: 'Replaces the secret of an app and answers the new one, once; the former holds for seven days more',
});
/** Steps of an installation that are tried. */
const installSteps = ['https', 'address', 'manifest', 'range', 'type'] as const;
/** What was found at one of them; the reason is a category of a failure, or a status. */
const installFinding = z.object({ step: z.enum(installSteps), ok: z.boolean(), reason: z.string(), millis: z.int() });
/** What was found at one of them. */
export type InstallFinding = z.output<typeof installFinding>;
/** Tries whether phones could install what is on shelf. */
export const appCheck = endpoint({
  method: 'POST',
  reads: true,
  path: 'mam/app/check',
  access: { code: appDetailPage.button.check },
  scope: 'department',
  timeout: 60_000,
  input: z.strictObject({ id: id(), platform: platformNumber() }),
  reply: z.object({
    address: z.string(),
    steps: z.array(installFinding),
  }),
  summary: 'Fetches what a phone would fetch under the public address: secure address, answer, manifest, ranges and media type',
});
/** Values that programs choose from. */
export const mamEnums = endpoint({
  method: 'GET',
  path: 'mam/enums',
  access: { signedIn: true },
  input: z.object({}),
  reply: z.object({
    platforms: z.array(z.object({ value: platformNumber(), name: z.string() })),
    enums: z.record(z.string(), z.array(z.union([z.string(), z.number(), z.boolean()]))),
  }),
  summary: 'Platforms, statuses, modes, states and kinds of the area of apps',
});
/** The icon of an app as a picture. */
export const appIcon = endpoint({
  method: 'GET',
  path: 'mam/app/icon',
  access: { code: page.code },
  scope: 'department',
  answer: 'raw',
  input: z.object({ id: id() }),
  reply: z.unknown(),
  summary: 'The icon of an app',
});
