import { z } from 'zod';

interface JsonSchema {
  type?: string;
  anyOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
}

type Coercer = (value: unknown) => unknown;

/**
 * Reads text values (query strings, form-encoded bodies) as the types that the schema names: numbers, booleans, arrays from
 * repeated keys (a single one too), objects from JSON. What does not read stays text, so that the schema refuses it by name.
 */
export function coercerOf(schema: z.ZodType): (values: Record<string, unknown>) => Record<string, unknown> {
  // Made with the first value: most operations are not called in the first seconds, and some not for weeks.
  let known: ReadonlyMap<string, Coercer> | undefined;
  return (values) => {
    const fields = (known ??= fieldsOf(schema));
    return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, fields.get(name)?.(value) ?? value]));
  };
}

function fieldsOf(schema: z.ZodType): ReadonlyMap<string, Coercer> {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  return new Map(Object.entries(json.properties ?? {}).map(([name, field]) => [name, coercerOfField(field)]));
}

function coercerOfField(field: JsonSchema): Coercer {
  const own = field.anyOf?.find((option) => option.type !== 'null') ?? field;
  if (own.type === 'array') {
    const item = coercerOfField(own.items ?? {});
    // Null says nothing, it is no list of one.
    return (value) => (value === null ? value : (Array.isArray(value) ? value : [value]).map(item));
  }
  if (own.type === 'number' || own.type === 'integer') return (value) => (isNumeric(value) ? Number(value) : value);
  if (own.type === 'boolean') return (value) => (value === 'true' ? true : value === 'false' ? false : value);
  if (own.type === 'object') return (value) => (typeof value === 'string' ? parsed(value) : value);
  return (value) => value;
}

function isNumeric(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value));
}

function parsed(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
