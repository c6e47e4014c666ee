import { z } from 'zod';
import { audienceInput, audienceRow } from '#kit/common/audience.ts';
import { endpoint } from '#kit/common/contract.ts';
import { id, longText, text, time, version } from '#kit/common/schema.ts';
import { versionInfoPage, versionPage, versionUserPage, versionViewPage, versionWidgetPage } from './permissions.ts';

const view = { code: versionViewPage.code } as const;
const rolls = { anyOf: [versionInfoPage.button.rollout, versionPage.button.rollout] } as const;
const read = { method: 'GET', scope: 'department' } as const;
const write = { method: 'POST', scope: 'department', dryRun: true } as const;

/** States of a rollout. */
export const rolloutStates = ['draft', 'running', 'waiting', 'paused', 'halted', 'done', 'cancelled'] as const;
/** A state of a rollout. */
export type RolloutState = (typeof rolloutStates)[number];

/** A stage: the share of terminals that it reaches, for how long at least, and whether the next one begins by itself. */
const stage = z.strictObject({
  percent: z.number().min(0.1).max(100),
  minHours: z.int().min(0).max(720).default(24),
  advance: z.enum(['auto', 'byHand']).default('auto'),
  /** Who is reached beside the share: a ring of named people. */
  ring: audienceInput(1000).default([]),
});
const shownStage = z.object({ percent: z.number(), minHours: z.int(), advance: z.enum(['auto', 'byHand']), ring: z.array(audienceRow) });
/** A stage of a rollout. */
export type RolloutStage = z.output<typeof shownStage>;

const limit = (most: number) => z.number().min(0.01).max(most);
/** Gates at which a rollout halts by itself: shares in percent; null switches one off. */
const gates = z.strictObject({
  crash: limit(100).nullable().default(1),
  install: limit(100).nullable().default(5),
  silence: limit(100).nullable().default(10),
});
/** Gates of a rollout. */
export type RolloutGates = z.output<typeof gates>;
const shownGates = z.object({ crash: z.number().nullable(), install: z.number().nullable(), silence: z.number().nullable() });

/** What halted a rollout: the gate, what was measured and allowed (percent), and of how many. */
const halted = z.object({ gate: z.string(), value: z.number(), limit: z.number(), sample: z.int() });
/** What halted a rollout. */
export type RolloutHalt = z.output<typeof halted>;

/** Terminals by how far they are with a version. */
const funnel = z.object({
  offered: z.int(),
  downloaded: z.int(),
  installed: z.int(),
  started: z.int(),
  failed: z.int(),
  crashed: z.int(),
  held: z.int(),
});

/** A rollout with what it reached. */
const rolloutView = z.object({
  id: id(),
  version: version(),
  state: z.enum(rolloutStates),
  stages: z.array(shownStage),
  stageNo: z.int(),
  stageSince: time(),
  gates: shownGates,
  haltedBy: halted.nullable(),
  /** What each gate measures now: percent, and of how many. */
  measured: z.array(z.object({ gate: z.string(), value: z.number(), sample: z.int(), least: z.int(), limit: z.number().nullable() })),
});
/** A rollout as it is shown. */
export type RolloutView = z.output<typeof rolloutView>;
const rolloutState = z.object({
  rollout: rolloutView.nullable(),
  funnel,
  reasons: z.array(z.object({ reason: z.string(), count: z.int() })),
});

/** The rollout of a version with funnel, gates and reasons of failures. */
export const rolloutGet = endpoint({
  ...read,
  path: 'mam/rollout/get',
  access: view,
  input: z.object({ versionId: id() }),
  reply: rolloutState,
  summary: 'How the rollout of a version stands: stage, gates, terminals by step, failures by reason',
});
const plan = {
  versionId: id(),
  stages: z.array(stage).min(1).max(10),
  gates: gates.default({ crash: 1, install: 5, silence: 10 }),
};
/** Keeps the plan of a rollout without starting it. */
export const rolloutSave = endpoint({
  ...write,
  path: 'mam/rollout/save',
  access: rolls,
  audit: 'rollout.save',
  errors: [13021, 13027],
  input: z.strictObject(plan),
  reply: z.object({ id: id() }),
  summary: 'Keeps stages and gates of a rollout that has not begun; 13021 while one of this version runs',
});
/** Starts the rollout of a version in stages. */
export const rolloutStart = endpoint({
  ...write,
  path: 'mam/rollout/start',
  access: rolls,
  audit: 'rollout.start',
  errors: [13021, 13027],
  input: z.strictObject({
    ...plan,
    /** An earlier rollout of the app: the same terminals come first. */
    sameAs: id().optional(),
  }),
  reply: z.object({ id: id() }),
  summary: 'Starts a rollout: the version is offered stage by stage, and halts by itself at a gate',
});

const step = (verb: string, summary: string, access: typeof rolls | { readonly anyOf: [string, ...string[]] } = rolls) =>
  endpoint({
    ...write,
    path: `mam/rollout/${verb}`,
    access,
    audit: `rollout.${verb}`,
    input: z.strictObject({ versionId: id(), reason: longText(500).optional() }),
    reply: z.object({ state: z.enum(rolloutStates), stageNo: z.int() }),
    summary,
  });
/** Goes to the next stage now. */
export const rolloutAdvance = step('advance', 'Goes to the next stage of a rollout now');
/** Makes no new offers until it is resumed. */
export const rolloutPause = step('pause', 'Makes no new offers until the rollout is resumed');
/** Goes on with the same stage and people. */
export const rolloutResume = step('resume', 'Goes on with a paused or halted rollout: same stage, same terminals');
/** Stops: no new offers, and what was not installed yet is held. */
export const rolloutHalt = step('halt', 'Halts a rollout: no new offers, and terminals hold what they have not installed', {
  anyOf: [...rolls.anyOf, versionViewPage.button.halt],
});
/** Offers the version to everybody. */
export const rolloutFinish = step('finish', 'Ends a rollout at a hundred percent');
/** Ends a rollout; its version goes off shelf. */
export const rolloutCancel = step('cancel', 'Ends a rollout and takes its version off shelf');

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
  access: { code: versionUserPage.button.save },
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
  access: { code: versionWidgetPage.button.save },
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
  access: { code: versionPage.button.link },
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
  access: { code: versionPage.button.link },
  audit: 'link.revoke',
  dryRun: true,
  input: z.strictObject({ id: id() }),
  reply: z.object({ count: z.int() }),
  summary: 'Ends an install link at once',
});
