import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { devicePushToken } from '../../src/modules/devices/common/client.contract.ts';
import * as engine from '../../src/modules/message-addresses/common/engine.contract.ts';
import * as service from '../../src/modules/message-addresses/common/service.contract.ts';
import { workPushes } from '../../src/modules/message-addresses/server/push.ts';
import * as im from '../../src/modules/messaging/common/client/client.contract.ts';
import * as pass from '../../src/modules/messaging/common/client/pass.contract.ts';
import { messagingRole, messagingSaveResources } from '../../src/modules/messaging/common/role.contract.ts';
import { messagingFunctions } from '../../src/modules/messaging/common/words.ts';
import { rootDepartmentId } from '../../src/modules/people/common/root.ts';
import { DirectoryHouse } from './directory-house.ts';
import { Talker } from './talker.ts';
import { TestTerminal } from './test-terminal.ts';

const secret = 'the-key-of-the-provider';
interface Notice {
  id: string;
  token: string;
  badge: number;
  title: string;
  text: string;
}
let house: DirectoryHouse;
let origin = '';
/** The provider: what it was told, and what it answers next. */
let receiver: Server;
const told: Notice[] = [];
const answers: number[] = [];
let forged = 0;

beforeAll(async () => {
  receiver = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const body = Buffer.concat(pieces).toString();
      const signature = createHmac('sha256', secret)
        .update(`${String(request.headers['x-timestamp'])}.${body}`)
        .digest('hex');
      if (request.headers['x-signature'] !== signature) forged += 1;
      told.push(JSON.parse(body) as Notice);
      response.statusCode = answers.shift() ?? 200;
      response.end('{}');
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const { port } = receiver.address() as AddressInfo;
  house = await DirectoryHouse.open({ ALLOWED_NETWORKS: `127.0.0.1:${port}` });
  origin = await house.product.app.listen({ port: 0, host: '127.0.0.1' });
  for (const account of ['ann', 'bob', 'cid']) await house.person(account, [rootDepartmentId], { locale: 'ja_JP' });
  await house.wire.call(service.pushProvider.add, { name: 'Vendor', code: 'vendor', url: `http://127.0.0.1:${port}/push`, secret });
}, 180_000);
afterAll(async () => {
  await house.stop();
  receiver.close();
});

async function phone(account: string): Promise<TestTerminal> {
  const terminal = new TestTerminal(origin);
  await terminal.login(account);
  return terminal;
}
const say = (terminal: TestTerminal, to: string, text: string) =>
  terminal.call(im.clientSend, { message: { kind: 'text', clientId: randomUUID(), peerId: house.idOf(to), body: { text } } });

/** What waits long enough is looked at, and what is to be told again is told again. */
async function work(): Promise<void> {
  const { db } = house.product.database;
  await sql`update im_outbox set due_at = 0`.execute(db);
  await sql`update im_push set next_at = 0 where next_at > 0 and answer <> ''`.execute(db);
  await workPushes(house.product.services);
}

test('Who is off line is told by the provider: again after a failure under the same id, once after success, and never once it is read', async () => {
  const [ann, bob] = [await phone('ann'), await phone('bob')];
  expect((await bob.enrol()).code).toBe(0);
  await bob.call(devicePushToken, { provider: 'vendor', token: 'token-of-bob' });
  answers.push(500);
  await say(ann, 'bob', 'are you there');
  await expect.poll(async () => (await work(), told.length)).toBeGreaterThanOrEqual(2);
  expect(told).toMatchObject([{ token: 'token-of-bob', title: 'ann', text: '新着メッセージ' }, { token: 'token-of-bob' }]);
  expect(JSON.stringify(told)).not.toContain('are you there');
  expect([told[0]!.id, forged]).toEqual([told[1]!.id, 0]);
  const waiting = async (): Promise<number> => (await house.wire.call(service.pushQueue, {})).waiting;
  await expect.poll(waiting).toBe(0);
  await Promise.all([work(), work(), work()]);
  expect(told).toHaveLength(2);
  expect((await house.wire.call(service.pushProvider.list, {})).list).toMatchObject([
    { sent: 1, failed: 1, refused: 0, lastAnswer: '200' },
  ]);
  // Whoever has it on a terminal is told of nothing.
  const wired = new Talker(bob);
  await wired.connect();
  await say(ann, 'bob', 'now you are');
  await expect.poll(() => [...wired.shown.values()].flat().length).toBeGreaterThan(0);
  await work();
  expect(told).toHaveLength(2);
  // On line it stands in the list, and an administrator may end it.
  const { list } = await house.wire.call(service.onlineList, {});
  expect(list).toMatchObject([{ employeeId: house.idOf('bob'), name: 'bob' }]);
  expect((await house.wire.call(service.engineHealth, {})).nodes).toMatchObject([{ connections: 1 }]);
  await house.wire.call(service.onlineKick, { ids: [list[0]!.id], reason: 'Lost' });
  await expect.poll(() => wired.closed).toBe(4003);
  expect((await house.wire.call(service.onlineStatistics, {})).connections).toBe(0);
});

test('A token that the provider no longer knows is forgotten', async () => {
  const [ann, cid] = [await phone('ann'), await phone('cid')];
  expect((await cid.enrol()).code).toBe(0);
  await cid.call(devicePushToken, { provider: 'vendor', token: 'token-of-cid' });
  const before = told.length;
  answers.push(410);
  await say(ann, 'cid', 'gone');
  await expect.poll(async () => (await work(), told.length)).toBe(before + 1);
  await expect.poll(async () => (await house.wire.call(service.pushProvider.list, {})).list[0]?.refused).toBe(1);
  await say(ann, 'cid', 'gone again');
  await work();
  expect(told).toHaveLength(before + 1);
});

test('Messages are passed on once under a client id, searched in one’s own conversations, and pressed for by who may', async () => {
  const [ann, bob, cid] = [await phone('ann'), await phone('bob'), await phone('cid')];
  const first = await say(ann, 'bob', 'the blue plan');
  const wish = { messageIds: [first.messageId], targets: [{ peerId: house.idOf('cid') }], clientId: randomUUID() };
  const { sent } = await bob.call(pass.clientForward, wish);
  expect((await bob.call(pass.clientForward, wish)).sent).toEqual(sent);
  const { messages } = await cid.call(im.clientHistory, { conversationId: sent[0]!.conversationId });
  expect(messages).toMatchObject([{ body: { text: 'the blue plan' }, forwardOf: first.messageId }]);
  const merged = await bob.call(pass.clientForward, { ...wish, clientId: randomUUID(), merged: 'Our talk' });
  expect(merged.sent).toHaveLength(1);
  const found = await ann.call(pass.clientSearch, { conversationId: first.conversationId, words: 'plan BLUE' });
  expect([found.messages.map(({ id }) => id), found.next]).toEqual([[first.messageId], null]);
  expect((await cid.ask(pass.clientSearch, { conversationId: first.conversationId, words: 'plan' })).code).toBe(16003);
  // Nobody passes on what they do not read.
  expect((await cid.ask(pass.clientForward, { ...wish, clientId: randomUUID() })).code).toBe(16003);
  expect((await ann.ask(pass.clientUrgent, { messageId: first.messageId })).code).toBe(16001);
  const { roleId } = await house.wire.call(messagingRole.save, { name: 'Pressing', code: 'pressing', ownerDeptId: rootDepartmentId });
  const { version } = await house.wire.call(messagingRole.find, { roleId });
  const limits = { ownedGroups: null, groupMembers: null, historyDays: null };
  await house.wire.call(messagingSaveResources, { roleId, version, functions: [...messagingFunctions], limits });
  await house.wire.call(messagingRole.assignEmployees, { roleId, ids: [house.idOf('ann')] });
  await expect.poll(async () => (await ann.ask(pass.clientUrgent, { messageId: first.messageId })).code).toBe(0);
  expect(
    (await ann.call(im.clientHistory, { conversationId: first.conversationId })).messages.find(({ id }) => id === first.messageId)?.flags,
  ).toEqual(['urgent']);
  // One text to many: once to each, whoever else may not be written to.
  const people = [house.idOf('bob'), house.idOf('cid'), randomUUID()];
  const letter = { people, text: 'To all of you', clientId: randomUUID() };
  expect((await cid.ask(pass.clientBroadcast, letter)).code).toBe(16001);
  const done = { count: 2, refused: [{ employeeId: people[2], code: 16002 }] };
  expect([await ann.call(pass.clientBroadcast, letter), await ann.call(pass.clientBroadcast, letter)]).toEqual([done, done]);
  const read = async (one: TestTerminal) =>
    (await one.call(im.clientSync, {})).messages.filter(({ body }) => body?.['text'] === letter.text).map(({ flags }) => flags);
  expect([await read(bob), await read(cid)]).toEqual([[['bulk']], [['bulk']]]);
  for (let more = 0; more < 4; more += 1) await ann.call(pass.clientBroadcast, { ...letter, clientId: randomUUID(), people: [people[0]!] });
  expect((await ann.ask(pass.clientBroadcast, { ...letter, clientId: randomUUID() })).code).toBe(16007);
});

test('The engine is tried; while it is paused nobody sends and everybody reads; a driver that is not there is refused', async () => {
  const [ann, bob] = [await phone('ann'), await phone('bob')];
  const { wire } = house;
  const { conversationId } = await say(ann, 'bob', 'before the pause');
  expect(await wire.call(engine.engineTest, {})).toMatchObject({
    ok: true,
    steps: [{ step: 'write' }, { step: 'bus' }, { step: 'seal' }, { step: 'processes' }],
  });
  const version = async (): Promise<number> => (await wire.call(engine.engineGet, {})).version;
  expect((await wire.ask(engine.engineSave, { version: await version(), driver: 'ejabberd' })).code).toBe(16091);
  expect(await wire.call(engine.engineSave, { version: await version(), pingSeconds: 60 })).toMatchObject({ pingSeconds: 60 });
  const paused = await wire.call(engine.enginePause, { version: await version(), minutes: 10, reason: 'A move' });
  expect(paused).toMatchObject({ pausedUntil: expect.any(Number), pauseReason: 'A move' });
  const send = () =>
    ann.ask(im.clientSend, { message: { kind: 'text', conversationId, clientId: randomUUID(), body: { text: 'meanwhile' } } });
  expect(await send()).toMatchObject({ code: 16014, data: { step: 'person', until: paused.pausedUntil } });
  expect((await bob.call(im.clientHistory, { conversationId })).messages.at(-1)?.body).toMatchObject({ text: 'before the pause' });
  await wire.call(engine.enginePause, { version: paused.version, minutes: 0 });
  expect((await send()).code).toBe(0);
});
