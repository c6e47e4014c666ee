import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { count, id, pageOf, pageQuery, searchText, text, time } from '#kit/common/schema.ts';
import { between, reason } from './source-parts.ts';
import { sourcePage as page } from './source.permissions.ts';

/** What of the other side a run reads, and what set it off; `deprovision` reads nothing: everybody of the source goes by its policy. */
export const runKinds = ['full', 'incremental', 'event', 'scim', 'deprovision'] as const;
export const runTriggers = ['manual', 'schedule', 'event', 'retry'] as const;
export const runStates = [
  'reading',
  'staged',
  'planned',
  'held',
  'applying',
  'applied',
  'undone',
  'failed',
  'rejected',
  'expired',
  'cancelled',
] as const;
export type RunState = (typeof runStates)[number];

/** What a line of a plan does. */
export const itemActions = [
  'add',
  'update',
  'move',
  'enable',
  'disable',
  'quarantine',
  'leave',
  'restore',
  'delete',
  /** Found by the matching rules and tied to the source, nothing else. */
  'link',
  'conflict',
  'invalid',
  'skipped',
  'unchanged',
] as const;
export type ItemAction = (typeof itemActions)[number];
/** `kept`: an undo left it alone because somebody changed it since. */
export const itemStates = ['planned', 'applied', 'skipped', 'failed', 'stale', 'undone', 'kept'] as const;
export type ItemState = (typeof itemStates)[number];

/** A run as lists show it. */
export const runRow = z.object({
  id: id(),
  sourceId: id(),
  kind: z.enum(runKinds),
  trigger: z.enum(runTriggers),
  state: z.enum(runStates),
  dryRun: z.boolean(),
  counts: z.record(z.string(), z.int()),
  outcome: z.record(z.string(), z.int()),
  peopleRead: z.int(),
  departmentsRead: z.int(),
  valid: z.int(),
  invalid: z.int(),
  brake: z.object({ rule: z.string(), number: z.number(), limit: z.number(), text: z.string() }).nullable(),
  startedAt: time(),
  plannedAt: time().nullable(),
  expiresAt: time().nullable(),
  appliedAt: time().nullable(),
  endedAt: time().nullable(),
  by: z.string().nullable(),
  reason: z.string().nullable(),
  /** Why it failed, in words. */
  failure: z.string().nullable(),
  jobId: id().nullable(),
});
export type RunRow = z.output<typeof runRow>;

/** A run with what its plan would touch. */
export const runDetail = runRow.extend({
  sourceName: z.string(),
  /** What applying does, by name: people who lose sign-in, administrators, roles gained and lost. */
  impact: z.record(z.string(), z.int()),
  /** How many people would lose sign-in: must be typed to apply when above 0. */
  loseSignIn: z.int(),
  /** The mapping was changed since it was read. */
  outdated: z.boolean(),
  /** The other side said that nothing changed since the last good run: nothing was read. */
  same: z.boolean(),
  /** The newer plan that took the place of this one before anybody decided. */
  replacedBy: id().nullable(),
  undoUntil: time().nullable(),
});
export type RunDetail = z.output<typeof runDetail>;

/** One line of a run. */
export const runItem = z.object({
  seq: z.int(),
  objectKind: z.enum(['department', 'employee']),
  externalId: z.string().nullable(),
  name: z.string(),
  action: z.enum(itemActions),
  state: z.enum(itemStates),
  /** Field by field, in words of the reader (moments as ISO 8601 in UTC), masked where that is due; `owner` is the attribute it came from. */
  fields: z.array(
    z.object({
      field: z.string(),
      label: z.string(),
      before: z.string().nullable(),
      after: z.string().nullable(),
      owner: z.string().nullable(),
    }),
  ),
  reasonCode: z.string().nullable(),
  reason: z.string().nullable(),
  objectId: id().nullable(),
  administrator: z.boolean(),
  /** For a conflict: who it could be. */
  candidates: z.array(z.object({ id: id(), name: z.string(), account: z.string(), departmentName: z.string() })),
});
export type RunItem = z.output<typeof runItem>;

/** Reads the source now; applying is a decision of its own unless the source applies by itself. */
export const sourceSync = endpoint({
  method: 'POST',
  path: 'muc/source/sync',
  access: { code: page.button.sync },
  scope: 'department',
  audit: 'source.sync',
  errors: [12101, 12105, 12107],
  input: z.strictObject({ id: id(), mode: z.enum(['full', 'incremental']).default('full'), dryRunOnly: z.boolean().default(false) }),
  reply: z.object({ runId: id(), jobId: id() }),
  summary: 'Reads a source into a plan',
});

/** Runs of a source, the newest first. */
export const sourceLog = endpoint({
  method: 'GET',
  path: 'muc/source/log',
  access: { code: page.code },
  scope: 'department',
  input: pageQuery(['startedAt'] as const).extend({
    id: id(),
    state: z.array(z.enum(runStates)).max(11).optional(),
    kind: z.array(z.enum(runKinds)).max(5).optional(),
    ...between,
  }),
  reply: pageOf(runRow),
  summary: 'Runs of a source',
});

/** One run. */
export const sourceRunGet = endpoint({
  method: 'GET',
  path: 'muc/source/log/get',
  access: { code: page.code },
  scope: 'department',
  input: z.object({ runId: id() }),
  reply: runDetail,
  summary: 'One run with its plan in numbers',
});

/** Filters of the lines of a run. */
export const itemFilter = {
  action: z.array(z.enum(itemActions)).max(14).optional(),
  state: z.array(z.enum(itemStates)).max(7).optional(),
  objectKind: z.enum(['department', 'employee']).optional(),
  departmentId: id().optional(),
  field: searchText().optional(),
  text: searchText().optional(),
  adminsOnly: z.boolean().optional(),
  reasonCode: text(60).optional(),
};

/** Lines of a run, in order; `after` is the `next` of the page before. */
export const sourceRunItems = endpoint({
  method: 'GET',
  path: 'muc/source/log/items',
  access: { code: page.code },
  scope: 'department',
  input: z.object({ runId: id(), ...itemFilter, after: z.int().min(-1).optional(), limit: z.int().min(1).max(200).default(50) }),
  reply: z.object({ list: z.array(runItem), total: z.int(), next: z.int().nullable() }),
  dedupe: 'cancel-previous',
  summary: 'Lines of a run',
});

/** Decides a line: left out, tied to somebody there is, or somebody new. */
export const sourceRunResolve = endpoint({
  method: 'POST',
  path: 'muc/source/log/resolve',
  access: { code: page.button.apply },
  scope: 'department',
  audit: 'source.resolve',
  errors: [12112],
  input: z.strictObject({ runId: id(), seq: z.int().min(0), choice: z.enum(['skip', 'link', 'create']), objectId: id().optional() }),
  reply: runItem,
  summary: 'Decides one line of a plan',
});

const decide = { method: 'POST', scope: 'department' } as const;
/** The numbers that were on screen: 12112 when the plan has others. */
const expected = z.strictObject({ loseSignIn: z.int().min(0), total: z.int().min(0) });

/** Applies a plan; 12110 while the brake holds it, 12111 when it expired. */
export const sourceRunApply = endpoint({
  ...decide,
  path: 'muc/source/log/apply',
  access: { code: page.button.apply },
  audit: 'source.apply',
  errors: [12101, 12110, 12111, 12112],
  input: z.strictObject({ runId: id(), expected, reason: reason().optional() }),
  reply: z.object({ jobId: id() }),
  summary: 'Applies the plan of a run',
});

/** Applies a plan that the brake holds, with the password. */
export const sourceRunRelease = endpoint({
  ...decide,
  path: 'muc/source/log/release',
  access: { code: page.button.release },
  stepUp: true,
  audit: 'source.release',
  waits: 'unseen',
  errors: [12101, 12111, 12112],
  input: z.strictObject({ runId: id(), expected, reason: reason() }),
  reply: z.object({ jobId: id() }),
  summary: 'Applies a plan that the brake holds',
});

/** Throws a plan away; the schedule goes on. */
export const sourceRunReject = endpoint({
  ...decide,
  path: 'muc/source/log/reject',
  access: { code: page.button.reject },
  audit: 'source.reject',
  input: z.strictObject({ runId: id(), reason: reason() }),
  reply: count(),
  summary: 'Rejects the plan of a run',
});

/** Takes back what a run wrote where nobody changed it since; 12113 after 30 days or a second time. */
export const sourceRunUndo = endpoint({
  ...decide,
  path: 'muc/source/log/undo',
  access: { code: page.button.undo },
  stepUp: true,
  audit: 'source.undo',
  errors: [12101, 12113],
  input: z.strictObject({ runId: id(), reason: reason() }),
  reply: z.object({ jobId: id() }),
  summary: 'Takes back what a run wrote',
});

/** Ends a run that is reading or applying; what was applied stays and is listed. */
export const sourceRunCancel = endpoint({
  ...decide,
  path: 'muc/source/log/cancel',
  access: { code: page.button.sync },
  audit: 'source.cancel',
  input: z.strictObject({ runId: id() }),
  reply: count(),
  summary: 'Cancels a run',
});

/** Lines of a run as a file. */
export const sourceRunExport = endpoint({
  ...decide,
  path: 'muc/source/log/export',
  access: { code: page.button.exportRun },
  audit: 'source.export',
  waits: 'unseen',
  subject: 'sourceRun',
  input: z.strictObject({ runId: id(), format: z.enum(['xlsx', 'csv']).default('xlsx'), ...itemFilter }),
  reply: z.object({ jobId: id() }),
  summary: 'Exports the lines of a run',
});

/** What the other side pushed, the newest first. */
export const sourceEventList = endpoint({
  method: 'GET',
  path: 'muc/source/event/list',
  access: { code: page.code },
  scope: 'department',
  input: z.object({ id: id(), after: z.int().min(1).optional(), limit: z.int().min(1).max(200).default(50) }),
  reply: z.object({
    list: z.array(
      z.object({
        id: z.int(),
        at: time(),
        kind: z.string(),
        objectKind: z.string().nullable(),
        externalId: z.string().nullable(),
        address: z.string().nullable(),
        result: z.string(),
        status: z.int().nullable(),
        runId: id().nullable(),
      }),
    ),
    next: z.int().nullable(),
  }),
  summary: 'Events and SCIM calls that a source received',
});
