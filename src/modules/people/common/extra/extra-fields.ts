import { z } from 'zod';
import { text } from '#kit/common/schema.ts';

/** Whose fields they are. */
export const extraTargets = ['employee', 'department'] as const;
export type ExtraTarget = (typeof extraTargets)[number];

/** What a value can be. */
export const extraTypes = [
  'text',
  'multiline',
  'integer',
  'number',
  'boolean',
  'date',
  'datetime',
  'select',
  'multiSelect',
  'employee',
  'department',
  'phone',
  'email',
  'url',
] as const;
export type ExtraType = (typeof extraTypes)[number];

/** Who enters values: a source alone, administrators too, or the person as well. */
export const extraEditors = ['source', 'administrator', 'employee'] as const;

/** Bounds of the definitions. */
export const extraLimits = { fields: 100, filterable: 20, options: 500, length: 4000, chosen: 100 } as const;

/** Into which type a field may be changed without losing what was entered. */
export const extraTypeChanges: Readonly<Partial<Record<ExtraType, ExtraType>>> = {
  text: 'multiline',
  integer: 'number',
  select: 'multiSelect',
  date: 'datetime',
};

/** Types whose values are lines of text. */
export const extraTexts: ReadonlySet<ExtraType> = new Set(['text', 'multiline', 'phone', 'email', 'url']);
/** Types whose values are chosen from options. */
export const extraChoices: ReadonlySet<ExtraType> = new Set(['select', 'multiSelect']);
/** Types whose values are numbers with bounds. */
export const extraNumbers: ReadonlySet<ExtraType> = new Set(['integer', 'number']);
/** Types of which no list can be narrowed down. */
export const extraUnfilterable: ReadonlySet<ExtraType> = new Set(['multiline']);

/** A value as it is stored and sent: what fits depends on the field. Null: nothing is entered. */
export const extraValue = z.union([
  z.string().max(extraLimits.length),
  z.number(),
  z.boolean(),
  z.array(z.string().max(100)).max(extraLimits.chosen),
  z.null(),
]);
export type ExtraValue = z.output<typeof extraValue>;

const codeForm = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;

/** The code of a field, in keys and after `extra.` in names of fields. */
export const extraCode = () => z.string().regex(codeForm);

/** Values of extra fields by code. */
export const extraValues = () => z.record(extraCode(), extraValue).refine((all) => Object.keys(all).length <= extraLimits.fields);
export type ExtraValues = Readonly<Record<string, ExtraValue>>;

/** The name of an extra field among the fields of its object. */
export const extraName = (code: string): string => `extra.${code}`;
/** The code in the name of an extra field; undefined for other fields. */
export const codeIn = (name: string): string | undefined => (name.startsWith('extra.') ? name.slice('extra.'.length) : undefined);

/** A condition on a filterable field, as it stands in an address: `code=value` (again for further values), `code>=value`, `code<=value`, `code=` for empty. */
export const extraCondition = () => text(300).regex(/^[A-Za-z][A-Za-z0-9_-]{0,63}(=|>=|<=).*$/u);
/** The parts of a condition. */
export interface ExtraCondition {
  code: string;
  op: '=' | '>=' | '<=';
  value: string;
}

/** Reads a condition; undefined where it is none. */
export function readCondition(condition: string): ExtraCondition | undefined {
  const [, code, op, value] = /^([A-Za-z][A-Za-z0-9_-]{0,63})(=|>=|<=)(.*)$/u.exec(condition) ?? [];
  return code === undefined || value === undefined ? undefined : { code, op: op as ExtraCondition['op'], value };
}
