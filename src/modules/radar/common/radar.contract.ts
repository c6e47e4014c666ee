import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { count, id, ids, longText, pageOf, pageQuery, searchText, stamps, text, time, version } from '#kit/common/schema.ts';
import { radarPage as page } from './permissions.ts';

/** How something stands: far from its end, announced, nearly over, over; unknown where nobody can say. */
export const radarStates = ['overdue', 'due', 'soon', 'ok', 'unknown'] as const;
export type RadarState = (typeof radarStates)[number];
/** Origin of a finding: from the module that keeps it, or from somebody who added it. */
export const radarOrigins = ['module', 'hand'] as const;
/** It ends at a moment, or it should not be older. */
export const radarMeasures = ['end', 'age'] as const;
/** Days to look ahead. */
export const radarSpans = ['7', '30', '60', '90', '365'] as const;
/** Kind of what was added by hand. */
export const handKind = 'hand';
/** Days before the end at which it is told, unless others are chosen. */
export const usualDays: readonly number[] = [60, 30, 7, 1];

/** Days before the end: four at most, put into order, none twice; without any it is told when it is over. */
const remindDays = () =>
  z
    .array(z.int().min(1).max(730))
    .max(4)
    .transform((days) => [...new Set(days)].toSorted((one, other) => other - one));
const link = () =>
  z
    .url({ protocol: /^https?$/ })
    .max(1000)
    .nullable();

/** What an administrator enters that no module knows of. */
export const radarDraft = z.strictObject({
  name: text(200),
  dueAt: time(),
  deptId: id().nullable().default(null),
  ownerId: id().nullable().default(null),
  /** What stops working when it ends. */
  impact: longText(1000).default(''),
  /** Where it is renewed. */
  link: link().default(null),
  remindDays: remindDays().default([...usualDays]),
});

/** Changed fields of one. Of what a module keeps only the owner and the days of reminding are the radar's. */
export const radarChange = z.strictObject({
  id: id(),
  version: version(),
  name: text(200).optional(),
  dueAt: time().optional(),
  deptId: id().nullable().optional(),
  ownerId: id().nullable().optional(),
  impact: longText(1000).optional(),
  link: link().optional(),
  remindDays: remindDays().optional(),
});

/** One thing on the radar. */
export const radarRow = z.object({
  ...stamps,
  kind: z.string(),
  /** What the kind is called. */
  title: z.string(),
  module: z.string(),
  moduleName: z.string(),
  objectKind: z.string(),
  objectId: z.string(),
  name: z.string(),
  origin: z.enum(radarOrigins),
  measure: z.enum(radarMeasures),
  state: z.enum(radarStates),
  dueAt: time().nullable(),
  since: time().nullable(),
  deptId: id().nullable(),
  deptName: z.string().nullable(),
  ownerId: id().nullable(),
  owner: z.string().nullable(),
  /** Nobody is told of it until then. */
  snoozedUntil: time().nullable(),
  reason: z.string().nullable(),
  remindDays: z.array(z.int()),
  /** When somebody was told of it last. */
  lastNoticeAt: time().nullable(),
  /** What is to be done. */
  nextStep: z.string(),
  /** Page of the console where it is repaired, or the address that was entered. */
  link: z.string().nullable(),
});
export type RadarRow = z.output<typeof radarRow>;

/** One of them, with what stops working. */
export const radarDetail = radarRow.extend({
  impact: z.string(),
  facts: z.array(z.object({ name: z.string(), label: z.string(), value: z.string() })),
  /** Its end is what was requested: nobody is told. */
  quiet: z.boolean(),
  /** The radar itself tells of it, at its days of reminding. */
  reminds: z.boolean(),
  /** Title of the warning that tells of it. */
  toldBy: z.string().nullable(),
});
export type RadarDetail = z.output<typeof radarDetail>;

const filters = {
  text: searchText().optional(),
  kind: z.string().max(64).optional(),
  module: z.string().max(64).optional(),
  owner: id().optional(),
  noOwner: z.boolean().optional(),
  state: z.array(z.enum(radarStates)).max(5).optional(),
  /** Days within which it ends; what is over is among it. */
  within: z.enum(radarSpans).optional(),
  /** It ends in this span. */
  from: time().optional(),
  to: time().optional(),
  snoozed: z.boolean().optional(),
  origin: z.enum(radarOrigins).optional(),
};
const read = { method: 'GET', access: { code: page.code }, scope: 'department' } as const;

/** What ends or ages, in range; the next first. */
export const radarList = endpoint({
  ...read,
  path: 'radar/list',
  input: pageQuery(['dueAt', 'name', 'kind', 'lastNoticeAt'] as const).extend(filters),
  reply: pageOf(radarRow),
  dedupe: 'cancel-previous',
  summary: 'What ends or ages, the next first',
});

/** One of them. */
export const radarGet = endpoint({
  ...read,
  path: 'radar/get',
  input: z.object({ id: id() }),
  reply: radarDetail,
  summary: 'One thing that ends or ages, with what stops working then',
});

/** How all of it stands, and what ends on which day. */
export const radarTimeline = endpoint({
  ...read,
  path: 'radar/timeline',
  input: z.object({ days: z.int().min(30).max(1100).default(365) }),
  reply: z.object({
    states: z.object({ overdue: z.int(), due: z.int(), soon: z.int(), ok: z.int(), unknown: z.int() }),
    snoozed: z.int(),
    noOwner: z.int(),
    /** When the modules were asked last. */
    checkedAt: time().nullable(),
    /** Kinds of which there is something. */
    kinds: z.array(z.object({ kind: z.string(), title: z.string(), module: z.string(), moduleName: z.string(), count: z.int() })),
    /** By the hour, so that each reader's own days can be made of them. */
    marks: z.array(z.object({ at: time(), state: z.enum(radarStates), count: z.int() })),
    /** The next three. */
    next: z.array(z.object({ id: id(), name: z.string(), title: z.string(), dueAt: time(), state: z.enum(radarStates) })),
  }),
  summary: 'How everything that ends or ages stands, and what ends when',
});

const write = { method: 'POST', scope: 'department', dryRun: true } as const;

/** Sets the owner; null removes it. */
export const radarAssign = endpoint({
  ...write,
  path: 'radar/assign',
  access: { code: page.button.assign },
  audit: 'radar.assign',
  input: z.strictObject({ ids: ids(), ownerId: id().nullable() }),
  reply: count(),
  summary: 'Names the owner of what ends or ages',
});

/** Nobody is told of them until then; at once again with null. */
export const radarSnooze = endpoint({
  ...write,
  path: 'radar/snooze',
  access: { code: page.button.snooze },
  audit: 'radar.snooze',
  input: z.strictObject({ ids: ids(), until: time().nullable(), reason: longText(500).default('') }),
  reply: count(),
  summary: 'Keeps reminders back for a time',
});

/** Asks the modules now: for the kinds of these, or for all. */
export const radarRecheck = endpoint({
  method: 'POST',
  path: 'radar/recheck',
  scope: 'department',
  access: { code: page.button.recheck },
  audit: 'radar.recheck',
  input: z.strictObject({ ids: ids().optional() }),
  reply: count(),
  summary: 'Looks again at what ends or ages',
});

/** Something that no module knows of. */
export const radarAdd = endpoint({
  ...write,
  path: 'radar/add',
  access: { code: page.button.addItem },
  audit: 'radar.add',
  input: radarDraft,
  reply: z.object({ id: id() }),
  summary: 'Adds something that ends',
});

/** Changed fields of one. */
export const radarUpdate = endpoint({
  ...write,
  path: 'radar/update',
  access: { code: page.button.updateItem },
  audit: 'radar.update',
  input: radarChange,
  reply: radarDetail,
  summary: 'Changes something on the radar',
});

/** Deletes what was added by hand. */
export const radarRemove = endpoint({
  ...write,
  path: 'radar/delete',
  access: { code: page.button.deleteItem },
  audit: 'radar.delete',
  input: z.strictObject({ ids: ids(), reason: longText(500).optional() }),
  reply: count(),
  summary: 'Deletes what was added by hand',
});

/** Writes what is chosen, or filtered, to a file. */
export const radarExport = endpoint({
  method: 'POST',
  path: 'radar/export',
  scope: 'department',
  access: { code: page.button.export },
  audit: 'radar.export',
  waits: 'unseen',
  subject: 'radarItem',
  input: z.strictObject({ format: z.enum(['xlsx', 'csv']), ids: ids().optional(), filter: z.strictObject(filters).optional() }),
  reply: z.object({ jobId: z.string() }),
  summary: 'Exports what ends or ages',
});
