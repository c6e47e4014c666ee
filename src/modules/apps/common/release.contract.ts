import { z } from 'zod';
import { audienceInput, audienceRow } from '#kit/common/audience.ts';
import { endpoint } from '#kit/common/contract.ts';
import { id, text, time, version } from '#kit/common/schema.ts';
import { rolloutContract } from './rollout.contract.ts';
import { versionInfoPage, versionPage, versionUserPage, versionViewPage, versionWidgetPage } from './permissions.ts';

const read = { method: 'GET', scope: 'department' } as const;
const write = { method: 'POST', scope: 'department', dryRun: true } as const;

/** The calls of the rollouts of the versions of apps. */
export const appRollout = rolloutContract({
  path: 'mam/rollout',
  audit: 'rollout',
  read: { code: versionViewPage.code },
  rolls: { anyOf: [versionInfoPage.button.rollout, versionPage.button.rollout] },
  alone: { halt: versionViewPage.button.halt, resume: versionViewPage.button.resume, advance: versionViewPage.button.advance },
  usual: { crash: 1, install: 5, silence: 10 },
});

const either = { anyOf: [versionPage.code, versionViewPage.code] } as const;
/** Who may get a version. */
export const limitUserList = endpoint({
  ...read,
  path: 'mam/limitUser/list',
  access: { code: versionUserPage.code },
  input: z.object({ versionId: id() }),
  reply: z.object({
    version: version(),
    list: z.array(audienceRow.extend({ name: z.string() })),
    people: z.int(),
    terminals: z.int(),
  }),
  summary: 'Limit users of a version with the people and terminals they come to; no row means everybody of the app',
});
/** Adds and removes limit users of a version. */
export const limitUserSave = endpoint({
  ...write,
  path: 'mam/limitUser/save',
  access: { anyOf: [versionUserPage.button.assign, versionUserPage.button.remove] as const },
  permitMore: 'assign for rows that come, remove for rows that go',
  audit: 'limitUser.save',
  errors: [13022],
  input: z.strictObject({
    versionId: id(),
    version: version(),
    add: audienceInput(500).default([]),
    remove: z.array(id()).max(500).default([]),
  }),
  reply: z.object({ version: version() }),
  summary: 'Adds and removes limit users of a version',
});
/** A rule of the offer, whether it holds, and which row decided. */
const rule = z.object({ rule: z.string(), holds: z.boolean(), detail: z.string() });
/** Whether a person would get a version, rule by rule. */
export const limitUserExplain = endpoint({
  ...read,
  path: 'mam/limitUser/explain',
  access: { code: versionUserPage.code },
  input: z.object({ versionId: id(), empId: id() }),
  reply: z.object({ offered: z.boolean(), rules: z.array(rule) }),
  summary: 'Whether a person would be offered a version, with each rule and the one that decided',
});

const widgetKinds = ['bundled', 'required', 'allowed'] as const;
/** Widgets of a version. */
export const versionWidgetList = endpoint({
  ...read,
  path: 'mam/versionWidget/list',
  access: { code: versionWidgetPage.code },
  input: z.object({ appVersionId: id() }),
  reply: z.object({
    version: version(),
    list: z.array(z.object({ widgetId: id(), name: z.string(), identifier: z.string(), kind: z.enum(widgetKinds) })),
  }),
  summary: 'Widgets of a version in their order',
});
/** Widgets that could be added to a version. */
export const versionWidgetCandidates = endpoint({
  ...read,
  path: 'mam/versionWidget/candidates',
  access: { code: versionWidgetPage.code },
  input: z.object({ text: text(100).optional() }),
  reply: z.object({ list: z.array(z.object({ widgetId: id(), name: z.string(), identifier: z.string() })) }),
  summary: 'Widgets in range to choose from',
});
/** Sets the widgets of a version. */
export const versionWidgetSave = endpoint({
  ...write,
  path: 'mam/versionWidget/save',
  access: { anyOf: [versionWidgetPage.button.assign, versionWidgetPage.button.remove, versionWidgetPage.button.sort] as const },
  permitMore: 'assign for widgets that come or are bound otherwise, remove for those that go, sort for another order',
  audit: 'versionWidget.save',
  input: z.strictObject({
    appVersionId: id(),
    version: version(),
    rows: z.array(z.strictObject({ widgetId: id(), kind: z.enum(widgetKinds) })).max(500),
  }),
  reply: z.object({ version: version() }),
  summary: 'Sets the widgets of a version: bundled, required or allowed, in this order',
});

/** Gives a version the widgets of another one. */
export const versionWidgetCopy = endpoint({
  ...write,
  path: 'mam/versionWidget/copyFrom',
  access: { code: versionWidgetPage.button.copyFrom },
  audit: 'versionWidget.copy',
  input: z.strictObject({ appVersionId: id(), version: version(), fromId: id() }),
  reply: z.object({ version: version() }),
  summary: 'Gives a version the widgets of another version, which may be of another app in range',
});

/** A link to install a version, or the newest one of an app. */
const link = z.object({
  id: id(),
  name: z.string(),
  /** It asks for a password of its own. */
  hasPassword: z.boolean(),
  address: z.string(),
  qr: z.string(),
  until: time(),
  installs: z.int(),
  maxInstalls: z.int().nullable(),
  revokedAt: time().nullable(),
  createdAt: time(),
});
/** A link to install. */
export type InstallLink = z.output<typeof link>;
/** Install links of an app or of one version. */
export const linkList = endpoint({
  ...read,
  path: 'mam/link/list',
  access: either,
  input: z.object({ appId: id(), versionId: id().optional() }),
  reply: z.object({ list: z.array(link) }),
  summary: 'Install links with their address and QR code (SVG)',
});
/** Makes an install link. */
export const linkAdd = endpoint({
  method: 'POST',
  scope: 'department',
  path: 'mam/link/add',
  access: { anyOf: [versionPage.button.link, versionInfoPage.button.link] as const },
  audit: 'link.add',
  dryRun: true,
  input: z.strictObject({
    appId: id(),
    versionId: id().optional(),
    /** Days; a year at most. */
    days: z.int().min(1).max(366).default(30),
    /** What it is called in the list; the app's name and the version's unless said. */
    name: text(60).optional(),
    /** Who knows it may open the page, whatever the app says. */
    password: z.string().min(4).max(64).optional(),
    maxInstalls: z.int().min(1).max(1_000_000).nullable().default(null),
  }),
  reply: z.object({ id: id() }),
  summary: 'Makes a link to the install page of an app, or of one of its versions',
});
/** Ends install links at once. */
export const linkRevoke = endpoint({
  method: 'POST',
  scope: 'department',
  path: 'mam/link/revoke',
  access: { code: versionInfoPage.button.linkRevoke },
  audit: 'link.revoke',
  dryRun: true,
  input: z.strictObject({ id: id() }),
  reply: z.object({ count: z.int() }),
  summary: 'Ends an install link at once',
});
