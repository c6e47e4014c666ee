import { z } from 'zod';
import { actions, FieldDiff } from '#kit/common/change/diff.ts';
import { RevertRow } from '#kit/common/change/journal.contract.ts';
import { endpoint } from '#kit/common/contract.ts';
import { id, searchText, text, time } from '#kit/common/schema.ts';
import { operationLog } from './permissions.ts';
import { archiveOf, oneOf, paging, sliceOf } from './slice.ts';

/** How a call ended: done, refused to who called, or broken on our side or another's. */
export const results = ['ok', 'refused', 'failed'] as const;
export type Result = (typeof results)[number];
/** Who acted: a person in a session, work that goes on for somebody, the product itself, or somebody without a session. */
export const actorKinds = ['administrator', 'token', 'job', 'system', 'visitor'] as const;

/** How many days a search may span that no index answers. */
export const contentDays = 31;
/** How many days a search by name may span. */
export const nameDays = 400;

const word = () => z.string().max(100);

/** What the operation log is narrowed by; without `from` it is the day before `to`, unless one row is asked for by what only it has. */
const filters = {
  from: time().optional(),
  to: time().optional(),
  uid: id().optional(),
  /** An address, or a network in CIDR form. */
  address: searchText(64).optional(),
  module: z.array(word()).max(50).optional(),
  word: z.array(word()).max(50).optional(),
  objectKind: z.array(word()).max(50).optional(),
  objectId: z.string().max(100).optional(),
  /** Found anywhere in the object's name. */
  text: searchText().optional(),
  /** Name of a field that was changed. */
  field: searchText().optional(),
  /** Found anywhere in a value before or after. */
  contains: searchText().optional(),
  result: oneOf(results),
  requestId: searchText().optional(),
  batchId: id().optional(),
  sessionId: searchText(64).optional(),
  dangerous: z.boolean().optional(),
  actorKind: oneOf(actorKinds),
  departmentId: id().optional(),
  /** Outside 8 to 20 o'clock from Monday to Friday, in `zone`. */
  outsideHours: z.boolean().optional(),
  zone: z.string().max(64).optional(),
  notReverted: z.boolean().optional(),
};

/** One call. */
export const OperationRow = z.object({
  id: id(),
  at: time(),
  uid: z.string(),
  name: z.string(),
  account: z.string(),
  actorKind: z.enum(actorKinds),
  /** What was done, in words of the reader's language. */
  what: z.string(),
  word: z.string(),
  module: z.string(),
  moduleName: z.string(),
  objectKind: z.string().nullable(),
  objectKindName: z.string().nullable(),
  objectId: z.string().nullable(),
  objectName: z.string().nullable(),
  objectCount: z.int(),
  /** Labels of the fields that were changed, of the first object. */
  fields: z.array(z.string()),
  result: z.enum(results),
  code: z.int(),
  address: z.string(),
  dangerous: z.boolean(),
  durationMs: z.int(),
  requestId: z.string(),
  sessionId: z.string().nullable(),
  batchId: id().nullable(),
  /** The batch that undid it. */
  revertedBy: id().nullable(),
  /** Bound into the chain of seals. */
  sealed: z.boolean(),
});
export type OperationView = z.output<typeof OperationRow>;

/** What one call changed on one object. */
export const OperationLineRow = z.object({
  id: id(),
  kind: z.string(),
  /** Namespace of the texts that label its fields. */
  namespace: z.string(),
  objectId: z.string(),
  objectName: z.string(),
  action: z.enum(actions),
  fields: z.array(FieldDiff),
  /** Names of those fields whose values are masked. */
  masked: z.array(z.string()),
  revertedBy: id().nullable(),
});
export type OperationLine = z.output<typeof OperationLineRow>;

/** A later change of the same fields. */
const Later = z.object({
  at: time(),
  name: z.string(),
  objectName: z.string(),
  fields: z.array(z.string()),
  batchId: id(),
  what: z.string(),
});
export type LaterEdit = z.output<typeof Later>;

/** One call with all that is known of it. */
export const OperationDetail = OperationRow.extend({
  userAgent: z.string(),
  reason: z.string().nullable(),
  /** The request by which others agreed to it; null where none was needed. */
  approvalId: z.string().nullable(),
  /** What the call noted beside the journal. */
  detail: z.array(z.object({ name: z.string(), value: z.json() })),
  /** Objects in the reader's range. */
  lines: z.array(OperationLineRow),
  /** All of them, of which the first are in `lines`. */
  lineCount: z.int(),
  /** Others lie outside the range: neither they nor their values are shown. */
  hidden: z.boolean(),
  /** Its journal, or a part of it, is past its time: it can't be reverted. */
  past: z.boolean(),
  later: z.array(Later),
  mayRevert: z.boolean(),
});
export type OperationDetailView = z.output<typeof OperationDetail>;

/** Calls in the reader's range, the newest first: where the actor's or the object's department lies in it. */
export const operationList = endpoint({
  method: 'GET',
  path: 'logs/operation/list',
  summary: 'The operation log, newest first, read on with `after`; `total` is an estimate unless `exact`',
  access: { code: operationLog.code },
  scope: 'journal',
  errors: [19030],
  input: z.object({ ...filters, archive: archiveOf(), ...paging }),
  reply: sliceOf(OperationRow),
});

/** One call with its changes before and after, as far as their objects lie in the range. */
export const operationGet = endpoint({
  method: 'GET',
  path: 'logs/operation/get',
  summary: 'One row of the operation log: changes before and after, batch, later edits of the same fields',
  access: { code: operationLog.code },
  scope: 'journal',
  input: z.object({ id: id(), at: time().optional() }),
  reply: OperationDetail,
});

/** How many calls there were in each hour or day, by how they ended. */
export const operationHistogram = endpoint({
  method: 'GET',
  path: 'logs/operation/histogram',
  summary: 'Counts of the operation log by hour or day and by result, under the same filters as the list',
  access: { code: operationLog.code },
  scope: 'journal',
  errors: [19030],
  dedupe: 'cancel-previous',
  input: z.object({
    ...filters,
    step: z.enum(['hour', 'day']).optional(),
    /** Minutes that the reader's clock is ahead of UTC, for the beginning of days. */
    offset: z.int().min(-840).max(840).default(0),
  }),
  reply: z.object({
    step: z.enum(['hour', 'day']),
    from: time(),
    to: time(),
    partial: z.boolean(),
    list: z.array(z.object({ at: time(), ok: z.int(), refused: z.int(), failed: z.int() })),
  }),
});

/** History of one object: for who may read the log, or the object's own history. */
export const operationObject = endpoint({
  method: 'GET',
  path: 'logs/operation/object',
  summary: 'What was changed on one object, newest first',
  access: { signedIn: true },
  permitMore: 'the operation log, or the page on which objects of this kind are read',
  scope: 'journal',
  input: z.object({
    objectKind: word(),
    objectId: z.string().max(100),
    after: id().optional(),
    pageSize: z.int().min(1).max(200).default(50),
  }),
  reply: z.object({
    list: z.array(
      OperationLineRow.extend({ at: time(), uid: z.string(), name: z.string(), address: z.string(), what: z.string(), batchId: id() }),
    ),
    next: z.string().nullable(),
  }),
});

const Term = z.object({ code: z.string(), name: z.string() });

/** What the log can be filtered by, named in the reader's language. */
export const operationTerms = endpoint({
  method: 'GET',
  path: 'logs/operation/terms',
  summary: 'Modules, audit words and kinds of objects by name, for the filters of the operation log',
  access: { code: operationLog.code },
  scope: 'none',
  input: z.object({}),
  reply: z.object({ modules: z.array(Term), words: z.array(Term.extend({ module: z.string() })), kinds: z.array(Term) }),
});

const target = {
  id: id(),
  at: time().optional(),
  /** Only these of the changed fields; then nothing may have been made, deleted or brought back by the row. All unless said. */
  fields: z.array(z.string().max(100)).min(1).max(200).optional(),
};

/** What reverting a row would do, and what stands against it. */
export const operationRevertPreview = endpoint({
  method: 'POST',
  path: 'logs/operation/revert/preview',
  summary: 'What reverting a row of the operation log would do, and which later edits stand against it',
  access: { code: operationLog.button.revert },
  permitMore: 'the rights to read and to revert each kind of object that the row changed',
  scope: 'journal',
  reads: true,
  errors: [19050],
  input: z.strictObject(target),
  reply: z.object({ list: z.array(RevertRow), objects: z.int(), conflicts: z.int(), later: z.array(Later) }),
});

/** Brings back what a row changed, all of it (or all of some fields) or nothing: 19051 where later edits touch the same fields. */
export const operationRevert = endpoint({
  method: 'POST',
  path: 'logs/operation/revert',
  summary: 'Reverts what a row of the operation log changed, or some fields of it, unless later edits touch the same fields',
  access: { code: operationLog.button.revert },
  permitMore: 'the rights to read and to revert each kind of object that the row changed',
  scope: 'journal',
  audit: 'change.undo',
  errors: [19050, 19051],
  input: z.strictObject({ ...target, reason: text(500).optional() }),
  reply: z.object({ batchId: id().nullable(), reverted: z.int(), jobId: id().nullable() }),
});
