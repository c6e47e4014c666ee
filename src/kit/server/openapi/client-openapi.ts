import { clientAddress, type ClientEndpoint } from '#kit/common/client/client-endpoint.ts';
import { rateClasses, terminalHeaders } from '#kit/common/client/client-facts.ts';
import type { Endpoint } from '#kit/common/contract.ts';
import { bodyOf, parametersOf, responseOf, type Parameter } from './call-shape.ts';
import { documentOf, type DescribedCall, type OpenApiDocument } from './document.ts';
import { callsOf } from './openapi.ts';

/** What terminals call, as modules declare it: with the gate before it, or (`bare`) without, like the first call of all. */
interface Declared {
  name: string;
  operations: readonly ClientEndpoint[];
  bare: readonly Endpoint[];
}

/** OpenAPI 3.1 of everything below /client; operations say how they are proven, in which stages of a session they are open, and how they are counted. */
export function clientOpenApiOf(modules: readonly Declared[], version: string): OpenApiDocument {
  const bare = callsOf(modules.map((module) => ({ name: module.name, operations: module.bare })));
  const calls = modules.flatMap(({ name, operations }) => operations.map((operation) => callOf(name, operation)));
  return documentOf({ title: 'Wheelhouse for terminals', version }, [...bare, ...calls]);
}

const headers = terminalHeaders.map((name): Parameter => ({ name, in: 'header', required: true, schema: { type: 'string' } }));

function callOf(module: string, operation: ClientEndpoint): DescribedCall {
  const { session } = operation;
  return {
    address: clientAddress(operation),
    method: operation.method,
    operationId: `client.${operation.path.replaceAll('/', '.')}`,
    isOpen: session === null,
    facts: {
      tags: [module],
      summary: operation.summary,
      'x-proof': session !== null || operation.proof === true,
      'x-session': session,
      'x-rate': { class: operation.rate, ...rateClasses[operation.rate] },
      'x-offline': operation.offline ?? null,
      'x-preview': operation.preview === true,
      ...(operation.audit !== undefined && { 'x-audit': operation.audit }),
      ...(operation.errors && { 'x-errors': operation.errors }),
      security: session === null ? [] : [{ accessToken: [] }],
    },
    parameters: [...headers, ...parametersOf(operation, operation.input)],
    body: bodyOf(operation, operation.input),
    response: responseOf(operation.reply, operation.answer === 'raw'),
    ...(operation.method === 'GET' && { more: { 304: { description: 'As the terminal has it' } } }),
  };
}
