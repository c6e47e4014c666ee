import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { confirm } from '../../src/kit/common/session/session.contract.ts';
import { TEMPLATE } from '../../src/kit/testing/global-setup.ts';
import { definitions } from '../../src/modules/access/common/definition.ts';
import { interfaceAdd, interfacePublish, interfaceSave, interfaceView } from '../../src/modules/access/common/interface.contract.ts';
import { interfacePrefix } from '../../src/modules/access/common/prefix.contract.ts';
import { accessKeyAdd, accessSystem, grantDelete, grantList, grantSave } from '../../src/modules/access/common/system.contract.ts';
import { signedText } from '../../src/modules/gateway/server/caller/system-caller.ts';
import { rootDepartmentId } from '../../src/modules/people/common/root.ts';
import { Node } from '../access/node.ts';
import { testPassword } from '../product.ts';
import { startTarget, type TestTarget } from './gateway-house.ts';

const server = inject('testServer');
const name = `gateways_${randomBytes(6).toString('hex')}`;
const folders = [0, 1].map(() => mkdtempSync(path.join(tmpdir(), 'wheelhouse-gateway-')));
let nodes: [Node, Node];
let target: TestTarget;
let key: { keyId: string; secret: string };
let systemId: string;
let prefixId: string;

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ ...server, database: 'postgres' });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

beforeAll(async () => {
  target = await startTarget();
  await administer(`create database ${name} template ${TEMPLATE}`);
  const url = `postgres://${server.user}@localhost:${server.port}/${name}?host=${encodeURIComponent(server.host)}`;
  const open = async (folder: string): Promise<Node> => {
    const node = new Node(url, folder, { ALLOWED_NETWORKS: `127.0.0.1:${target.port}` });
    await node.ready();
    return node;
  };
  nodes = [await open(folders[0]!), await open(folders[1]!)];
  const [one] = nodes;
  await one.signIn('admin');
  one.token = (await one.call(confirm, { password: testPassword })).accessToken;
  const system = { name: 'Two', code: 'two', ownerDeptId: rootDepartmentId, calls: true, rate: 1000, burst: 2000 };
  systemId = (await one.call(accessSystem.add, system)).id;
  key = await one.call(accessKeyAdd, { systemId, name: 'Key' });
  const prefix = { name: 'Two', systemId, code: 'two', addresses: [{ url: target.url }] };
  prefixId = (await one.call(interfacePrefix.add, prefix)).id;
}, 300_000);
afterAll(async () => {
  await Promise.all(nodes?.map((node) => node.stop()) ?? []);
  await target?.stop();
  await administer(`drop database if exists ${name} with (force)`);
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Publishes an interface that the system may call. */
async function published(code: string, rate?: number, granteeId = systemId): Promise<string> {
  const [one] = nodes;
  const definition = definitions.http.parse({ target: { kind: 'http', path: '/one' } });
  const { id } = await one.call(interfaceAdd.http, { prefixId, code, name: code, callers: ['systems'], definition });
  await one.call(interfacePublish, { id, version: 1, note: 'First' });
  await one.call(grantSave, { granteeId, targetIds: [id], rate: rate ?? null });
  return id;
}

/** Calls an interface, signed; `body` as it is sent. */
function ask(
  node: Node,
  code: string,
  { nonce = randomUUID(), body, by = key }: { nonce?: string; body?: string; by?: typeof key } = {},
): Promise<Response> {
  const [where, timestamp, method] = [`/gateway/two/two/${code}`, String(Date.now()), body === undefined ? 'GET' : 'POST'];
  const text = signedText({ method, url: where, body: Buffer.from(body ?? ''), timestamp, nonce });
  const signature = createHmac('sha256', by.secret).update(text).digest('base64');
  const headers = { 'x-key-id': by.keyId, 'x-timestamp': timestamp, 'x-nonce': nonce, 'x-signature': signature };
  return fetch(node.origin + where, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    ...(body !== undefined && { body }),
  });
}

async function called(node: Node, code: string, nonce: string = randomUUID(), by = key) {
  const answer = await ask(node, code, { nonce, by });
  const body = (await answer.json()) as { code: number; data: { url?: string } | null };
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), ...body };
}

test('8, 10, 11: what is published, granted and taken away on one node holds on the other; a nonce passes once on both', async () => {
  const [one, other] = nodes;
  const id = await published('news');
  const there = async () => (await called(other, 'news')).data?.url ?? '';
  await expect.poll(there, { interval: 50 }).toBe('/one');
  const { version } = await one.call(interfaceView, { id });
  const definition = definitions.http.parse({ target: { kind: 'http', path: '/two' } });
  const saved = await one.call(interfaceSave.http, { id, version, definition });
  await one.call(interfacePublish, { id, version: saved.version, note: 'Second' });
  await expect.poll(there, { interval: 50 }).toBe('/two');
  const nonce = randomUUID();
  expect([(await called(one, 'news', nonce)).code, (await called(other, 'news', nonce)).code]).toEqual([0, 14318]);
  const grants = await one.call(grantList, { granteeKind: 'system', granteeId: systemId });
  await one.call(grantDelete, { ids: grants.list.map((grant) => grant.id) });
  await expect.poll(async () => (await called(other, 'news')).status, { interval: 50 }).toBe(403);
});

test('16: two nodes together keep one rate, and say when to come again', async () => {
  const rate = 10;
  await published('limited', rate);
  // Both know the interface before it is counted what they let through; what that took comes back meanwhile.
  for (const node of nodes) await expect.poll(async () => (await called(node, 'limited')).code, { interval: 50 }).toBe(0);
  const began = performance.now();
  const answers = await Promise.all(Array.from({ length: 100 }, (_, at) => called(nodes[at % 2]!, 'limited')));
  const seconds = (performance.now() - began) / 1000;
  const passed = answers.filter(({ code }) => code === 0).length;
  const refused = answers.filter(({ code }) => code === 14307);
  expect(passed + refused.length).toBe(100);
  // A bucket of ten, what came into it meanwhile, and one call in flight.
  expect(passed).toBeLessThanOrEqual(rate + Math.ceil(seconds * rate) + 1);
  expect(passed).toBeGreaterThan(0);
  expect(refused.every(({ status, retryAfter }) => status === 429 && Number(retryAfter) >= 1)).toBe(true);
});

test('16: 10 a second with a burst of 20 are that over both nodes, to a tenth', async () => {
  const [one] = nodes;
  const system = { name: 'Slow', code: 'slow', ownerDeptId: rootDepartmentId, calls: true, rate: 10, burst: 20 };
  const { id } = await one.call(accessSystem.add, system);
  const by = await one.call(accessKeyAdd, { systemId: id, name: 'Key' });
  await published('steady', undefined, id);
  const passes = async (node: Node): Promise<boolean> => (await called(node, 'steady', randomUUID(), by)).code === 0;
  // Both nodes know it, and what that took came back or is still missing: the count begins with an empty bucket.
  for (const node of nodes) await expect.poll(() => passes(node), { interval: 50 }).toBe(true);
  while ((await Promise.all(nodes.map(passes))).some(Boolean));
  let [passed, milliseconds, before] = [0, 0, performance.now()];
  while (passed < 25) {
    passed += (await Promise.all(nodes.map(passes))).filter(Boolean).length;
    const now = performance.now();
    // More than the burst is not kept for who stays away.
    milliseconds += Math.min(now - before, 1000);
    before = now;
  }
  expect(Math.abs(passed - milliseconds / 100)).toBeLessThanOrEqual(2.5 + 1);
});

test('past the framework and by its routes a call is answered alike: headers, bodies, refusals', async () => {
  const [one] = nodes;
  const definition = definitions.http.parse({
    methods: ['GET', 'POST'],
    params: [{ name: 'text', from: 'body', type: 'text' }],
    target: { kind: 'http', method: 'POST', path: '/echo', body: 'json' },
  });
  const { id } = await one.call(interfaceAdd.http, { prefixId, code: 'alike', name: 'alike', callers: ['systems'], definition });
  await one.call(interfacePublish, { id, version: 1, note: 'First' });
  await one.call(grantSave, { granteeId: systemId, targetIds: [id] });
  // A sign that is escaped is for the framework to read.
  const ways = ['alike', 'alik%65'];
  const own = new Set([
    'date',
    'x-request-id',
    'ratelimit-remaining',
    'ratelimit-reset',
    'content-length',
    'content-encoding',
    'transfer-encoding',
    'connection',
    'keep-alive',
  ]);
  const shown = async (answer: Response) => ({
    status: answer.status,
    headers: Object.fromEntries([...answer.headers].filter(([name]) => !own.has(name)).map(([name, value]) => [name, value.toLowerCase()])),
    code: ((await answer.json()) as { code: number }).code,
  });
  for (const body of [undefined, JSON.stringify({ text: 'short' }), JSON.stringify({ text: 'long '.repeat(2000) })]) {
    const [direct, routed] = await Promise.all(ways.map(async (way) => shown(await ask(one, way, body === undefined ? {} : { body }))));
    expect(direct).toEqual(routed);
    expect(direct).toMatchObject({ status: 200, code: 0 });
  }
  const long = await Promise.all(
    ways.map(async (way) => (await ask(one, way, { body: JSON.stringify({ text: 'a'.repeat(1_000_000) }) })).status),
  );
  expect(long).toEqual([200, 200]);
  const refused = await Promise.all(ways.map(async (way) => shown(await fetch(`${one.origin}/gateway/two/two/${way}`))));
  expect(refused[0]).toEqual(refused[1]);
  expect(refused[0]?.code).toBe(14304);
});
