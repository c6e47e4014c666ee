import { afterAll, beforeAll, expect, test } from 'vitest';
import { caseList, caseRun, caseSave } from '../../src/modules/access/common/case.contract.ts';
import { interfaceDocument, systemDocument } from '../../src/modules/access/common/document.contract.ts';
import { prefixInterfaces } from '../../src/modules/access/common/draft-source.contract.ts';
import { interfaceCopy, interfaceTag } from '../../src/modules/access/common/interface-copy.contract.ts';
import { apiInterface, interfaceLog, interfaceSave, interfaceView } from '../../src/modules/access/common/interface.contract.ts';
import { nodeList, settingGet, settingUpdate, usageList } from '../../src/modules/access/common/setting.contract.ts';
import { grantSave } from '../../src/modules/access/common/system.contract.ts';
import { interfacePrefix } from '../../src/modules/access/common/prefix.contract.ts';
import { callGet, callList, callUnmask } from '../../src/modules/call-logs/common/call.contract.ts';
import { flushCalls } from '../../src/modules/call-logs/server/public.ts';
import { operationList } from '../../src/modules/logs/common/operation-log.contract.ts';
import { tried } from '../../src/kit/common/change/dry-run.ts';
import { beat } from '../../src/modules/gateway/server/nodes.ts';
import { GatewayHouse, startTarget, type TestKey, type TestTarget } from './gateway-house.ts';

let target: TestTarget;
let house: GatewayHouse;
let system: { id: string; code: string };
let prefix: { id: string; code: string };
let key: TestKey & { id: string };
const base = () => `/gateway/${system.code}/${prefix.code}`;

beforeAll(async () => {
  target = await startTarget();
  house = await GatewayHouse.open(target.port);
  system = await house.system();
  prefix = await house.prefix(system.id, target.url);
  key = await house.key(system.id);
}, 120_000);
afterAll(async () => {
  await house?.stop();
  await target?.stop();
});

const granted = async (code: string, definition: Parameters<GatewayHouse['http']>[2]): Promise<string> => {
  const id = await house.http(prefix.id, code, definition);
  await house.call(grantSave, { granteeId: system.id, targetIds: [id] });
  return id;
};
const lastCall = async (interfaceId: string) => {
  await flushCalls(house.product.services);
  return (await house.call(callList, { interfaceId })).list[0]!;
};

test('what holds for every interface: a shorter time-out, a smaller request, names that no log shows', async () => {
  const id = await granted('shared', { methods: ['POST'], target: { method: 'POST', path: '/', body: 'json' } });
  const { version } = await house.call(settingGet, {});
  const asked = { version, maxInBytes: 1024, maskNames: ['salary', 'salary'], timeoutMs: 1000 };
  expect((await house.call(settingUpdate, asked)).maskNames).toEqual(['salary']);
  expect((await house.ask(settingUpdate, asked)).code).toBe(10409);
  const big = JSON.stringify({ text: 'x'.repeat(2000) });
  expect(await house.bySystem(key, 'POST', `${base()}/shared`, { body: big })).toMatchObject({ status: 413, code: 14310 });
  await house.call(interfaceLog, { ids: [id], on: 1, level: 'full', until: Date.now() + 86_400_000 });
  expect((await house.bySystem(key, 'POST', `${base()}/shared`, { body: '{"salary":31415,"n":1}' })).code).toBe(0);
  const { request } = await house.call(callGet, { id: (await lastCall(id)).id });
  expect(request?.text).toBe('{"salary":"••••","n":1}');
  await house.call(settingUpdate, { version: version + 1, maskNames: [], timeoutMs: 120_000, maxInBytes: 20 * 1024 * 1024 });
});

test('processes of the gateway say how they do', async () => {
  await beat(house.product.services);
  const { list } = await house.call(nodeList, {});
  expect(list).toEqual([expect.objectContaining({ current: true, inFlight: 0 })]);
});

test('14: a masked value is shown where its original was kept, for the password and a reason, and that is audited', async () => {
  target.answer = (_got, response) => response.setHeader('content-type', 'application/json').end('{"who":{"mobile":"13800001234"},"n":1}');
  const id = await granted('people', { methods: ['GET'], target: { path: '/people' } });
  const log = { ids: [id], on: 1 as const, level: 'full' as const, until: Date.now() + 86_400_000 };
  await house.call(interfaceLog, log);
  await house.bySystem(key, 'GET', `${base()}/people`);
  const bare = await lastCall(id);
  const wanted = { path: 'answer.data.who.mobile', reason: 'A complaint' };
  expect(await house.call(callUnmask, { id: bare.id, ...wanted })).toEqual({ value: null });
  await house.call(interfaceLog, { ...log, keep: true });
  await house.bySystem(key, 'GET', `${base()}/people`);
  const kept = await lastCall(id);
  const shown = await house.call(callGet, { id: kept.id });
  expect([shown.answer?.text, shown.sealed]).toEqual([expect.stringContaining('••••'), ['answer.data.who.mobile']]);
  expect(await house.call(callUnmask, { id: kept.id, ...wanted })).toEqual({ value: '13800001234' });
  expect((await house.ask(callUnmask, { id: kept.id, ...wanted, reason: '' })).code).toBe(10400);
  const stale = await house.signIn('admin');
  await house.product.database.pool.query('update session set confirmed_at = 0');
  expect((await house.wire.ask(callUnmask, { id: kept.id, ...wanted }, stale)).code).toBe(10428);
  await house.confirm();
  const { rows } = await house.product.database.pool.query<{ note: unknown }>(
    `select to_jsonb(a)::text as note from audit_log a where operation = 'call.unmask' and code = 0`,
  );
  expect(rows).toHaveLength(2);
  expect(rows.every(({ note }) => String(note).includes('A complaint') && !String(note).includes('13800001234'))).toBe(true);
  const sealed = await house.product.database.pool.query<{ sealed: string }>('select sealed from call_sealed');
  expect(sealed.rows[0]?.sealed).not.toContain('13800001234');
});

test('a run is kept as a case, and cases say what is not as expected any more', async () => {
  target.answer = (got, response) => response.setHeader('content-type', 'application/json').end(JSON.stringify({ state: got.url }));
  const definition = { methods: ['GET' as const], params: [{ name: 'id' }], target: { path: '/{id}' } };
  const interfaceId = await granted('cased', definition);
  const values = { query: { id: 'a' } };
  const expected = { class: 'ok', values: [{ path: 'data.state', equals: '/a' }] };
  await house.call(caseSave, { interfaceId, name: 'Order a', values, expect: expected, recorded: '{"code":0}' });
  expect((await house.call(caseRun, { interfaceId })).passed).toBe(1);
  target.answer = (_got, response) => response.setHeader('content-type', 'application/json').end('{"state":"gone"}');
  const { list, passed } = await house.call(caseRun, { interfaceId });
  expect([passed, list[0]?.differences]).toEqual([0, [{ path: 'data.state', expected: '/a', found: 'gone' }]]);
  expect((await house.call(caseList, { interfaceId })).list[0]).toMatchObject({ name: 'Order a', lastOk: false, recorded: '{"code":0}' });
});

test('22: what uses a prefix is named with its calls, and switching it off says what it would touch', async () => {
  const other = await house.prefix(system.id, target.url);
  const id = await house.http(other.id, 'used', { methods: ['GET'], target: { path: '/' } });
  await house.call(grantSave, { granteeId: system.id, targetIds: [id] });
  for (let calls = 0; calls < 3; calls += 1) await house.bySystem(key, 'GET', `/gateway/${system.code}/${other.code}/used`);
  await flushCalls(house.product.services);
  const usage = await house.call(usageList, { kind: 'interfacePrefix', id: other.id });
  expect(usage).toMatchObject({ calls30: 3, busy: false });
  expect(usage.list.map(({ kind, calls30 }) => [kind, calls30])).toEqual([
    ['apiInterface', 3],
    ['accessSystem', 0],
  ]);
  const foretold = await house.call(interfacePrefix.disable, tried({ ids: [other.id] }));
  expect(foretold).toMatchObject({ impact: { interfaces: 1, calls30: 3, callers: 1 } });
  expect((await house.ask(usageList, { kind: 'database', id: other.id })).code).toBe(10404);
});

test('a document for a partner holds what is granted, and no more', async () => {
  const partner = await house.system();
  const secret = await house.http(prefix.id, 'not-for-them', { methods: ['GET'], target: { path: '/' } });
  const params = [
    { name: 'orderNo', required: true, description: 'Number | of the order' },
    { name: 'who', from: 'caller' as const, value: 'uid' },
  ];
  const id = await house.http(prefix.id, 'for-them', { methods: ['GET'], params, target: { path: '/{orderNo}' } });
  await house.call(grantSave, { granteeId: partner.id, targetIds: [id] });
  const markdown = await house.call(systemDocument, { systemId: partner.id, format: 'markdown', language: 'en_US' });
  expect(markdown).toMatchObject({ fileName: `${partner.code}.md`, interfaces: 1 });
  expect(markdown.text).toContain(String.raw`| orderNo | query | text | yes | Number \| of the order |`);
  expect(markdown.text).toContain(`${base()}/for-them?orderNo=text`);
  expect(markdown.text).not.toMatch(/who|not-for-them/);
  const page = await house.call(systemDocument, { systemId: partner.id, language: 'ja_JP' });
  expect(page.text).toContain('<html lang="ja-JP">');
  await house.call(apiInterface.delete, { ids: [secret] });
  await house.confirm();
  expect((await house.call(operationList, { pageSize: 20 })).list.some(({ word }) => word === 'document.write')).toBe(true);
});

test('a copy has the draft, the callers and the tags of an interface, and neither its versions nor its grants', async () => {
  const id = await granted('original', { params: [{ name: 'no' }], target: { path: '/o', query: [{ name: 'no', value: '{no}' }] } });
  expect(await house.call(interfaceTag, { ids: [id], addTags: ['ERP', 'Orders'] })).toEqual({ count: 1 });
  const { version, definition } = await house.call(interfaceView, { id });
  const draft = { ...definition, target: { ...definition.target, path: '/draft' } } as never;
  await house.call(interfaceSave.http, { id, version, definition: draft });
  const wish = { id, prefixId: prefix.id, name: 'Copy' };
  expect((await house.ask(interfaceCopy, { ...wish, code: 'Original' })).code).toBe(14001);
  const { id: copied } = await house.call(interfaceCopy, { ...wish, code: 'copied' });
  const made = await house.call(interfaceView, { id: copied });
  expect(made).toMatchObject({
    name: 'Copy',
    path: `${system.code}/${prefix.code}/copied`,
    kind: 'http',
    tags: ['ERP', 'Orders'],
    callers: ['terminals', 'systems'],
    definition: draft,
    enabled: false,
    liveVersionNo: null,
    versions: [],
  });
  expect((await house.bySystem(key, 'GET', `${base()}/copied`)).code).toBe(14301);
});

test('tags are set on several interfaces and taken off, and each keeps its others', async () => {
  const ids = [await granted('tagged', { target: { path: '/' } }), await granted('marked', { target: { path: '/' } })];
  const tagsOf = async () => Promise.all(ids.map(async (id) => (await house.call(interfaceView, { id })).tags));
  await house.call(interfaceTag, { ids: [ids[0]!], addTags: ['A'] });
  await house.call(interfaceTag, { ids, addTags: ['B'] });
  expect(await tagsOf()).toEqual([['A', 'B'], ['B']]);
  await house.call(interfaceTag, { ids, removeTags: ['B'], addTags: ['C'] });
  expect(await tagsOf()).toEqual([['A', 'C'], ['C']]);
  expect((await house.call(apiInterface.list, { tag: 'A' })).list.map(({ id }) => id)).toEqual([ids[0]]);
  // What is live stays as it is, and the interface is no draft for that.
  expect(await house.call(interfaceView, { id: ids[0]! })).toMatchObject({ draftDiffers: false, liveVersionNo: 1 });
  const many = Array.from({ length: 20 }, (_, at) => `t${at}`);
  expect((await house.ask(interfaceTag, { ids, addTags: many })).code).toBe(10400);
});

test('the document of one interface is that of its live version', async () => {
  const id = await granted('told', {
    params: [{ name: 'site', required: true, description: 'Which site' }],
    target: { path: '/secret-path' },
  });
  const { text, fileName, interfaces } = await house.call(interfaceDocument, { id, format: 'markdown', language: 'en_US' });
  expect([fileName, interfaces]).toEqual(['told.md', 1]);
  for (const said of [`/gateway/${system.code}/${prefix.code}/told`, 'Which site', 'X-Signature', '14305']) expect(text).toContain(said);
  expect(text).not.toContain('secret-path');
  const { id: draft } = await house.call(interfaceCopy, { id, prefixId: prefix.id, name: 'Draft', code: 'untold' });
  expect((await house.ask(interfaceDocument, { id: draft })).code).toBe(10400);
});

test('operations of an OpenAPI document become drafts once', async () => {
  const text = JSON.stringify({
    openapi: '3.1.0',
    paths: {
      '/orders/{order-id}': {
        parameters: [{ name: 'order-id', in: 'path', required: true, schema: { type: 'integer' } }],
        get: { operationId: 'getOrder', summary: 'One order', parameters: [{ $ref: '#/components/parameters/lang' }] },
        put: {
          operationId: 'putOrder',
          requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Order' } } } },
        },
      },
    },
    components: {
      parameters: { lang: { name: 'X-Lang', in: 'header', schema: { type: 'string', enum: ['en', 'ja'] } } },
      schemas: { Order: { type: 'object', required: ['state'], properties: { state: { type: 'string' }, lines: { type: 'array' } } } },
    },
  });
  const plan = await house.call(prefixInterfaces, { prefixId: prefix.id, text });
  expect([plan.applied, plan.lines.map(({ path, action }) => [path, action])]).toEqual([
    0,
    [
      [`${prefix.code}/getOrder`, 'add'],
      [`${prefix.code}/putOrder`, 'add'],
    ],
  ]);
  expect((await house.call(prefixInterfaces, { prefixId: prefix.id, text, plan: false })).applied).toBe(2);
  const again = await house.call(prefixInterfaces, { prefixId: prefix.id, text });
  expect(again.lines.map(({ action }) => action)).toEqual(['same', 'same']);
  const { list } = await house.call(apiInterface.list, { prefixId: prefix.id, text: 'putOrder' });
  expect(list[0]?.definition).toMatchObject({
    methods: ['PUT'],
    params: [
      { name: 'order_id', type: 'integer', required: true },
      { name: 'state', from: 'body', required: true },
      { name: 'lines', from: 'body', type: 'array' },
    ],
    target: { method: 'PUT', path: '/orders/{order_id}', body: 'json' },
  });
  expect((await house.ask(prefixInterfaces, { prefixId: prefix.id, text: '{"a":1}' })).code).toBe(10400);
});
