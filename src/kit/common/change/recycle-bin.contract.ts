import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { count, id, ids, searchText, time } from '#kit/common/schema.ts';
import { sliceOf } from './diff.ts';
import { revertChanges } from './journal.contract.ts';

/** Days for which deleted objects can be brought back. */
export const recycleDays = 30;

/** A deleted object; `operationId` names it in restore and purge. */
export const RecycledRow = z.object({
  operationId: id(),
  batchId: id(),
  kind: z.string(),
  objectId: z.string(),
  name: z.string(),
  at: time(),
  by: z.string(),
  endsAt: time(),
  mayRestore: z.boolean(),
});
export type RecycledView = z.output<typeof RecycledRow>;

/** Objects deleted in the last 30 days and neither restored nor purged, of the kinds and departments that the caller may read. */
export const listRecycled = endpoint({
  method: 'GET',
  path: 'sys/recycleBin/list',
  summary: 'Deleted objects that can be brought back; newest first',
  access: { signedIn: true },
  scope: 'journal',
  input: z.object({
    after: id().optional(),
    pageSize: z.int().min(1).max(500).default(50),
    kind: z.array(z.string().max(64)).max(50).optional(),
    text: searchText().optional(),
    uid: id().optional(),
  }),
  reply: sliceOf(RecycledRow),
});

/** Brings deleted objects back; those that can't come back are listed. */
export const restoreRecycled = endpoint({
  method: 'POST',
  path: 'sys/recycleBin/restore',
  summary: 'Brings deleted objects back',
  access: { signedIn: true },
  scope: 'journal',
  audit: 'recycle.restore',
  dryRun: true,
  input: z.strictObject({ operationIds: ids() }),
  reply: revertChanges.reply,
});

/** Takes objects out of the bin for good; the journal keeps its lines. */
export const purgeRecycled = endpoint({
  method: 'POST',
  path: 'sys/recycleBin/purge',
  summary: 'Removes deleted objects from the recycle bin for good',
  access: { signedIn: true },
  scope: 'journal',
  audit: 'recycle.purge',
  waits: 'unseen',
  stepUp: true,
  input: z.strictObject({ operationIds: ids() }),
  reply: count(),
});
