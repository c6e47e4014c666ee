import { z } from 'zod';
import { platformNumber } from '#kit/common/client/platforms.ts';
import { crudContract } from '#kit/common/crud/crud-contract.ts';
import type { CrudDetail, CrudRow } from '#kit/common/crud/crud-types.ts';
import { bool, choice, codeText, file, integer, localText, refers, refersToMany, text, value } from '#kit/common/crud/fields.ts';
import { codeText as codeSchema } from '#kit/common/schema.ts';
import { appListPage as page } from './permissions.ts';

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

/** A platform of an app as lists show it. */
export const appPlatformFacts = z.object({
  platform: platformNumber(),
  /** Bundle id, package name, upgrade code or bundle name. */
  identity: z.string().nullable(),
  /** Whether versions are offered on it. */
  on: z.boolean(),
  /** Version on shelf with the highest build. */
  current: z.string().nullable(),
});
/** A platform of an app with its current version. */
export type AppPlatformFacts = z.output<typeof appPlatformFacts>;

/** An app: software that terminals get from the company, on one or more platforms. */
export const app = crudContract({
  module: 'apps',
  kind: 'app',
  path: 'mam/app',
  title: { zh_CN: '应用', en_US: 'App', ja_JP: 'アプリ' },
  page,
  scope: { by: 'ownerDeptId' },
  fields: {
    name: localText(100).unique().sorted().searched(),
    /** Made by the server where it is left out. */
    appKey: codeText(32).default('').unique().searched().immutable().example('orbit-mail-2'),
    status: integer(1, 3).default(isNew).readOnly().filtered(),
    ownerDeptId: refers('department').filtered(),
    shortName: localText(12).nullable(),
    description: localText(1000).nullable(),
    iconId: file('appIcon').nullable(),
    managerIds: refersToMany('employee', 20).default([]),
    noticeIds: refersToMany('employee', 20).default([]),
    channels: value(channels, z.array(z.string())).default(['stable', 'beta']),
    installOpen: choice(installAccess).default('signedIn'),
    installPassword: text(64).secret(),
    showHistory: bool().default(false),
  },
  also: ['restore', 'export'],
  without: ['enable', 'disable'],
  sort: ['-updatedAt', 'name', 'createdAt'],
  more: {
    row: { platforms: z.array(appPlatformFacts) },
    filters: { platform: platformNumber().optional() },
  },
});
/** An app in the list. */
export type AppRow = CrudRow<typeof app>;
/** An app in full. */
export type AppDetail = CrudDetail<typeof app>;
