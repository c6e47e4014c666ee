import { z } from 'zod';
import { audienceInput } from '#kit/common/audience.ts';
import { endpoint } from '#kit/common/contract.ts';
import { localText } from '#kit/common/language.ts';
import { codeText, id, text, time, version } from '#kit/common/schema.ts';
import { contentRef } from '#modules/public-content/common/content-ref.ts';
import { customMenuPage as page } from './menu.permissions.ts';
import { isMenuLink, mostNamed } from './words.ts';

/** Where an entry leads. */
export const menuTarget = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('reply'), ruleId: id() }),
  /** Opened on the terminal, never by the server. Nothing of the person is ever filled in. */
  z.strictObject({ kind: z.literal('link'), url: z.string().max(2000).refine(isMenuLink) }),
  z.strictObject({ kind: z.literal('articleList') }),
  z.strictObject({ kind: z.literal('content'), ref: contentRef }),
  z.strictObject({ kind: z.literal('app'), appKey: text(100) }),
  z.strictObject({ kind: z.literal('widget'), widgetId: id() }),
  z.strictObject({ kind: z.literal('messageBox') }),
]);
/** Where an entry leads. */
export type MenuTarget = z.output<typeof menuTarget>;

const child = {
  /** Names the entry for ever: clicks are counted by it. */
  key: codeText(40),
  name: localText(mostNamed),
  /** Null: it leads nowhere yet. */
  target: menuTarget.nullable().default(null),
  /** Who sees it; nobody named: everybody. */
  members: audienceInput(200).default([]),
};
const menuChild = z.strictObject(child);
/** An entry of the menu. What has children leads nowhere itself. */
export const menuEntry = z.strictObject({ ...child, children: z.array(menuChild).max(50).default([]) });
/** An entry of the menu. */
export type MenuEntry = z.output<typeof menuEntry>;
/** An entry below another one. */
export type MenuChild = z.output<typeof menuChild>;

const entries = z.array(menuEntry).max(50);

/** The menu of an account as it is being written. */
export const menuView = z.object({
  snoId: id(),
  version: z.int(),
  draft: entries,
  /** What people see; null: nothing. */
  published: z.object({ n: z.int(), entries, at: time(), byName: z.string() }).nullable(),
  /** Whether the draft differs from what people see. */
  changed: z.boolean(),
  updatedAt: time().nullable(),
  updatedBy: z.string(),
  /** Names of what entries lead to, by id, in the reader's language. */
  names: z.record(z.string(), z.string()),
});
/** The menu of an account. */
export type MenuView = z.output<typeof menuView>;

const read = { method: 'GET', access: { code: page.code }, scope: 'department' } as const;
/** The menu of an account. */
export const menuGet = endpoint({
  ...read,
  path: 'mpm/menu/get',
  input: z.object({ snoId: id() }),
  reply: menuView,
  summary: 'The menu of an account: what is being written, and what people see',
});

/** Menus that were published. */
export const menuHistory = endpoint({
  ...read,
  path: 'mpm/menu/history',
  input: z.object({ snoId: id() }),
  reply: z.object({ list: z.array(z.object({ n: z.int(), at: time(), byName: z.string(), entries: z.int(), current: z.boolean() })) }),
  summary: 'The last 50 menus that were published, the newest first',
});

/** What became of an entry between two menus. */
export const menuChanges = ['added', 'removed', 'changed', 'moved'] as const;
/** How two menus differ. */
export const menuDiff = endpoint({
  ...read,
  path: 'mpm/menu/diff',
  input: z.object({
    snoId: id(),
    /** A published menu; without it the draft. */
    from: z.int().min(1).optional(),
    to: z.int().min(1).optional(),
  }),
  reply: z.object({
    list: z.array(
      z.object({
        key: z.string(),
        change: z.enum(menuChanges),
        name: z.string(),
        /** What differs: name, target, members, place. */
        fields: z.array(z.enum(['name', 'target', 'members', 'place'])),
        before: z.string(),
        after: z.string(),
      }),
    ),
  }),
  summary: 'How two menus differ, entry by entry; without a number the draft',
});

/** How often entries were opened. */
export const menuStat = endpoint({
  ...read,
  path: 'mpm/menu/stat',
  input: z.object({ snoId: id(), days: z.int().min(1).max(365).default(30) }),
  reply: z.object({ list: z.array(z.object({ key: z.string(), clicks: z.int(), people: z.int(), last: time() })) }),
  summary: 'How often the entries of a menu were opened in the last days, and by how many people',
});

/** Rules that an entry may answer by. */
export const menuRules = endpoint({
  ...read,
  path: 'mpm/menu/rules',
  input: z.object({ snoId: id() }),
  reply: z.object({ list: z.array(z.object({ id: id(), name: z.string() })) }),
  summary: 'Enabled keyword rules of an account, by which an entry of its menu may answer',
});

const write = { method: 'POST', scope: 'department' } as const;
const done = z.object({ version: z.int() });
/** Keeps what is being written. */
export const menuSave = endpoint({
  ...write,
  path: 'mpm/menu/save',
  access: { code: page.button.save },
  audit: 'menu.save',
  errors: [15011, 15040, 15042],
  input: z.strictObject({ snoId: id(), version: z.int().min(0), draft: entries }),
  reply: done,
  summary: 'Saves the menu that is being written; people see it once it is published',
});
/** Shows the draft to people. */
export const menuPublish = endpoint({
  ...write,
  path: 'mpm/menu/publish',
  access: { code: page.button.publish },
  audit: 'menu.publish',
  errors: [15011, 15032, 15040, 15041, 15042],
  input: z.strictObject({ snoId: id(), version: version() }),
  reply: z.object({ version: z.int(), n: z.int() }),
  summary: 'Shows the draft to people; every entry must lead somewhere',
});
/** Takes the menu away. */
export const menuWithdraw = endpoint({
  ...write,
  path: 'mpm/menu/withdraw',
  access: { code: page.button.withdraw },
  audit: 'menu.withdraw',
  errors: [15011],
  input: z.strictObject({ snoId: id(), version: version() }),
  reply: done,
  summary: 'Shows people no menu any more; the draft stays',
});
/** Takes an earlier menu as the draft. */
export const menuRestore = endpoint({
  ...write,
  path: 'mpm/menu/restore',
  access: { code: page.button.restore },
  audit: 'menu.restore',
  errors: [15011],
  input: z.strictObject({ snoId: id(), version: version(), n: z.int().min(1) }),
  reply: done,
  summary: 'Takes a menu that was published before as the draft',
});
/** Entries with their clicks as a file. */
export const menuExport = endpoint({
  ...write,
  path: 'mpm/menu/export',
  access: { code: page.button.export },
  audit: 'menu.export',
  waits: 'again',
  subject: 'snoMenu',
  input: z.strictObject({ snoId: id(), format: z.enum(['xlsx', 'csv']), days: z.int().min(1).max(365).default(30) }),
  reply: z.object({ jobId: id() }),
  summary: 'Writes the entries of the menu with their clicks to a file, as a job',
});
