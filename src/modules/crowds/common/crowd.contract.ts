import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { localText } from '#kit/common/language.ts';
import { codeText, count, id, ids, longText, pageOf, pageQuery, searchText, stamps, text, time, version } from '#kit/common/schema.ts';
import { crowdConditions, crowdLimits, crowdOps } from './crowd-conditions.ts';
import { dynamicGroup as page } from './crowd.permissions.ts';

/** A fixed crowd holds who is named; a dynamic one who meets its rule. */
export const crowdKinds = ['dynamic', 'fixed'] as const;
/** `on`: follows its rule; `computing`: is being computed; `paused`: members stay; `held`: a change was too large; `error`: what it uses is gone. */
export const crowdStates = ['on', 'computing', 'paused', 'held', 'error'] as const;
export type CrowdState = (typeof crowdStates)[number];

const people = () =>
  z
    .array(id())
    .max(crowdLimits.named)
    .transform((all) => [...new Set(all)]);

/** The change that one computation may make: held when more than both the share and the number would join or leave. */
export const churnLimit = z.strictObject({ percent: z.int().min(1).max(100), floor: z.int().min(1).max(1_000_000) });

const fields = {
  name: localText(100),
  code: codeText(64),
  description: longText(500),
  ownerDeptId: id(),
  conditions: crowdConditions.nullable(),
  includes: people(),
  excludes: people(),
  withDisabled: z.boolean(),
  churnLimit,
};

/** What an administrator enters for a new crowd. A dynamic one needs a rule, a fixed one has none. */
export const crowdDraft = z.strictObject({
  kind: z.enum(crowdKinds).default('dynamic'),
  name: fields.name,
  code: fields.code,
  description: fields.description.default(''),
  ownerDeptId: fields.ownerDeptId,
  conditions: fields.conditions.default(null),
  includes: fields.includes.default([]),
  excludes: fields.excludes.default([]),
  withDisabled: fields.withDisabled.default(false),
  churnLimit: fields.churnLimit.default({ percent: 30, floor: 50 }),
});

/** Numbers of the last preview, which an update of a crowd in use must carry (12064). */
const expected = { expectedJoin: z.int().min(0).optional(), expectedLeave: z.int().min(0).optional() };

/** Changed fields of one. Its kind and code stay. */
export const crowdChange = z.strictObject({
  id: id(),
  version: version(),
  ...z.object(fields).omit({ code: true }).partial().shape,
  ...expected,
});

/** What would have joined and left when a computation was held. */
const held = z.object({ joiners: z.int(), leavers: z.int(), at: time() });

/** A crowd as lists show it. */
export const crowdRow = z.object({
  ...stamps,
  name: z.string(),
  names: z.record(z.string(), z.string()),
  code: z.string(),
  description: z.string(),
  kind: z.enum(crowdKinds),
  ownerDeptId: id(),
  ownerDeptName: z.string(),
  state: z.enum(crowdStates),
  memberCount: z.int(),
  joined7: z.int(),
  left7: z.int(),
  computedAt: time().nullable(),
  nextFlipAt: time().nullable(),
  usedBy: z.int(),
  held: held.nullable(),
  /** Why it is in error, in words. */
  problem: z.string().nullable(),
  /** Members at the end of each of the last 30 days, the oldest first. */
  trend: z.array(z.int()),
});
export type CrowdRow = z.output<typeof crowdRow>;

/** A crowd with its rule, and the names of the people it names that the caller may see. */
export const crowdDetail = crowdRow.extend({
  conditions: crowdConditions.nullable(),
  includes: z.array(id()),
  excludes: z.array(id()),
  withDisabled: z.boolean(),
  churnLimit,
  /** Names behind ids in the rule: people, departments, crowds. */
  named: z.record(z.string(), z.string()),
  /** Members at the end of each of the last 30 days, the oldest first. */
  sizes: z.array(z.object({ day: z.string(), count: z.int() })),
});
export type CrowdDetail = z.output<typeof crowdDetail>;

/** Crowds of the departments in range. */
export const crowdList = endpoint({
  method: 'GET',
  path: 'muc/crowd/list',
  access: { code: page.code },
  scope: 'department',
  input: pageQuery(['name', 'code', 'memberCount', 'computedAt', 'updatedAt'] as const).extend({
    name: searchText().optional(),
    kind: z.enum(crowdKinds).optional(),
    state: z.array(z.enum(crowdStates)).max(5).optional(),
    ownerDeptId: id().optional(),
    /** Crowds this employee is in. */
    empId: id().optional(),
    /** In use by something, or by nothing. */
    used: z.boolean().optional(),
    /** In use by something of this sort: a kind of the catalogue's `uses`. */
    usedByKind: text(64).optional(),
  }),
  reply: pageOf(crowdRow),
  dedupe: 'cancel-previous',
  summary: 'Dynamic groups',
});

/** One of them. */
export const crowdGet = endpoint({
  method: 'GET',
  path: 'muc/crowd/detail',
  access: { code: page.code },
  scope: 'department',
  input: z.object({ id: id() }),
  reply: crowdDetail,
  summary: 'One dynamic group with its rule',
});

/** What refers to it. */
export const crowdUsedBy = endpoint({
  method: 'GET',
  path: 'muc/crowd/usedBy',
  access: { code: page.code },
  scope: 'department',
  input: z.object({ id: id() }),
  reply: z.object({ list: z.array(z.object({ kind: z.string(), title: z.string(), id: z.string(), name: z.string() })) }),
  summary: 'What a dynamic group is used by',
});

const write = { method: 'POST', scope: 'department', dryRun: true } as const;

/** A new crowd; its members are computed at once, or in the background where there may be many. */
export const crowdAdd = endpoint({
  ...write,
  path: 'muc/crowd/add',
  access: { code: page.button.add },
  audit: 'crowd.add',
  errors: [12060, 12061, 12062],
  input: crowdDraft,
  reply: z.object({ id: id() }),
  summary: 'Adds a dynamic group',
});

/** Changed fields of one. */
export const crowdUpdate = endpoint({
  ...write,
  path: 'muc/crowd/update',
  access: { code: page.button.update },
  audit: 'crowd.update',
  errors: [12060, 12061, 12062, 12064],
  input: crowdChange,
  reply: crowdDetail,
  summary: 'Changes a dynamic group; one in use only with the numbers of its preview',
});

const bulk = () => z.strictObject({ ids: ids(), reason: longText(500).optional() });

/** Deletes; refused with 10410 while something uses one. */
export const crowdDelete = endpoint({
  ...write,
  path: 'muc/crowd/delete',
  access: { code: page.button.delete },
  audit: 'crowd.delete',
  input: bulk(),
  reply: count(),
  summary: 'Deletes dynamic groups that nothing uses',
});

/** Members stay as they are until it goes on. */
export const crowdPause = endpoint({
  ...write,
  path: 'muc/crowd/pause',
  access: { code: page.button.pause },
  audit: 'crowd.pause',
  input: bulk(),
  reply: count(),
  summary: 'Keeps the members of dynamic groups as they are',
});

/** Follows its rule again. */
export const crowdResume = endpoint({
  ...write,
  path: 'muc/crowd/resume',
  access: { code: page.button.resume },
  audit: 'crowd.resume',
  input: bulk(),
  reply: count(),
  summary: 'Lets dynamic groups follow their rules again',
});

/** Computes again. */
export const crowdRecompute = endpoint({
  method: 'POST',
  path: 'muc/crowd/recompute',
  access: { code: page.button.recompute },
  scope: 'department',
  audit: 'crowd.recompute',
  errors: [12065],
  input: z.strictObject({ id: id() }),
  reply: z.object({ jobId: id() }),
  summary: 'Computes the members of a dynamic group anew',
});

/** Lets a held change through. */
export const crowdRelease = endpoint({
  method: 'POST',
  path: 'muc/crowd/release',
  access: { code: page.button.release },
  scope: 'department',
  audit: 'crowd.release',
  waits: 'unseen',
  input: z.strictObject({ id: id(), reason: text(500) }),
  reply: z.object({ jobId: id() }),
  summary: 'Lets the change of a held dynamic group through',
});

/** Types of a field, which decide what may be asked of it. */
export const crowdFieldTypes = [
  'text',
  'choice',
  'choices',
  'number',
  'date',
  'boolean',
  'department',
  'employee',
  'crowd',
  'anniversary',
  /** Values of extra fields that name somebody, or a department. */
  'person',
  'unit',
] as const;

/** What a rule may ask about. */
export const crowdCatalogue = endpoint({
  method: 'GET',
  path: 'muc/crowd/conditions',
  access: { code: page.code },
  scope: 'department',
  input: z.object({}),
  reply: z.object({
    fields: z.array(
      z.object({
        field: z.string(),
        title: z.string(),
        type: z.enum(crowdFieldTypes),
        ops: z.array(z.enum(crowdOps)),
        options: z.array(z.object({ value: z.string(), label: z.string() })),
      }),
    ),
    /** What may name a crowd: roles, rules, other crowds. */
    uses: z.array(z.object({ kind: z.string(), title: z.string() })),
    limits: z.object({ depth: z.int(), leaves: z.int(), values: z.int(), named: z.int(), nesting: z.int() }),
  }),
  summary: 'Fields, what may be asked of each, and the limits of a rule',
});

const sample = z.array(z.object({ id: id(), name: z.string(), account: z.string(), departmentName: z.string() }));

/** Who would be in it. */
export const crowdPreview = endpoint({
  method: 'POST',
  path: 'muc/crowd/preview',
  access: { code: page.code },
  scope: 'department',
  reads: true,
  errors: [12060, 12061, 12062],
  input: crowdDraft.omit({ name: true, code: true, description: true, churnLimit: true }).extend({ crowdId: id().optional() }),
  reply: z.object({
    count: z.int(),
    sample,
    joiners: z.object({ count: z.int(), sample }),
    leavers: z.object({ count: z.int(), sample }),
    warnings: z.array(z.object({ place: z.string(), kind: z.enum(['never', 'always']), message: z.string() })),
    /** False where counting took too long: the numbers are those of the planner. */
    exact: z.boolean(),
    millis: z.int(),
  }),
  dedupe: 'cancel-previous',
  summary: 'Who a rule means, and who would join and leave against today',
});
