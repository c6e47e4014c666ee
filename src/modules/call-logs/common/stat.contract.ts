import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { id, searchText, time } from '#kit/common/schema.ts';
import { callerKinds, failureClasses, targetKinds } from './failure-class.ts';
import { callsPage, statisticsPage } from './permissions.ts';

/** Dimension by which figures are grouped. */
export const statGroups = ['interface', 'system', 'caller', 'class', 'version'] as const;
/** Order of groups. */
export const statOrders = ['calls', 'failures', 'share', 'p95', 'bytes'] as const;

/** What figures are narrowed by; without `from` it is the day before `to`, at most two years. */
export const statFilters = {
  from: time().optional(),
  to: time().optional(),
  interfaceId: id().optional(),
  systemId: id().optional(),
  callerKind: z.array(z.enum(callerKinds)).max(callerKinds.length).optional(),
  callerId: z.string().max(64).optional(),
  class: z.array(z.enum(failureClasses)).max(failureClasses.length).optional(),
};

const read = { method: 'GET', access: { code: statisticsPage.code }, scope: 'department' } as const;
const count = z.int();

const Totals = z.object({
  calls: count,
  failures: count,
  /** Milliseconds; null without calls. */
  p50: z.number().nullable(),
  p95: z.number().nullable(),
  p99: z.number().nullable(),
  bytesIn: count,
  bytesOut: count,
  cached: count,
  limited: count,
});
/** Figures of some time. */
export type StatTotals = z.output<typeof Totals>;

/** Figures in all, and those of the same length of time before. */
export const statOverview = endpoint({
  ...read,
  path: 'mas/stat/overview',
  summary: 'Calls, failures, durations, bytes and cache share of a time, and of the same length of time before',
  input: z.object(statFilters),
  reply: z.object({ from: time(), to: time(), now: Totals, before: Totals }),
});

const Line = z.object({
  key: z.string(),
  label: z.string(),
  calls: z.array(count),
  failures: z.array(count),
  p50: z.array(z.number().nullable()),
  p95: z.array(z.number().nullable()),
  p99: z.array(z.number().nullable()),
});
/** Figures of one group over time. */
export type StatLine = z.output<typeof Line>;

/** Figures over time: those of all, or of each of the busiest groups, and the moments at which versions were called first. */
export const statSeries = endpoint({
  ...read,
  path: 'mas/stat/series',
  summary: 'Figures over time by minute, hour or day, in all or for the busiest groups; with the first calls of versions of one interface',
  input: z.object({
    ...statFilters,
    groupBy: z.enum(statGroups).optional(),
    most: z.int().min(1).max(24).default(12),
    /** Minutes that the reader's clock is ahead of UTC: where days begin. */
    offset: z.int().min(-840).max(840).default(0),
  }),
  reply: z.object({
    from: time(),
    to: time(),
    /** Milliseconds of each piece. */
    step: z.int(),
    at: z.array(time()),
    lines: z.array(Line),
    marks: z.array(z.object({ at: time(), label: z.string() })),
  }),
});

const Group = Totals.extend({
  key: z.string(),
  label: z.string(),
  detail: z.string().nullable(),
  before: Totals.pick({ calls: true, failures: true, p95: true }),
});
/** Figures of one group. */
export type StatGroup = z.output<typeof Group>;

/** Groups by a figure, the highest first, with the change to the time before. */
export const statTop = endpoint({
  ...read,
  path: 'mas/stat/top',
  summary: 'Figures of each group, by the highest of one figure, with those of the time before',
  input: z.object({
    ...statFilters,
    groupBy: z.enum(statGroups).default('interface'),
    order: z.enum(statOrders).default('calls'),
    most: z.int().min(1).max(200).default(20),
  }),
  reply: z.object({
    from: time(),
    to: time(),
    groups: z.array(Group),
    unused: z.array(z.object({ id: id(), name: z.string(), path: z.string() })),
  }),
});

const Compared = z.object({ key: z.string(), label: z.string(), detail: z.string().nullable(), one: Totals, other: Totals });
/** Figures of one group in two times. */
export type StatCompared = z.output<typeof Compared>;

/** Two times side by side: in all, and by group. */
export const statCompare = endpoint({
  ...read,
  path: 'mas/stat/compare',
  summary: 'Figures of two times side by side, in all and for the busiest groups of both',
  input: z.object({
    ...statFilters,
    /** Where the other time begins; it is as long as the first. */
    otherFrom: time(),
    groupBy: z.enum(statGroups).default('interface'),
    most: z.int().min(1).max(200).default(20),
  }),
  reply: z.object({
    one: z.object({ from: time(), to: time(), totals: Totals }),
    other: z.object({ from: time(), to: time(), totals: Totals }),
    groups: z.array(Compared),
  }),
});

/** Writes figures of the groups to a file; the job's result is `{ fileId, rows }`. */
export const statExport = endpoint({
  method: 'POST',
  path: 'mas/stat/export',
  summary: 'Exports the figures of the groups to xlsx or csv',
  access: { code: statisticsPage.button.export },
  scope: 'department',
  audit: 'stat.export',
  waits: 'unseen',
  subject: 'call',
  input: z.strictObject({
    format: z.enum(['xlsx', 'csv']).default('xlsx'),
    filter: z.strictObject(statFilters).default({}),
    groupBy: z.enum(statGroups).default('interface'),
    order: z.enum(statOrders).default('calls'),
  }),
  reply: z.object({ jobId: id() }),
});

const isTimeZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};

/** Writes the figures of a time as a document to hand on. */
export const statReport = endpoint({
  method: 'GET',
  path: 'mas/stat/report',
  summary:
    'Figures of a time as a document: in all against the time before, the busiest, slowest and failing interfaces, and those without a call',
  access: { code: statisticsPage.button.report },
  scope: 'department',
  reads: true,
  audit: 'stat.report',
  input: z.object({
    ...statFilters,
    format: z.enum(['markdown', 'html']).default('html'),
    /** In which moments are written. */
    timeZone: z.string().max(64).refine(isTimeZone).default('UTC'),
  }),
  reply: z.object({ fileName: z.string(), text: z.string() }),
});

/** What can be called, for filters and rules: interfaces in range with their systems. */
export const callTargets = endpoint({
  method: 'GET',
  path: 'mas/call/targets',
  summary: 'Interfaces and systems of which there are calls or may be, in range, by a part of their name',
  access: { anyOf: [callsPage.code, statisticsPage.code] },
  scope: 'department',
  input: z.object({ text: searchText(100).optional(), ids: z.array(id()).max(50).optional() }),
  reply: z.object({
    interfaces: z.array(z.object({ id: id(), name: z.string(), path: z.string(), kind: z.enum(targetKinds), systemId: id() })),
    systems: z.array(z.object({ id: id(), name: z.string() })),
  }),
});
