import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { modules } from '../../src/app/modules.ts';
import { addressOf, codesOf, isWrite, type Endpoint } from '../../src/kit/common/contract.ts';
import { queryOf } from '../../src/kit/common/address.ts';
import { sampleInput } from '../../src/kit/testing/sample-input.ts';
import { startTestProduct, type TestProduct } from '../product.ts';

let product: TestProduct;
let app: FastifyInstance;
const operations = modules.flatMap((module) => module.routes.map((route) => route.operation));
const gated = operations.filter((operation) => codesOf(operation.access).length > 0);
const nobody = '00000000-0000-7000-8000-0000000000ff';

beforeAll(async () => {
  product = await startTestProduct();
  app = product.app;
}, 300_000);
afterAll(() => product.stop());

/** The code of an answer, whatever its HTTP status. */
async function answerTo(
  operation: Endpoint,
  token: string | undefined,
  input: Record<string, unknown>,
): Promise<{ status: number; code: number }> {
  const address = addressOf(operation).replace('{sysCode}', 'none');
  const inQuery = operation.method !== 'POST';
  const response = await app.inject({
    method: operation.method,
    url: inQuery ? address + queryOf(input) : address,
    headers: { ...(token && { accesstoken: token }), ...(!inQuery && { 'content-type': 'application/json' }) },
    ...(!inQuery && { payload: JSON.stringify(input) }),
  });
  const code = response.headers['content-type']?.toString().includes('json') ? (response.json<{ code: number }>().code ?? -1) : 0;
  return { status: response.statusCode, code };
}

test.each(gated.map((operation) => [operation.path, operation] as const))(
  '%s: no session 65001, no grant 403/65002',
  async (_path, operation) => {
    const input = sampleInput(operation.input, nobody);
    expect(await answerTo(operation, undefined, input)).toEqual({ status: 200, code: 65001 });
    expect(await answerTo(operation, product.powerless.token, input)).toEqual({ status: 403, code: 65002 });
  },
);

test('each refused write stands in the audit once, with its code, word, person and address; refused readings do not', async () => {
  const { rows } = await product.database.pool.query<{ path: string; word: string; n: number }>(
    `select path, operation as word, count(*)::int as n from audit_log
      where uid = $1 and code = 65002 and account <> '' and address <> '' and request_id <> '' group by path, operation`,
    [product.powerless.id],
  );
  const wanted = gated.filter(isWrite).map(({ path, audit }) => ({ path, word: audit ?? path, n: 1 }));
  const byPath = (list: readonly { path: string; word: string; n: number }[]) =>
    list.toSorted((one, other) => (one.path < other.path ? -1 : 1));
  expect(wanted.length).toBeGreaterThan(100);
  expect(byPath(rows)).toEqual(byPath(wanted));
});

const signedIn = operations.filter((operation) => 'signedIn' in operation.access);

test.each(signedIn.map((operation) => [operation.path, operation] as const))('%s: no session 65001', async (_path, operation) => {
  expect(await answerTo(operation, undefined, sampleInput(operation.input, nobody))).toEqual({ status: 200, code: 65001 });
});

test('an address that no contract names is a JSON 404', async () => {
  const response = await app.inject({ method: 'GET', url: '/api/no/such/thing' });
  expect(response.statusCode).toBe(404);
  expect(response.json()).toMatchObject({ code: 10404 });
});
