import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { modules } from '../../src/app/modules.ts';
import { queryOf } from '../../src/kit/common/address.ts';
import { addressOf, type Endpoint } from '../../src/kit/common/contract.ts';
import { rootDepartmentId } from '../../src/modules/people/common/root.ts';
import { sampleInput } from '../../src/kit/testing/sample-input.ts';
import { startTestProduct, type TestProduct } from '../product.ts';
import { seedOf, shareOf } from '../share.ts';
import { unfilledIn } from './unfilled.ts';

const requests = shareOf(10_000);
let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
}, 300_000);
afterAll(() => product.stop());

/** A small generator with a seed (mulberry32), so that a failure can be had again. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const hostile: unknown[] = [
  null,
  '',
  ' ',
  'x',
  '\u0000',
  '\ud800',
  "'; drop table employee; --",
  '*)(uid=*',
  '%',
  '_',
  '\\',
  '{{7*7}}',
  '../../etc/passwd',
  'a'.repeat(2000),
  '𠮷'.repeat(300),
  -1,
  0,
  1.5,
  1e308,
  Number.MAX_SAFE_INTEGER,
  true,
  false,
  [],
  {},
  [[]],
  [null],
  { __proto__: 1 },
  { constructor: 1 },
  rootDepartmentId,
  'not-a-uuid',
  '2026-02-30',
  '+8613800000000',
];

function mutate(value: Record<string, unknown>, next: () => number): Record<string, unknown> {
  const copy: Record<string, unknown> = { ...value };
  const names = [...Object.keys(copy), 'id', 'ids', 'version', 'pageNum', 'pageSize', 'sort', 'text', 'isSupperAdmin', 'dryRun'];
  for (let left = 1 + Math.floor(next() * 3); left > 0; left -= 1) {
    const name = names[Math.floor(next() * names.length)] ?? 'id';
    if (next() < 0.15) delete copy[name];
    else copy[name] = hostile[Math.floor(next() * hostile.length)];
  }
  return copy;
}

/** Signing out ends the test's own session, and confirming or changing its password changes its token. */
const skipped = new Set(['logout', 'sysConsole/session/end', 'sysConsole/confirm', 'sysConsole/password/change', 'login']);

async function send(operation: Endpoint, input: Record<string, unknown>): Promise<{ status: number; body: string }> {
  const inBody = operation.method === 'POST';
  const url = addressOf(operation).replace('{sysCode}', 'none') + (inBody ? '' : queryOf(input));
  const response = await product.app.inject({
    method: operation.method,
    url,
    headers: { accesstoken: product.admin.token, ...(inBody && { 'content-type': 'application/json' }) },
    ...(inBody && { payload: JSON.stringify(input) }),
    payloadAsStream: true,
  });
  const body = response.stream();
  // A stream of events never ends by itself.
  if (!String(response.headers['content-type']).startsWith('text/event-stream'))
    return { status: response.statusCode, body: await text(body) };
  body.destroy();
  return { status: response.statusCode, body: '' };
}

test(
  `${requests} mutated requests never end in a 5xx, nor in an answer that speaks of the database or leaves places of its texts empty`,
  { timeout: 900_000 },
  async () => {
    const operations = modules
      .flatMap((module) => module.routes.map((route) => route.operation))
      .filter((operation) => !skipped.has(operation.path));
    const next = random(seedOf(20_261_120));
    const broken: string[] = [];
    for (let at = 0; at < requests; at += 1) {
      const operation = operations[at % operations.length]!;
      const input = mutate(sampleInput(operation.input, rootDepartmentId), next);
      const { status, body } = await send(operation, input);
      if (status >= 500 || /syntax error|violates|at \/|node_modules|\bpg_[a-z]{3,}/.test(body))
        broken.push(`${status} ${operation.path} ${JSON.stringify(input).slice(0, 300)} ${body.slice(0, 200)}`);
      const unfilled = body.startsWith('{"code":') ? unfilledIn(JSON.parse(body) as Parameters<typeof unfilledIn>[0]) : undefined;
      if (unfilled !== undefined) broken.push(`empty places: ${operation.path} ${unfilled.slice(0, 200)}`);
    }
    expect([...new Set(broken)].slice(0, 20)).toEqual([]);
  },
);
