import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { codeText, id, pageOf, pageQuery, searchText, time, version } from '#kit/common/schema.ts';
import { oneOf } from '../slice.ts';
import { cleanupMechanism, cleanupRecord } from './cleaning.permissions.ts';

/** What happens to rows whose time is over. */
export const cleanModes = ['delete', 'archiveThenDelete'] as const;
export type CleanMode = (typeof cleanModes)[number];

/** Why a cleaning began: at its hour, by hand, because the disk was nearly full. */
export const cleanTriggers = ['schedule', 'now', 'space'] as const;
export type CleanTrigger = (typeof cleanTriggers)[number];

/** removing: months are detached and are dropped after a day; the last four are final. */
export const cleanStates = ['planned', 'estimated', 'archiving', 'verified', 'removing', 'done', 'failed', 'cancelled', 'nothing'] as const;
export type CleanState = (typeof cleanStates)[number];

/** How far a month of a cleaning is. */
export const partStates = ['live', 'archived', 'detached', 'dropping', 'dropped'] as const;

/** Days beyond which a guess of the room that is left says nothing. */
export const farDays = 3_650;

const Term = z.object({ code: z.string(), name: z.string() });

const kind = () => codeText(64);
const hour = () => z.int().min(0).max(24);
const zone = () => z.string().min(1).max(64);

const Config = z.object({
  /** The kind's code. */
  id: z.string(),
  kind: z.string(),
  name: z.string(),
  module: z.string(),
  moduleName: z.string(),
  /** Kinds that lie in the same table: they go together, under the longest of their times. */
  together: z.array(z.string()),
  rows: z.int(),
  bytes: z.int(),
  oldest: time().nullable(),
  bytesPerDay: z.int(),
  /** Days until it alone, as it grows now, has filled the disk up to its last tenth; null where that is not known or far away. */
  daysLeft: z.int().nullable(),
  keepDays: z.int(),
  /** A row is gone at the latest after so many days: months go as a whole. */
  latestDays: z.int(),
  floorDays: z.int(),
  maxDays: z.int(),
  mode: z.enum(cleanModes),
  archiveOnly: z.boolean(),
  archiveTargetId: id().nullable(),
  windowFrom: z.int(),
  windowTo: z.int(),
  zone: z.string(),
  paused: z.boolean(),
  early: z.boolean(),
  /** May the time be shortened when the disk is nearly full. */
  mayEarly: z.boolean(),
  nextRun: time().nullable(),
  heldRows: z.int(),
  /** A cleaning that runs, or waits for its day to be over. */
  running: z.object({ id: id(), state: z.enum(cleanStates), dropAt: time().nullable() }).nullable(),
  /** A shorter time that was saved and is not in effect yet. */
  pending: z.object({ keepDays: z.int(), at: time(), by: z.string() }).nullable(),
  version: z.int(),
});
export type RetentionView = z.output<typeof Config>;

/** Kinds of logs with what they take and how long they are kept. */
export const clearConfigList = endpoint({
  method: 'GET',
  path: 'logs/clear/config/list',
  summary: 'Every kind of log with rows, size, growth, retention and its floor; sums of all of them',
  access: { code: cleanupMechanism.code },
  scope: 'none',
  input: pageQuery(['name', 'rows', 'bytes', 'bytesPerDay', 'keepDays', 'nextRun']).extend({
    text: searchText().optional(),
    mode: z.enum(cleanModes).optional(),
    module: z.array(codeText(64)).max(50).optional(),
    /** Only what by itself fills the disk within so many days. */
    belowDays: z.int().min(1).max(farDays).optional(),
  }),
  reply: pageOf(Config).extend({
    /** Modules that keep a log. */
    modules: z.array(Term),
    bytes: z.int(),
    bytesPerDay: z.int(),
    /** Of the disk that the database lies on; null where that is another machine's. */
    freeBytes: z.int().nullable(),
    daysLeft: z.int().nullable(),
    legalFloorDays: z.int(),
  }),
});

/** One kind of log. */
export const clearConfigGet = endpoint({
  method: 'GET',
  path: 'logs/clear/config/get',
  summary: 'One kind of log with its retention',
  access: { code: cleanupMechanism.code },
  scope: 'none',
  input: z.object({ kind: kind() }),
  reply: Config,
});

/** Changes a retention: longer at once; shorter with a fresh estimate, in effect after a day. 19001 below the floor, 19002, 19004. */
export const clearConfigUpdate = endpoint({
  method: 'POST',
  path: 'logs/clear/config/update',
  summary: 'Changes how long a kind of log is kept; a shorter time needs a fresh estimate and is in effect a day later',
  access: { code: cleanupMechanism.button.update },
  scope: 'none',
  stepUp: true,
  waits: true,
  audit: 'clearConfig.update',
  errors: [19001, 19002, 19004],
  input: z.strictObject({
    kind: kind(),
    version: version(),
    keepDays: z.int().optional(),
    mode: z.enum(cleanModes).optional(),
    archiveTargetId: id().nullable().optional(),
    windowFrom: hour().optional(),
    windowTo: hour().optional(),
    zone: zone().optional(),
    paused: z.boolean().optional(),
    early: z.boolean().optional(),
    estimateId: id().optional(),
  }),
  reply: Config,
});

/** Takes back a shorter time that is not in effect yet. */
export const clearConfigWithdraw = endpoint({
  method: 'POST',
  path: 'logs/clear/config/withdraw',
  summary: 'Takes back a shorter retention that is not in effect yet',
  access: { code: cleanupMechanism.button.update },
  scope: 'none',
  audit: 'clearConfig.withdraw',
  input: z.strictObject({ kind: kind(), version: version() }),
  reply: Config,
});

/** What a request would remove. */
export const Estimate = z.object({
  id: id(),
  kind: z.string(),
  keepDays: z.int(),
  mode: z.enum(cleanModes),
  rows: z.int(),
  bytes: z.int(),
  oldest: time().nullable(),
  newest: time().nullable(),
  /** People whose rows are among them, as far as it could be counted. */
  people: z.int(),
  heldRows: z.int(),
  archiveBytes: z.int(),
  seconds: z.int(),
  /** When the first of them would go. */
  firstRun: time().nullable(),
  months: z.array(z.string()),
  /** Streams that have not got some months yet: these stay for now. */
  waitsFor: z.array(z.string()),
});
export type EstimateResult = z.output<typeof Estimate>;

/** Estimates as a job; its result is the estimate. */
export const clearEstimate = endpoint({
  method: 'POST',
  path: 'logs/clear/estimate',
  summary: 'Works out what a retention would remove: rows, size, people, held rows, archive',
  access: { code: cleanupMechanism.button.estimate },
  scope: 'none',
  reads: true,
  errors: [19001, 19002],
  input: z.strictObject({ kind: kind(), keepDays: z.int(), mode: z.enum(cleanModes) }),
  reply: z.object({ jobId: id(), id: id() }),
});

/** Cleans now what is over its time; 19003 while one runs, 19004 without a fresh estimate of the retention as it is. */
export const clearRun = endpoint({
  method: 'POST',
  path: 'logs/clear/run',
  summary: 'Cleans a kind of log now: what is over its time is archived, detached, and dropped a day later',
  access: { code: cleanupMechanism.button.runNow },
  scope: 'none',
  stepUp: true,
  audit: 'log.clear',
  waits: 'unseen',
  errors: [19003, 19004],
  input: z.strictObject({ kind: kind(), estimateId: id() }),
  reply: z.object({ jobId: id(), id: id() }),
});

/** Ends a cleaning; months that were detached come back whole until they are dropped. */
export const clearCancel = endpoint({
  method: 'POST',
  path: 'logs/clear/cancel',
  summary: 'Ends a cleaning and brings back every month that was detached and is not dropped yet',
  access: { code: cleanupMechanism.button.runNow },
  scope: 'none',
  audit: 'log.clearCancel',
  input: z.strictObject({ id: id() }),
  reply: z.object({ count: z.int() }),
});

const Record = z.object({
  id: id(),
  kind: z.string(),
  name: z.string(),
  trigger: z.enum(cleanTriggers),
  state: z.enum(cleanStates),
  keepDays: z.int(),
  mode: z.enum(cleanModes),
  from: time().nullable(),
  to: time().nullable(),
  rowsEstimated: z.int(),
  rowsRemoved: z.int(),
  bytesFreed: z.int(),
  rowsHeld: z.int(),
  createdAt: time(),
  startedAt: time().nullable(),
  endedAt: time().nullable(),
  /** How long the work took, without the day for which months stay detached. */
  seconds: z.int().nullable(),
  /** When the last of its months goes for good. */
  dropAt: time().nullable(),
  by: z.string(),
  archives: z.array(id()),
  error: z.string().nullable(),
});
export type CleaningView = z.output<typeof Record>;

const filters = {
  kind: z.array(kind()).max(50).optional(),
  state: oneOf(cleanStates),
  trigger: oneOf(cleanTriggers),
  /** Found anywhere in the name of who began it. */
  by: searchText().optional(),
  from: time().optional(),
  to: time().optional(),
};

/** Cleanings. */
export const clearLogList = endpoint({
  method: 'GET',
  path: 'logs/clear/log/list',
  summary: 'Every cleaning, the newest first',
  access: { code: cleanupRecord.code },
  scope: 'none',
  input: pageQuery(['createdAt']).extend(filters),
  reply: pageOf(Record).extend({
    /** Kinds of logs, for the filter. */
    kinds: z.array(Term),
  }),
});

/** One cleaning with its months and the ends of the sealed days that it covered. */
export const clearLogGet = endpoint({
  method: 'GET',
  path: 'logs/clear/log/get',
  summary: 'One cleaning: its months, archives, and the signed ends of the days that went',
  access: { code: cleanupRecord.code },
  scope: 'none',
  input: z.object({ id: id() }),
  reply: Record.extend({
    parts: z.array(
      z.object({
        part: z.string(),
        from: time(),
        to: time(),
        state: z.enum(partStates),
        rows: z.int(),
        bytes: z.int(),
        rowsHeld: z.int(),
        archiveId: id().nullable(),
        sha256: z.string().nullable(),
        dropAt: time().nullable(),
      }),
    ),
    /** The request by which others agreed to it; null where none was needed. */
    approvalId: id().nullable(),
    /** Runs of the chain that went: places, and its hash at the end of each. */
    seals: z.array(z.object({ fromSeq: z.int(), toSeq: z.int(), hash: z.string(), signature: z.string() })),
  }),
});
export type CleaningDetail = z.output<(typeof clearLogGet)['reply']>;

/** Begins a failed cleaning again. */
export const clearLogRetry = endpoint({
  method: 'POST',
  path: 'logs/clear/log/retry',
  summary: 'Begins a failed cleaning again where it stopped',
  access: { code: cleanupRecord.button.retry },
  scope: 'none',
  audit: 'log.clear',
  errors: [19003],
  input: z.strictObject({ id: id() }),
  reply: z.object({ jobId: id() }),
});

/** Writes the records to a file; the job's result is `{ fileId, rows }`. */
export const clearLogExport = endpoint({
  method: 'POST',
  path: 'logs/clear/log/export',
  summary: 'Exports the records of cleanings under the filters of their list',
  access: { code: cleanupRecord.button.export },
  scope: 'none',
  audit: 'log.clearExport',
  waits: 'unseen',
  subject: 'cleaning',
  input: z.strictObject({ ...filters, format: z.enum(['xlsx', 'csv']).default('xlsx') }),
  reply: z.object({ jobId: id() }),
});
