import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createTcpServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { createOutbound } from './outbound.ts';
import type { Outbound } from './outbound.ts';
import { createTargetGate } from './target-gate.ts';

const pem = (name: string) => readFileSync(new URL(`./fixtures/${name}`, import.meta.url), 'utf8');
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

type Listening = { port: number; seen: IncomingMessage[] };
async function listen(handler: RequestListener, secure = false): Promise<Listening> {
  const seen: IncomingMessage[] = [];
  const wrapped = (request: IncomingMessage, response: ServerResponse) => {
    seen.push(request);
    handler(request, response);
  };
  const server: Server = secure ? createTlsServer({ cert: pem('peer.crt'), key: pem('peer.key') }, wrapped) : createServer(wrapped);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  return { port: (server.address() as AddressInfo).port, seen };
}

/** An outbound door to these ports of loopback; every name ends there. */
function door(ports: number[], limits = {}): Outbound {
  const outbound = createOutbound({
    allowedNetworks: ports.map((port) => `127.0.0.1:${port}`),
    ownListeners: () => [],
    lookup: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
    limits,
  });
  closing.push(() => outbound.close());
  return outbound;
}

test('a call reaches an allowed peer with its name, and no other port of the machine', async () => {
  const peer = await listen((request, response) =>
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ host: request.headers.host, path: request.url })),
  );
  const other = await listen((_request, response) => response.end('secret'));
  const outbound = door([peer.port]);
  const reply = await outbound.fetch(`http://peer.example:${peer.port}/a?b=1`, { headers: { Host: 'evil', 'X-A': '1' } });
  expect([reply.status, await reply.json()]).toEqual([200, { host: `peer.example:${peer.port}`, path: '/a?b=1' }]);
  await expect(outbound.fetch(`http://peer.example:${other.port}/`)).rejects.toMatchObject({ category: 'denied' });
  expect(other.seen).toHaveLength(0);
  for (const bad of [
    'file:///etc/passwd',
    'ftp://peer.example/',
    'data:text/plain,x',
    `http://u:p@peer.example:${peer.port}/`,
    'not a url',
  ]) {
    await expect(outbound.fetch(bad)).rejects.toMatchObject({ category: 'denied' });
  }
});

test('redirects: at most three, each checked, secrets and bodies stay at their origin', async () => {
  const second = await listen((_request, response) => response.end('second'));
  const hidden = await listen((_request, response) => response.end('secret'));
  const first = await listen((request, response) => {
    const to: Record<string, string> = {
      '/away': `http://b.example:${second.port}/x`,
      '/hidden': `http://127.0.0.1:${hidden.port}/`,
      '/loop': '/loop',
      '/same': '/end',
      '/file': 'file:///etc/passwd',
    };
    const location = to[request.url ?? ''];
    if (location === undefined) response.end('end');
    else response.writeHead(request.method === 'PUT' ? 307 : 302, { location }).end();
  });
  const outbound = door([first.port, second.port]);
  const base = `http://a.example:${first.port}`;
  const headers = { Authorization: 'Bearer x', Cookie: 'a=b', 'X-Api-Key': 'k', Accept: 'text/plain' };
  expect(await (await outbound.fetch(`${base}/away`, { headers })).text()).toBe('second');
  expect(second.seen[0]?.headers).toMatchObject({ accept: 'text/plain' });
  for (const name of ['authorization', 'cookie', 'x-api-key']) expect(second.seen[0]?.headers[name]).toBeUndefined();
  await (await outbound.fetch(`${base}/same`, { headers })).text();
  expect(first.seen.at(-1)?.headers).toMatchObject({ authorization: 'Bearer x', 'x-api-key': 'k' });
  await expect(outbound.fetch(`${base}/hidden`)).rejects.toMatchObject({ category: 'denied' });
  await expect(outbound.fetch(`${base}/file`)).rejects.toMatchObject({ category: 'denied' });
  expect(hidden.seen).toHaveLength(0);
  first.seen.length = 0;
  await expect(outbound.fetch(`${base}/loop`)).rejects.toMatchObject({ category: 'protocol' });
  expect(first.seen).toHaveLength(4);
  await expect(outbound.fetch(`${base}/away`, { method: 'PUT', body: 'client_secret=x' })).rejects.toMatchObject({ category: 'denied' });
  const posted = await outbound.fetch(`${base}/same`, { method: 'POST', body: 'x' });
  expect([await posted.text(), first.seen.at(-1)?.method]).toEqual(['end', 'GET']);
  const kept = await outbound.fetch(`${base}/away`, { redirects: 0 });
  expect(kept.status).toBe(302);
  await kept.discard();
});

test('a body is bounded after decompression, and the whole call in time', async () => {
  const peer = await listen((request, response) => {
    if (request.url === '/bomb') response.setHeader('content-encoding', 'gzip').end(gzipSync(Buffer.alloc(5_000_000)));
    else if (request.url === '/slow') response.write('x');
    else if (request.url === '/cut') response.writeHead(200, { 'content-length': '100' }).write('x', () => response.destroy());
    else if (request.url !== '/silent') response.end('{');
  });
  const outbound = door([peer.port]);
  const base = `http://a.example:${peer.port}`;
  await expect((await outbound.fetch(`${base}/bomb`, { maxBytes: 1_000_000 })).bytes()).rejects.toMatchObject({ category: 'tooLarge' });
  expect(await (await outbound.fetch(`${base}/bomb`)).bytes()).toHaveLength(5_000_000);
  await expect((await outbound.fetch(`${base}/slow`, { timeoutMs: 150 })).text()).rejects.toMatchObject({ category: 'timeout' });
  await expect(outbound.fetch(`${base}/silent`, { timeoutMs: 150 })).rejects.toMatchObject({ category: 'timeout' });
  await expect((await outbound.fetch(`${base}/cut`)).text()).rejects.toMatchObject({ category: 'protocol' });
  await expect((await outbound.fetch(base)).json()).rejects.toMatchObject({ category: 'protocol' });
  const stop = new AbortController();
  setTimeout(() => stop.abort(), 50);
  await expect(outbound.fetch(`${base}/silent`, { signal: stop.signal })).rejects.toMatchObject({ category: 'cancelled' });
});

test('TLS is verified for the name; unverified only when asked and inside the allowed networks', async () => {
  const peer = await listen((_request, response) => response.end('ok'), true);
  const outbound = door([peer.port]);
  const ca = pem('peer.crt');
  expect(await (await outbound.fetch(`https://peer.example:${peer.port}/`, { tls: { ca } })).text()).toBe('ok');
  await expect(outbound.fetch(`https://peer.example:${peer.port}/`)).rejects.toMatchObject({ category: 'tls' });
  await expect(outbound.fetch(`https://other.example:${peer.port}/`, { tls: { ca } })).rejects.toMatchObject({ category: 'tls' });
  expect(await (await outbound.fetch(`https://other.example:${peer.port}/`, { tls: { insecure: true } })).text()).toBe('ok');
  const socket = await outbound.connect('peer.example', peer.port, { tls: { ca } });
  expect(socket.remoteAddress).toBe('127.0.0.1');
  socket.destroy();
  await expect(outbound.connect('other.example', peer.port, { tls: { ca } })).rejects.toMatchObject({ category: 'tls' });
});

test('a closed port is refused, an answer in another protocol is named, each without its words', async () => {
  const gone = await listen(() => {});
  await closing.pop()?.();
  const banner = createTcpServer((socket) => socket.end('SSH-2.0-Secret_9.9\r\n'));
  await new Promise<void>((resolve) => banner.listen(0, '127.0.0.1', resolve));
  closing.push(() => banner.close());
  const port = (banner.address() as AddressInfo).port;
  const outbound = door([gone.port, port]);
  await expect(outbound.fetch(`http://a.example:${gone.port}/`)).rejects.toMatchObject({ category: 'refused' });
  await expect(outbound.connect('a.example', gone.port)).rejects.toMatchObject({ category: 'refused' });
  const failure = await outbound.fetch(`http://a.example:${port}/`).catch((error: unknown) => error);
  expect(failure).toMatchObject({ category: 'protocol' });
  expect(String(failure)).not.toContain('Secret');
});

test('a slow target fills only its own pool and queue; the breaker rests it and tries again', async () => {
  const slow = await listen(() => {});
  const quick = await listen((_request, response) => response.end('quick'));
  const outbound = door([slow.port, quick.port], { connections: 2, queue: 2, failures: 3, waitMs: 10_000 });
  const calls = Array.from({ length: 6 }, () =>
    outbound.fetch(`http://a.example:${slow.port}/`, { timeoutMs: 300 }).catch((error: { category: string }) => error.category),
  );
  expect(await (await outbound.fetch(`http://b.example:${quick.port}/`)).text()).toBe('quick');
  const outcomes = await Promise.all(calls);
  expect(outcomes.filter((outcome) => outcome === 'busy')).toHaveLength(2);
  expect(outcomes.filter((outcome) => outcome !== 'busy').every((outcome) => outcome === 'timeout')).toBe(true);

  let clock = 0;
  const gate = createTargetGate({ connections: 1, queue: 1, waitMs: 50, failures: 2, restMs: 1000 }, () => clock);
  for (let turn = 0; turn < 2; turn += 1) (await gate.enter('a')).end('failed');
  await expect(gate.enter('a')).rejects.toMatchObject({ category: 'breaker' });
  (await gate.enter('b')).end('ok');
  clock = 1000;
  const trial = await gate.enter('a');
  await expect(gate.enter('a')).rejects.toMatchObject({ category: 'breaker' });
  trial.end('failed');
  clock = 2500;
  await expect(gate.enter('a')).rejects.toMatchObject({ category: 'breaker' });
  clock = 3000;
  (await gate.enter('a')).end('ok');
  const held = await gate.enter('a');
  const next = gate.enter('a');
  await expect(gate.enter('a')).rejects.toMatchObject({ category: 'busy' });
  held.end('ok');
  const taken = await next;
  await expect(gate.enter('a')).rejects.toMatchObject({ category: 'busy' });
  taken.end('neither');
});

test('work of other protocols runs inside the same gate', async () => {
  const outbound = door([], { failures: 1, restMs: 60_000 });
  expect(await outbound.run('ldap://a', () => Promise.resolve(7))).toBe(7);
  await expect(outbound.run('ldap://a', () => Promise.reject(new Error('bind')))).rejects.toThrow('bind');
  await expect(outbound.run('ldap://a', () => outbound.resolve('127.0.0.1', 1))).rejects.toMatchObject({ category: 'denied' });
  expect(await outbound.run('ldap://a', () => Promise.resolve(8))).toBe(8);
});
