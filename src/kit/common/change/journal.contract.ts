import { z } from 'zod';
import { code } from '#kit/common/codes.ts';
import { endpoint } from '#kit/common/contract.ts';
import { id, ids, searchText, text, time } from '#kit/common/schema.ts';
import { actions, FieldDiff, sliceOf } from './diff.ts';

/** Who did something, and from where. */
const Who = z.object({ uid: z.string(), name: z.string(), address: z.string() });

/** One line of the journal. */
export const JournalRow = z.object({
  id: id(),
  batchId: id(),
  at: time(),
  by: Who,
  kind: z.string(),
  objectId: z.string(),
  objectName: z.string(),
  action: z.enum(actions),
  fields: z.array(FieldDiff),
  operation: z.string(),
  source: z.string(),
  reason: z.string().nullable(),
  requestId: z.string(),
  versionBefore: z.int().nullable(),
  versionAfter: z.int().nullable(),
  /** The batch that undid it. */
  revertedBy: id().nullable(),
  /** The caller holds the right to undo it. */
  mayRevert: z.boolean(),
});
export type JournalView = z.output<typeof JournalRow>;

/** A batch with its counts by action. */
export const BatchRow = z.object({
  id: id(),
  at: time(),
  by: Who,
  operation: z.string(),
  /** What was done, in words of the reader's language. */
  what: z.string(),
  /** Names of the first objects. */
  objects: z.array(z.string()),
  source: z.string(),
  reason: z.string().nullable(),
  requestId: z.string(),
  counts: z.partialRecord(z.enum(actions), z.int()),
  revertOf: id().nullable(),
  revertedBy: id().nullable(),
});
export type BatchView = z.output<typeof BatchRow>;

const slice = { after: id().optional(), pageSize: z.int().min(1).max(500).default(50) };
const between = { from: time().optional(), to: time().optional() };

/** Lines of the kinds and departments that the caller may read, the newest first; others are absent. */
export const listJournal = endpoint({
  method: 'GET',
  path: 'journal/list',
  summary: 'What was changed, by whom and when; newest first',
  access: { signedIn: true },
  scope: 'journal',
  input: z.object({
    ...slice,
    ...between,
    kind: z.array(z.string().max(64)).max(50).optional(),
    objectId: z.string().max(100).optional(),
    uid: id().optional(),
    batchId: id().optional(),
    action: z.array(z.enum(actions)).max(actions.length).optional(),
    text: searchText().optional(),
  }),
  reply: sliceOf(JournalRow).extend({
    /** Changes before this moment are past their time: they stand in archives, but for what is held. */
    past: time().nullable(),
  }),
});

/** Batches that hold at least one line the caller may read, the newest first. */
export const listBatches = endpoint({
  method: 'GET',
  path: 'journal/batch/list',
  summary: 'Batches of changes, newest first',
  access: { signedIn: true },
  scope: 'journal',
  input: z.object({
    ...slice,
    ...between,
    uid: id().optional(),
    operation: z.string().max(100).optional(),
    source: z.array(z.string().max(16)).max(6).optional(),
  }),
  reply: sliceOf(BatchRow),
});

/** A batch; its lines are read with journal/list and `batchId`. 10404 when the caller may read none of them. */
export const getBatch = endpoint({
  method: 'GET',
  path: 'journal/batch/get',
  summary: 'One batch of changes',
  access: { signedIn: true },
  scope: 'journal',
  input: z.object({ id: id() }),
  reply: BatchRow,
});

/** A whole batch, or single lines (at most 500). */
const target = { batchId: id().optional(), operationIds: ids().optional() };
const oneTarget = <T extends { batchId?: string | undefined; operationIds?: string[] | undefined }>(input: T) =>
  (input.batchId === undefined) !== (input.operationIds === undefined);
const targetIssue = { path: ['batchId'], params: { issue: 'missing' } };

/** edited: fields changed since; gone: deleted since; exists: there again; inUse: something hangs on it; reverted: undone already; unknown: nothing that could be known again; refused: against a rule. */
export const conflictReasons = ['edited', 'gone', 'exists', 'inUse', 'reverted', 'unknown', 'refused'] as const;

/** Effect of a revert on one object. */
export const RevertRow = z.object({
  kind: z.string(),
  objectId: z.string(),
  objectName: z.string(),
  action: z.enum(actions).nullable(),
  fields: z.array(FieldDiff),
  conflict: z
    .object({
      reason: z.enum(conflictReasons),
      fields: z.array(z.string()),
      usedBy: z.array(z.object({ kind: z.string(), id: z.string(), name: z.string() })),
      messages: z.array(z.string()),
    })
    .nullable(),
});
export type RevertView = z.output<typeof RevertRow>;

/** The objects of a revert, conflicts first (at most 200 rows), with the counts of all. */
export const previewRevert = endpoint({
  method: 'POST',
  path: 'journal/revert/preview',
  summary: 'What undoing a batch or single changes would do, and what stands against it',
  access: { signedIn: true },
  permitMore: 'the right to revert changes of each kind of object that it touches',
  scope: 'journal',
  errors: [code.past],
  reads: true,
  input: z.strictObject(target).refine(oneTarget, targetIssue),
  reply: z.object({ list: z.array(RevertRow), objects: z.int(), conflicts: z.int(), operations: z.int() }),
});

/** Undoes what can be undone, as a batch of its own; conflicts are left alone and listed. More than 500 lines run as a job. */
export const revertChanges = endpoint({
  method: 'POST',
  path: 'journal/revert',
  summary: 'Undoes a batch or single changes; later edits are not overwritten',
  access: { signedIn: true },
  permitMore: 'the right to revert changes of each kind of object that it touches',
  scope: 'journal',
  audit: 'journal.revert',
  dryRun: true,
  errors: [code.past],
  input: z.strictObject({ ...target, reason: text(500).optional() }).refine(oneTarget, targetIssue),
  reply: z.object({ batchId: id().nullable(), reverted: z.int(), conflicts: z.array(RevertRow), jobId: id().nullable() }),
});
