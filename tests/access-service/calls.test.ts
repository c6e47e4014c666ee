import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jwtVerify, createLocalJWKSet, type JSONWebKeySet } from 'jose';
import { definitions } from '../../src/modules/access/common/definition.ts';
import { database, dubbo, sap, soap } from '../../src/modules/access/common/connection.contract.ts';
import { rootDepartmentId } from '../../src/modules/people/common/root.ts';
import { globalParam, globalParamRefresh } from '../../src/modules/access/common/global-param.contract.ts';
import { interfaceCacheClear } from '../../src/modules/access/common/interface-cache.contract.ts';
import {
  interfaceAdd,
  interfaceCompare,
  interfaceRollback,
  interfaceSave,
  interfaceView,
} from '../../src/modules/access/common/interface.contract.ts';
import { grantSave } from '../../src/modules/access/common/system.contract.ts';
import { apiTest, soapRefresh, soapTest } from '../../src/modules/access/common/test.contract.ts';
import { interfaceExport, interfaceImport } from '../../src/modules/access/common/transfer.contract.ts';
import type { TestTerminal } from '../terminal/test-terminal.ts';
import { GatewayHouse, startTarget, type TestTarget } from './gateway-house.ts';

let target: TestTarget;
let slow: TestTarget;
let house: GatewayHouse;
let phone: TestTerminal;
let prefix: { id: string; code: string };
let sys: { id: string; code: string };
const url = (code: string): string => `/gateway/${sys.code}/${prefix.code}/${code}`;
const get = (code: string, query = '') => house.byTerminal(phone, 'GET', `${url(code)}${query}`);
const tried = (definition: object, more: object = {}) =>
  house.call(apiTest, { prefixId: prefix.id, definition: definitions.http.parse(definition), ...more });
const usual = target_();
function target_() {
  return (_got: unknown, response: { setHeader(name: string, value: string): void; end(text: string): void }): void => {
    response.setHeader('content-type', 'application/json');
    response.end('{"n":1}');
  };
}

beforeAll(async () => {
  target = await startTarget();
  slow = await startTarget();
  house = await GatewayHouse.open(target.port, slow.port);
  sys = await house.system();
  prefix = await house.prefix(sys.id, target.url);
  phone = await house.terminal();
}, 120_000);
afterAll(async () => {
  await house?.stop();
  await target?.stop();
  await slow?.stop();
});

test('parameters are checked, mapped and escaped; what is not as declared is told by its name', async () => {
  target.answer = (got, response) =>
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ rc: 0, items: [{ no: 'A', qty: '3' }], got: got.url }));
  const definition = {
    params: [
      { name: 'path', required: true },
      { name: 'state', choices: ['open', 'done'] },
      { name: 'n', type: 'integer', min: 1 },
    ],
    target: { kind: 'http', path: '/o/{path}', query: [{ name: 's', value: '{state}' }] },
    successWhen: { path: 'rc', equals: '0', messagePath: 'text' },
    answerMap: {
      list: 'items',
      rows: [
        { to: 'number', from: 'no' },
        { to: 'detail.count', from: 'qty', convert: 'number' },
      ],
    },
  };
  const good = await tried(definition, { query: { path: '../../etc/a b', state: 'open' } });
  expect(JSON.parse(good.answer)).toMatchObject({ data: [{ number: 'A', detail: { count: 3 } }] });
  expect(target.got.at(-1)?.url).toBe('/o/..%2F..%2Fetc%2Fa%20b?s=open');
  const bad = await tried(definition, { query: { state: 'gone', n: '0' } });
  expect([bad.class, bad.code]).toEqual(['schema', 14309]);
  expect(bad.sentence).toContain('path: missing');
  expect(bad.sentence).toContain('n: less than 1');
  target.answer = (_got, response) => response.setHeader('content-type', 'application/json').end('{"rc":7,"text":"closed"}');
  const fault = await tried(definition, { query: { path: 'x' } });
  expect([fault.class, fault.code, fault.sentence]).toEqual(['fault', 14313, 'The back end reported an error: closed']);
  expect(fault.next).not.toBe('');
});

test('expressions map, and end by their guards', async () => {
  target.answer = usual;
  const base = { target: { kind: 'http', path: '/' } };
  const good = await tried({ ...base, answerMap: { expression: '{ "twice": n * 2, "match": $contains("abc", /b+/) }' } });
  expect(JSON.parse(good.answer)).toMatchObject({ data: { twice: 2, match: true } });
  for (const expression of ['($f := function($x){$f($x+1)}; $f(1))', '[1..9999999]', 'n +'])
    expect((await tried({ ...base, answerMap: { expression } })).class).toBe('transform');
});

test('failures have their class, their code and the next thing to do', async () => {
  const base = { target: { kind: 'http', path: '/x' }, behaviour: { timeoutMs: 300, retries: 0 } };
  const answers: [number, string, string, string][] = [
    [401, 'application/json', '{}', 'signIn'],
    [403, 'application/json', '{}', 'permission'],
    [404, 'application/json', '{}', 'notFound'],
    [500, 'application/json', '{}', 'fault'],
    [200, 'text/html', '<html>login</html>', 'protocol'],
    [200, 'application/json', '{"n":', 'protocol'],
  ];
  for (const [status, type, body, expected] of answers) {
    target.answer = (_got, response) => response.writeHead(status, { 'content-type': type }).end(body);
    const { class: how, next } = await tried(base);
    expect([status, body, how, next === '']).toEqual([status, body, expected, false]);
  }
  target.answer = () => undefined;
  const late = await tried(base);
  expect([late.class, late.code]).toEqual(['timeout', 14312]);
  target.answer = (_got, response) => response.setHeader('content-type', 'application/json').end(JSON.stringify('x'.repeat(5000)));
  expect((await tried({ ...base, behaviour: { maxOutBytes: 1000, retries: 0 } })).class).toBe('tooLarge');
  target.answer = usual;
  expect(
    (await tried({ ...base, answerSchema: '{"type":"object","properties":{"n":{"type":"string"}}}', answerMode: 'refuse' })).code,
  ).toBe(14315);
});

test('19: addresses of this machine and its surroundings are not reached, however they are written', async () => {
  const mapped = ['7f00:1', '127.0.0.1', 'a9fe:a9fe', '10.0.0.1', '169.254.169.254', '0:7f00:1'].flatMap((end) => [
    `[::ffff:${end}]`,
    `[0:0:0:0:0:ffff:${end}]`.replace('ffff:0:', 'ffff:'),
  ]);
  const hosts = [
    '127.0.0.1:8123',
    'localhost',
    'LOCALHOST',
    'localhost.',
    '0.0.0.0',
    '0',
    '127.1',
    '127.0.1',
    '127.255.255.254',
    '127.0.0.1.',
    '2130706433',
    '0x7f000001',
    '0x7f.0.0.1',
    '0177.0.0.1',
    '017700000001',
    '0x7F.1',
    '127.0x0.1',
    '0300.0250.0.1',
    '3232235521',

    '169.254.169.254',
    '0xa9fea9fe',
    '2852039166',
    '0251.0376.0251.0376',
    '169.16689662',
    '10.0.0.1',
    '10.1',
    '192.168.0.1',
    '172.16.0.1',
    '[::1]',
    '[::]',
    '[0:0:0:0:0:0:0:1]',
    '[fe80::1]',
    '[fd00::1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    ...mapped,
  ];
  expect(hosts.length).toBeGreaterThanOrEqual(45);
  for (const host of hosts) {
    const elsewhere = await house.prefix(sys.id, `http://${host}/`);
    const definition = definitions.http.parse({ target: { kind: 'http', path: '/' }, behaviour: { retries: 0 } });
    const { class: how } = await house.call(apiTest, { prefixId: elsewhere.id, definition });
    expect([host, how]).toEqual([host, 'egress']);
  }
  const ownerDeptId = rootDepartmentId;
  const behaviour = { retries: 0, timeoutMs: 5000 };
  for (const host of ['127.0.0.1', 'localhost', '0x7f000001', '169.254.169.254', '::ffff:7f00:1']) {
    const shared = { name: house.word(), secret: 'never-sent', ownerDeptId };
    const db = await house.call(database.add, { ...shared, host, port: 8123, database: 'x', account: 'x', tls: 'require' });
    const sapId = (
      await house.call(sap.add, { ...shared, host: host.includes(':') ? `[${host}]` : host, port: 8123, client: '100', account: 'x' })
    ).id;
    const url = `http://${host.includes(':') ? `[${host}]` : host}:8123`;
    const soapId = (await house.call(soap.add, { ...shared, wsdlUrl: `${url}/?wsdl` })).id;
    const dubboId = (
      await house.call(dubbo.add, { name: house.word(), ownerDeptId, addresses: [`${host.includes(':') ? `[${host}]` : host}:8123`] })
    ).id;
    const all = [
      definitions.database.parse({ behaviour, target: { kind: 'database', databaseId: db.id, sql: 'select 1' } }),
      definitions.sap.parse({ behaviour, methods: ['POST'], target: { kind: 'sap', sapId, functionName: 'X' } }),
      definitions.soap.parse({ behaviour, methods: ['POST'], target: { kind: 'soap', soapId, operation: 'X' } }),
      definitions.dubbo.parse({ behaviour, methods: ['POST'], target: { kind: 'dubbo', dubboId, service: 'x.Y', method: 'z' } }),
    ];
    for (const definition of all) {
      const { class: how } = await house.call(apiTest, { prefixId: prefix.id, definition, write: true });
      expect([host, definition.target.kind, how]).toEqual([host, definition.target.kind, 'egress']);
    }
    const token = { url: `${url}/token` };
    const { id } = await house.call(globalParam.add, { name: house.word(), kind: 'token', secret: 'x', token });
    expect([host, (await house.call(globalParamRefresh, { id })).class]).toEqual([host, 'egress']);
  }
  target.answer = (_got, response) => response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end();
  expect((await tried({ target: { kind: 'http', path: '/', redirects: 3 }, behaviour: { retries: 0 } })).class).toBe('egress');
});

test('19: neither a redirect nor what a WSDL imports comes to a listener of this machine, and no WSDL is a file of it', async () => {
  let reached = 0;
  const listener = createServer((socket) => {
    reached += 1;
    socket.destroy();
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  const wsdl = (inner: string): string =>
    `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" targetNamespace="urn:x">${inner}</definitions>`;
  const schema = `<types><schema xmlns="http://www.w3.org/2001/XMLSchema"><import namespace="urn:y" schemaLocation="http://localhost:${port}/y.xsd"/></schema></types>`;
  const documents: Record<string, string> = {
    '/import': wsdl(`<import namespace="urn:y" location="http://127.0.0.1:${port}/y.wsdl"/>`),
    '/schema': wsdl(schema),
  };
  target.answer = ({ url: asked }, response) => {
    const document = documents[asked];
    if (document === undefined) response.writeHead(302, { location: `http://127.1:${port}/` }).end();
    else response.setHeader('content-type', 'text/xml').end(document);
  };
  expect((await tried({ target: { kind: 'http', path: '/', redirects: 3 }, behaviour: { retries: 0 } })).class).toBe('egress');
  const draft = { ownerDeptId: rootDepartmentId };
  for (const path of Object.keys(documents)) {
    const { id } = await house.call(soap.add, { ...draft, name: house.word(), wsdlUrl: `${target.url}${path}` });
    expect([path, (await house.call(soapTest, { id })).class]).toEqual([path, 'egress']);
  }
  const files = ['/etc/hostname', 'file:///etc/hostname', 'package.json'];
  for (const wsdlUrl of files) expect((await house.ask(soap.add, { ...draft, name: house.word(), wsdlUrl })).code).toBe(10400);
  // Nor where one came to stand there another way.
  const { id } = await house.call(soap.add, { ...draft, name: house.word(), wsdlUrl: `${target.url}/import` });
  for (const wsdlUrl of files) {
    await house.product.database.pool.query('update access_soap set wsdl_url = $1 where id = $2', [wsdlUrl, id]);
    expect(await house.ask(soapRefresh, { id })).toMatchObject({ code: 14040, msg: expect.stringContaining('Address not allowed') });
  }
  expect(reached).toBe(0);
  listener.close();
});

test('18: a target that never answers keeps nobody else waiting; one that is dead is not asked any more', async () => {
  slow.answer = () => undefined;
  target.answer = usual;
  const behaviour = { retries: 0, timeoutMs: 3000 };
  const caller = await house.system({ rate: 10_000, burst: 20_000, concurrency: 1000 });
  const key = await house.key(caller.id);
  const open = async (to: string, code: string): Promise<() => ReturnType<typeof house.bySystem>> => {
    const own = await house.prefix(caller.id, to);
    const id = await house.http(own.id, code, { behaviour, target: { path: '/' } });
    await house.call(grantSave, { granteeId: caller.id, targetIds: [id] });
    return () => house.bySystem(key, 'GET', `/gateway/${caller.code}/${own.code}/${code}`);
  };
  const [hangs, quick] = [await open(slow.url, 'hangs'), await open(target.url, 'quick')];
  const waiting = Array.from({ length: 60 }, hangs);
  // All of these are over while those wait.
  const answers = await Promise.all(Array.from({ length: 40 }, quick));
  expect(answers.map(({ code }) => code)).toEqual(answers.map(() => 0));
  const ended = await Promise.all(waiting);
  expect(ended.filter(({ code }) => ![14311, 14312, 14314, 14317].includes(code))).toEqual([]);
  await slow.stop();
  const dead = await open(slow.url, 'dead');
  await expect.poll(async () => (await dead()).code, { interval: 10 }).toBe(14314);
  expect((await dead()).headers['retry-after']).toBeDefined();
  expect((await quick()).code).toBe(0);
});

test('17: a kept answer is a hit for this employee alone, stale while the target is down, and a miss once it is cleared', async () => {
  let calls = 0;
  target.answer = (_got, response) => response.setHeader('content-type', 'application/json').end(JSON.stringify({ n: (calls += 1) }));
  const id = await house.http(prefix.id, 'cached', {
    cache: { on: true, ttlSeconds: 1, staleSeconds: 600, by: 'employee' },
    behaviour: { retries: 0 },
    target: { path: '/' },
  });
  const first = await get('cached');
  expect([first.headers['x-gateway-cache'], first.data]).toEqual(['miss', { n: 1 }]);
  const second = await get('cached');
  expect([second.headers['x-gateway-cache'], second.data]).toEqual(['hit', { n: 1 }]);
  const account = 'other';
  const otherId = await house.wire.employee(account);
  await house.product.setPassword(otherId);
  const other = await house.terminal(account);
  expect((await house.byTerminal(other, 'GET', url('cached'))).headers['x-gateway-cache']).toBe('miss');
  target.answer = (_got, response) => response.writeHead(503).end();
  await expect.poll(async () => (await get('cached')).headers['x-gateway-cache']).not.toBe('hit');
  target.answer = (_got, response) => void response.destroy();
  await expect.poll(async () => (await get('cached')).headers['x-gateway-cache']).toBe('stale');
  target.answer = usual;
  await house.call(interfaceCacheClear, { ids: [id] });
  expect((await get('cached')).headers['x-gateway-cache']).toBe('miss');
});

test('8: a second version is in force at once, compared with the first, and the first comes back as the third', async () => {
  target.answer = (got, response) => response.setHeader('content-type', 'application/json').end(JSON.stringify({ at: got.url }));
  const id = await house.http(prefix.id, 'versions', { target: { path: '/one' } });
  expect((await get('versions')).data).toEqual({ at: '/one' });
  const { version } = await house.call(interfaceView, { id });
  const definition = definitions.http.parse({ params: [{ name: 'k', required: true }], target: { kind: 'http', path: '/two' } });
  await house.call(interfaceSave.http, { id, version, definition });
  expect((await get('versions')).data).toEqual({ at: '/one' });
  await expect(house.publish(id)).rejects.toThrow('14022');
  // A call that is under way ends on the version that it began with.
  let answer = (): void => undefined;
  const asked = new Promise<void>((resolve) => {
    target.answer = (got, response) => {
      answer = () => response.setHeader('content-type', 'application/json').end(JSON.stringify({ at: got.url }));
      resolve();
    };
  });
  const under = get('versions');
  await asked;
  expect(await house.publish(id, { breaking: true })).toBe(2);
  answer();
  expect((await under).data).toEqual({ at: '/one' });
  target.answer = (got, response) => response.setHeader('content-type', 'application/json').end(JSON.stringify({ at: got.url }));
  expect((await get('versions', '?k=1')).data).toEqual({ at: '/two' });
  const compared = await house.call(interfaceCompare, { id, from: 1, to: 2 });
  expect(compared.fields).toContainEqual({ path: 'target.path', before: '/one', after: '/two' });
  expect(compared.breaking).toEqual(['params.k: required']);
  expect((await house.call(interfaceRollback, { id, no: 1, note: 'Back' })).no).toBe(3);
  expect((await get('versions')).data).toEqual({ at: '/one' });
});

test('a draft with errors is not published', async () => {
  const definition = definitions.http.parse({
    target: { kind: 'http', path: '/{unknown}', headers: [{ name: 'x', value: '{{g.nobody}}' }] },
  });
  const { id } = await house.call(interfaceAdd.http, { prefixId: prefix.id, code: house.word(), name: 'Wrong', definition });
  const answer = await house.ask(interfaceAdd.http, { prefixId: prefix.id, code: 'versions', name: 'Taken', definition });
  expect(answer.code).toBe(14001);
  await expect(house.publish(id)).rejects.toThrow('14020');
});

test('21: interfaces come back from their text unchanged, byte by byte', async () => {
  const before = await house.call(interfaceExport, { prefixId: prefix.id });
  expect(before.text).not.toContain('secret');
  const plan = await house.call(interfaceImport, { text: before.text });
  expect(plan.lines.every(({ action }) => action === 'same')).toBe(true);
  const there = await house.system();
  await house.prefix(there.id, target.url, { code: prefix.code });
  const moved = before.text.replaceAll(`path: ${sys.code}/`, `path: ${there.code}/`);
  const planned = await house.call(interfaceImport, { text: moved });
  expect(new Set(planned.lines.map(({ action }) => action))).toEqual(new Set(['add']));
  await house.call(interfaceImport, { text: moved, plan: false });
  const after = await house.call(interfaceExport, { systemId: there.id });
  expect(after.text).toBe(moved);
  expect((await house.ask(interfaceImport, { text: 'a: &a [x]\nb: [*a, *a]' })).code).toBe(10400);
});

/** A system `plant/all` with a connection of each kind, named with this ending. */
async function plantOf(at: GatewayHouse, ending: string): Promise<string> {
  const { id } = await at.system({ code: 'plant' });
  await at.prefix(id, target.url, { code: 'all' });
  const shared = { ownerDeptId: rootDepartmentId, secret: 'kept-to-itself' };
  const host = '127.0.0.1';
  await at.call(database.add, { ...shared, name: `hr${ending}`, host, database: 'hr', account: 'reader' });
  await at.call(soap.add, {
    ...shared,
    name: `stock${ending}`,
    wsdlUrl: 'https://stock.example.com/?wsdl',
    security: 'basic',
    account: 'a',
  });
  await at.call(sap.add, { ...shared, name: `s4${ending}`, host, client: '100', account: 'rfc' });
  await at.call(dubbo.add, { name: `users${ending}`, addresses: ['127.0.0.1:20880'], ownerDeptId: rootDepartmentId });
  return id;
}

test(
  '21: 200 interfaces of all kinds come into an empty installation with connections of other names, and leave it as the same bytes',
  {
    timeout: 120_000,
  },
  async () => {
    const systemId = await plantOf(house, '');
    const kinds: readonly [kind: string, connection: string, target: object][] = [
      ['http', '', { method: 'POST', path: '/orders/{id}', body: 'json' }],
      ['database', 'hr', { mode: 'one', sql: 'select name from people\nwhere id = :id' }],
      ['soap', 'stock', { operation: 'Find' }],
      ['sap', 's4', { functionName: 'BAPI_MATERIAL_AVAILABILITY' }],
      ['dubbo', 'users', { service: 'com.x.UserService', method: 'get', args: [{ type: 'long', param: 'id' }] }],
    ];
    const interfaces = Array.from({ length: 200 }, (_, at) => {
      const [kind, connection, more] = kinds[at % kinds.length]!;
      const definition = { methods: ['POST'], params: [{ name: 'id', required: true }], target: { kind, ...more } };
      return { path: `plant/all/no-${String(at).padStart(3, '0')}`, name: `第 ${at} 个: "接口"`, tags: [kind], connection, definition };
    });
    const text = JSON.stringify({ format: 'wheelhouse-interfaces/1', interfaces });
    expect((await house.call(interfaceImport, { text, plan: false })).applied).toBe(200);
    const first = await house.call(interfaceExport, { systemId });
    expect([first.count, first.text.includes('kept-to-itself')]).toEqual([200, false]);
    const empty = await GatewayHouse.open(target.port);
    try {
      const other = await plantOf(empty, '-2');
      const { missing } = await empty.call(interfaceImport, { text: first.text });
      expect(missing.map(({ kind, name }) => `${kind} ${name}`).toSorted()).toEqual(['database hr', 'dubbo users', 'sap s4', 'soap stock']);
      const connections = Object.fromEntries(missing.map(({ name }) => [name, `${name}-2`]));
      expect((await empty.call(interfaceImport, { text: first.text, connections, plan: false })).applied).toBe(200);
      const second = await empty.call(interfaceExport, { systemId: other });
      expect(second.text.replaceAll(/^( *connection: .*)-2$/gm, '$1')).toBe(first.text);
    } finally {
      await empty.stop();
    }
  },
);

test('tokens are obtained once, sent and never shown; the identity header says who it is for', async () => {
  let given = 0;
  target.answer = (got, response) => {
    response.setHeader('content-type', 'application/json');
    if (got.url === '/token') return void response.end(JSON.stringify({ access_token: `token-number-${(given += 1)}`, expires_in: 3600 }));
    response.end(JSON.stringify({ echo: got.headers.authorization ?? '', identity: got.headers['x-gateway-identity'] ?? '' }));
  };
  const { id } = await house.call(globalParam.add, {
    name: 'erp',
    kind: 'token',
    secret: 'the-secret-of-erp',
    token: { url: `${target.url}/token`, body: '{"key":"{secret}"}' },
  });
  const signed = await house.prefix(sys.id, target.url, { signIn: 'token', signInName: 'erp' });
  const definition = definitions.http.parse({ target: { kind: 'http', path: '/', headers: [{ name: 'x-key', value: '{{g.erp}}' }] } });
  const first = await house.call(apiTest, { prefixId: signed.id, definition });
  await house.call(apiTest, { prefixId: signed.id, definition });
  expect([first.class, given]).toEqual(['ok', 1]);
  expect(target.got.at(-1)?.headers).toMatchObject({ authorization: 'Bearer token-number-1', 'x-key': 'token-number-1' });
  expect(JSON.stringify(first)).not.toContain('token-number-1');
  expect(target.got.find((one) => one.url === '/token')?.body).toBe('{"key":"the-secret-of-erp"}');
  expect((await house.call(globalParamRefresh, { id })).class).toBe('ok');
  expect(given).toBe(2);
  const known = await house.prefix(sys.id, target.url, { signIn: 'identity' });
  await house.call(apiTest, {
    prefixId: known.id,
    definition: definitions.http.parse({ target: { kind: 'http', path: '/' } }),
    caller: { kind: 'employee', id: house.product.powerless.id },
  });
  const keys = (await house.product.app.inject('/gateway/sys/identity/keys')).json<JSONWebKeySet>();
  const { payload } = await jwtVerify(String(target.got.at(-1)?.headers['x-gateway-identity']), createLocalJWKSet(keys), {
    audience: `${sys.code}/${known.code}`,
  });
  expect(payload).toMatchObject({ uid: house.product.powerless.id, account: 'powerless' });
});
