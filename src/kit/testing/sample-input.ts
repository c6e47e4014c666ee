import { z } from 'zod';

/** The part of a JSON schema that says what a value must be. */
export interface JsonSchema {
  type?: string | string[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  const?: unknown;
  enum?: unknown[];
  default?: unknown;
  format?: string;
  pattern?: string;
  minLength?: number;
  minimum?: number;
  minItems?: number;
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
}

/** An input that fits the schema with only its required fields: ids are `id`, texts are short, numbers are the least allowed. */
export function sampleInput(schema: z.ZodType, id: string): Record<string, unknown> {
  const value = sampleOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema, id);
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** A value that fits a JSON schema, as `sampleInput` makes its fields. */
export function sampleOf(schema: JsonSchema, id: string): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum?.length) return schema.enum[0];
  const inner = schema.anyOf?.find((option) => option.type !== 'null') ?? schema.oneOf?.[0] ?? schema.allOf?.[0];
  if (inner) return sampleOf(inner, id);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === 'object')
    return Object.fromEntries(
      Object.entries(schema.properties ?? {})
        .filter(([name]) => schema.required?.includes(name))
        .map(([name, field]) => [name, sampleOf(field, id)]),
    );
  if (type === 'array') return Array.from({ length: Math.max(1, schema.minItems ?? 0) }, () => sampleOf(schema.items ?? {}, id));
  if (type === 'number' || type === 'integer') return Math.max(schema.minimum ?? 1, 1);
  if (type === 'boolean') return true;
  return type === 'string' ? sampleText(schema, id) : 'x';
}

function sampleText(schema: JsonSchema, id: string): string {
  if (schema.format === 'uuid') return id;
  if (schema.format === 'email') return 'a@example.com';
  if (schema.format === 'date') return '2026-01-31';
  if (schema.format === 'date-time') return '2026-01-31T00:00:00Z';
  if (schema.format === 'uri') return 'https://example.com/';
  if (schema.pattern?.startsWith('^\\+')) return '+8613800000000';
  return 'sample'.padEnd(schema.minLength ?? 0, 'x');
}
