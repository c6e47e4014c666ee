import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { count, id, ids, pageOf, pageQuery, searchText, stamps, text, time, version } from '#kit/common/schema.ts';
import { warningDigests, warningSeverities } from '#kit/common/warning/warning-facts.ts';
import { warningPage as page } from './permissions.ts';

const severity = z.enum(warningSeverities);

/** Days on which a rule is tried. */
export const replayDays = 30;
/** Own rules of one kind. */
export const mostOwnRules = 20;

const fields = {
  enabled: z.boolean(),
  /** Null: as it is raised. */
  severity: severity.nullable(),
  forMinutes: z.int().min(0).max(1440),
  clearMinutes: z.int().min(0).max(10_080),
  repeatHours: z.int().min(1).max(168),
  digest: z.enum(warningDigests),
  /** Told whatever they have subscribed to. */
  noticePersonIds: z.array(id()).max(50),
  ownerId: id().nullable(),
  /** Numbers of the kind's condition; of shipped rules only. */
  parameters: z.record(z.string().max(64), z.number()),
};

/** Which objects an own rule is for; what is empty matches every object. */
export const ruleMatch = z.strictObject({
  objectIds: z.array(z.string().min(1).max(200)).max(100).optional(),
  nameHas: text(100).optional(),
  departmentId: id().nullable().optional(),
});

/** An own rule for some objects of a kind. */
export const ruleDraft = z.strictObject({
  kind: z.string().min(1).max(64),
  name: text(100),
  match: ruleMatch,
  enabled: fields.enabled.default(true),
  severity: fields.severity.default(null),
  forMinutes: fields.forMinutes.default(0),
  clearMinutes: fields.clearMinutes.default(5),
  repeatHours: fields.repeatHours.default(24),
  digest: fields.digest.default('atOnce'),
  noticePersonIds: fields.noticePersonIds.default([]),
  ownerId: fields.ownerId.default(null),
});

/** A change of a rule. */
export const ruleChange = z.strictObject({
  id: id(),
  version: version(),
  ...z.object({ ...fields, name: text(100), match: ruleMatch }).partial().shape,
});

/** A rule as it is shown. */
export const ruleRow = z.object({
  ...stamps,
  kind: z.string(),
  title: z.string(),
  module: z.string(),
  moduleName: z.string(),
  shipped: z.boolean(),
  name: z.string(),
  match: z.object({
    objectIds: z.array(z.string()).optional(),
    nameHas: z.string().optional(),
    departmentId: z.string().nullable().optional(),
  }),
  ...fields,
  /** Of the kind, where the rule sets none. */
  usualSeverity: severity,
  /** Nothing that lasts: it can't hold for some time. */
  moment: z.boolean(),
  parameterList: z.array(z.object({ name: z.string(), label: z.string(), value: z.number(), min: z.number(), max: z.number() })),
  owner: z.object({ id: z.string(), name: z.string() }).nullable(),
  open: z.int(),
});
export type RuleRow = z.output<typeof ruleRow>;

/** Rules, the shipped one of each kind first. */
export const ruleList = endpoint({
  method: 'GET',
  path: 'sys/warning/rule/list',
  access: { code: page.code },
  scope: 'department',
  input: pageQuery(['kind', 'updatedAt'] as const).extend({
    text: searchText().optional(),
    module: z.string().max(64).optional(),
    enabled: z.boolean().optional(),
    shipped: z.boolean().optional(),
  }),
  reply: pageOf(ruleRow),
  dedupe: 'cancel-previous',
  summary: 'Rules of warnings',
});

/** One rule. */
export const ruleGet = endpoint({
  method: 'GET',
  path: 'sys/warning/rule/get',
  access: { code: page.code },
  scope: 'department',
  input: z.object({ id: id() }),
  reply: ruleRow,
  summary: 'One rule',
});

/** Adds an own rule. */
export const ruleAdd = endpoint({
  method: 'POST',
  path: 'sys/warning/rule/add',
  access: { code: page.button.updateRule },
  scope: 'department',
  audit: 'warningRule.add',
  dryRun: true,
  input: ruleDraft,
  reply: z.object({ id: id() }),
  summary: 'Adds a rule for some objects',
});

/** Changes a rule. */
export const ruleUpdate = endpoint({
  method: 'POST',
  path: 'sys/warning/rule/update',
  access: { code: page.button.updateRule },
  scope: 'department',
  audit: 'warningRule.update',
  dryRun: true,
  input: ruleChange,
  reply: ruleRow,
  summary: 'Changes a rule',
});

/** Deletes own rules; the shipped one of a kind stays (10412). */
export const ruleRemove = endpoint({
  method: 'POST',
  path: 'sys/warning/rule/delete',
  access: { code: page.button.updateRule },
  scope: 'department',
  audit: 'warningRule.delete',
  dryRun: true,
  input: z.strictObject({ ids: ids() }),
  reply: count(),
  summary: 'Deletes own rules',
});

/** Tries a rule, saved or not, on the last 30 days: when it would have fired. */
export const ruleReplay = endpoint({
  method: 'POST',
  path: 'sys/warning/rule/replay',
  access: { code: page.button.testRule },
  scope: 'department',
  reads: true,
  input: z.strictObject({
    kind: z.string().min(1).max(64),
    match: ruleMatch.default({}),
    severity: severity.nullable().default(null),
    forMinutes: fields.forMinutes,
    clearMinutes: fields.clearMinutes,
  }),
  reply: z.object({
    from: time(),
    /** Warnings begun on each day, the oldest first. */
    days: z.array(z.int()),
    total: z.int(),
    objects: z.int(),
    /** Conditions that were over too soon. */
    tooShort: z.int(),
    /** The latest 100. */
    list: z.array(z.object({ objectId: z.string(), objectName: z.string(), severity, openedAt: time(), resolvedAt: time().nullable() })),
  }),
  summary: 'When a rule would have fired in the last 30 days',
});
