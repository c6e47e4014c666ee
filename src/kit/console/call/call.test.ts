// @vitest-environment happy-dom
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import fastify, { type FastifyInstance } from 'fastify';
import multipart from '@fastify/multipart';
import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { zh_CN } from '#kit/locales/zh_CN.ts';
import { en_US } from '#kit/locales/en_US.ts';
import { ja_JP } from '#kit/locales/ja_JP.ts';
import { ensureCatalog, registerCatalog, setLanguage } from '../i18n/i18n.ts';
import { store } from '../store/store.ts';
import { call, callRaw } from './call.ts';
import { CallError } from './call-error.ts';
import { connectCall } from './call-hooks.ts';
import { nameIn } from './download.ts';

let server: FastifyInstance;
const seen: { url: string; headers: Record<string, unknown>; body: unknown }[] = [];
const shown: string[] = [];
let signedOut = 0;
let passwordAnswer = false;
let confirmed = false;
const noted: string[] = [];

const open = { open: true, because: 'a peer of the test' } as const;
const anything = z.object({}).loose();
const get = endpoint({ method: 'GET', path: 'probe', access: open, input: anything, reply: z.unknown(), summary: 'probe' });
const post = endpoint({
  method: 'POST',
  path: 'probe',
  access: { code: 'page_x:add' },
  scope: 'none',
  audit: 'probe',
  input: anything,
  reply: z.unknown(),
  summary: 'probe',
});
const scoped = endpoint({ ...get, path: 'app/{sysCode}/probe' });
const list = endpoint({ ...get, path: 'slow', dedupe: 'cancel-previous' });
const impatient = endpoint({ ...get, path: 'slow', timeout: 50 });
const answer = (code: number, http = 200, data?: unknown) => ({ code, http, data: JSON.stringify(data) });

beforeAll(async () => {
  server = fastify();
  await server.register(multipart);
  server.all('/api/probe', async (request, reply) => {
    const values = { ...(request.query as object), ...(request.body as object) } as Record<string, string>;
    seen.push({ url: request.url, headers: request.headers, body: request.body });
    const ask = Number(values['code'] ?? 0);
    const refused = ask === 10428 && confirmed ? 0 : ask;
    reply.status(Number(values['http'] ?? 200));
    return { code: refused, msg: `words of ${refused}`, data: values['data'] ? JSON.parse(values['data']) : 'fine' };
  });
  server.get('/api/app/:code/probe', async (request) => ({ code: 0, msg: 'ok', data: request.url }));
  server.get('/api/probe/last', async (request) => ({ code: 0, msg: 'ok', data: request.url }));
  server.get('/api/slow', async () => new Promise((resolve) => setTimeout(() => resolve({ code: 0, msg: 'ok', data: 'late' }), 200)));
  server.get('/api/page', async (_request, reply) => reply.status(502).type('text/html').send('<h1>Bad gateway</h1>'));
  server.get('/api/file', async (_request, reply) => reply.type('text/csv').send('a,b'));
  server.get('/api/proof', async (_request, reply) =>
    reply.type('application/json').header('content-disposition', 'attachment; filename="proof.json"').send('{"v":1}'),
  );
  server.post('/api/upload', async (request) => {
    const part = await request.file();
    const bytes = await part?.toBuffer();
    return { code: 0, msg: 'ok', data: { name: part?.filename, size: bytes?.length, fields: Object.keys(part?.fields ?? {}) } };
  });
  const address = await server.listen({ port: 0, host: '127.0.0.1' });
  Reflect.get(window, 'happyDOM').setURL(address);
  registerCatalog('kit', { zh_CN: async () => zh_CN, en_US: async () => en_US, ja_JP: async () => ja_JP });
  await setLanguage('en_US');
  await ensureCatalog('kit');
});
afterAll(() => server.close());

beforeEach(() => {
  store.clearSession();
  seen.length = shown.length = noted.length = 0;
  signedOut = 0;
  confirmed = passwordAnswer = false;
  connectCall({
    show: (message) => shown.push(message),
    signedOut: () => (signedOut += 1),
    confirmPassword: async () => (confirmed = passwordAnswer),
    nameOf: (code) => (code === 'page_x:add' ? 'Add a thing' : undefined),
  });
  vi.spyOn(console, 'error').mockImplementation((text: unknown) => noted.push(String(text)));
});
afterEach(() => vi.restoreAllMocks());

async function failure(promise: Promise<unknown>): Promise<CallError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof CallError)) throw new Error(`expected a CallError, got ${String(error)}`);
  return error;
}

test('200 and 201 with code 0 are success; the token and the language travel in headers', async () => {
  store.set('accessToken', 'opaque');
  expect(await call(get, answer(0))).toBe('fine');
  expect(await call(post, answer(0, 201))).toBe('fine');
  expect(seen[0]?.headers).toMatchObject({ accesstoken: 'opaque', 'accept-language': 'en-US' });
  expect(shown).toEqual([]);
});

test('arrays are repeated keys, nothing for undefined and null; POST sends JSON', async () => {
  await call(get, { ids: ['a', 'b'], one: undefined, two: null, deep: { x: 1 } });
  expect(seen[0]?.url).toBe('/api/probe?ids=a&ids=b&deep=%7B%22x%22%3A1%7D');
  await call(post, { ids: ['a'], text: '中文' });
  expect(seen[1]?.body).toEqual({ ids: ['a'], text: '中文' });
});

test('a placeholder is filled and encoded, or the restful value appended', async () => {
  expect(await call(scoped, { sysCode: 'a/b c', q: 1 })).toBe('/api/app/a%2Fb%20c/probe?q=1');
  expect(await call(get, { q: 1 }, { restful: 'last' })).toBe('/api/probe/last?q=1');
});

test('a non-zero code shows the message of the server', async () => {
  const error = await failure(call(get, answer(10404)));
  expect(error).toMatchObject({ status: 'refused', code: 10404, msg: 'words of 10404' });
  expect(shown).toEqual(['words of 10404']);
});

test('silent shows nothing, for all or for named codes, and throws all the same', async () => {
  await failure(call(get, answer(10404), { silent: true }));
  await failure(call(get, answer(10411), { silent: [10411] }));
  expect(shown).toEqual([]);
  await failure(call(get, answer(10404), { silent: [10411] }));
  expect(shown).toHaveLength(1);
});

test('a late answer about the session before ends nothing', async () => {
  store.set('accessToken', 'old');
  const late = call(get, { code: '65003' }).catch((error: unknown) => error);
  store.set('accessToken', 'own');
  expect(await late).toMatchObject({ code: 65003, token: 'old' });
  expect({ signedOut, shown }).toEqual({ signedOut: 0, shown: [] });
});

test.each([65001, 65003])('%d leads to login without a message', async (code) => {
  await failure(call(get, answer(code)));
  expect({ signedOut, shown }).toEqual({ signedOut: 1, shown: [] });
});

test('10910 says to contact the super administrator, with the missing range', async () => {
  await failure(call(get, answer(10910, 200, { range: 'Tokyo' })));
  expect(shown).toEqual(['You have no permission for this data; contact the super administrator. Missing range: Tokyo']);
});

test('65002 with 403 names the function', async () => {
  await failure(call(post, answer(65002, 403)));
  await failure(call(get, answer(65002, 403, { code: 'page_y' })));
  expect(shown).toEqual(['You have no permission for this function: Add a thing', 'You have no permission for this function: page_y']);
});

test('another HTTP status is named, with the words of the server where it has some', async () => {
  const error = await failure(call(get, answer(10503, 503)));
  expect(error).toMatchObject({ status: 'status', code: 10503, http: 503 });
  await failure(call(endpoint({ ...get, path: 'page' }), {}));
  expect(shown).toEqual([
    'The request ended with an abnormal status (503). words of 10503',
    'The request ended with an abnormal status (502).',
  ]);
});

test('a transport failure has its reason and a note on the console', async () => {
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('no route to host')));
  const error = await failure(call(get, {}));
  vi.unstubAllGlobals();
  expect(error).toMatchObject({ status: 'failed', http: 0 });
  expect(shown).toEqual(['The request could not be made: no route to host']);
  expect(noted).toEqual(['GET probe: The request could not be made: no route to host']);
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')));
  await failure(call(get, {}));
  vi.unstubAllGlobals();
  expect(shown.pop()).toBe('The request could not be made: The server cannot be reached; check the network');
  await failure(call(impatient, {}));
  expect(shown[1]).toContain('did not answer in time');
});

test('a newer call to the same address cancels the earlier one', async () => {
  const first = failure(call(list, { page: 1 }));
  const second = call(list, { page: 2 });
  expect(await first).toMatchObject({ status: 'canceled', canceled: true });
  expect(await second).toBe('late');
  expect(shown).toEqual(['A request to the same address was still running; the earlier one was cancelled']);
  const third = failure(call(list, {}, { silent: ['canceled'] }));
  await call(list, {});
  expect((await third).canceled).toBe(true);
  expect(shown).toHaveLength(1);
});

test('a call given up by its caller is cancelled without a word', async () => {
  const controller = new AbortController();
  const running = failure(call(list, {}, { signal: controller.signal }));
  controller.abort();
  expect((await running).canceled).toBe(true);
  expect(shown).toEqual([]);
});

test('10428 asks for the password and repeats the call, or shows the message', async () => {
  passwordAnswer = true;
  expect(await call(post, answer(10428))).toBe('fine');
  confirmed = passwordAnswer = false;
  await failure(call(post, answer(10428)));
  expect(shown).toEqual(['words of 10428']);
});

test('11070 without a request asks why, once, and repeats the call with the reason; who says nothing has given it up', async () => {
  const asks = answer(11070, 200, { reason: { field: 'approvalReason', min: 10, max: 500 }, needed: 2 });
  const asked: number[] = [];
  connectCall({ askReason: async (needed) => (asked.push(needed), 'It is needed at once') });
  await failure(call(post, asks));
  expect(seen.map(({ body }) => (body as { approvalReason?: string }).approvalReason)).toEqual([undefined, 'It is needed at once']);
  expect({ asked, shown }).toEqual({ asked: [2], shown: ['words of 11070'] });
  connectCall({ askReason: async () => undefined });
  expect((await failure(call(post, asks))).canceled).toBe(true);
  expect(shown).toHaveLength(1);
});

test('10409 hands over both versions, 10400 the issues', async () => {
  const mine = answer(10409, 200, { current: { name: 'theirs' } });
  expect((await failure(call(post, mine))).versions).toEqual({ mine, current: { name: 'theirs' } });
  const issues = [{ path: 'name', message: 'Required' }];
  expect((await failure(call(post, answer(10400, 200, { issues })))).issues).toEqual(issues);
});

test('a file goes up with its name and its fields', async () => {
  const upload = endpoint({ ...post, path: 'upload', encoding: 'multipart' });
  const reply = await call(upload, { file: new File(['一二三'], '人员.csv'), purpose: 'import' });
  expect(reply).toEqual({ name: '人员.csv', size: 9, fields: ['purpose', 'file'] });
});

test('a file comes down unread; a refusal there is a CallError too', async () => {
  expect(await (await callRaw(endpoint({ ...get, path: 'file' }), {})).text()).toBe('a,b');
  // Of JSON too: it is no envelope.
  expect(await (await callRaw(endpoint({ ...get, path: 'proof' }), {})).json()).toEqual({ v: 1 });
  await failure(callRaw(get, answer(10404)));
  expect(shown).toEqual(['words of 10404']);
  expect(nameIn(`attachment; filename="x.csv"; filename*=UTF-8''%E4%BA%BA%E5%91%98.csv`)).toBe('人员.csv');
  expect(nameIn('attachment; filename="x.csv"')).toBe('x.csv');
});
