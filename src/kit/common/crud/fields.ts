import { z } from 'zod';
import { platformNumber } from '../client/platforms.ts';
import { localText as localTextOf } from '../language.ts';
import { audienceInput, audienceRow } from '../audience.ts';
import * as atoms from '../schema.ts';
import { field, type Field, type Target } from './field.ts';

/** The types of field that entities are made of: `text(100).unique()`, `refers('department')`, `ends()`. */

/** A line of text. */
export const text = (max = 1000) => field({ input: atoms.text(max), output: z.string() }, { type: 'text' });

/** A text that may hold several lines. */
export const longText = (max = 1000) => field({ input: atoms.longText(max), output: z.string() }, { type: 'longText' });

/** A code: English letters, digits, `_` and `-`. */
export const codeText = (max = 64) => field({ input: atoms.codeText(max), output: z.string() }, { type: 'code' });

/** A whole number between two others, both allowed. */
export const integer = (minimum: number, maximum: number) =>
  field({ input: z.int().min(minimum).max(maximum), output: z.int() }, { type: 'integer' });

/** Yes or no. */
export const bool = () => field({ input: z.boolean(), output: z.boolean() }, { type: 'bool' });

/** One of these words; what each is called stands in the catalogue as `<kind>.<field>.<value>`. */
export const choice = <const T extends readonly [string, ...string[]]>(values: T) =>
  field({ input: z.enum(values), output: z.enum(values) }, { type: 'choice' });

/** A text in the three languages of the product: the first is required, the others fall back to it. */
export const localText = (max = 100) => field({ input: localTextOf(max).strict(), output: localTextOf(max) }, { type: 'local' });

/** A platform of terminals by its number. */
export const platform = () => field({ input: platformNumber(), output: platformNumber() }, { type: 'platform' });

/** A moment in epoch milliseconds. */
export const moment = () => field({ input: atoms.time(), output: atoms.time() }, { type: 'moment' });

/** A calendar day, YYYY-MM-DD. */
export const day = () => field({ input: atoms.day(), output: atoms.day() }, { type: 'day' });

/** The moment at which the object expires, empty where it does not: it is on the expiry radar. */
export const ends = () => field({ input: atoms.time(), output: atoms.time() }, { type: 'moment', ends: true }).nullable();

/**
 * The place in an order, set by the server: behind all others when it is added, changed by the verb `reorder`. Named fields, which do not
 * change afterwards, say what has an order of its own: `place('appId', 'kind')`.
 */
export const place = (...within: readonly string[]) =>
  field({ input: z.int().min(1), output: z.int() }, { type: 'integer', place: true, within }, 'readOnly');

/** The id of an uploaded file of this purpose. */
export const file = (purpose: string) => field({ input: atoms.id(), output: atoms.id() }, { type: 'file', purpose });

/**
 * Whom the object is for: departments with all below, dynamic groups and people, included or excluded; everybody where no row includes. What is
 * named is in use (10410), and who leaves is taken out or replaced. The column is `jsonb not null`.
 */
export const audience = (max = 1000) =>
  field({ input: audienceInput(max), output: z.array(audienceRow) }, { type: 'audience', initial: [], example: [] }).default([]);

/** A value of a shape of its own, kept as JSON: `value(z.array(segment), z.array(segmentView))`. Answered as it is entered unless said. */
export function value<I extends z.ZodType>(input: I): Field<I, I, I>;
export function value<I extends z.ZodType, O extends z.ZodType>(input: I, output: O): Field<I, I, O>;
export function value(input: z.ZodType, output: z.ZodType = input): Field<z.ZodType, z.ZodType, z.ZodType> {
  return field({ input, output }, { type: 'value' });
}

type Id = ReturnType<typeof atoms.id>;

/**
 * The id of a department, a person, a dynamic group, a role, or an object of another kind. Rows also carry its name: `departmentId` and
 * `departmentName`. A department or dynamic group that is named is in use; what names a person is handed over when that person leaves.
 */
export function refers(target: 'department'): Field<Id, Id, Id, 'reference' | 'department'>;
export function refers(target: 'employee'): Field<Id, Id, Id, 'reference' | 'employee'>;
export function refers(target: Target): Field<Id, Id, Id, 'reference'>;
export function refers(target: Target): Field<Id, Id, Id, 'reference'> {
  const schemas = { input: atoms.id(), output: atoms.id() };
  if (target === 'department') return field(schemas, { type: 'reference', target }, 'reference', 'department');
  if (target === 'employee') return field(schemas, { type: 'reference', target }, 'reference', 'employee');
  return field(schemas, { type: 'reference', target }, 'reference');
}

/** Ids of several departments, people, dynamic groups or roles, none twice. Rows carry the ids. */
export const refersToMany = (target: Target, most = 500) =>
  field(
    {
      input: z
        .array(atoms.id())
        .max(most)
        .transform((all) => [...new Set(all)]),
      output: z.array(atoms.id()),
    },
    { type: 'reference', target },
    'list',
  );
