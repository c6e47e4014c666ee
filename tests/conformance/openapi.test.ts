import { expect, test } from 'vitest';
import { z } from 'zod';
import { clientDocumentOfAll, documentOfAll, modules } from '../../src/app/modules.ts';
import { wireInputOf, wireReplyOf } from '../../src/kit/common/change/dry-run.ts';
import { clientAddress } from '../../src/kit/common/client/client-endpoint.ts';
import { terminalHeaders } from '../../src/kit/common/client/client-facts.ts';
import { addressOf, codesOf, takesKey, type Endpoint } from '../../src/kit/common/contract.ts';
import { textOfDocument } from '../../src/kit/server/openapi/document-text.ts';
import { writtenOut } from '../../src/kit/testing/written-out.ts';
import { textOf } from '../checks/source-files.ts';

const operations = modules.flatMap((module) => module.routes.map(({ operation }) => ({ module: module.name, operation })));
const ofTerminals = modules.flatMap(({ name, clientRoutes = [] }) => clientRoutes.map(({ operation }) => ({ module: name, operation })));
const document = documentOfAll();
const clientDocument = clientDocumentOfAll();

interface WrittenOut {
  parameters?: { name: string; in: string; required: boolean; schema: unknown }[];
  requestBody?: { content: Record<string, { schema: unknown }> };
  responses: Record<string, { content?: Record<string, { schema: { anyOf: [{ allOf: [unknown, { properties: { data: unknown } }] }] } }> }>;
  [fact: string]: unknown;
}

const callIn = (of: typeof document, address: string, method: string): WrittenOut =>
  writtenOut(of.paths[address]?.[method.toLowerCase()] ?? {}, of) as WrittenOut;

/** The schema as the schema library tells it, its own definitions in place of the references to them. */
function jsonOf(schema: z.ZodType, io: 'input' | 'output'): unknown {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Record<string, unknown>;
  const { $defs: _definitions, ...whole } = writtenOut(json, json) as Record<string, unknown>;
  return whole;
}

/** What a call takes, whatever way it travels. */
function inputOf({ parameters = [], requestBody }: WrittenOut): { values: Record<string, unknown>; required: string[]; body: unknown } {
  const values = parameters.filter((parameter) => parameter.in !== 'header');
  return {
    values: Object.fromEntries(values.map(({ name, schema }) => [name, schema])),
    required: values.flatMap(({ name, required }) => (required ? [name] : [])).toSorted(),
    body: Object.values(requestBody?.content ?? {})[0]?.schema,
  };
}

function inputFrom(schema: z.ZodType, { method, path }: { method: string; path: string }): ReturnType<typeof inputOf> {
  const json = jsonOf(schema, 'input') as { properties?: Record<string, unknown>; required?: string[] };
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => String(match[1]));
  const isPost = method === 'POST';
  const values = Object.entries(json.properties ?? {}).filter(([name]) => !isPost || inPath.includes(name));
  const required = isPost ? inPath : [...new Set([...inPath, ...(json.required ?? [])])];
  return { values: Object.fromEntries(values), required: required.toSorted(), body: isPost ? json : undefined };
}

const replyIn = (call: WrittenOut): unknown =>
  call.responses['200']?.content?.['application/json']?.schema.anyOf[0].allOf[1].properties.data;

const permitOf = ({ access }: Endpoint): string => ('open' in access ? 'public' : codesOf(access).join(' | ') || 'signed-in');

test('written out, the description has the operations of the contracts and no other', () => {
  const told = Object.entries(document.paths).flatMap(([address, methods]) => Object.keys(methods).map((method) => `${method} ${address}`));
  expect(told.toSorted()).toEqual(
    operations.map(({ operation }) => `${operation.method.toLowerCase()} ${addressOf(operation)}`).toSorted(),
  );
});

/** The refusals that a contract declares, and the one of what holds for the whole company. */
const declaredErrors = ({ errors = [], siteCode }: Endpoint): readonly number[] | undefined => {
  const all = siteCode === undefined ? errors : [...errors, siteCode];
  return all.length === 0 ? undefined : all;
};

test('written out, each operation has the input, the reply and the access of its contract', () => {
  for (const { module, operation } of operations) {
    const call = callIn(document, addressOf(operation), operation.method);
    expect(inputOf(call), operation.path).toEqual(inputFrom(wireInputOf(operation), operation));
    expect(replyIn(call), operation.path).toEqual(operation.answer === 'raw' ? undefined : jsonOf(wireReplyOf(operation), 'output'));
    expect(
      [call['tags'], call['summary'], call['x-permit'], call['x-audit'], call['x-scope'] ?? 'none', call['x-errors'], call['security']],
      operation.path,
    ).toEqual([
      [module],
      operation.summary,
      permitOf(operation),
      operation.audit,
      operation.scope ?? 'none',
      declaredErrors(operation),
      'open' in operation.access ? [] : [{ accessToken: [] }],
    ]);
    expect([call['x-dry-run'], call['x-step-up'], call['x-by-token']], operation.path).toEqual([
      operation.dryRun,
      operation.stepUp,
      operation.byToken,
    ]);
    expect(call.parameters?.some(({ name }) => name === 'Idempotency-Key') ?? false, operation.path).toBe(takesKey(operation));
    expect(Object.hasOwn(call.responses, '403'), operation.path).toBe(!('open' in operation.access));
  }
});

test('written out, the description for terminals has the inputs, replies and gates of their contracts', () => {
  for (const { operation } of ofTerminals) {
    const call = callIn(clientDocument, clientAddress(operation), operation.method);
    expect(inputOf(call), operation.path).toEqual(inputFrom(operation.input, operation));
    expect(replyIn(call), operation.path).toEqual(operation.answer === 'raw' ? undefined : jsonOf(operation.reply, 'output'));
    expect([call['x-session'], call['x-audit'], call['x-errors']], operation.path).toEqual([
      operation.session,
      operation.audit,
      operation.errors,
    ]);
    expect(call.parameters?.flatMap((one) => (one.in === 'header' ? [one.name] : []))).toEqual([...terminalHeaders]);
  }
});

test('docs/openapi.json is what the contracts say (npm run openapi writes it)', () => {
  expect(textOf('docs/openapi.json') === textOfDocument(document)).toBe(true);
  expect(JSON.parse(textOf('docs/openapi.json'))).toEqual(JSON.parse(JSON.stringify(document)));
});

test('docs/client-openapi.json is what the contracts of terminals say (npm run openapi writes it)', () => {
  expect(textOf('docs/client-openapi.json') === textOfDocument(clientDocument)).toBe(true);
  expect(JSON.parse(textOf('docs/client-openapi.json'))).toEqual(JSON.parse(JSON.stringify(clientDocument)));
});

test('the committed descriptions have an operation a line, none repeats what another has', () => {
  const lines = textOf('docs/openapi.json').split('\n');
  expect(lines.filter((line) => line.includes('{"operationId":"'))).toHaveLength(operations.length);
  expect(lines.every((line) => line.split('{"operationId":"').length < 3)).toBe(true);
  expect(lines.length).toBeLessThan(operations.length * 3);
});
