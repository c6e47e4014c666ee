import { z } from 'zod';
import { platformNumber, type Platform } from '#kit/common/client/platforms.ts';
import { endpoint } from '#kit/common/contract.ts';
import { localText } from '#kit/common/language.ts';
import { codeText, id, stamps, time, version } from '#kit/common/schema.ts';
import { audience } from './audience.ts';
import { navigationPage as page } from './permissions.ts';

/** Where an entry leads. */
export const navTargets = ['messages', 'contacts', 'workbench', 'publicAccounts', 'mail', 'calendar', 'me', 'url'] as const;
export type NavTarget = (typeof navTargets)[number];
/** What an entry counts on its icon. */
export const navBadges = ['none', 'unread', 'todo', 'mail'] as const;

/** How many entries a platform takes: a phone few, a desktop more. */
export const mostEntries = (platform: Platform): number => (platform === 4 || platform === 5 ? 12 : 5);

/** One entry of the navigation. */
export const navEntry = z.strictObject({
  code: codeText(40),
  target: z.enum(navTargets),
  /** Of target `url`: on a host that the product allows. */
  url: z
    .url({ protocol: /^https?$/ })
    .max(1000)
    .nullable()
    .default(null),
  name: localText(20),
  /** Files that were uploaded as pictures; the icon of the target where there is none. */
  icon: id().nullable().default(null),
  selectedIcon: id().nullable().default(null),
  badge: z.enum(navBadges).default('none'),
  audience: audience().default([]),
  /** Opened first. */
  landing: z.boolean().default(false),
  /** A person can neither move nor hide it. */
  lock: z.boolean().default(false),
  enabled: z.boolean().default(true),
});
export type NavEntry = z.output<typeof navEntry>;
const entries = () => z.array(navEntry).min(1).max(12);

/** The navigation of a platform: the draft, what is published, and what was. */
export const navView = z.object({
  ...stamps,
  platform: platformNumber(),
  entries: z.array(navEntry),
  /** Pictures by file, as data addresses. */
  icons: z.record(z.string(), z.string()),
  /** The draft differs from what is published. */
  changed: z.boolean(),
  published: z.object({ navVersion: z.int(), publishedAt: time(), publishedBy: z.string().nullable() }).nullable(),
  old: z.array(z.object({ navVersion: z.int(), publishedAt: time(), publishedBy: z.string().nullable(), entries: z.array(navEntry) })),
  /** Codes of the entries that the person asked for would see. */
  visible: z.array(z.string()).nullable(),
});
export type NavView = z.output<typeof navView>;

/** The navigation of a platform. */
export const navQuery = endpoint({
  method: 'GET',
  path: 'im/nav/query',
  access: { code: page.code },
  scope: 'department',
  input: z.object({ platform: platformNumber().default(1), asPerson: id().optional() }),
  reply: navView,
  summary: 'Navigation of a platform as a draft, as published and as it was; also as one person would see it',
});

const write = { method: 'POST', scope: 'department', dryRun: true } as const;

/** Keeps the draft. */
export const navSave = endpoint({
  ...write,
  path: 'im/nav/save',
  access: { code: page.button.save },
  audit: 'nav.save',
  errors: [11065],
  input: z.strictObject({ platform: platformNumber(), version: version(), entries: entries() }),
  reply: navView,
  summary: 'Saves the draft of the navigation of a platform',
});

/** Publishes the draft. */
export const navPublish = endpoint({
  ...write,
  path: 'im/nav/publish',
  access: { code: page.button.publish },
  audit: 'nav.publish',
  errors: [11065],
  input: z.strictObject({ platform: platformNumber(), version: version() }),
  reply: navView,
  summary: 'Publishes the draft of a platform as its next version',
});

/** Publishes an earlier version again. */
export const navRollback = endpoint({
  ...write,
  path: 'im/nav/rollback',
  access: { code: page.button.rollback },
  audit: 'nav.rollback',
  errors: [11065],
  input: z.strictObject({ platform: platformNumber(), version: version(), navVersion: z.int().min(1).max(2_147_483_647) }),
  reply: navView,
  summary: 'Publishes an earlier version of a platform as its next one; the draft stays',
});

/** Takes the draft of one platform over into that of another. */
export const navCopy = endpoint({
  ...write,
  path: 'im/nav/copyPlatform',
  access: { code: page.button.copyPlatform },
  audit: 'nav.copyPlatform',
  errors: [11065],
  input: z.strictObject({ from: platformNumber(), to: platformNumber(), version: version() }),
  reply: navView,
  summary: 'Replaces the draft of a platform by that of another; `version` is that of the one that is replaced',
});
