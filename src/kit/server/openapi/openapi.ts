import { wireInputOf, wireReplyOf } from '#kit/common/change/dry-run.ts';
import { addressOf, codesOf, takesKey, type Endpoint } from '#kit/common/contract.ts';
import { bodyOf, parametersOf, responseOf } from './call-shape.ts';
import { documentOf, type DescribedCall, type OpenApiDocument } from './document.ts';

/**
 * OpenAPI 3.1 made from the contracts themselves; operations carry `x-permit` (with `x-permit-by` and `x-permit-more` where
 * their input decides what else they need), `x-audit`, `x-scope` and, where they can be tried, `x-dry-run`.
 */
export function openApiOf(modules: readonly { name: string; operations: readonly Endpoint[] }[], version: string): OpenApiDocument {
  return documentOf({ title: 'Wheelhouse', version }, callsOf(modules));
}

/** The operations of modules as the description tells them. */
export function callsOf(modules: readonly { name: string; operations: readonly Endpoint[] }[]): DescribedCall[] {
  return modules.flatMap(({ name, operations }) => operations.map((operation) => callOf(name, operation)));
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The same key from the same person gets the first answer again for 24 hours; with another input it is refused (10400).',
  schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,200}$' },
};

function callOf(module: string, operation: Endpoint): DescribedCall {
  const isOpen = 'open' in operation.access;
  const input = wireInputOf(operation);
  const errors = [...(operation.errors ?? []), ...(operation.siteCode === undefined ? [] : [operation.siteCode])];
  return {
    address: addressOf(operation),
    method: operation.method,
    operationId: operation.path.replaceAll(/[/{}]+/g, '.').replace(/\.$/, ''),
    isOpen,
    facts: {
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
      ...(errors.length > 0 && { 'x-errors': errors }),
      security: isOpen ? [] : [{ accessToken: [] }],
    },
    parameters: [...parametersOf(operation, input), ...(takesKey(operation) ? [idempotencyKey] : [])],
    body: bodyOf(operation, input),
    response: responseOf(wireReplyOf(operation), operation.answer === 'raw'),
  };
}

function permitOf(operation: Endpoint): string {
  if ('open' in operation.access) return 'public';
  return codesOf(operation.access).join(' | ') || 'signed-in';
}
