import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as im from '../../src/modules/messaging/common/client/client.contract.ts';
import { hubOf } from '../../src/modules/messaging/server/socket/hub.ts';
import { employeeDisable, employeeEnable } from '../../src/modules/people/common/employee.contract.ts';
import { rootDepartmentId } from '../../src/modules/people/common/root.ts';
import { DirectoryHouse } from './directory-house.ts';
import { Talker } from './talker.ts';
import { TestTerminal } from './test-terminal.ts';

let house: DirectoryHouse;
let origin = '';

beforeAll(async () => {
  house = await DirectoryHouse.open();
  origin = await house.product.app.listen({ port: 0, host: '127.0.0.1' });
  for (const account of ['ann', 'bob', 'cid']) await house.person(account, [rootDepartmentId]);
}, 180_000);
afterAll(() => house.stop());

async function talker(account: string, platform = 2): Promise<Talker> {
  const terminal = new TestTerminal(origin, platform);
  await terminal.login(account);
  return new Talker(terminal);
}

test('Two terminals exchange messages in order, each once; a second terminal of one shows the same', async () => {
  const [ann, bob, desk] = [await talker('ann'), await talker('bob'), await talker('bob', 4)];
  await Promise.all([ann.connect(), bob.connect(), desk.connect()]);
  const first = await ann.send({ peerId: house.idOf('bob'), body: { text: 'hello' } });
  expect(first).toMatchObject({ type: 'sent', seq: 1, state: 'normal' });
  const conversationId = first.conversationId!;
  for (const at of [2, 3]) await ann.send({ conversationId, body: { text: `from ann ${at}` } });
  await bob.send({ peerId: house.idOf('ann'), body: { text: 'from bob' } });
  const said = ['hello', 'from ann 2', 'from ann 3', 'from bob'];
  for (const one of [ann, bob, desk]) await expect.poll(() => one.texts(conversationId)).toEqual(said);
  for (const one of [ann, bob, desk]) expect(one.numbers(conversationId)).toEqual([1, 2, 3, 4]);
  // Without a connection it reads the same.
  const cold = await talker('bob', 1);
  const { messages } = await cold.terminal.call(im.clientHistory, { conversationId });
  expect(messages.map(({ body }) => body?.['text'])).toEqual(said);
  const { conversations } = await cold.terminal.call(im.clientSync, {});
  expect(conversations).toMatchObject([{ id: conversationId, lastSeq: 4, readSeq: 0, peerId: house.idOf('ann') }]);
  for (const one of [ann, bob, desk]) one.close();
});

test('The same client id is one message; another wish under it is refused', async () => {
  const [ann] = [await talker('ann')];
  const clientId = randomUUID();
  const wish = { message: { kind: 'text' as const, peerId: house.idOf('cid'), clientId, body: { text: 'once' } } };
  const sent = await Promise.all([1, 2, 3].map(() => ann.terminal.call(im.clientSend, wish)));
  expect(new Set(sent.map(({ seq }) => seq)).size).toBe(1);
  const other = { message: { ...wish.message, body: { text: 'another' } } };
  expect((await ann.terminal.ask(im.clientSend, other)).code).toBe(16011);
  // What only the server says is not taken from a terminal.
  const forged = Object.assign({ ...wish.message, clientId: randomUUID() }, { seq: 9, senderId: house.idOf('bob'), state: 'recalled' });
  expect((await ann.terminal.ask(im.clientSend, { message: forged })).code).toBe(10400);
  // A clock that is a day wrong changes neither the time nor the order.
  const late = { ...wish.message, clientId: randomUUID(), claimedAt: Date.now() - 86_400_000 };
  const after = await ann.terminal.call(im.clientSend, { message: late });
  expect([after.seq, Date.now() - after.sentAt < 3_600_000]).toEqual([sent[0]!.seq + 1, true]);
  // What was sent stays sent when it could not be sent any more: a terminal that lost the answer asks again.
  const ids = [house.idOf('cid')];
  await house.wire.call(employeeDisable, { ids });
  expect((await ann.terminal.ask(im.clientSend, { message: { ...late, clientId: randomUUID() } })).code).toBe(16002);
  expect(await ann.terminal.call(im.clientSend, wish)).toEqual(sent[0]);
  expect((await ann.terminal.ask(im.clientSend, other)).code).toBe(16011);
  await house.wire.call(employeeEnable, { ids });
});

test('Of many that are sent at the same time each is written once, the numbers follow each other, and one that is refused stops no other', async () => {
  const [ann, bob] = [await talker('ann'), await talker('bob')];
  const { conversationId, seq: before } = await ann.terminal.call(im.clientSend, {
    message: { kind: 'text', peerId: house.idOf('bob'), clientId: randomUUID(), body: { text: 'before' } },
  });
  const wishes = Array.from({ length: 12 }, (_, at) => ({
    message: { kind: 'text' as const, conversationId, clientId: randomUUID(), body: { text: `at once ${at}` } },
  }));
  const nowhere = { message: { ...wishes[0]!.message, clientId: randomUUID(), conversationId: randomUUID() } };
  // Both send each of them, and twice: under one id there is one message of each.
  const asked = [ann, bob, ann, bob].flatMap(({ terminal }) => wishes.map((wish) => terminal.ask(im.clientSend, wish)));
  const [refused, ...answers] = await Promise.all([ann.terminal.ask(im.clientSend, nowhere), ...asked]);
  expect(refused.code).toBe(16003);
  expect(answers.every(({ code }) => code === 0)).toBe(true);
  const { messages } = await bob.terminal.call(im.clientHistory, { conversationId, limit: 100 });
  const numbers = messages.map(({ seq }) => seq).filter((seq) => seq > before);
  expect(numbers).toEqual(Array.from({ length: 2 * wishes.length }, (_, at) => before + 1 + at));
});

test('Who reads at one terminal has read at all of them, and the other one hears of it', async () => {
  const [ann, bob] = [await talker('ann'), await talker('bob')];
  await Promise.all([ann.connect(), bob.connect()]);
  const { conversationId = '', seq = 0 } = await ann.send({ peerId: house.idOf('bob'), body: { text: 'read me' } });
  bob.say({ type: 'read', marks: [{ conversationId, seq }] });
  await expect.poll(() => ann.events.some(({ event }) => event?.type === 'read' && event['seq'] === seq)).toBe(true);
  // It never goes back, nor beyond what there is.
  await bob.terminal.call(im.clientRead, { marks: [{ conversationId, seq: 1 }] });
  await bob.terminal.call(im.clientRead, { marks: [{ conversationId, seq: 9_999 }] });
  const { list } = await bob.terminal.call(im.clientConversations, {});
  expect(list.find(({ id }) => id === conversationId)?.readSeq).toBe(seq);
  for (const one of [ann, bob]) one.close();
});

test('A poll waits for the next message', async () => {
  const [ann, bob] = [await talker('ann'), await talker('bob')];
  const { next } = await bob.terminal.call(im.clientSync, {});
  const polled = bob.terminal.call(im.clientPoll, { cursor: next, wait: 30 });
  await ann.terminal.call(im.clientSend, {
    message: { kind: 'text', peerId: house.idOf('bob'), clientId: randomUUID(), body: { text: 'to who polls' } },
  });
  const { messages } = await polled;
  expect(messages.map(({ body }) => body?.['text'])).toContain('to who polls');
  // What polling tells is what the connection of another terminal shows.
  const { conversationId } = messages.find(({ body }) => body?.['text'] === 'to who polls')!;
  const wired = await talker('bob', 4);
  await wired.connect();
  const shown = async () => (await bob.terminal.call(im.clientHistory, { conversationId, limit: 200 })).messages;
  await expect.poll(() => wired.numbers(conversationId).at(-1)).toBe((await shown()).at(-1)?.seq);
  const seen = wired.shown.get(conversationId)!;
  expect((await shown()).slice(-seen.length)).toEqual(seen);
  wired.close();
});

test('Nobody enters without a session, a proof for this address and a first frame that says so', async () => {
  const ann = await talker('ann');
  const cut = async (said: unknown): Promise<number> => {
    const socket = await ann.open();
    socket.send(typeof said === 'string' || Buffer.isBuffer(said) ? said : JSON.stringify(said));
    await expect.poll(() => ann.closed).not.toBe(0);
    return ann.closed;
  };
  expect(await cut({ type: 'ping' })).toBe(4000);
  expect(await cut('{')).toBe(4000);
  expect(await cut(Buffer.from([1, 2, 3]))).toBe(4000);
  expect(await cut(ann.auth({ dpop: '' }))).toBe(4001);
  expect(await cut(ann.auth({ accesstoken: 'nobody' }))).toBe(4001);
  expect(await cut('x'.repeat(200_000))).toBe(1009);
  const stolen = ann.auth();
  await ann.connect();
  ann.close();
  const other = await talker('bob');
  const socket = await other.open();
  // A proof is for its own token alone.
  socket.send(
    JSON.stringify({
      ...(stolen as object),
      headers: { ...(stolen as { headers: object }).headers, accesstoken: other.terminal.accessToken },
    }),
  );
  await expect.poll(() => other.closed).toBe(4001);
  // Who floods is cut off, and nobody else is.
  const calm = await talker('cid');
  await Promise.all([ann.connect(), calm.connect()]);
  for (let frame = 0; frame < 400; frame += 1) ann.say({ type: 'ping' });
  await expect.poll(() => ann.closed).toBe(4029);
  expect((await calm.send({ peerId: house.idOf('bob'), body: { text: 'calm' } })).type).toBe('sent');
  calm.close();
  const plain = await fetch(`${origin}/client/im/connect`);
  expect(plain.status).toBe(426);
});

test('A session that ends closes its connection', async () => {
  const ann = await talker('ann');
  await ann.connect();
  const { database, sessions } = house.product.services;
  await database.db.transaction().execute((tx) => sessions.endAll(tx, [house.idOf('ann')], 'administrator'));
  await expect.poll(() => ann.closed).toBe(4003);
});

test('A terminal that reads too slowly is told so, and what it missed waits for it', async () => {
  const ann = await talker('ann');
  await ann.connect();
  const line = hubOf(house.product.services)
    .links()
    .find(({ uid }) => uid === house.idOf('ann'))!;
  // At once, so that nothing of it can have left meanwhile: more than a connection may have waiting, whatever the kernel takes.
  for (let at = 0; at < 300; at += 1) line.event({ type: 'much', text: 'x'.repeat(100_000) });
  await expect.poll(() => ann.closed).toBe(4008);
  await expect
    .poll(() =>
      hubOf(house.product.services)
        .links()
        .map(({ uid }) => uid),
    )
    .not.toContain(house.idOf('ann'));
  await ann.connect();
  ann.close();
});
