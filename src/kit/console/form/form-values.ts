import { z } from 'zod';
import { fieldOf } from '../call/call-error.ts';
import { fieldSchema } from '../page/filter-codec.ts';

/** Values of a form by field. */
export type FormValues = Readonly<Record<string, unknown>>;

const isBlank = (value: unknown): boolean => value === undefined || (typeof value === 'string' && value.trim() === '');

/**
 * A field as it goes to the server: an emptied one is null where the schema takes null, else it is left out (undefined). Everything else
 * stays as it was typed; trimming is the schema's business.
 */
export function fieldValue(schema: z.ZodType, name: string, value: unknown): unknown {
  if (!isBlank(value)) return value;
  const field = schema instanceof z.ZodObject ? fieldSchema(schema, name) : undefined;
  if (!field) return value;
  if (field.safeParse(null).success) return null;
  return field.safeParse('').success ? (value ?? undefined) : undefined;
}

/** All fields of a form as they go to the server. */
export function wireValues(schema: z.ZodType, values: FormValues): Record<string, unknown> {
  const entries = Object.entries(values).map(([name, value]) => [name, fieldValue(schema, name, value)] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** Whether two values of a field are the same for the server. */
export function sameValue(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
}

/** The fields that differ from what the form was opened with. */
export function changedValues(schema: z.ZodType, initial: FormValues, values: FormValues): Record<string, unknown> {
  const now = wireValues(schema, values);
  const before = wireValues(schema, initial);
  return Object.fromEntries(Object.entries(now).filter(([name, value]) => !sameValue(value, before[name])));
}

/** Initial values of a new object: the defaults of its schema. */
export function defaultValues(schema: z.ZodType): FormValues {
  if (!(schema instanceof z.ZodObject)) return {};
  const entries = Object.keys(schema.shape).map((name) => [name, fieldSchema(schema, name)?.safeParse(undefined).data] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

const notTyped = new Set(['id', 'version']);

/** Form values of a stored object: the fields of the same name that the update takes. */
export function storedValues(schema: z.ZodType, object: unknown): FormValues {
  if (!(schema instanceof z.ZodObject)) return {};
  const names = Object.keys(schema.shape).filter((name) => !notTyped.has(name));
  return Object.fromEntries(names.map((name) => [name, fieldOf(object, name)]));
}
