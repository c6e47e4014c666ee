import { z } from 'zod';
import { wireInputOf, wireReplyOf } from '#kit/common/change/dry-run.ts';
import { addressOf, codesOf, type Endpoint } from '#kit/common/contract.ts';

interface Document {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string };
  paths: Record<string, Record<string, unknown>>;
  components: Record<string, unknown>;
}

/** OpenAPI 3.1 made from the contracts themselves; operations carry `x-permit`, `x-audit`, `x-scope` and, where they can be tried, `x-dry-run`. */
export function openApiOf(modules: readonly { name: string; operations: readonly Endpoint[] }[], version: string): Document {
  const paths: Document['paths'] = {};
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
    components: { securitySchemes: { accessToken: { type: 'apiKey', in: 'header', name: 'accessToken' } } },
  };
}

function operationOf(module: string, operation: Endpoint): Record<string, unknown> {
  const input = schemaOf(wireInputOf(operation), 'input');
  const open = 'open' in operation.access;
  return {
    operationId:
      operation.path.replaceAll(/[/{}]+/g, '.').replace(/\.$/, '') +
      (operation.method === 'GET' ? '' : `.${operation.method.toLowerCase()}`),
    tags: [module],
    summary: operation.summary,
    'x-permit': permitOf(operation),
    ...(operation.audit !== undefined && { 'x-audit': operation.audit }),
    ...(operation.scope !== undefined && operation.scope !== 'none' && { 'x-scope': operation.scope }),
    ...(operation.dryRun && { 'x-dry-run': true }),
    ...(operation.stepUp && { 'x-step-up': true }),
    ...(operation.byToken && { 'x-by-token': true }),
    ...(operation.errors && { 'x-errors': operation.errors }),
    security: open ? [] : [{ accessToken: [] }],
    ...inputOf(operation, input),
    responses: { 200: responseOf(operation) },
  };
}

function permitOf(operation: Endpoint): string {
  if ('open' in operation.access) return 'public';
  return codesOf(operation.access).join(' | ') || 'signed-in';
}

function inputOf(operation: Endpoint, input: Record<string, unknown>): Record<string, unknown> {
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

function responseOf(operation: Endpoint): Record<string, unknown> {
  if (operation.answer === 'raw') return { description: 'Not an envelope: a file, a picture or a stream' };
  const data = schemaOf(wireReplyOf(operation), 'output');
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
