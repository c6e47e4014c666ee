import { z } from 'zod';
import { isValidator, type ValidatorName } from './validators.ts';

/** Facts of a field that forms need: read from the contract's schema, never written twice. */
export interface FieldFacts {
  required: boolean;
  type: 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object' | 'unknown';
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  options?: readonly string[];
  format?: string;
  /** The validator that its form asks first: named by the schema, else by the type where it is required. */
  validator?: ValidatorName;
  /** Facts of the items of an array. */
  item?: FieldFacts;
}

interface JsonSchema {
  type?: string | string[];
  anyOf?: JsonSchema[];
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  enum?: unknown[];
  format?: string;
  validator?: unknown;
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
}

/** The facts of every field of an object schema, by name. */
export function fieldFacts(schema: z.ZodType): Record<string, FieldFacts> {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  const required = new Set(json.required ?? []);
  return Object.fromEntries(Object.entries(json.properties ?? {}).map(([name, field]) => [name, factsOf(field, required.has(name))]));
}

function factsOf(field: JsonSchema, required: boolean): FieldFacts {
  const nullable = field.anyOf?.some((option) => option.type === 'null') ?? false;
  const own = field.anyOf?.find((option) => option.type !== 'null') ?? field;
  const options = own.enum?.filter((value): value is string => typeof value === 'string');
  const type = typeof own.type === 'string' ? own.type : 'unknown';
  // A text in three languages says how long it may be in the one that every stored text has.
  const maxLength = own.maxLength ?? own.properties?.['zh_CN']?.maxLength;
  const validator = isValidator(own.validator) ? own.validator : required && !nullable ? byType[type] : undefined;
  return {
    required: required && !nullable,
    type: isType(type) ? type : 'unknown',
    ...(maxLength !== undefined && { maxLength }),
    ...(own.minimum !== undefined && { minimum: own.minimum }),
    ...(own.maximum !== undefined && { maximum: own.maximum }),
    ...(own.format !== undefined && { format: own.format }),
    ...(validator && { validator }),
    ...(options?.length && { options }),
    ...(own.items && { item: factsOf(own.items, true) }),
  };
}

const byType: Readonly<Record<string, ValidatorName | undefined>> = { string: 'nonBlank', array: 'list', object: 'object' };

function isType(type: string): type is FieldFacts['type'] {
  return ['string', 'number', 'integer', 'boolean', 'array', 'object'].includes(type);
}
