import { z } from 'zod';
import { localText } from '#kit/common/language.ts';
import { longText } from '#kit/common/schema.ts';
import { condition } from './condition.ts';

/** Content of a version of a template. The same schema checks drafts, versions and files that come from elsewhere. */

/** Types of fields. */
export const fieldTypes = [
  'text',
  'multiline',
  'number',
  'money',
  'date',
  'time',
  'datetime',
  'dateRange',
  'select',
  'multiSelect',
  'switch',
  'employee',
  'department',
  'phone',
  'email',
  'url',
  'file',
  'picture',
  'location',
  'signature',
  'scan',
  'rating',
  'table',
  'formula',
  'static',
  'link',
] as const;
/** Type of a field. */
export type FieldType = (typeof fieldTypes)[number];
/** Types that a column of a table has not. */
const notInTables: readonly string[] = ['table', 'static', 'signature', 'location'];
/** Types that columns of tables have. */
export const columnTypes = fieldTypes.filter((type) => !notInTables.includes(type));

const label = localText(60).strict();
/** Code of a field, stage or action: formulas and answers name it. */
export const formCode = z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,31}$/);
/** Where a value lies in the data that are pushed: `applicant.name`. */
const dataPath = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,31}(\.[A-Za-z_][A-Za-z0-9_]{0,31}){0,4}$/);
/** A choice of a list. */
export const formOption = z.strictObject({ value: z.string().min(1).max(100), label });
/** A choice of a list. */
export type FormOption = z.output<typeof formOption>;

/** A value as forms hold it: what JSON holds. */
const formValue = z.json();
/** A value as forms hold it. */
export type FormValue = z.output<typeof formValue>;

const common = {
  code: formCode,
  type: z.enum(fieldTypes),
  /** Its place in the data of an item; its code unless said. Within a table: in the row. */
  path: dataPath.optional(),
  label,
  hint: localText(200).strict().optional(),
  required: z.boolean().optional(),
  /** Characters of a text, or entries of a list. */
  minLength: z.int().min(0).max(10_000).optional(),
  maxLength: z.int().min(0).max(10_000).optional(),
  min: z.number().optional(),
  max: z.number().optional(),
  /** Digits after the point of a number or an amount. */
  decimals: z.int().min(0).max(6).optional(),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .optional(),
  /** Pattern of a whole text: characters, classes and repetitions, without groups, so that it always ends quickly. */
  pattern: z.string().min(1).max(200).optional(),
  options: z.array(formOption).max(500).optional(),
  /** Path of an interface whose list it offers: `sys/prefix/interface`. */
  optionsFrom: z.string().max(200).optional(),
  default: formValue.optional(),
  /** Shown with its middle hidden. */
  mask: z.boolean().optional(),
  /** Masked in logs and lists, and left out of exports. */
  sensitive: z.boolean().optional(),
  /** Of a formula: what it is computed by. */
  formula: z.string().max(2000).optional(),
  /** Of a static text or a link: what is read. */
  text: localText(2000).strict().optional(),
};

/** A column of a table. */
const formColumn = z.strictObject(common);
/** A column of a table. */
export type FormColumn = z.output<typeof formColumn>;
/** A field of a form. */
export const formField = z.strictObject({
  ...common,
  /** Quarters of the width that it takes on a desktop; a phone gives each the whole. */
  width: z.int().min(1).max(4).optional(),
  columns: z.array(formColumn).max(20).optional(),
  maxRows: z.int().min(1).max(200).optional(),
});
/** A field of a form. */
export type FormField = z.output<typeof formField>;

/** Types of data. */
export const dataTypes = ['text', 'number', 'boolean', 'object', 'list'] as const;
/** An entry of the data that a system pushes. */
const dataEntry = z.strictObject({
  path: dataPath,
  type: z.enum(dataTypes),
  required: z.boolean().default(false),
  maxLength: z.int().min(1).max(65_536).optional(),
});
/** An entry of the data that a system pushes. */
export type DataEntry = z.output<typeof dataEntry>;

/** A part of the layout: fields under a title. On a phone they stand one below the other. */
const formSection = z.strictObject({
  code: formCode,
  title: localText(60).strict().optional(),
  fields: z.array(formCode).max(200),
  /** Shown closed on a phone. */
  folded: z.boolean().optional(),
});
/** A part of the layout. */
export type FormSection = z.output<typeof formSection>;

/** Effects of a rule. */
export const effectKinds = ['show', 'hide', 'require', 'readOnly', 'setValue', 'setOptions', 'warn', 'refuse'] as const;
/** An effect of a rule. */
const ruleEffect = z.strictObject({
  do: z.enum(effectKinds),
  /** The field that it concerns; a warning or refusal may concern the form as a whole. */
  field: formCode.optional(),
  /** Of `setValue`: a formula. */
  formula: z.string().max(2000).optional(),
  /** Of `setOptions`: the values that are offered, of those that the field has. */
  options: z.array(z.string().max(100)).max(500).optional(),
  /** Of `warn` and `refuse`. */
  text: localText(200).strict().optional(),
});
/** An effect of a rule. */
export type RuleEffect = z.output<typeof ruleEffect>;
/** A rule: while its condition holds, its effects do. A rule without condition always holds. */
const formRule = z.strictObject({
  code: formCode,
  when: condition.optional(),
  then: z.array(ruleEffect).min(1).max(20),
});
/** A rule. */
export type FormRule = z.output<typeof formRule>;

/** Access to a field in a stage. */
export const fieldAccess = ['hidden', 'read', 'write', 'required'] as const;
/** Access to a field in a stage. */
export type FieldAccess = (typeof fieldAccess)[number];
/** A stage of an item. The first one is that of an item that names none. */
const formStage = z.strictObject({
  code: formCode,
  name: label,
  /** Access to single fields; others are as `others` says. */
  fields: z.record(formCode, z.enum(fieldAccess)).default({}),
  others: z.enum(fieldAccess).default('read'),
  /** Codes of the actions that are offered. */
  actions: z.array(formCode).max(10).default([]),
});
/** A stage of an item. */
export type FormStage = z.output<typeof formStage>;

/** Kinds of actions. */
export const formActionKinds = ['approve', 'reject', 'submit', 'transfer', 'return', 'link', 'custom'] as const;
/** An action of a form. */
const formAction = z.strictObject({
  code: formCode,
  kind: z.enum(formActionKinds),
  label: localText(20).strict(),
  style: z.enum(['primary', 'default', 'danger']).default('default'),
  confirm: localText(200).strict().optional(),
  requires: z
    .strictObject({
      fields: z.array(formCode).max(50).optional(),
      comment: z.boolean().optional(),
      signature: z.boolean().optional(),
      password: z.boolean().optional(),
    })
    .default({}),
  /** What becomes of the person's part once the system has confirmed. */
  effect: z.enum(['done', 'stays']).default('done'),
  /** Of a link: where it leads. Without one, to the address of the item. */
  url: z
    .url({ protocol: /^https$/ })
    .max(500)
    .optional(),
});
/** An action of a form. */
export type FormAction = z.output<typeof formAction>;

/** How an item stands in lists; `${path}` is filled from its data. */
const listLine = z.strictObject({
  title: localText(200).strict().optional(),
  summary: z.array(localText(200).strict()).max(3).default([]),
  picture: formCode.optional(),
});
/** How an item stands in lists. */
export type ListLine = z.output<typeof listLine>;

/** Content of a version. */
export const formVersion = z.strictObject({
  /** Format of this document; a newer one is refused. */
  format: z.literal(1).default(1),
  dataSchema: z.array(dataEntry).max(300).default([]),
  fields: z.array(formField).max(200).default([]),
  layout: z.strictObject({ sections: z.array(formSection).max(50).default([]) }).default({ sections: [] }),
  rules: z.array(formRule).max(200).default([]),
  stages: z.array(formStage).max(20).default([]),
  actions: z.array(formAction).max(10).default([]),
  list: listLine.default({ summary: [] }),
});
/** Content of a version. */
export type FormVersion = z.output<typeof formVersion>;

/** A form without anything in it. */
export const emptyForm: FormVersion = formVersion.parse({});

/** Note of a publication. */
export const versionNote = longText(500);
