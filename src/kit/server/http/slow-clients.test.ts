import { connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { bareServices, superPerson, type BareServices } from '#kit/testing/bare-services.ts';
import { testDatabase } from '#kit/testing/test-database.ts';
import type { Database } from '#platform/database/open-database.ts';
import { handle } from '../handle.ts';
import { createHttpServer } from '../http-server.ts';

let database: Database;
let bare: BareServices;
let app: FastifyInstance;
const root = superPerson();

const said = endpoint({
  method: 'POST',
  path: 'lamp/say',
  summary: 'Says how long a text is',
  access: { signedIn: true },
  audit: 'lamp.say',
  input: z.strictObject({ text: z.string() }),
  reply: z.object({ length: z.number() }),
});

beforeAll(async () => {
  database = await testDatabase();
  bare = await bareServices(database, { people: [root] });
  const routes = [handle(said, async (_call, { text }) => ({ length: text.length }))];
  const clients = { connections: 6, bytesPerSecond: 500, windowMillis: 1_000 };
  app = await createHttpServer(bare.services, [{ name: 'kit', routes }], { clients });
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await app.close();
  await bare.close();
  await database.close();
});

/** A connection, and what came over it. */
interface Line {
  socket: Socket;
  heard: () => string;
  closed: Promise<void>;
}

async function open(to = app): Promise<Line> {
  const socket = connect((to.server.address() as AddressInfo).port, '127.0.0.1');
  let heard = '';
  socket.on('data', (part) => (heard += part.toString()));
  // A connection that the server drops may end with a reset.
  socket.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
  return { socket, heard: () => heard, closed };
}

const head = (length: number): string =>
  [
    'POST /api/lamp/say HTTP/1.1',
    'host: lamp',
    `accesstoken: token-${root.uid}`,
    'content-type: application/json',
    `content-length: ${length}`,
    '\r\n',
  ].join('\r\n');

const body = JSON.stringify({ text: 'x'.repeat(5_000) });

async function sendBy({ socket }: Line, bytes: number, everyMillis: number): Promise<void> {
  for (let at = 0; at < body.length && !socket.destroyed; at += bytes) {
    socket.write(body.slice(at, at + bytes));
    await sleep(everyMillis);
  }
}

test('A body that trickles is cut off with 408, one that comes slowly but steadily is read', async () => {
  const [trickling, steady] = [await open(), await open()];
  for (const { socket } of [trickling, steady]) socket.write(head(body.length));
  // 20 bytes a second, and 2,000; both take longer than the first window.
  await Promise.all([sendBy(trickling, 4, 200), sendBy(steady, 200, 100)]);
  await trickling.closed;
  expect(trickling.heard()).toMatch(/^HTTP\/1\.1 408 /);
  await expect.poll(steady.heard).toContain('"length":5000');
  steady.socket.destroy();
});

test('Where connections run out, those go on which nothing is asked, and whoever asks is answered', async () => {
  const idle: Line[] = [];
  for (let n = 0; n < 5; n += 1) {
    const line = await open();
    line.socket.write(head(13) + JSON.stringify({ text: 'ab' }));
    await expect.poll(line.heard).toContain('"length":2');
    idle.push(line);
  }
  const busy = await open();
  busy.socket.write(head(13));
  await Promise.all(idle.map(({ closed }) => closed));
  const late = await open();
  late.socket.write(head(14) + JSON.stringify({ text: 'abc' }));
  await expect.poll(late.heard).toContain('"length":3');
  busy.socket.write(JSON.stringify({ text: 'ab' }));
  await expect.poll(busy.heard).toContain('"length":2');
  for (const { socket } of [busy, late]) socket.destroy();
});

test('More connections than the server may hold are dropped, and it goes on with those it has', async () => {
  const held: Line[] = [];
  for (let n = 0; n < 6; n += 1) {
    const line = await open();
    line.socket.write(head(13));
    held.push(line);
  }
  await expect.poll(() => promisify(app.server.getConnections.bind(app.server))()).toBe(6);
  const late = await open();
  await late.closed;
  expect(late.heard()).toBe('');
  held[0]!.socket.write(JSON.stringify({ text: 'ab' }));
  await expect.poll(held[0]!.heard).toContain('"length":2');
  for (const { socket } of held) socket.destroy();
});

test('A server that ends waits for its answers, not for the connections that they went over', async () => {
  const asked = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const answer = async () => {
    asked.resolve();
    await held.promise;
    return { length: 1 };
  };
  const ending = await createHttpServer(bare.services, [{ name: 'kit', routes: [handle(said, answer)] }]);
  await ending.listen({ port: 0, host: '127.0.0.1' });
  ending.server.keepAliveTimeout = 3_600_000;
  ending.server.headersTimeout = 3_600_000;
  // As browsers do, which open more connections than they need.
  const unused = await open(ending);
  const line = await open(ending);
  line.socket.write(head(body.length) + body);
  await asked.promise;
  const ended = ending.close();
  await expect.poll(() => ending.server.listening).toBe(false);
  held.resolve();
  await ended;
  await Promise.all([line.closed, unused.closed]);
  expect(line.heard()).toMatch(/^HTTP\/1\.1 200 /);
});
