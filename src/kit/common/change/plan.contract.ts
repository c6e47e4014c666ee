import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { id, pageOf, pageQuery, searchText, text, time } from '#kit/common/schema.ts';
import { actions, FieldDiff } from './diff.ts';

/** Actions of a line of a plan; `same` and `refused` do nothing. */
export const planActions = [...actions, 'same', 'refused'] as const;
export type PlanAction = (typeof planActions)[number];

/** making → planned or held (by its brake) → applying → applied, cancelled or failed; or discarded. */
export const planStates = ['making', 'planned', 'held', 'applying', 'applied', 'cancelled', 'failed', 'discarded'] as const;
export type PlanState = (typeof planStates)[number];

const countsBy = z.partialRecord(z.enum(planActions), z.int());

/** A plan without its lines. */
export const PlanRow = z.object({
  id: id(),
  kind: z.string(),
  /** Whose catalogue names the kind's fields. */
  module: z.string(),
  title: z.object({ namespace: z.string(), key: z.string(), params: z.record(z.string(), z.union([z.string(), z.number()])) }),
  at: time(),
  operation: z.string(),
  source: z.string(),
  reason: z.string().nullable(),
  state: z.enum(planStates),
  counts: countsBy,
  /** What else is touched: people, administrators, devices. */
  impact: z.record(z.string(), z.number()),
  /** Why it is held. */
  brake: z
    .object({
      rule: z.enum(['share', 'cap', 'empty', 'custom']),
      action: z.string(),
      number: z.number(),
      limit: z.number(),
      message: z.string(),
    })
    .nullable(),
  /** What applying has done so far, by action; `refused` and `stale` lines were left alone. */
  outcome: z.partialRecord(z.enum([...planActions, 'stale']), z.int()),
  batchId: id().nullable(),
  jobId: id().nullable(),
  expiresAt: time(),
});
export type PlanView = z.output<typeof PlanRow>;

/** A line of a plan. */
export const PlanItemRow = z.object({
  seq: z.int(),
  /** Row of the file it came from. */
  line: z.int().nullable(),
  action: z.enum(planActions),
  objectId: id().nullable(),
  name: z.string(),
  fields: z.array(FieldDiff),
  state: z.enum(['planned', 'applied', 'stale', 'refused']),
  /** `label`: what the column of a file is called, where the kind has no such field. */
  issues: z.array(z.object({ path: z.string(), label: z.string().optional(), message: z.string() })),
});
export type PlanItemView = z.output<typeof PlanItemRow>;

/** One's own plan, or one whose code the caller holds. */
export const getPlan = endpoint({
  method: 'GET',
  path: 'plan/get',
  summary: 'A plan with its counts, impact and brake',
  access: { signedIn: true },
  scope: 'journal',
  input: z.object({ id: id() }),
  reply: PlanRow,
});

/** The lines of a plan, in their order. */
export const listPlanItems = endpoint({
  method: 'GET',
  path: 'plan/items',
  summary: 'The lines of a plan, filtered by action, state and text',
  access: { signedIn: true },
  scope: 'journal',
  input: pageQuery(['seq']).extend({
    planId: id(),
    action: z.array(z.enum(planActions)).max(planActions.length).optional(),
    state: z
      .array(z.enum(['planned', 'applied', 'stale', 'refused']))
      .max(4)
      .optional(),
    text: searchText().optional(),
  }),
  reply: pageOf(PlanItemRow),
});

/** Writes lines of a plan to a file: those that were refused, to be mended and brought again. */
export const exportPlanItems = endpoint({
  method: 'POST',
  path: 'plan/items/export',
  summary: 'Writes the lines of a plan, filtered by action, to a file with the reason in each',
  access: { signedIn: true },
  scope: 'journal',
  audit: 'plan.itemsFile',
  input: z.strictObject({
    planId: id(),
    format: z.enum(['xlsx', 'csv']).default('xlsx'),
    action: z.array(z.enum(planActions)).max(planActions.length).optional(),
  }),
  reply: z.object({ jobId: id() }),
});

/** Applies a plan as a job; `expected` repeats the counts that were read (10400 when they differ). 11070 when it needs approval, 10412 unless planned. */
export const applyPlan = endpoint({
  method: 'POST',
  path: 'plan/apply',
  summary: 'Applies a plan whose counts the caller repeats; runs as a job',
  access: { signedIn: true },
  scope: 'journal',
  audit: 'plan.apply',
  errors: [11070, 11074],
  input: z.strictObject({ id: id(), expected: countsBy, reason: text(500).optional() }),
  reply: z.object({ jobId: id() }),
});

/** Lets a held plan be applied after all. */
export const releasePlan = endpoint({
  method: 'POST',
  path: 'plan/release',
  summary: 'Releases a plan that its brake holds',
  access: { signedIn: true },
  scope: 'journal',
  audit: 'plan.release',
  stepUp: true,
  input: z.strictObject({ id: id(), reason: text(500) }),
  reply: PlanRow,
});

/** Throws a plan away. 10412 once it was applied. */
export const discardPlan = endpoint({
  method: 'POST',
  path: 'plan/discard',
  summary: 'Discards a plan that was not applied',
  access: { signedIn: true },
  scope: 'journal',
  audit: 'plan.discard',
  input: z.strictObject({ id: id() }),
  reply: z.null(),
});
