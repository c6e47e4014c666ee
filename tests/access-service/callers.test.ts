import { afterAll, beforeAll, expect, test } from 'vitest';
import { definitions } from '../../src/modules/access/common/definition.ts';
import { apiInterface, interfaceAuth, interfaceLog, interfaceView } from '../../src/modules/access/common/interface.contract.ts';
import { accessKeyRevoke, accessSystem, grantDelete, grantList, grantSave } from '../../src/modules/access/common/system.contract.ts';
import { endOpenInterfaces } from '../../src/modules/access/server/auth-end.ts';
import { callInterface } from '../../src/modules/gateway/server/public.ts';
import { callGet, callList } from '../../src/modules/call-logs/common/call.contract.ts';
import { countsOf, flushCalls } from '../../src/modules/call-logs/server/public.ts';
import { clock } from '../../src/platform/clock.ts';
import { GatewayHouse, startTarget, type TestKey, type TestTarget } from './gateway-house.ts';

let target: TestTarget;
let house: GatewayHouse;
let system: { id: string; code: string };
let prefix: { id: string; code: string };
let key: TestKey & { id: string };
let grantedId: string;
const base = () => `/gateway/${system.code}/${prefix.code}`;
const echo = { target: { path: '/echo' } };

beforeAll(async () => {
  target = await startTarget();
  house = await GatewayHouse.open(target.port);
  system = await house.system({ addressList: ['10.0.0.0/8', '127.0.0.1'] });
  prefix = await house.prefix(system.id, target.url);
  key = await house.key(system.id);
  grantedId = await house.http(prefix.id, 'echo', { methods: ['GET', 'POST'], ...echo });
  await house.call(grantSave, { granteeId: system.id, targetIds: [grantedId] });
}, 120_000);
afterAll(async () => {
  await house?.stop();
  await target?.stop();
});

test('11: a signature holds for one body, one time and one nonce; header order does not matter', async () => {
  const url = `${base()}/echo`;
  expect((await house.bySystem(key, 'GET', `${url}?b=2&a=1`)).code).toBe(0);
  expect((await house.bySystem(key, 'POST', url, { body: '{"a":1}', signed: '{"a":2}' })).code).toBe(14304);
  expect((await house.bySystem(key, 'GET', url, { timestamp: String(Date.now() - 600_000) })).code).toBe(14319);
  expect((await house.bySystem(key, 'GET', url, { nonce: 'once-and-never-again' })).code).toBe(0);
  expect((await house.bySystem(key, 'GET', url, { nonce: 'once-and-never-again' })).code).toBe(14318);
  const other = await house.system();
  const foreign = await house.key(other.id);
  expect((await house.bySystem(foreign, 'GET', url)).code).toBe(14305);
  expect((await house.bySystem({ keyId: key.keyId, secret: foreign.secret }, 'GET', url)).code).toBe(14304);
});

test('11: an OAuth token works until its key is revoked', async () => {
  const client = await house.key(system.id, 'oauthClient');
  const ask = (secret: string) =>
    house.product.app.inject({
      method: 'POST',
      url: '/gateway/sys/oauth/token',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        authorization: `Basic ${Buffer.from(`${client.keyId}:${secret}`).toString('base64')}`,
      },
      payload: 'grant_type=client_credentials',
    });
  expect((await ask('wrong')).statusCode).toBe(401);
  const token = (await ask(client.secret)).json<{ access_token: string; expires_in: number }>();
  expect(token.expires_in).toBe(7200);
  const call = () => house.gateway('GET', `${base()}/echo`, { headers: { authorization: `Bearer ${token.access_token}` } });
  expect((await call()).code).toBe(0);
  await house.call(accessKeyRevoke, { systemId: system.id, ids: [client.id] });
  expect((await call()).code).toBe(14304);
});

test('an API key needs a list of addresses, and works from there alone', async () => {
  const open = await house.system();
  expect((await house.ask(accessSystem.update, { id: open.id, version: 1, addressList: [] })).code).toBe(0);
  await expect(house.key(open.id, 'apiKey')).rejects.toThrow('10400');
  const api = await house.key(system.id, 'apiKey');
  const headers = { 'x-api-key': `${api.keyId}.${api.secret}` };
  expect((await house.gateway('GET', `${base()}/echo`, { headers, from: '10.1.2.3' })).code).toBe(0);
  const away = await house.gateway('GET', `${base()}/echo`, { headers, from: '192.168.3.4' });
  expect([away.status, away.code]).toEqual([200, 14306]);
});

test('10: a grant that is taken away is refused at once, and what is not there looks the same to nobody', async () => {
  const id = await house.http(prefix.id, 'granted', { answer: 'raw', ...echo });
  const url = `${base()}/granted`;
  const bare = await house.bySystem(key, 'GET', url);
  expect([bare.status, bare.code]).toEqual([403, 14305]);
  await house.call(grantSave, { granteeId: system.id, targetIds: [id] });
  expect((await house.bySystem(key, 'GET', url)).status).toBe(200);
  const { list } = await house.call(grantList, { targetId: id });
  await house.call(grantDelete, { ids: [list[0]!.id] });
  expect((await house.bySystem(key, 'GET', url)).status).toBe(403);
  const [there, missing] = [await house.gateway('GET', `${base()}/echo`), await house.gateway('GET', `${base()}/nothing`)];
  expect([there.code, missing.code, there.body.length]).toEqual([14304, 14304, missing.body.length]);
});

test('a system acts for employees of its department alone, and headers that we alone may say are dropped', async () => {
  await house.http(prefix.id, 'who', {
    params: [{ name: 'who', from: 'caller', value: 'account' }],
    target: { path: '/who', query: [{ name: 'who', value: '{who}' }] },
  });
  const url = `${base()}/who`;
  const whoId = (await house.call(apiInterface.list, { text: 'who' })).list[0]!.id;
  await house.call(grantSave, { granteeId: system.id, targetIds: [whoId] });
  expect((await house.bySystem(key, 'GET', url, { headers: { 'x-act-for': 'powerless' } })).code).toBe(14320);
  const row = await house.call(accessSystem.get, { id: system.id });
  await house.call(accessSystem.update, { id: system.id, version: row.version, actFor: 'range' });
  const answer = await house.bySystem(key, 'GET', url, { headers: { 'x-act-for': 'powerless', 'x-gateway-identity': 'forged' } });
  expect(answer.data).toMatchObject({ url: '/who?who=powerless' });
  expect(target.got.at(-1)?.headers['x-gateway-identity']).toBeUndefined();
});

test('12: without authentication only for a time and with a reason, and then for anybody', async () => {
  const id = await house.http(prefix.id, 'open', echo);
  const url = `${base()}/open`;
  expect((await house.ask(interfaceAuth, { ids: [id], on: 0 })).code).toBe(10400);
  expect((await house.gateway('GET', url)).code).toBe(14304);
  await house.call(interfaceAuth, { ids: [id], on: 0, until: Date.now() + 3_600_000, reason: 'A fair' });
  expect((await house.gateway('GET', url)).code).toBe(0);
  const begins = performance.now();
  const many = await Promise.all(Array.from({ length: 40 }, () => house.gateway('GET', url)));
  const limited = many.filter(({ status }) => status === 429);
  // 20 at once and 20 a second from then on; a slow machine may need so long that none is too many.
  expect(many.length - limited.length).toBeLessThanOrEqual(21 + ((performance.now() - begins) / 1000) * 20);
  for (const { code, headers } of limited) expect([code, Number(headers['retry-after']) >= 1]).toEqual([14307, true]);
  const stale = await house.signIn('admin');
  await house.product.database.pool.query('update session set confirmed_at = 0');
  expect((await house.wire.ask(interfaceAuth, { ids: [id], on: 1 }, stale)).code).toBe(10428);
  await house.confirm();
  await house.call(interfaceAuth, { ids: [id], on: 1 });
  expect((await house.gateway('GET', url)).code).toBe(14304);
});

test('12: the end of an interface without authentication needs nobody: calls are refused from that moment on, and the list says so', async () => {
  const id = await house.http(prefix.id, 'until', echo);
  const url = `${base()}/until`;
  await house.call(interfaceAuth, { ids: [id], on: 0, until: Date.now() + 3_600_000, reason: 'A fair' });
  expect((await house.gateway('GET', url)).code).toBe(0);
  const listed = async () => (await house.call(apiInterface.list, { auth: 0 })).list.map((row) => row.id);
  expect(await listed()).toEqual([id]);
  const later = Date.now() + 3_600_001;
  const restore = clock.follow(() => later);
  try {
    expect((await house.gateway('GET', url)).code).toBe(14304);
    await endOpenInterfaces(house.product.services);
  } finally {
    restore();
  }
  expect(await listed()).toEqual([]);
  expect(await house.call(interfaceView, { id })).toMatchObject({ auth: 1, authUntil: null, authReason: '' });
});

test('13: with the log off there are no rows, and the calls are counted', async () => {
  const id = await house.http(prefix.id, 'quiet', echo);
  await house.call(grantSave, { granteeId: system.id, targetIds: [id] });
  await house.call(interfaceLog, { ids: [id], on: 0 });
  expect((await house.bySystem(key, 'GET', `${base()}/quiet`)).code).toBe(0);
  await flushCalls(house.product.services);
  expect((await house.call(callList, { interfaceId: id })).list).toEqual([]);
  const now = Date.now();
  expect((await countsOf(house.product.database.db, [id], now - 3_600_000, now + 60_000)).get(id)?.calls).toBe(1);
  expect((await house.ask(interfaceLog, { ids: [id], on: 1, level: 'full' })).code).toBe(10400);
});

test('13: bodies are kept until their date and not a moment longer; what is sensitive is masked where it is kept', async () => {
  const id = await house.http(prefix.id, 'bodies', {
    methods: ['POST'],
    params: [{ name: 'cardNo', from: 'body', sensitive: true }],
    target: { method: 'POST', path: '/bodies', body: 'json' },
  });
  await house.call(grantSave, { granteeId: system.id, targetIds: [id] });
  await house.call(interfaceLog, { ids: [id], on: 1, level: 'full', until: Date.now() + 60_000 });
  const lastBody = async (now?: number) => {
    const timestamp = now === undefined ? {} : { timestamp: String(now) };
    const answer = await house.bySystem(key, 'POST', `${base()}/bodies`, { body: '{"cardNo":"6222-0001","n":1}', ...timestamp });
    expect(answer.code).toBe(0);
    await flushCalls(house.product.services);
    const [row] = (await house.call(callList, { interfaceId: id })).list;
    expect(JSON.stringify(row)).not.toContain('6222-0001');
    return (await house.call(callGet, { id: row!.id })).request?.text;
  };
  expect(await lastBody()).toBe('{"cardNo":"••••","n":1}');
  const later = Date.now() + 60_001;
  const restore = clock.follow(() => later);
  try {
    expect(await lastBody(later)).toBeUndefined();
  } finally {
    restore();
  }
});

test('a disabled interface, system and key answer so at once', async () => {
  const id = await house.http(prefix.id, 'off', echo);
  await house.call(grantSave, { granteeId: system.id, targetIds: [id] });
  await house.call(apiInterface.disable, { ids: [id] });
  expect((await house.bySystem(key, 'GET', `${base()}/off`)).code).toBe(14302);
  await house.call(accessSystem.disable, { ids: [system.id] });
  expect((await house.bySystem(key, 'GET', `${base()}/echo`)).code).toBe(14304);
  await house.call(accessSystem.enable, { ids: [system.id] });
  expect((await house.bySystem(key, 'GET', `${base()}/echo`)).code).toBe(0);
});

test('a module calls an interface by its path, and by its id', async () => {
  const id = await house.http(prefix.id, 'inner', { params: [{ name: 'n', type: 'integer' }], target: { path: '/inner/{n}' } }, [
    'internal',
  ]);
  const answer = await callInterface(house.product.services, { module: 'test' }, `${system.code}/${prefix.code}/inner`, {
    params: { n: 5 },
  });
  expect([answer.class, answer.data]).toMatchObject(['ok', { url: '/inner/5' }]);
  expect((await callInterface(house.product.services, { module: 'test' }, id, { params: { n: 'x' } })).code).toBe(14309);
  expect((await callInterface(house.product.services, { module: 'test' }, grantedId)).code).toBe(14305);
});

test('definitions of all kinds have their defaults', () => {
  expect(definitions.http.parse({ target: { kind: 'http' } }).behaviour).toMatchObject({ timeoutMs: 15_000, retries: 1 });
});
