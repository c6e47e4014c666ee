import { randomBytes, randomUUID } from 'node:crypto';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { confirm } from '../../src/kit/common/session/session.contract.ts';
import * as im from '../../src/modules/messaging/common/client/client.contract.ts';
import { settingGet, settingUpdate } from '../../src/modules/messaging/common/setting.contract.ts';
import { sensitiveWord } from '../../src/modules/sensitive-words/common/word.contract.ts';
import { wordHitList, wordPublish, wordRollback } from '../../src/modules/sensitive-words/common/word-list.contract.ts';
import { employeeAdd, employeePassword } from '../../src/modules/people/common/employee.contract.ts';
import { rootDepartmentId } from '../../src/modules/people/common/root.ts';
import { testPassword } from '../product.ts';
import { isNightly } from '../share.ts';
import { Talker } from '../terminal/talker.ts';
import { TestTerminal } from '../terminal/test-terminal.ts';
import { endAll, startProcess, testFolder, type ProductProcess } from './process-product.ts';
import { WireClient } from './wire-client.ts';

// Whole products start and end here, on a machine that is shared.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 600_000 });

const database = `faults_${randomBytes(6).toString('hex')}`;
const people: Record<string, string> = {};
let admin: WireClient;
let a: ProductProcess;
let b: ProductProcess;

beforeAll(async () => {
  const server = inject('testServer');
  await administer(`create database ${database}`);
  const folder = testFolder();
  const env = {
    DATABASE_URL: `postgres://${server.user}@localhost:${server.port}/${database}?host=${encodeURIComponent(server.host)}`,
    FILE_STORE: path.join(folder, 'files'),
    MASTER_KEY: '5a'.repeat(32),
  };
  [a, b] = (await Promise.all(['a', 'b'].map((name) => startProcess(path.join(folder, name), env)))) as [ProductProcess, ProductProcess];
  admin = await new WireClient(a).signIn();
  admin.token = (await admin.call(confirm, { password: testPassword })).accessToken;
  const { version } = await admin.call(settingGet, {});
  await admin.call(settingUpdate, { version, perTenSeconds: 1000, perHour: 100_000 });
  for (const account of ['ann', 'bob', 'cid', 'dan']) {
    const assignments = [{ departmentId: rootDepartmentId, primary: true }];
    const { id } = await admin.call(employeeAdd, { account, name: account, assignments });
    people[account] = id;
    await admin.call(employeePassword, { id, mode: 'set', password: testPassword, mustChange: false });
  }
});
afterAll(async () => {
  await endAll();
  await administer(`drop database if exists ${database} with (force)`);
});

/** Waits until a connection surely takes the next of many frames: 200 at once and 50 a second, or it is closed. */
async function due(begins: number, at: number): Promise<void> {
  await sleep(Math.max(0, begins + Math.max(0, at - 150) * 25 - performance.now()));
}

async function talker(account: string, at: ProductProcess): Promise<Talker> {
  const terminal = new TestTerminal(at.origin);
  await terminal.login(account);
  return new Talker(terminal);
}

test('2, 11, 15: what one process publishes the other judges by; what is read at one is read at the other; many senders, one order', async () => {
  const [ann, bob] = [await talker('ann', a), await talker('bob', b)];
  await Promise.all([ann.connect(), bob.connect()]);
  const { conversationId = '' } = await ann.send({ peerId: people['bob']!, body: { text: 'hello' } });
  await expect.poll(() => bob.texts(conversationId)).toEqual(['hello']);
  const texts = Array.from({ length: 20 }, (_, at) => `line ${at}`);
  const sent = await Promise.all(texts.map((text, at) => (at % 2 === 0 ? ann : bob).send({ conversationId, body: { text } })));
  expect(sent.map(({ type }) => type)).toEqual(texts.map(() => 'sent'));
  for (const one of [ann, bob]) await expect.poll(() => one.numbers(conversationId).length).toBe(21);
  expect(ann.texts(conversationId)).toEqual(bob.texts(conversationId));
  expect(ann.numbers(conversationId)).toEqual(Array.from({ length: 21 }, (_, at) => at + 1));
  bob.say({ type: 'read', marks: [{ conversationId, seq: 21 }] });
  await expect.poll(() => ann.events.some(({ event }) => event?.type === 'read' && event['seq'] === 21)).toBe(true);
  // After both begin anew they say the same.
  for (const [account, at] of [
    ['ann', b],
    ['bob', a],
  ] as const) {
    // A computer: a second phone would end the session of the first.
    const desk = new TestTerminal(at.origin, 4);
    await desk.login(account);
    const { conversations } = await desk.call(im.clientSync, {});
    const seen = conversations.find(({ id }) => id === conversationId);
    expect(seen).toMatchObject(account === 'bob' ? { lastSeq: 21, readSeq: 21 } : { lastSeq: 21, peerReadSeq: 21 });
  }
  await admin.call(sensitiveWord.add, { text: 'forbidden', level: 'block' });
  const first = await admin.call(wordPublish, {});
  const say = () => bob.send({ conversationId, body: { text: `this is forbidden ${randomUUID()}` } });
  await expect.poll(async () => (await say()).code).toBe(16061);
  const { ref } = (await say()).data as { ref: string };
  const { list } = await admin.call(wordHitList, { text: ref });
  expect(list).toMatchObject([{ word: 'forbidden', level: 'block', ref }]);
  const { messages } = await ann.terminal.call(im.clientHistory, { conversationId, after: 21 });
  const passed = messages.length;
  await say();
  expect((await ann.terminal.call(im.clientHistory, { conversationId, after: 21 })).messages.length).toBe(passed);
  const words = await admin.call(sensitiveWord.list, {});
  await admin.call(sensitiveWord.disable, { ids: words.list.map(({ id }) => id) });
  await admin.call(wordPublish, {});
  await expect.poll(async () => (await say()).type).toBe('sent');
  await admin.call(wordRollback, { number: first.number });
  await expect.poll(async () => (await say()).code).toBe(16061);
  for (const one of [ann, bob]) one.close();
});

test('3: two processes carry messages between them; at kill -9 of one nothing that was acknowledged is lost, and nothing comes twice', async () => {
  const [ann, bob] = [await talker('cid', a), await talker('dan', b)];
  // What it says of its own messages would count too.
  ann.silent = true;
  await Promise.all([ann.connect(), bob.connect()]);
  const first = await ann.send({ peerId: people['dan']!, body: { text: '0' } });
  const conversationId = first.conversationId!;
  await expect.poll(() => bob.texts(conversationId)).toEqual(['0']);
  const [sends, killedAt] = isNightly ? [1000, 400] : [150, 40];
  const wishes = Array.from({ length: sends }, (_, at) => ({ clientId: randomUUID(), conversationId, body: { text: String(at + 1) } }));
  const acknowledged = new Set<string>();
  let killed: Promise<unknown> | undefined;
  const begins = performance.now();
  await Promise.allSettled(
    wishes.map(async (wish, at) => {
      await due(begins, at);
      if (killed) return;
      const { type, clientId = '' } = await ann.send(wish);
      if (type !== 'sent') return;
      acknowledged.add(clientId);
      if (acknowledged.size === killedAt) killed = a.end('SIGKILL');
    }),
  );
  await killed;
  expect(acknowledged.size).toBeGreaterThanOrEqual(killedAt);
  expect(acknowledged.size).toBeLessThan(sends);
  // The same terminal goes on at the other process and sends again whatever was not acknowledged.
  ann.terminal.origin = b.origin;
  await ann.connect();
  const again = performance.now();
  for (const [at, wish] of wishes.filter(({ clientId }) => !acknowledged.has(clientId)).entries()) {
    await due(again, at);
    expect(await ann.send(wish)).toMatchObject({ type: 'sent' });
  }
  const all = ['0', ...wishes.map(({ body }) => body.text)];
  for (const one of [ann, bob]) {
    await expect.poll(() => one.texts(conversationId).length, { timeout: 60_000 }).toBe(all.length);
    expect(one.texts(conversationId).toSorted()).toEqual(all.toSorted());
    expect(one.numbers(conversationId)).toEqual(Array.from({ length: all.length }, (_, at) => at + 1));
  }
  expect(ann.texts(conversationId)).toEqual(bob.texts(conversationId));
  // What the server keeps is what they show.
  const kept: unknown[] = [];
  while (kept.length < all.length) {
    const { messages } = await bob.terminal.call(im.clientHistory, { conversationId, after: kept.length, limit: 200 });
    if (messages.length === 0) break;
    kept.push(...messages.map(({ body }) => body?.['text']));
  }
  expect(kept).toEqual(bob.texts(conversationId));
  for (const one of [ann, bob]) one.close();
});

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ ...inject('testServer'), database: 'postgres' });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
