import { z } from 'zod';
import { wireInputOf, wireReplyOf } from '#kit/common/change/dry-run.ts';
import { addressOf, codesOf, takesKey, type Endpoint } from '#kit/common/contract.ts';

/** A description of calls. */
export interface OpenApiDocument {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string };
  paths: Record<string, Record<string, unknown>>;
  components: Record<string, unknown>;
}

/**
 * OpenAPI 3.1 made from the contracts themselves; operations carry `x-permit` (with `x-permit-by` and `x-permit-more` where
 * their input decides what else they need), `x-audit`, `x-scope` and, where they can be tried, `x-dry-run`.
 */
export function openApiOf(modules: readonly { name: string; operations: readonly Endpoint[] }[], version: string): OpenApiDocument {
  const paths: OpenApiDocument['paths'] = {};
  const all = modules.flatMap(({ name, operations }) => operations.map((operation) => ({ name, operation })));
  for (const { name, operation } of all.toSorted((a, b) => addressOf(a.operation).localeCompare(addressOf(b.operation)))) {
    const address = addressOf(operation);
    paths[address] = { ...paths[address], [operation.method.toLowerCase()]: operationOf(name, operation) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Wheelhouse',
      version,
      description: 'Every answer is { code, msg, data }; code 0 is success. See docs/glossary.md and the design of codes.',
    },
    paths,
    components: {
      securitySchemes: { accessToken: { type: 'apiKey', in: 'header', name: 'accessToken' } },
      ...(all.some(({ operation }) => takesKey(operation)) && { parameters: { idempotencyKey } }),
    },
  };
}

/** Described once for all writes that take it. */
const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The same key from the same person gets the first answer again for 24 hours; with another input it is refused (10400).',
  schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,200}$' },
};

function operationOf(module: string, operation: Endpoint): Record<string, unknown> {
  const open = 'open' in operation.access;
  const { parameters = [], ...input } = parametersOf({ ...operation, input: wireInputOf(operation) });
  const all = [...parameters, ...(takesKey(operation) ? [{ $ref: '#/components/parameters/idempotencyKey' }] : [])];
  return {
    operationId:
      operation.path.replaceAll(/[/{}]+/g, '.').replace(/\.$/, '') +
      (operation.method === 'GET' ? '' : `.${operation.method.toLowerCase()}`),
    tags: [module],
    summary: operation.summary,
    'x-permit': permitOf(operation),
    ...(operation.permit && { 'x-permit-by': { [operation.permit.by]: operation.permit.codes } }),
    ...(operation.permitMore !== undefined && { 'x-permit-more': operation.permitMore }),
    ...(operation.audit !== undefined && { 'x-audit': operation.audit }),
    ...(operation.scope !== undefined && operation.scope !== 'none' && { 'x-scope': operation.scope }),
    ...(operation.dryRun && { 'x-dry-run': true }),
    ...(operation.stepUp && { 'x-step-up': true }),
    ...(operation.byToken && { 'x-by-token': true }),
    ...(operation.errors && { 'x-errors': operation.errors }),
    security: open ? [] : [{ accessToken: [] }],
    ...(all.length > 0 && { parameters: all }),
    ...input,
    responses: { 200: responseOf(wireReplyOf(operation), operation.answer === 'raw') },
  };
}

function permitOf(operation: Endpoint): string {
  if ('open' in operation.access) return 'public';
  return codesOf(operation.access).join(' | ') || 'signed-in';
}

/** How the input of a call travels: in its path, its query or its body. */
export function parametersOf(operation: Pick<Endpoint, 'path' | 'input' | 'encoding'> & { method: string }): {
  parameters?: unknown[];
  requestBody?: unknown;
} {
  const input = schemaOf(operation.input, 'input');
  const properties = Object.entries((input['properties'] ?? {}) as Record<string, unknown>);
  const required = new Set((input['required'] ?? []) as string[]);
  const inPath = new Set([...operation.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]));
  const places = operation.method === 'POST' ? properties.filter(([name]) => inPath.has(name)) : properties;
  const parameters = places.map(([name, schema]) => ({
    name,
    in: inPath.has(name) ? 'path' : 'query',
    required: inPath.has(name) || required.has(name),
    schema,
  }));
  const types = { json: 'application/json', form: 'application/x-www-form-urlencoded', multipart: 'multipart/form-data' };
  return {
    ...(parameters.length > 0 && { parameters }),
    ...(operation.method === 'POST' && { requestBody: { content: { [types[operation.encoding ?? 'json']]: { schema: input } } } }),
  };
}

/** What a call answers: the envelope around its reply, or bytes. */
export function responseOf(reply: z.ZodType, isRaw: boolean): Record<string, unknown> {
  if (isRaw) return { description: 'Not an envelope: a file, a picture or a stream' };
  const data = schemaOf(reply, 'output');
  return {
    description: 'Done, or refused with a code',
    content: {
      'application/json': {
        schema: {
          type: 'object',
          required: ['code', 'msg', 'data'],
          properties: { code: { type: 'integer' }, msg: { type: 'string' }, data },
        },
      },
    },
  };
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Record<string, unknown>;
  return json;
}
