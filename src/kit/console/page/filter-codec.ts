import { z } from 'zod';
import { fieldFacts, type FieldFacts } from '#kit/common/field-facts.ts';

/** Values of filters by name. */
export type FilterValues = Readonly<Record<string, unknown>>;

const known = new WeakMap<z.ZodType, Record<string, FieldFacts>>();

/** Facts of every field of an endpoint's input, read once. */
export function inputFacts(schema: z.ZodType): Record<string, FieldFacts> {
  const facts = known.get(schema) ?? fieldFacts(schema);
  known.set(schema, facts);
  return facts;
}

/** The filters that an address names: values that the input's schema does not take are left out, so that a mangled link still opens. */
export function filtersIn(search: URLSearchParams, schema: z.ZodType, prefix: string): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const [name, facts] of Object.entries(inputFacts(schema))) {
    if (pagers.has(name)) continue;
    const raw = search.getAll(prefix + name);
    if (raw.length === 0) continue;
    const value = facts.type === 'array' ? raw.map((one) => coerced(one, facts.item)) : coerced(raw[0] ?? '', facts);
    if (fits(schema, name, value)) found[name] = value;
  }
  return found;
}

const pagers = new Set(['pageNum', 'pageSize', 'sort', 'after']);

function coerced(text: string, facts: FieldFacts | undefined): unknown {
  if (facts?.type === 'number' || facts?.type === 'integer') return text.trim() === '' ? text : Number(text);
  if (facts?.type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  return text;
}

/** Whether one field of a schema takes a value; schemas that are not plain objects take anything here and are checked by the server. */
export function fits(schema: z.ZodType, name: string, value: unknown): boolean {
  const field = schema instanceof z.ZodObject ? fieldSchema(schema, name) : undefined;
  return field === undefined || field.safeParse(value).success;
}

/** The schema of one field of an object schema. */
export function fieldSchema(schema: z.ZodObject, name: string): z.ZodType | undefined {
  const field: unknown = schema.shape[name];
  return field instanceof z.ZodType ? field : undefined;
}

/** Writes filters into an address: empty ones vanish from it, arrays are repeated keys. */
export function writeFilters(search: URLSearchParams, values: FilterValues, prefix: string): void {
  for (const [name, value] of Object.entries(values)) {
    search.delete(prefix + name);
    for (const one of Array.isArray(value) ? value : [value]) if (!isEmpty(one)) search.append(prefix + name, String(one));
  }
}

/** Whether a filter says nothing. */
export function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

/** Filters without those that say nothing. */
export function withoutEmpty(values: FilterValues): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => !isEmpty(value)));
}
