import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addressOf } from '../src/kit/common/contract.ts';
import { modules } from '../src/app/modules.ts';
import { startTestProduct, testPassword, type TestProduct } from './product.ts';

let product: TestProduct;
let app: FastifyInstance;

beforeAll(async () => {
  product = await startTestProduct();
  app = product.app;
});
afterAll(() => product.stop());

const asAdmin = (options: InjectOptions): Promise<LightMyRequestResponse> =>
  app.inject({ ...options, headers: { accesstoken: product.admin.token, ...options.headers } });
const post = (body: string, headers: Record<string, string> = {}): Promise<LightMyRequestResponse> =>
  asAdmin({ method: 'POST', url: '/api/muc/employee/enable', payload: body, headers: { 'content-type': 'application/json', ...headers } });

test('Answers of the interface are kept by nobody, guessed by no browser and framed by no page', async () => {
  const { headers } = await asAdmin({ url: '/api/sysConsole/getUser' });
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': expect.stringContaining('camera=()'),
    'strict-transport-security': expect.stringContaining('max-age='),
  });
  expect(headers).not.toHaveProperty('x-powered-by');
  expect(headers).not.toHaveProperty('server');
});

test('Another origin reads nothing', async () => {
  const { headers } = await asAdmin({ url: '/api/sysConsole/getUser', headers: { origin: 'https://elsewhere.example' } });
  expect(headers).not.toHaveProperty('access-control-allow-origin');
  const preflight = await app.inject({
    method: 'OPTIONS',
    url: '/api/muc/employee/enable',
    headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'POST' },
  });
  expect(preflight.headers).not.toHaveProperty('access-control-allow-origin');
  expect(preflight.statusCode).toBe(404);
});

test('A cookie alone signs nobody in, and the token of a browser is useless without its cookie', async () => {
  const { verifyId } = (await app.inject('/api/sysConsole/getVerifyId')).json<{ data: { verifyId: string } }>().data;
  const answer = await app.inject({
    method: 'POST',
    url: '/api/login',
    headers: { 'x-wheelhouse-browser': '1' },
    payload: { account: 'admin', password: testPassword, verifyId },
  });
  const { accessToken } = answer.json<{ data: { accessToken: string } }>().data;
  const cookie = String(answer.headers['set-cookie']);
  expect(cookie).toMatch(/HttpOnly; SameSite=Strict/);
  const ask = async (headers: Record<string, string>): Promise<number> =>
    (await app.inject({ url: '/api/sysConsole/getUser', headers })).json<{ code: number }>().code;
  expect(await ask({ cookie: cookie.split(';')[0]! })).toBe(65001);
  expect(await ask({ accesstoken: accessToken })).toBe(65001);
  expect(await ask({ accesstoken: accessToken, cookie: cookie.split(';')[0]! })).toBe(0);
  // Nor is a token taken from anywhere but its header.
  expect((await app.inject(`/api/sysConsole/getUser?accessToken=${accessToken}`)).json<{ code: number }>().code).toBe(65001);
});

test('A body that is not strict JSON is refused with its reason', async () => {
  const bodies = [
    '{"ids":[],"ids":[]}',
    '{"__proto__":{"ids":[]}}',
    `{"ids":${'['.repeat(40)}${']'.repeat(40)}}`,
    `{${Array.from({ length: 1001 }, (_, at) => `"k${at}":1`).join(',')}}`,
    '{"ids":["\\u0000"]}',
    '{"ids":["\\ud800"]}',
    '{"ids":[',
    '[]',
    '"text"',
    'null',
  ];
  for (const body of bodies) {
    const answer = await post(body);
    expect([body.slice(0, 40), answer.statusCode, answer.json<{ code: number }>().code]).toEqual([body.slice(0, 40), 200, 10400]);
  }
});

test('The reason of a refused body is in the language of the reader', async () => {
  const messageIn = async (language: string): Promise<string> =>
    (await post('{"ids":[],"ids":[]}', { 'accept-language': language })).json<{ data: { issues: { message: string }[] } }>().data.issues[0]!
      .message;
  const messages = [await messageIn('zh-CN'), await messageIn('en-US'), await messageIn('ja-JP')];
  expect(new Set(messages).size).toBe(3);
  for (const message of messages) expect(message).toContain('ids');
});

test('What is not JSON, or more than a mebibyte, is refused before it is read', async () => {
  expect((await post('ids=1', { 'content-type': 'text/plain' })).statusCode).toBe(415);
  expect((await post('<ids/>', { 'content-type': 'application/xml' })).statusCode).toBe(415);
  expect((await post(`{"ids":["${'x'.repeat(1024 * 1024)}"]}`)).statusCode).toBe(413);
});

test('Pages are at most 1,000 rows, sorts and filters come from the contract', async () => {
  const codeOf = async (query: string): Promise<number> =>
    (await asAdmin({ url: `/api/muc/employee/list?${query}` })).json<{ code: number }>().code;
  expect(await codeOf('pageSize=1000')).toBe(0);
  expect(await codeOf('pageSize=1001')).toBe(10400);
  expect(await codeOf('pageSize=-1')).toBe(10400);
  expect(await codeOf('sort=password')).toBe(10400);
  expect(await codeOf(`sort=${encodeURIComponent('name;drop table employee')}`)).toBe(10400);
});

test('No GET writes: one that is audited hands out bytes or a reading', () => {
  const writing = modules
    .flatMap((module) => module.routes.map(({ operation }) => operation))
    .filter(({ method, audit, answer, reads }) => method === 'GET' && audit !== undefined && answer !== 'raw' && !reads);
  expect(writing.map(addressOf)).toEqual([]);
});

test('Fields of the server are never taken from a client', async () => {
  const draft = {
    account: 'mallory',
    name: 'Mallory',
    assignments: [{ departmentId: '00000000-0000-7000-8000-000000000001', primary: true }],
  };
  for (const extra of [{ status: 'active' }, { createdBy: 'x' }, { isSupperAdmin: true }, { roleId: 'x' }, { id: 'x' }, { version: 7 }]) {
    const answer = await post('', {}).then(() =>
      asAdmin({ method: 'POST', url: '/api/muc/employee/add', payload: { ...draft, ...extra } }),
    );
    expect([Object.keys(extra)[0], answer.json<{ code: number }>().code]).toEqual([Object.keys(extra)[0], 10400]);
  }
});
