import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { actions, FieldDiff } from '#kit/common/change/diff.ts';
import { propertyTypes } from '#kit/common/property.ts';
import { id, ids, longText, stamps, text, time } from '#kit/common/schema.ts';
import { propertyPage as page } from './permissions.ts';
import { resolveSubject } from './property.contract.ts';

/** Where a value holds. */
export const scopeKinds = ['site', 'app', 'platform', 'department', 'crowd', 'role', 'employee'] as const;
export type ScopeOfValue = (typeof scopeKinds)[number];

/**
 * The scope: `site` has no id; an `app` its code, or `code:platform` for one platform of it; a `platform` its number; the others the id of what they
 * are.
 */
const scope = { scopeKind: z.enum(scopeKinds), scopeId: z.string().max(100).default('') };

const valueFields = {
  value: z.unknown(),
  /** Among several crowds, or several roles, the highest wins. */
  priority: z.int().min(0).max(1000),
  from: time().nullable(),
  until: time().nullable(),
  enabled: z.boolean(),
};

/** What an administrator sets. */
export const valueDraft = z.strictObject({
  propertyId: id(),
  ...scope,
  /** Left out for a secret that stays as it is. */
  value: valueFields.value.optional(),
  priority: valueFields.priority.default(0),
  from: valueFields.from.default(null),
  until: valueFields.until.default(null),
  enabled: valueFields.enabled.default(true),
  /** The version that was read; left out where there was none. */
  version: z.int().min(1).optional(),
  reason: text(500).optional(),
});

/** A value as it leaves: a secret's is dots. */
export const valueRow = z.object({
  ...stamps,
  propertyId: id(),
  scopeKind: z.enum(scopeKinds),
  scopeId: z.string(),
  scopeName: z.string(),
  ...valueFields,
  /** It has the property's type. */
  valid: z.boolean(),
});
export type ValueRow = z.output<typeof valueRow>;

/** The values of one property in range, by scope. */
export const propertyValues = endpoint({
  method: 'GET',
  path: 'property/values',
  access: { code: page.code },
  scope: 'department',
  input: z.object({
    propertyId: id(),
    scopeKind: z.enum(scopeKinds).optional(),
    pageNum: z.int().min(1).max(100_000).default(1),
    pageSize: z.int().min(1).max(1000).default(100),
  }),
  reply: z.object({ list: z.array(valueRow), total: z.int(), pages: z.int() }),
  summary: 'Values of one property by scope',
});

/** What became of the value at one scope, newest first. */
export const propertyHistory = endpoint({
  method: 'GET',
  path: 'property/history',
  access: { code: page.code },
  scope: 'department',
  input: z.object({ propertyId: id(), ...scope, after: id().optional(), pageSize: z.int().min(1).max(200).default(20) }),
  reply: z.object({
    list: z.array(
      z.object({
        id: id(),
        at: time(),
        by: z.string(),
        action: z.enum(actions),
        reason: z.string().nullable(),
        fields: z.array(FieldDiff),
        /** The value can be put back to what it was after this. */
        mayReturn: z.boolean(),
      }),
    ),
    next: id().nullable(),
  }),
  summary: 'History of a value',
});

/** Sets a value at a scope. */
export const propertyValueSet = endpoint({
  method: 'POST',
  path: 'property/value/set',
  access: { code: page.button.setValue },
  scope: 'department',
  audit: 'property.value.set',
  dryRun: true,
  errors: [11045],
  input: valueDraft,
  reply: z.object({ id: id() }),
  summary: 'Sets the value of a property at a scope',
});

/** Takes values away: what lies below holds again. */
export const propertyValueClear = endpoint({
  method: 'POST',
  path: 'property/value/clear',
  access: { code: page.button.clearValue },
  scope: 'department',
  audit: 'property.value.clear',
  dryRun: true,
  input: z.strictObject({ ids: ids(), reason: text(500).optional() }),
  reply: z.object({ count: z.int() }),
  summary: 'Clears values of properties',
});

/** Puts a value back to what it was after a change of its history. */
export const propertyRollback = endpoint({
  method: 'POST',
  path: 'property/rollback',
  access: { code: page.button.rollback },
  scope: 'department',
  audit: 'property.rollback',
  dryRun: true,
  errors: [11045],
  input: z.strictObject({ operationId: id(), reason: text(500).optional() }),
  reply: z.null(),
  summary: 'Puts a value back to what it was',
});

/** Why a value of a chain does not win: something before it does, it is switched off, not yet or no longer in its time, or not of the type. */
const chainStates = ['wins', 'over', 'disabled', 'early', 'expired', 'invalid'] as const;

/** A property for somebody or something: what holds, and everything that was looked at. */
export const resolvedRow = z.object({
  propertyId: id(),
  namespace: z.string(),
  key: z.string(),
  type: z.enum(propertyTypes),
  secret: z.boolean(),
  value: z.unknown(),
  chain: z.array(
    z.object({
      scopeKind: z.enum([...scopeKinds, 'default']),
      scopeId: z.string(),
      scopeName: z.string(),
      value: z.unknown(),
      priority: z.int(),
      state: z.enum(chainStates),
    }),
  ),
});
export type ResolvedRow = z.output<typeof resolvedRow>;

/** Every value of a namespace for a person, app and platform, each with its chain. */
export const propertyResolve = endpoint({
  method: 'GET',
  path: 'property/resolve',
  access: { code: page.button.resolve },
  scope: 'employee',
  input: z.object({ namespace: text(64).optional(), key: text(200).optional(), ...resolveSubject }),
  reply: z.object({ list: z.array(resolvedRow) }),
  summary: 'What holds for a person, an app and a platform, and why',
});

const job = () => z.object({ jobId: id() });

/** Reads a file of values into a plan; nothing is written before the plan is applied. The job's result is `{ planId }`. */
export const propertyImportPreview = endpoint({
  method: 'POST',
  path: 'property/import/preview',
  access: { code: page.button.import },
  scope: 'department',
  audit: 'property.importPreview',
  errors: [11080],
  timeout: 60_000,
  input: z.strictObject({ fileId: id() }),
  reply: job(),
  summary: 'Reads an xlsx or csv of values into a plan',
});

/** Writes properties and their values to a file that the import reads again; secrets are left out. The job's result is `{ fileId, rows }`. */
export const propertyExport = endpoint({
  method: 'POST',
  path: 'property/export',
  access: { code: page.button.export },
  scope: 'department',
  audit: 'property.export',
  waits: 'unseen',
  subject: 'property',
  input: z.strictObject({
    namespace: text(64).optional(),
    reason: longText(500).optional(),
    format: z.enum(['xlsx', 'csv']).default('xlsx'),
  }),
  reply: job(),
  summary: 'Exports values of properties',
});
