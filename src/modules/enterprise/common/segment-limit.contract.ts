import { z } from 'zod';
import { platforms } from '#kit/common/client/platforms.ts';
import { endpoint } from '#kit/common/contract.ts';
import { count, id, ids, longText, pageOf, pageQuery, searchText, stamps, text, version } from '#kit/common/schema.ts';
import { segmentActions, segmentEffects } from './limit-words.ts';
import { segmentLimitPage as page } from './permissions.ts';

const each = <T extends string | number>(all: T[]): T[] => [...new Set(all)];
const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

/** A network, addresses from one to another, or one address, with a note. */
export const segment = z.strictObject({ value: z.string().trim().min(1).max(100), note: longText(200).default('') });
export type Segment = z.output<typeof segment>;

/** When a limit holds: days of the week (1 Monday), from one time of day to another (past midnight where that is earlier), in a zone. */
export const timeWindow = z.strictObject({
  days: z
    .array(z.int().min(1).max(7))
    .min(1)
    .max(7)
    .transform((all) => each(all).toSorted((one, other) => one - other)),
  from: clock,
  to: z.union([clock, z.literal('24:00')]),
  zone: z.string().min(1).max(64),
});

const fields = {
  name: text(100),
  segments: z.array(segment).min(1).max(500),
  actions: z.array(z.enum(segmentActions)).min(1).transform(each),
  effect: z.enum(segmentEffects),
  terminalTypes: z
    .array(z.literal([...platforms]))
    .min(1)
    .transform(each),
  window: timeWindow.nullable(),
};

/** What an administrator enters for a new limit; it comes last. */
export const segmentLimitDraft = z.strictObject({
  name: fields.name,
  segments: fields.segments,
  actions: fields.actions.default([...segmentActions]),
  effect: fields.effect.default('onlyInside'),
  terminalTypes: fields.terminalTypes.default([...platforms]),
  window: fields.window.default(null),
  enabled: z.boolean().default(true),
});

/** Changed fields of one. */
export const segmentLimitChange = z.strictObject({ id: id(), version: version(), ...z.object(fields).partial().shape });

/** What people should know of a limit beside others: it is never asked because another decides before, or its segments say the same or the contrary. */
export const segmentNote = z.object({ kind: z.enum(['inside', 'hidden', 'shares', 'contrary']), other: z.string() });

/** A limit as it is shown. */
export const segmentLimitRow = z.object({
  ...stamps,
  name: z.string(),
  segments: z.array(z.object({ value: z.string(), note: z.string() })),
  actions: z.array(z.enum(segmentActions)),
  effect: z.enum(segmentEffects),
  terminalTypes: z.array(z.number()),
  window: z.object({ days: z.array(z.int()), from: z.string(), to: z.string(), zone: z.string() }).nullable(),
  priority: z.int(),
  enabled: z.boolean(),
  /** How often it decided within seven days, and how often it refused. */
  hits: z.object({ decided: z.int(), refused: z.int() }),
});
export type SegmentLimitRow = z.output<typeof segmentLimitRow>;

/** A limit with what is odd about it. */
export const segmentLimitDetail = segmentLimitRow.extend({ notes: z.array(segmentNote) });
export type SegmentLimitDetail = z.output<typeof segmentLimitDetail>;

/** The limits in the order in which they are asked. */
export const segmentLimitList = endpoint({
  method: 'GET',
  path: 'im/segmentLimit/list',
  access: { code: page.code },
  scope: 'none',
  input: pageQuery(['priority', 'name', 'updatedAt'] as const).extend({
    name: searchText().optional(),
    /** Limits with a segment that holds this address. */
    address: searchText(64).optional(),
    action: z.enum(segmentActions).optional(),
    effect: z.enum(segmentEffects).optional(),
    enabled: z.boolean().optional(),
  }),
  reply: pageOf(segmentLimitRow),
  dedupe: 'cancel-previous',
  summary: 'Segment limits in the order in which they are asked',
});

/** One of them. */
export const segmentLimitGet = endpoint({
  method: 'GET',
  path: 'im/segmentLimit/get',
  access: { code: page.code },
  scope: 'none',
  input: z.object({ id: id() }),
  reply: segmentLimitDetail,
  summary: 'One segment limit, with the limits it stands in the way of',
});

/** Reads a list of segments that was pasted, and says whether an address lies in it. */
export const segmentCheck = endpoint({
  method: 'POST',
  path: 'im/segmentLimit/check',
  reads: true,
  access: { code: page.code },
  scope: 'none',
  input: z.strictObject({ segments: z.array(segment).max(5000), address: z.string().trim().max(64).default('') }),
  reply: z.object({
    /** As they would be stored, without those that lie within another one. */
    segments: z.array(z.object({ value: z.string(), note: z.string() })),
    wrong: z.array(z.object({ line: z.int(), value: z.string() })),
    doubled: z.array(z.object({ line: z.int(), value: z.string(), within: z.string() })),
    /** Null where no address was given. */
    inside: z.boolean().nullable(),
    by: z.string().nullable(),
    /** The address is one. */
    known: z.boolean(),
  }),
  summary: 'What of a list of segments is a network, what is double, and whether an address lies inside',
});

/** They hold everybody: whoever writes them must see everybody. */
const write = { method: 'POST', scope: 'department', dryRun: true } as const;

/** A new one, behind all others. */
export const segmentLimitAdd = endpoint({
  ...write,
  path: 'im/segmentLimit/add',
  access: { code: page.button.add },
  audit: 'segmentLimit.add',
  errors: [11051],
  input: segmentLimitDraft,
  reply: z.object({ id: id() }),
  summary: 'Adds a segment limit',
});

/** Changed fields of one. */
export const segmentLimitUpdate = endpoint({
  ...write,
  path: 'im/segmentLimit/update',
  access: { code: page.button.update },
  audit: 'segmentLimit.update',
  errors: [11051],
  input: segmentLimitChange,
  reply: segmentLimitDetail,
  summary: 'Changes a segment limit',
});

const bulk = () => z.strictObject({ ids: ids(), reason: longText(500).optional() });

/** Makes limits effective again. */
export const segmentLimitEnable = endpoint({
  ...write,
  path: 'im/segmentLimit/enable',
  access: { code: page.button.enable },
  audit: 'segmentLimit.enable',
  input: bulk(),
  reply: count(),
  summary: 'Enables segment limits',
});

/** Takes limits out of use; they stay in the list. */
export const segmentLimitDisable = endpoint({
  ...write,
  path: 'im/segmentLimit/disable',
  access: { code: page.button.disable },
  audit: 'segmentLimit.disable',
  input: bulk(),
  reply: count(),
  summary: 'Disables segment limits',
});

/** Deletes limits; the journal can bring them back. */
export const segmentLimitRemove = endpoint({
  ...write,
  path: 'im/segmentLimit/delete',
  access: { code: page.button.delete },
  audit: 'segmentLimit.delete',
  input: bulk(),
  reply: count(),
  summary: 'Deletes segment limits',
});

/** The order in which they are asked: these in this order, in the places that they hold; the others stay. */
export const segmentLimitReorder = endpoint({
  ...write,
  path: 'im/segmentLimit/reorder',
  access: { code: page.button.reorder },
  audit: 'segmentLimit.reorder',
  input: z.strictObject({ ids: ids() }),
  reply: count(),
  summary: 'Puts segment limits in another order',
});
