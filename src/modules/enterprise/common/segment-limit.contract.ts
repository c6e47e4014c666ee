import { z } from 'zod';
import { platforms } from '#kit/common/client/platforms.ts';
import { endpoint } from '#kit/common/contract.ts';
import { crudContract } from '#kit/common/crud/crud-contract.ts';
import type { CrudDetail, CrudRow } from '#kit/common/crud/crud-types.ts';
import { bool, choice, place, text, value } from '#kit/common/crud/fields.ts';
import { longText, searchText } from '#kit/common/schema.ts';
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

/** What people should know of a limit beside others: it is never asked because another decides before, or its segments say the same or the contrary. */
export const segmentNote = z.object({ kind: z.enum(['inside', 'hidden', 'shares', 'contrary']), other: z.string() });

const shownSegment = z.object({ value: z.string(), note: z.string() });
const shownWindow = z.object({ days: z.array(z.int()), from: z.string(), to: z.string(), zone: z.string() });
const terminals = z
  .array(z.literal([...platforms]))
  .min(1)
  .transform(each);

/** A segment limit; it holds everybody, so that only who sees everybody writes it. */
export const segmentLimit = crudContract({
  module: 'enterprise',
  kind: 'segmentLimit',
  path: 'im/segmentLimit',
  title: { zh_CN: '网段限制', en_US: 'Segment limit', ja_JP: 'セグメント制限' },
  page,
  scope: { read: 'none', write: 'site' },
  fields: {
    name: text(100).unique(),
    segments: value(z.array(segment).min(1).max(500), z.array(shownSegment)).example([{ value: '10.0.0.0/8' }]),
    actions: value(z.array(z.enum(segmentActions)).min(1).transform(each), z.array(z.enum(segmentActions))).default([...segmentActions]),
    effect: choice(segmentEffects).default('onlyInside').filtered(),
    terminalTypes: value(terminals, z.array(z.number())).default([...platforms]),
    window: value(timeWindow, shownWindow)
      .nullable()
      .column('time_window')
      .example({ days: [1], from: '08:00', to: '18:00', zone: 'Asia/Shanghai' }),
    priority: place(),
    enabled: bool().default(true).immutable().filtered(),
  },
  also: ['reorder'],
  sort: ['priority', 'name', 'updatedAt'],
  more: {
    /** How often it decided within seven days, and how often it refused. */
    row: { hits: z.object({ decided: z.int(), refused: z.int() }) },
    detail: { notes: z.array(segmentNote) },
    filters: {
      name: searchText().optional(),
      /** Limits with a segment that holds this address. */
      address: searchText(64).optional(),
      action: z.enum(segmentActions).optional(),
    },
  },
  operations: {
    list: { summary: 'Segment limits in the order in which they are asked' },
    get: { summary: 'One segment limit, with the limits it stands in the way of' },
    add: { errors: [11051] },
    update: { errors: [11051] },
  },
});
/** A limit as it is shown. */
export type SegmentLimitRow = CrudRow<typeof segmentLimit>;
/** A limit with what is odd about it. */
export type SegmentLimitDetail = CrudDetail<typeof segmentLimit>;

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
