import type { z } from 'zod';
import type { Endpoint } from '#kit/common/contract.ts';
import { schemaOf, type JsonSchema } from './json-schema.ts';

/** One value of a call that travels beside its body. */
export interface Parameter {
  name: string;
  in: string;
  required: boolean;
  schema: JsonSchema;
}

/** A schema and the type of the content that it describes. */
export interface Content {
  type: string;
  schema: JsonSchema;
}

/** What a call answers when it is done: its reply in the envelope, or (`raw`) something of its own. */
export type Response = { reply: JsonSchema } | { raw: true };

type Shape = Pick<Endpoint, 'path' | 'encoding'> & { method: string };

/** What of an input travels in the path or the query of a call. */
export function parametersOf(operation: Shape, schema: z.ZodType): Parameter[] {
  const input = schemaOf(schema, 'input');
  const properties = Object.entries((input['properties'] ?? {}) as Record<string, JsonSchema>);
  const required = new Set((input['required'] ?? []) as string[]);
  const inPath = new Set([...operation.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]));
  const places = operation.method === 'POST' ? properties.filter(([name]) => inPath.has(name)) : properties;
  return places.map(([name, part]) => ({
    name,
    in: inPath.has(name) ? 'path' : 'query',
    required: inPath.has(name) || required.has(name),
    schema: part,
  }));
}

const types = { json: 'application/json', form: 'application/x-www-form-urlencoded', multipart: 'multipart/form-data' };

/** The body of a call that has one. */
export function bodyOf(operation: Shape, schema: z.ZodType): Content | undefined {
  return operation.method === 'POST' ? { type: types[operation.encoding ?? 'json'], schema: schemaOf(schema, 'input') } : undefined;
}

/** What a call answers: the envelope around its reply, or bytes. */
export function responseOf(reply: z.ZodType, isRaw: boolean): Response {
  return isRaw ? { raw: true } : { reply: schemaOf(reply, 'output') };
}
