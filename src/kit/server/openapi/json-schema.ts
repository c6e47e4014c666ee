import { z } from 'zod';

/** A schema as JSON. */
export type JsonSchema = Record<string, unknown>;

/** A schema that contains itself stands under this key until it has a name; inside it `{ "$ref": "#" }` is itself. */
export const recursive = 'x-recursive';

/** The JSON schema of a schema, without references to definitions of its own. */
export function schemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _dialect, $defs = {}, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema;
  return withoutDefinitions(json, $defs as Record<string, JsonSchema>, []) as JsonSchema;
}

function withoutDefinitions(value: unknown, definitions: Record<string, JsonSchema>, inside: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((part) => withoutDefinitions(part, definitions, inside));
  if (!isObject(value)) return value;
  const name = /^#\/\$defs\/(.+)$/.exec(String(value['$ref']))?.[1];
  if (name === undefined)
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withoutDefinitions(part, definitions, inside)]));
  if (inside.at(-1) === name) return { $ref: '#' };
  if (inside.includes(name)) throw new Error('A schema may contain itself, but not through another that contains itself, too');
  return { [recursive]: withoutDefinitions(definitions[name], definitions, [...inside, name]) };
}

/** Whether a value is an object of JSON. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const inOne = ['items', 'additionalProperties', 'propertyNames', 'not'] as const;
const inList = ['anyOf', 'oneOf', 'allOf', 'prefixItems'] as const;
const suffixes: Record<string, string> = { items: 'item', additionalProperties: 'value', propertyNames: 'key' };

/** The schemas directly inside a schema, each with the word by which it is called there. */
export function partsOf(schema: JsonSchema): [word: string, part: JsonSchema][] {
  if (isObject(schema[recursive])) return [];
  return [
    ...Object.entries((schema['properties'] ?? {}) as Record<string, JsonSchema>),
    ...inOne.flatMap((key): [string, JsonSchema][] => {
      const part = schema[key];
      return isObject(part) ? [[suffixes[key] ?? key, part]] : [];
    }),
    ...inList.flatMap((key) => ((schema[key] ?? []) as JsonSchema[]).map((part, at): [string, JsonSchema] => [String(at + 1), part])),
  ];
}

/** The same schema with other schemas directly inside it. */
export function mapParts(schema: JsonSchema, made: (part: JsonSchema) => JsonSchema): JsonSchema {
  const result = { ...schema };
  if (isObject(schema['properties']))
    result['properties'] = Object.fromEntries(Object.entries(schema['properties']).map(([key, part]) => [key, made(part as JsonSchema)]));
  for (const key of inOne) {
    const part = schema[key];
    if (isObject(part)) result[key] = made(part);
  }
  for (const key of inList) if (Array.isArray(schema[key])) result[key] = (schema[key] as JsonSchema[]).map(made);
  return result;
}
