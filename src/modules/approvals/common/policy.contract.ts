import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { count, id, ids, pageOf, pageQuery, searchText, stamps, text } from '#kit/common/schema.ts';
import { changeApproval as page } from './permissions.ts';

/** Several operations at once, also those that later versions bring: what their audit words have in common. */
export const operationGroups = {
  '@erase': /\.(delete|purge)$/,
  '@roleChange': /^role\.(?!.*[eE]xport)/,
  '@disable': /\.disable$/,
  '@retention': /^(clearConfig|log)\.(?!clearExport)/,
  '@purge': /\.purge$/,
  '@brake': /^(source|crowd)\.release$/,
  '@secretView': /\.unmask$/,
  '@licence': /^licence\.update$/,
  '@signIn': /^(authSetting|authenticate|wechat)\./,
  '@configApply': /^config\.(apply|undo)$/,
  '@export': /[eE]xport[A-Za-z]*$/,
} as const satisfies Record<string, RegExp>;
export type OperationGroup = keyof typeof operationGroups;
/** Names of the groups. */
export const operationGroupNames: readonly OperationGroup[] = [
  '@erase',
  '@purge',
  '@roleChange',
  '@disable',
  '@retention',
  '@brake',
  '@secretView',
  '@licence',
  '@signIn',
  '@configApply',
  '@export',
];

const people = () =>
  z
    .array(id())
    .max(100)
    .transform((all) => [...new Set(all)]);

/** Population of which a share is counted. */
export const shareOfs = ['site', 'range'] as const;
export type ShareOf = (typeof shareOfs)[number];

/** What is entered of a policy. */
export const policyDraft = z.strictObject({
  name: text(100),
  /** Audit words (`employee.delete`) or groups (`@erase`). */
  operations: z
    .array(z.string().regex(/^@?[A-Za-z.]{1,64}$/))
    .min(1)
    .max(100),
  /** From so many objects on; null where the number says nothing. */
  atLeast: z.int().min(1).max(1_000_000).nullable().default(1),
  /** From so many percent of the people of the whole company, or of the range of who asks, on. */
  share: z.int().min(1).max(100).nullable().default(null),
  shareOf: z.enum(shareOfs).default('site'),
  /** Whatever the number, where administrators, leaders or sign-ins are touched. */
  loud: z.boolean().default(false),
  /** Whatever the number, outside Monday to Friday from 8 to 20 o'clock. */
  offHours: z.boolean().default(false),
  /** Who may agree: holders of these roles, these people and those in these crowds; everybody with the right where all are empty. */
  approverRoleIds: people().default([]),
  approverIds: people().default([]),
  approverCrowdIds: people().default([]),
  /** So many different people have to agree. */
  needed: z.int().min(1).max(3).default(1),
  expiresHours: z.int().min(1).max(336).default(72),
  /** Holders of these roles may let it run at once; it is reviewed afterwards. */
  emergencyRoleIds: people().default([]),
  reviewHours: z.int().min(1).max(336).default(24),
});

/** A policy. */
export const policyRow = z.object({
  ...stamps,
  ...policyDraft.shape,
  enabled: z.boolean(),
  /** The operations in words. */
  what: z.array(z.string()),
  approvers: z.array(z.string()),
  emergencyRoles: z.array(z.string()),
});
export type PolicyRow = z.output<typeof policyRow>;

const scope = 'none' as const;
const errors = [11070, 11074];

/** Policies, by name. */
export const policyList = endpoint({
  method: 'GET',
  path: 'change/policy/list',
  summary: 'Policies: which operations wait for approval',
  access: { code: page.code },
  scope,
  input: pageQuery(['name', 'updatedAt'] as const).extend({ enabled: z.boolean().optional(), text: searchText().optional() }),
  reply: pageOf(policyRow),
});

/** One policy. */
export const policyGet = endpoint({
  method: 'GET',
  path: 'change/policy/get',
  summary: 'One policy',
  access: { code: page.code },
  scope,
  input: z.object({ id: id() }),
  reply: policyRow,
});

/** What a policy can be made of: operations that can wait, in words, and the roles of the console. */
export const policyChoices = endpoint({
  method: 'GET',
  path: 'change/policy/choices',
  summary: 'Operations that can wait for approval, and roles',
  access: { code: page.button.savePolicy },
  scope,
  input: z.object({}),
  reply: z.object({
    operations: z.array(z.object({ value: z.string(), label: z.string(), module: z.string() })),
    roles: z.array(z.object({ value: id(), label: z.string() })),
  }),
});

/** Makes a policy, or changes the one named by `id` and `version`. 11074 where too few people could agree, also while it is off; itself under approval while any policy is on. */
export const policySave = endpoint({
  method: 'POST',
  path: 'change/policy/save',
  summary: 'Saves a policy',
  access: { code: page.button.savePolicy },
  scope,
  audit: 'changePolicy.save',
  waits: true,
  errors,
  input: z.strictObject({
    id: id().optional(),
    version: z.int().min(1).optional(),
    ...policyDraft.partial().shape,
  }),
  reply: z.object({ id: id() }),
});

const switching = {
  access: { code: page.button.enablePolicy },
  scope,
  waits: true,
  errors,
  input: z.strictObject({ ids: ids() }),
  reply: count(),
} as const;

/** Lets policies hold what they name. 11074 where too few people could agree. */
export const policyEnable = endpoint({
  method: 'POST',
  path: 'change/policy/enable',
  summary: 'Enables policies',
  audit: 'changePolicy.enable',
  ...switching,
});

/** Lets the operations go ahead without approval. */
export const policyDisable = endpoint({
  method: 'POST',
  path: 'change/policy/disable',
  summary: 'Disables policies',
  audit: 'changePolicy.disable',
  ...switching,
});

/** Deletes policies; what waits by them goes on waiting. */
export const policyRemove = endpoint({
  method: 'POST',
  path: 'change/policy/delete',
  summary: 'Deletes policies',
  access: { code: page.button.savePolicy },
  scope,
  audit: 'changePolicy.delete',
  waits: true,
  errors,
  input: z.strictObject({ ids: ids() }),
  reply: count(),
});
