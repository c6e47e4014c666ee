import { z } from 'zod';
import { platformKeys } from '#kit/common/client/platforms.ts';
import { endpoint } from '#kit/common/contract.ts';
import { localText } from '#kit/common/language.ts';
import { propertyExposures, propertyTypes } from '#kit/common/property.ts';
import { count, id, ids, longText, pageOf, pageQuery, searchText, stamps, version } from '#kit/common/schema.ts';
import { propertyPage as page } from './permissions.ts';

/** A namespace: letters, digits, `_` and `-`, begun by a letter. */
const namespace = () =>
  z
    .string()
    .max(64)
    .regex(/^[A-Za-z][A-Za-z0-9_-]*$/);
/** A code whose parts are separated by dots. */
const key = () =>
  z
    .string()
    .max(200)
    .regex(/^[A-Za-z][A-Za-z0-9_-]*(\.[A-Za-z][A-Za-z0-9_-]*)*$/);

/** What narrows the values beside their type. */
const rules = z.strictObject({
  min: z.number().optional(),
  max: z.number().optional(),
  pattern: z.string().min(1).max(500).optional(),
  enum: z
    .array(z.union([z.string().max(1000), z.number()]))
    .min(1)
    .max(200)
    .optional(),
});

const fields = {
  type: z.enum(propertyTypes),
  default: z.unknown(),
  rules: rules.nullable(),
  description: localText(1000).strict(),
  exposure: z.enum(propertyExposures),
  secret: z.boolean(),
  deprecated: z.boolean(),
};

/** What an administrator enters for a new property. */
export const propertyDraft = z.strictObject({
  namespace: namespace(),
  key: key(),
  type: fields.type.default('string'),
  default: fields.default.optional(),
  rules: fields.rules.default(null),
  description: fields.description,
  exposure: fields.exposure.default('server'),
  secret: fields.secret.default(false),
  deprecated: fields.deprecated.default(false),
});

/** A change: the version that was read, and the changed fields only. Type and key of a property that the product declares are fixed (11046). */
export const propertyChange = z.strictObject({ id: id(), version: version(), ...z.object(fields).partial().shape });

/** Where a value comes from: a scope, or the property itself. */
const origin = z.object({ scopeKind: z.string(), scopeId: z.string(), name: z.string() });

/** What leaves the server. A secret's values are dots. */
export const propertyRow = z.object({
  ...stamps,
  namespace: z.string(),
  key: z.string(),
  type: fields.type,
  default: z.unknown(),
  rules: rules.nullable(),
  description: localText(1000),
  exposure: fields.exposure,
  secret: z.boolean(),
  deprecated: z.boolean(),
  /** The module that declares it; null where it was added by hand. */
  module: z.string().nullable(),
  /** What holds at the scope that was asked for, the site unless said, and where that comes from. */
  value: z.unknown(),
  from: origin,
  /** How many values are set, at whatever scope. */
  overrides: z.int(),
});
export type PropertyRow = z.output<typeof propertyRow>;

/** For whom or what is resolved; what is left out narrows nothing. */
export const resolveSubject = {
  empId: id().optional(),
  departmentId: id().optional(),
  app: z
    .string()
    .max(64)
    .regex(/^[A-Za-z0-9_-]+$/)
    .optional(),
  platform: z.enum(platformKeys).optional(),
  /** In place of a person: as for somebody of whom only this is known. */
  crowdId: id().optional(),
  roleId: id().optional(),
};

/** The properties, with what holds at a scope. */
export const propertyList = endpoint({
  method: 'GET',
  path: 'property/list',
  access: { code: page.code },
  scope: 'department',
  input: pageQuery(['key', 'type', 'updatedAt'] as const).extend({
    namespace: searchText(64).optional(),
    /** Anywhere in key or description. */
    text: searchText().optional(),
    type: fields.type.optional(),
    exposure: fields.exposure.optional(),
    secret: z.boolean().optional(),
    deprecated: z.boolean().optional(),
    overridden: z.boolean().optional(),
    ...resolveSubject,
  }),
  reply: pageOf(propertyRow),
  dedupe: 'cancel-previous',
  summary: 'Properties with what holds at a scope',
});

/** One of them. */
export const propertyGet = endpoint({
  method: 'GET',
  path: 'property/get',
  access: { code: page.code },
  scope: 'department',
  input: z.object({ id: id() }),
  reply: propertyRow,
  summary: 'One property',
});

/** The namespaces, with how many properties each has. */
export const propertyNamespaces = endpoint({
  method: 'GET',
  path: 'property/namespaces',
  access: { code: page.code },
  scope: 'none',
  input: z.object({}),
  reply: z.object({ list: z.array(z.object({ namespace: z.string(), count: z.int() })) }),
  summary: 'Namespaces of properties',
});

/** A new one. */
export const propertyAdd = endpoint({
  method: 'POST',
  path: 'property/add',
  access: { code: page.button.add },
  scope: 'department',
  audit: 'property.add',
  dryRun: true,
  errors: [11045],
  input: propertyDraft,
  reply: z.object({ id: id() }),
  summary: 'Adds a property',
});

/** Changed fields of one that was added by hand. */
export const propertyUpdate = endpoint({
  method: 'POST',
  path: 'property/update',
  access: { code: page.button.update },
  scope: 'department',
  audit: 'property.update',
  dryRun: true,
  errors: [11045, 11046],
  input: propertyChange,
  reply: propertyRow,
  summary: 'Changes a property',
});

/** Deletes properties that were added by hand and have no value any more. */
export const propertyRemove = endpoint({
  method: 'POST',
  path: 'property/delete',
  access: { code: page.button.delete },
  scope: 'department',
  audit: 'property.delete',
  dryRun: true,
  errors: [11046],
  input: z.strictObject({ ids: ids(), reason: longText(500).optional() }),
  reply: count(),
  summary: 'Deletes properties',
});
