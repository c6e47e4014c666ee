import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { count, id, ids, longText, pageOf, pageQuery, searchText, text, time, version } from '#kit/common/schema.ts';
import {
  noticeChannels,
  noticeReasons,
  noticeStates,
  warningChangeWords,
  warningSeverities,
  warningStates,
} from '#kit/common/warning/warning-facts.ts';
import { warningPage as page } from './permissions.ts';

/** First seen within an hour, a day, a week, or longer ago. */
export const warningAges = ['hour', 'day', 'week', 'older'] as const;

const severity = z.enum(warningSeverities);
const read = { access: { code: page.code }, scope: 'department' } as const;
const person = z.object({ id: z.string(), name: z.string() });

/** A warning as the list shows it. */
export const warningRow = z.object({
  id: id(),
  version: version(),
  kind: z.string(),
  /** What the kind is called. */
  title: z.string(),
  module: z.string(),
  moduleName: z.string(),
  severity,
  state: z.enum(warningStates),
  /** What happened, in words. */
  text: z.string(),
  objectKind: z.string(),
  objectId: z.string(),
  objectName: z.string(),
  count: z.int(),
  firstAt: time(),
  lastAt: time(),
  openedAt: time().nullable(),
  /** Still so, whatever the state. */
  holds: z.boolean(),
  overSince: time().nullable(),
  ackBy: z.string().nullable(),
  ackUntil: time().nullable(),
  assignee: person.nullable(),
  resolvedAt: time().nullable(),
  resolution: z.enum(['cleared', 'hand', 'passed']).nullable(),
  resolutionText: z.string().nullable(),
  /** Reason of the silence that hides its notices. */
  silencedBy: z.string().nullable(),
  /** What the warning says that it follows from. */
  inhibitedBy: z.string().nullable(),
  /** How many people were told. */
  notified: z.int(),
  /** Page of the console where it is repaired. */
  link: z.string().nullable(),
});
export type WarningRow = z.output<typeof warningRow>;

const narrowed = {
  text: searchText().optional(),
  severity: z.array(severity).max(4).optional(),
  kind: z.string().max(64).optional(),
  module: z.string().max(64).optional(),
  state: z.array(z.enum(warningStates)).max(4).optional(),
  objectId: z.string().max(200).optional(),
  /** First seen before that moment. */
  before: time().optional(),
  /** How long ago it was first seen. */
  age: z.enum(warningAges).optional(),
  mine: z.boolean().optional(),
};

/** Warnings in range; those in force unless a state is asked for. */
export const warningList = endpoint({
  ...read,
  method: 'GET',
  path: 'sys/warning/list',
  input: pageQuery(['severity', 'lastAt', 'firstAt', 'count', 'kind'] as const).extend(narrowed),
  reply: pageOf(warningRow),
  dedupe: 'cancel-previous',
  summary: 'Warnings, those in force unless a state is asked for',
});

/** One warning with its facts and what became of it. */
export const warningGet = endpoint({
  ...read,
  method: 'GET',
  path: 'sys/warning/get',
  input: z.object({ id: id() }),
  reply: warningRow.extend({
    facts: z.array(z.object({ name: z.string(), label: z.string(), value: z.string() })),
    timeline: z.array(z.object({ at: time(), what: z.enum(warningChangeWords), name: z.string(), detail: z.string().nullable() })),
    /** When the condition held, in the last 7 days. */
    spans: z.array(z.object({ since: time(), until: time().nullable(), hits: z.int() })),
    rule: z.object({ id: id(), name: z.string(), forMinutes: z.int(), clearMinutes: z.int(), repeatHours: z.int() }).nullable(),
  }),
  summary: 'One warning with facts and time line',
});

/** How many are in force, by severity. */
export const warningCount = endpoint({
  ...read,
  method: 'GET',
  path: 'sys/warning/count',
  input: z.object({}),
  reply: z.object({
    info: z.int(),
    warning: z.int(),
    error: z.int(),
    critical: z.int(),
    acknowledged: z.int(),
    silenced: z.int(),
    kinds: z.array(z.object({ kind: z.string(), title: z.string(), severity, count: z.int() })),
  }),
  summary: 'How many warnings are in force',
});

const sliced = { after: id().optional(), pageSize: z.int().min(1).max(200).default(50), from: time().optional(), to: time().optional() };

/** Changes of state, newest first. */
export const warningHistory = endpoint({
  ...read,
  method: 'GET',
  path: 'sys/warning/history',
  input: z.object({ ...sliced, kind: z.string().max(64).optional(), what: z.array(z.enum(warningChangeWords)).max(20).optional() }),
  reply: z.object({
    list: z.array(
      z.object({
        id: id(),
        warningId: id(),
        at: time(),
        what: z.enum(warningChangeWords),
        severity,
        text: z.string(),
        kind: z.string(),
        title: z.string(),
        by: z.string(),
        detail: z.string().nullable(),
      }),
    ),
    next: id().nullable(),
  }),
  summary: 'What became of warnings, newest first',
});

/** Every notice with its result, newest first. */
export const warningNotices = endpoint({
  ...read,
  method: 'GET',
  path: 'sys/warning/notices',
  input: z.object({
    ...sliced,
    warningId: id().optional(),
    channel: z.array(z.enum(noticeChannels)).max(3).optional(),
    state: z.array(z.enum(noticeStates)).max(4).optional(),
  }),
  reply: z.object({
    list: z.array(
      z.object({
        id: id(),
        warningId: id(),
        at: time(),
        person: z.string(),
        channel: z.enum(noticeChannels),
        reason: z.enum(noticeReasons),
        severity,
        state: z.enum(noticeStates),
        suppressedBy: z.enum(['silence', 'quiet', 'inhibited', 'dedupe']).nullable(),
        attempts: z.int(),
        answer: z.string().nullable(),
        endedAt: time().nullable(),
        text: z.string(),
      }),
    ),
    next: id().nullable(),
  }),
  summary: 'Notices with their results, newest first',
});

/** Acknowledges alerts: repeats stop until then, or until they become worse. */
export const warningAck = endpoint({
  method: 'POST',
  path: 'sys/warning/ack',
  access: { code: page.button.ack },
  scope: 'department',
  audit: 'warning.ack',
  input: z.strictObject({ ids: ids(), until: time().nullable().default(null), comment: longText(500).optional() }),
  reply: count(),
  summary: 'Acknowledges warnings',
});

/** Sets the owner; null removes it. */
export const warningAssign = endpoint({
  method: 'POST',
  path: 'sys/warning/assign',
  access: { code: page.button.assign },
  scope: 'department',
  audit: 'warning.assign',
  input: z.strictObject({ ids: ids(), employeeId: id().nullable(), comment: longText(500).optional() }),
  reply: count(),
  summary: 'Assigns warnings to somebody',
});

/** Ends them by hand; one that still holds opens again after 24 hours. */
export const warningResolve = endpoint({
  method: 'POST',
  path: 'sys/warning/resolve',
  access: { code: page.button.resolve },
  scope: 'department',
  audit: 'warning.resolve',
  input: z.strictObject({ ids: ids(), comment: text(500) }),
  reply: count(),
  summary: 'Resolves warnings by hand',
});
