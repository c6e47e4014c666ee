import { clientAddress, type ClientEndpoint } from '#kit/common/client/client-endpoint.ts';
import { rateClasses, terminalHeaders } from '#kit/common/client/client-facts.ts';
import type { Endpoint } from '#kit/common/contract.ts';
import { openApiOf, parametersOf, responseOf, type OpenApiDocument } from '../openapi.ts';

/** What terminals call, as modules declare it: with the gate before it, or (`bare`) without, like the first call of all. */
interface Declared {
  name: string;
  operations: readonly ClientEndpoint[];
  bare: readonly Endpoint[];
}

/** OpenAPI 3.1 of everything below /client; operations say how they are proven, in which stages of a session they are open, and how they are counted. */
export function clientOpenApiOf(modules: readonly Declared[], version: string): OpenApiDocument {
  const bare = openApiOf(
    modules.map(({ name, bare: operations }) => ({ name, operations })),
    version,
  );
  const all = modules.flatMap(({ name, operations }) => operations.map((operation) => ({ name, operation })));
  for (const { name, operation } of all)
    bare.paths[clientAddress(operation)] = { [operation.method.toLowerCase()]: operationOf(name, operation) };
  const paths = Object.entries(bare.paths).toSorted(([a], [b]) => a.localeCompare(b));
  return {
    ...bare,
    info: { ...bare.info, title: 'Wheelhouse for terminals' },
    paths: Object.fromEntries(paths),
    components: {
      ...bare.components,
      parameters: Object.fromEntries(
        terminalHeaders.map((name) => [name, { name, in: 'header', required: true, schema: { type: 'string' } }]),
      ),
    },
  };
}

function operationOf(module: string, operation: ClientEndpoint): Record<string, unknown> {
  const { session } = operation;
  const shape = parametersOf(operation);
  return {
    operationId: `client.${operation.path.replaceAll('/', '.')}${operation.method === 'GET' ? '' : '.post'}`,
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
    ...shape,
    parameters: [...terminalHeaders.map((name) => ({ $ref: `#/components/parameters/${name}` })), ...(shape.parameters ?? [])],
    responses: {
      200: responseOf(operation.reply, operation.answer === 'raw'),
      ...(operation.method === 'GET' && { 304: { description: 'As the terminal has it' } }),
    },
  };
}
