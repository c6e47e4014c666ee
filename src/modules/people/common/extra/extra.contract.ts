import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { localText } from '#kit/common/language.ts';
import { count, id, ids, longText, pageOf, pageQuery, searchText, stamps, text, version } from '#kit/common/schema.ts';
import { userManagement } from '../permissions.ts';
import { extraCode, extraEditors, extraLimits, extraTargets, extraTypes, extraValue } from './extra-fields.ts';
import { extraDictionary as page } from './extra.permissions.ts';

const reason = () => longText(500).optional();
const bulk = () => z.strictObject({ ids: ids(), reason: reason() });

/** One of the values of a field that is chosen from. */
export const extraOption = z.strictObject({
  value: text(64).regex(/^[^\s;；,，]+$/u),
  label: localText(100).strict(),
  enabled: z.boolean().default(true),
});
export type ExtraOption = z.output<typeof extraOption>;

/** What is entered of a field, beside what it is a field of and its code. */
export const extraDefinition = {
  name: localText(100).strict(),
  description: localText(500).strict().nullable(),
  /** Fields of the same section stand together. */
  section: localText(50).strict().nullable(),
  type: z.enum(extraTypes),
  options: z.array(extraOption).max(extraLimits.options),
  required: z.boolean(),
  unique: z.boolean(),
  /** Bounds of numbers. */
  min: z.number().nullable(),
  max: z.number().nullable(),
  /** Longest text. */
  maxLength: z.int().min(1).max(extraLimits.length).nullable(),
  /** In the syntax of RE2; the whole text must fit. */
  pattern: text(500).nullable(),
  /** What a new person or department begins with. */
  default: extraValue,
  filterable: z.boolean(),
  listable: z.boolean(),
  searchable: z.boolean(),
  sensitive: z.boolean(),
  editableBy: z.enum(extraEditors),
};

/** What an administrator enters for a new field; it goes last. */
export const extraDraft = z.strictObject({
  target: z.enum(extraTargets),
  code: extraCode(),
  name: extraDefinition.name,
  description: extraDefinition.description.default(null),
  section: extraDefinition.section.default(null),
  type: extraDefinition.type.default('text'),
  options: extraDefinition.options.default([]),
  required: extraDefinition.required.default(false),
  unique: extraDefinition.unique.default(false),
  min: extraDefinition.min.default(null),
  max: extraDefinition.max.default(null),
  maxLength: extraDefinition.maxLength.default(null),
  pattern: extraDefinition.pattern.default(null),
  default: extraDefinition.default.default(null),
  filterable: extraDefinition.filterable.default(false),
  listable: extraDefinition.listable.default(false),
  searchable: extraDefinition.searchable.default(false),
  sensitive: extraDefinition.sensitive.default(false),
  editableBy: extraDefinition.editableBy.default('administrator'),
});

/** A change of a field: target and code stay for good. */
export const extraChange = z.strictObject({ id: id(), version: version(), ...z.object(extraDefinition).partial().shape });

/** A field as its page shows it. */
export const extraRow = z.object({
  ...stamps,
  target: z.enum(extraTargets),
  code: z.string(),
  ...z.object(extraDefinition).shape,
  enabled: z.boolean(),
  /** Its place among the fields of the target, from 0. */
  order: z.int(),
});
export type ExtraRow = z.output<typeof extraRow>;

/** The fields of people or of departments, in their order. */
export const extraList = endpoint({
  method: 'GET',
  path: 'muc/extra/list',
  access: { code: page.code },
  scope: 'none',
  input: pageQuery(['order', 'code', 'updatedAt'] as const).extend({
    target: z.enum(extraTargets).default('employee'),
    /** Part of the name in any language, or of the code. */
    text: searchText().optional(),
    type: z.array(z.enum(extraTypes)).max(extraTypes.length).optional(),
    /** Part of the section's name. */
    section: text(50).optional(),
    enabled: z.boolean().optional(),
    required: z.boolean().optional(),
    sensitive: z.boolean().optional(),
  }),
  reply: pageOf(extraRow),
  summary: 'Extra fields of people or departments',
});

/** One field. */
export const extraGet = endpoint({
  method: 'GET',
  path: 'muc/extra/get',
  access: { code: page.code },
  scope: 'none',
  input: z.object({ id: id() }),
  reply: extraRow,
  summary: 'An extra field',
});

/** How far fields are filled in, and what uses them; of one field its most frequent values too. */
export const extraUsage = endpoint({
  method: 'GET',
  path: 'muc/extra/usage',
  access: { code: page.code },
  scope: 'employee',
  input: z.object({ target: z.enum(extraTargets).default('employee'), id: id().optional() }),
  reply: z.object({
    /** People (or departments) in range. */
    objects: z.int(),
    fields: z.array(
      z.object({
        id: id(),
        filled: z.int(),
        uses: z.array(z.object({ kind: z.string(), title: z.string(), id: z.string(), name: z.string() })),
      }),
    ),
    /** The most frequent values of the field that was named, at most 20; none of a sensitive one. */
    values: z.array(z.object({ value: z.string(), count: z.int() })),
  }),
  summary: 'How many have a value in each extra field, what uses it, and its most frequent values',
});

/** A new field. */
export const extraAdd = endpoint({
  method: 'POST',
  path: 'muc/extra/add',
  access: { code: page.button.add },
  scope: 'none',
  audit: 'extra.add',
  dryRun: true,
  input: extraDraft,
  reply: z.object({ id: id() }),
  errors: [12040, 12041],
  summary: 'Adds an extra field',
});

/** Changed facts of a field. */
export const extraUpdate = endpoint({
  method: 'POST',
  path: 'muc/extra/update',
  access: { code: page.button.update },
  scope: 'none',
  audit: 'extra.update',
  dryRun: true,
  input: extraChange,
  reply: extraRow,
  errors: [12040, 12041, 12042, 12043],
  summary: 'Changes an extra field',
});

/** Deletes fields that nothing uses; their values come back with them for 30 days. */
export const extraRemove = endpoint({
  method: 'POST',
  path: 'muc/extra/delete',
  access: { code: page.button.delete },
  scope: 'none',
  audit: 'extra.delete',
  dryRun: true,
  input: bulk(),
  reply: count(),
  summary: 'Deletes extra fields; their values can be brought back with them for 30 days',
});

/** Shows fields again. */
export const extraEnable = endpoint({
  method: 'POST',
  path: 'muc/extra/enable',
  access: { code: page.button.enable },
  scope: 'none',
  audit: 'extra.enable',
  dryRun: true,
  input: bulk(),
  reply: count(),
  summary: 'Shows extra fields again',
});

/** Hides fields with their values, which stay. */
export const extraDisable = endpoint({
  method: 'POST',
  path: 'muc/extra/disable',
  access: { code: page.button.disable },
  scope: 'none',
  audit: 'extra.disable',
  dryRun: true,
  input: bulk(),
  reply: count(),
  summary: 'Hides extra fields everywhere; their values stay',
});

/** The order of all fields of a target. */
export const extraReorder = endpoint({
  method: 'POST',
  path: 'muc/extra/reorder',
  access: { code: page.button.reorder },
  scope: 'none',
  audit: 'extra.reorder',
  dryRun: true,
  /** All fields of the target, each once; 10409 carries the ids as they are now. */
  input: z.strictObject({ target: z.enum(extraTargets), ids: z.array(id()).min(1).max(extraLimits.fields) }),
  reply: count(),
  summary: 'Sets the order of the extra fields of people or departments',
});

/** Whether a value would fit a field that is being written. */
export const extraTry = endpoint({
  method: 'POST',
  path: 'muc/extra/try',
  access: { code: page.code },
  scope: 'none',
  reads: true,
  input: z.strictObject({
    field: extraDraft.pick({ type: true, options: true, min: true, max: true, maxLength: true, pattern: true }),
    /** What the field is called, for the words about it. */
    name: z.string().max(100).default(''),
    /** As one would type it, or as it stands in a file. */
    text: z.string().max(extraLimits.length),
  }),
  reply: z.object({ fits: z.boolean(), /** What is wrong with it. */ message: z.string().nullable() }),
  summary: 'Tries a value on the rules of an extra field',
});

/** A field as forms, lists and filters need it, in the caller's language. */
export const extraFormField = z.object({
  code: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  section: z.string().nullable(),
  type: z.enum(extraTypes),
  options: z.array(z.object({ value: z.string(), label: z.string(), enabled: z.boolean() })),
  required: z.boolean(),
  min: z.number().nullable(),
  max: z.number().nullable(),
  maxLength: z.int().nullable(),
  default: extraValue,
  filterable: z.boolean(),
  listable: z.boolean(),
  sensitive: z.boolean(),
  /** Whether the console may enter it; else it comes from a source. */
  writable: z.boolean(),
});
export type ExtraFormField = z.output<typeof extraFormField>;

/** The fields in use of people or departments, for who works with them. */
export const extraForm = endpoint({
  method: 'GET',
  path: 'muc/extra/form',
  // The page of sources, of the module people-sources, maps what is read to these fields.
  access: { anyOf: [userManagement.code, page.code, 'muc_source'] },
  scope: 'none',
  input: z.object({ target: z.enum(extraTargets).default('employee') }),
  reply: z.object({ fields: z.array(extraFormField) }),
  summary: 'Extra fields in use, as forms, lists and filters show them',
});
