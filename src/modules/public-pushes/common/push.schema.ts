import { z } from 'zod';
import { id, time, version } from '#kit/common/schema.ts';
import { contentKinds, pauseReasons, pushStates, recallStates, repushScopes, targetReasons, targetStates } from './words.ts';

/** What is pushed. */
export const pushContent = z.strictObject({ kind: z.enum(contentKinds), id: id() });

const counted = z.record(z.string(), z.int());

/** What a push would do, as far as it can be known now. */
export const pushImpact = z.object({
  targets: z.int(),
  /** Of them: who would be skipped or withheld now, by reason. */
  skipped: counted,
  withheld: counted,
  /** Languages that will be seen; `fallback` are people who see another than their own. */
  languages: counted,
  fallback: z.int(),
  departments: z.array(z.object({ id: z.string(), name: z.string(), count: z.int() })),
  /** Facts that speak loudly: `all`, `urgent`, `night`, `overlap`, `many`. */
  loud: z.array(z.string()),
  needsApproval: z.boolean(),
  needsStepUp: z.boolean(),
  overlap: z.array(z.object({ pushId: z.string(), title: z.string(), at: time(), people: z.int() })),
  /** How many got this very content within 24 hours. */
  sameContent: z.int(),
});
/** What a push would do. */
export type PushImpact = z.output<typeof pushImpact>;

/** Counters of a push: targets are always the sum of the four states. */
export const counters = {
  targets: z.int(),
  delivered: z.int(),
  failed: z.int(),
  skipped: z.int(),
  withheld: z.int(),
  reached: z.int(),
  read: z.int(),
  recalled: z.int(),
};
/** A push in the list. */
export const pushRow = z.object({
  id: id(),
  version: version(),
  snoId: id(),
  kind: z.enum(contentKinds),
  contentId: id(),
  title: z.object({ zh_CN: z.string(), en_US: z.string().optional(), ja_JP: z.string().optional() }),
  state: z.enum(pushStates),
  pauseReason: z.enum(['', ...pauseReasons]),
  planAt: time().nullable(),
  startedAt: time().nullable(),
  endedAt: time().nullable(),
  createdAt: time(),
  createdBy: z.string().nullable(),
  createdByName: z.string(),
  approvedByName: z.string(),
  urgent: z.boolean(),
  wave: z.int(),
  rootId: id(),
  parentId: id().nullable(),
  scope: z.enum(repushScopes).nullable(),
  recallOrderedAt: time().nullable(),
  ...counters,
  likes: z.int(),
  comments: z.int(),
});
/** A push in the list. */
export type PushRow = z.output<typeof pushRow>;

/** One person of a push. */
export const targetRow = z.object({
  /** The person. */
  id: id(),
  name: z.string(),
  department: z.string(),
  state: z.enum(targetStates),
  reason: z.enum(['', ...targetReasons]),
  tries: z.int(),
  at: time(),
  dueAt: time().nullable(),
  messageId: z.string().nullable(),
  language: z.string(),
  reachedAt: time().nullable(),
  readAt: time().nullable(),
  seconds: z.int(),
  scrolled: z.int(),
  recallState: z.enum(recallStates).nullable(),
  recallAt: time().nullable(),
  history: z.array(z.object({ at: time(), what: z.string() })),
});
/** One person of a push. */
export type TargetRow = z.output<typeof targetRow>;

/** What narrows people of a push. */
export const targetFilter = {
  state: z.enum(targetStates).optional(),
  reason: z.enum(targetReasons).optional(),
  reached: z.boolean().optional(),
  read: z.boolean().optional(),
  recallState: z.enum(recallStates).optional(),
  departmentId: id().optional(),
  employeeId: id().optional(),
};
