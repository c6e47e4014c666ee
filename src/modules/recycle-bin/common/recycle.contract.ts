import { z } from 'zod';
import { FieldDiff } from '#kit/common/change/diff.ts';
import { RevertRow } from '#kit/common/change/journal.contract.ts';
import { endpoint } from '#kit/common/contract.ts';
import { count, id, ids, longText, pageOf, pageQuery, searchText, time } from '#kit/common/schema.ts';
import { recycleBin as page } from './permissions.ts';

/** A deleted object; its `id` is that of the deletion in the journal. */
export const deletedRow = z.object({
  id: id(),
  batchId: id(),
  kind: z.string(),
  /** Namespace of the kind's texts. */
  namespace: z.string(),
  moduleName: z.string(),
  objectId: z.string(),
  name: z.string(),
  at: time(),
  by: z.string(),
  /** When it is erased by itself; null while it is held. */
  endsAt: time().nullable(),
  held: z.boolean(),
  /** How many objects went in the same batch. */
  batchCount: z.int(),
  mayRestore: z.boolean(),
  mayPurge: z.boolean(),
});
export type DeletedRow = z.output<typeof deletedRow>;

const scope = 'journal' as const;

/** What was deleted and can be brought back, of the kinds and departments that the caller may restore. */
export const recycleList = endpoint({
  method: 'GET',
  path: 'recycle/list',
  summary: 'Deleted objects of every area that can be brought back',
  access: { code: page.code },
  scope,
  input: pageQuery(['at', 'name'] as const).extend({
    text: searchText().optional(),
    kind: z.array(z.string().max(64)).max(50).optional(),
    /** Module of the kinds. */
    module: z.string().max(64).optional(),
    uid: id().optional(),
    from: time().optional(),
    to: time().optional(),
    batchId: id().optional(),
    /** Erased within seven days. */
    ending: z.boolean().optional(),
    held: z.boolean().optional(),
  }),
  reply: pageOf(deletedRow),
});

/** Kinds of which something lies in the bin for the caller, with how much. */
export const recycleKinds = endpoint({
  method: 'GET',
  path: 'recycle/kinds',
  summary: 'Kinds of which something can be brought back',
  access: { code: page.code },
  scope,
  input: z.object({}),
  reply: z.object({
    list: z.array(z.object({ kind: z.string(), namespace: z.string(), module: z.string(), moduleName: z.string(), count: z.int() })),
  }),
});

/** One of them as it was. */
export const recycleGet = endpoint({
  method: 'GET',
  path: 'recycle/get',
  summary: 'One deleted object as it was, with why it went and why it is kept',
  access: { code: page.code },
  scope,
  input: z.object({ id: id() }),
  reply: deletedRow.extend({
    /** Why it was deleted. */
    reason: z.string().nullable(),
    /** Who keeps it beyond its days, and why. */
    hold: z.object({ by: z.string(), reason: z.string().nullable() }).nullable(),
    /** Its fields, each as `after`. */
    fields: z.array(FieldDiff),
  }),
});
export type DeletedDetail = z.output<(typeof recycleGet)['reply']>;

/** More than so many objects are brought back by a job. */
export const restoredAtOnce = 500;

/** What to do with what stands in the way. */
const choices = {
  /** A name or code that is taken gets a number behind it; nothing is overwritten. */
  suffix: z.boolean().default(false),
  /** What is deleted is united with the object that took its name: that one gets what it lacks and keeps what it has. Goes before `suffix`. */
  merge: z.boolean().default(false),
  /** What it hung on is brought back too, where that lies in the bin. */
  parents: z.boolean().default(false),
  /** In place of an object that is gone (`id`) another one (`to`) takes what hung on it. */
  instead: z
    .array(z.strictObject({ id: id(), to: id() }))
    .max(100)
    .default([]),
};
const target = {
  /** Deletions as the list names them. */
  ids: z
    .array(id())
    .min(1)
    .max(5000)
    .transform((all) => [...new Set(all)])
    .optional(),
  /** Or all that one batch deleted. */
  batchId: id().optional(),
  ...choices,
};
const oneTarget = (input: { ids?: string[] | undefined; batchId?: string | undefined }) =>
  (input.ids === undefined) !== (input.batchId === undefined);
const targetIssue = { path: ['ids'], params: { issue: 'missing' } };

/** What restoring would bring back, what stands against it, and which deleted objects it hangs on. */
export const recycleRestorePreview = endpoint({
  method: 'POST',
  path: 'recycle/restore/preview',
  summary: 'What restoring would do, with what stands against it',
  access: { code: page.button.restore },
  permitMore: 'the right to revert changes of each kind of object that it names',
  scope,
  reads: true,
  errors: [11091],
  input: z.strictObject(target).refine(oneTarget, targetIssue),
  reply: z.object({
    list: z.array(RevertRow.extend({ namespace: z.string() })),
    /** Of the newest five hundred: a larger request is tried as far as that, and done by a job. */
    restored: z.int(),
    conflicts: z.int(),
    total: z.int(),
    job: z.boolean(),
    /** Deleted objects that these name. `id`: the deletion that can be taken back, null where it was erased. */
    parents: z.array(
      z.object({
        id: id().nullable(),
        objectId: z.string(),
        kind: z.string(),
        namespace: z.string(),
        name: z.string(),
        /** Another one of its kind can be chosen instead. */
        replaceable: z.boolean(),
      }),
    ),
    /** A number behind a name or code would help. */
    suffixHelps: z.boolean(),
    /** Names of the objects with which these could be united. */
    mergeWith: z.array(z.string()),
  }),
});

/** Brings deleted objects back with their ids; what can't come back is listed. More than five hundred are brought back by a job. 11090 where nothing can, 11091 where it was purged. */
export const recycleRestore = endpoint({
  method: 'POST',
  path: 'recycle/restore',
  summary: 'Brings deleted objects back',
  access: { code: page.button.restore },
  permitMore: 'the right to revert changes of each kind of object that it names',
  scope,
  audit: 'recycle.restore',
  dryRun: true,
  errors: [11090, 11091],
  input: z.strictObject(target).refine(oneTarget, targetIssue),
  reply: z.object({ restored: z.int(), conflicts: z.array(RevertRow), batchId: id().nullable(), jobId: id().nullable() }),
});

/** Objects of a kind that can stand in the place of one that is gone: of those the caller may undo changes of. */
export const recycleReplacements = endpoint({
  method: 'GET',
  path: 'recycle/replacements',
  summary: 'Objects of a kind that can stand in the place of one that is gone',
  access: { code: page.button.restore },
  // Only kinds whose objects belong to no department.
  scope: 'none',
  input: z.object({ kind: z.string().max(64), text: searchText().optional() }),
  reply: z.array(z.object({ id: z.string(), name: z.string() })),
});

/** Takes objects out of the bin for good; needs the right to delete that kind too. Held ones are refused (10412). */
export const recyclePurge = endpoint({
  method: 'POST',
  path: 'recycle/purge',
  summary: 'Erases deleted objects for good',
  access: { code: page.button.purge },
  permitMore: 'the rights to delete objects of each kind that it names, and to revert changes of them',
  scope,
  audit: 'recycle.purge',
  waits: 'unseen',
  stepUp: true,
  errors: [11091],
  input: z.strictObject({ ids: ids() }),
  reply: count(),
});

/** Keeps objects in the bin beyond their days, or no longer. */
export const recycleHold = endpoint({
  method: 'POST',
  path: 'recycle/hold',
  summary: 'Keeps deleted objects beyond their days',
  access: { code: page.button.hold },
  permitMore: 'the right to revert changes of each kind of object that it names',
  scope,
  audit: 'recycle.hold',
  input: z.strictObject({ ids: ids(), held: z.boolean().default(true), reason: longText(500).optional() }),
  reply: count(),
});
