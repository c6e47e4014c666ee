import { createPublicKey, randomUUID, verify } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addressOf } from '../../src/kit/common/contract.ts';
import { getJob } from '../../src/kit/common/jobs/job.contract.ts';
import { confirm } from '../../src/kit/common/session/session.contract.ts';
import * as im from '../../src/modules/messaging/common/client/client.contract.ts';
import { rootDepartmentId } from '../../src/modules/people/common/root.ts';
import { account } from '../../src/modules/public-accounts/common/account.contract.ts';
import { audienceUsers } from '../../src/modules/public-accounts/common/audience.contract.ts';
import { material } from '../../src/modules/public-content/common/material.contract.ts';
import * as client from '../../src/modules/public-pushes/common/client.contract.ts';
import * as push from '../../src/modules/public-pushes/common/push.contract.ts';
import { testPassword } from '../product.ts';
import { DirectoryHouse } from './directory-house.ts';
import { Talker } from './talker.ts';
import { TestTerminal } from './test-terminal.ts';

let house: DirectoryHouse;
let origin = '';
let snoId = '';

beforeAll(async () => {
  house = await DirectoryHouse.open();
  origin = await house.product.app.listen({ port: 0, host: '127.0.0.1' });
  for (const name of ['ann', 'bob', 'eve']) await house.person(name, [rootDepartmentId], name === 'bob' ? { locale: 'en_US' } : {});
  const draft = {
    name: { zh_CN: '公司新闻', en_US: 'Company news' },
    code: 'news',
    ownerDeptId: rootDepartmentId,
    quietHours: [],
    showReads: true,
  };
  snoId = (
    await house.wire.call(account.add, { ...draft, managerIds: [house.idOf('ann')], cap: { perPersonPerDay: 0, perPersonPerWeek: 0 } })
  ).id;
  await house.wire.call(audienceUsers.add, { snoId, ids: [house.idOf('ann'), house.idOf('bob')], mode: 'forced' });
}, 180_000);
afterAll(() => house.stop());

async function talker(name: string): Promise<Talker> {
  const terminal = new TestTerminal(origin);
  await terminal.login(name);
  return new Talker(terminal);
}

const newText = async (): Promise<{ kind: 'text'; id: string }> => {
  const text = { zh_CN: `第一季度报告 ${randomUUID()}`, en_US: 'First quarter report' };
  return { kind: 'text', id: (await house.wire.call(material.add, { snoId, kind: 'text', name: 'Report', text })).id };
};

/** Sends to everybody, and answers the push. */
async function sendToAll(): Promise<string> {
  const shown = await house.wire.call(push.pushPreview, { snoId, content: await newText(), audience: { all: true } });
  expect(shown).toMatchObject({ targets: 2, languages: { zh_CN: 1, en_US: 1 } });
  const answer = await house.product.app.inject({
    method: 'POST',
    url: addressOf(push.pushAdd),
    headers: { accesstoken: house.product.admin.token, 'idempotency-key': randomUUID() },
    payload: { previewToken: shown.token, expectedTargets: shown.targets },
  });
  return answer.json<{ data: { id: string } }>().data.id;
}
const ledger = (id: string) => house.wire.call(push.pushLedger, { id });
const at = () => Date.now();
const event = (kind: 'received' | 'read' | 'seconds' | 'scrolled' | 'like' | 'unlike', pushId: string, more: object = {}) => ({
  id: randomUUID(),
  kind,
  pushId,
  at: at(),
  ...more,
});

test('A push reaches connected terminals as a message of the account, is read in their language, and what they report counts once', async () => {
  const [ann, bob] = [await talker('ann'), await talker('bob')];
  await Promise.all([ann.connect(), bob.connect()]);
  const pushId = await sendToAll();
  await expect
    .poll(() => [ann, bob].map((one) => [...one.shown.values()].flat().filter(({ kind }) => kind === 'content').length))
    .toEqual([1, 1]);
  const [message] = [...bob.shown.values()].flat();
  expect(message).toMatchObject({ kind: 'content', senderKind: 'account', senderId: snoId, body: { pushId, account: 'Company news' } });
  const { conversations } = await bob.terminal.call(im.clientSync, {});
  expect(conversations).toMatchObject([{ kind: 'account', accountId: snoId, lastSeq: 1 }]);
  // Nobody writes into this chat as into any other.
  const words = { kind: 'text' as const, conversationId: conversations[0]!.id, clientId: randomUUID(), body: { text: 'Hi' } };
  expect((await bob.terminal.ask(im.clientSend, { message: words })).code).toBe(16003);

  const article = await bob.terminal.call(client.snoArticle, { pushId });
  expect(article).toMatchObject({ title: 'First quarter report', language: 'en_US', reads: 0, liked: false, parts: [{ kind: 'text' }] });
  expect((await ann.terminal.call(client.snoArticle, { pushId })).parts[0]!.html).toContain('第一季度报告');
  const read = event('read', pushId);
  const events = [
    event('received', pushId),
    read,
    event('seconds', pushId, { value: 40 }),
    event('scrolled', pushId, { value: 80 }),
    event('like', pushId),
  ];
  expect(await bob.terminal.call(client.snoEvent, { events })).toMatchObject({ refused: [] });
  expect((await bob.terminal.call(client.snoEvent, { events })).taken.length).toBe(events.length);
  await expect.poll(async () => ledger(pushId)).toMatchObject({ state: 'finished', delivered: 2, reached: 2, read: 1 });
  const { list } = await house.wire.call(push.pushTargets, { pushId, employeeId: house.idOf('bob') });
  expect(list).toMatchObject([{ seconds: 40, scrolled: 80, language: 'en_US' }]);
  const after = await bob.terminal.call(client.snoArticle, { pushId });
  expect(after).toMatchObject({ reads: 1, likes: 1, liked: true });
  expect((await bob.terminal.call(client.snoEvent, { events: [event('unlike', pushId)] })).refused).toEqual([]);
  expect((await bob.terminal.call(client.snoArticle, { pushId })).likes).toBe(0);
  // What is wrong stops no other: a push of nobody, and what happened too long ago; a time in the future is now.
  const wrong = [
    event('read', randomUUID()),
    event('read', pushId, { at: at() - 40 * 86_400_000 }),
    event('read', pushId, { at: at() + 86_400_000 }),
  ];
  const told = await ann.terminal.call(client.snoEvent, { events: wrong });
  expect(told.refused.map(({ reason }) => reason)).toEqual(['notDelivered', 'tooOld']);
  const [own] = (await house.wire.call(push.pushTargets, { pushId, employeeId: house.idOf('ann') })).list;
  expect(own!.readAt!).toBeLessThanOrEqual(at() + 1000);
  // Whom it was not sent to has nothing of it.
  const eve = await talker('eve');
  expect((await eve.terminal.ask(client.snoArticle, { pushId })).code).toBe(10404);
  expect((await eve.terminal.call(client.snoEvent, { events: [event('like', pushId)] })).refused).toMatchObject([
    { reason: 'notDelivered' },
  ]);
  for (const one of [ann, bob]) one.close();
});

test('A recall holds at once, reaches terminals, is acknowledged, and its proof can be checked by anybody', async () => {
  const [ann, bob] = [await talker('ann'), await talker('bob')];
  await ann.connect();
  const pushId = await sendToAll();
  await expect.poll(async () => (await ledger(pushId)).delivered).toBe(2);
  await ann.terminal.call(client.snoArticle, { pushId });
  await ann.terminal.call(client.snoEvent, { events: [event('read', pushId)] });
  const { title } = await house.wire.call(push.pushGet, { id: pushId });
  const token = (await house.wire.call(confirm, { password: testPassword })).accessToken;
  house.product.admin.token = token;
  const input = { id: pushId, reason: 'Wrong figure', title: title.zh_CN };
  expect(await house.wire.call(push.pushRollback, input)).toMatchObject({ people: 2, readBefore: 1 });
  for (const one of [ann, bob]) expect((await one.terminal.ask(client.snoArticle, { pushId })).code).toBe(15071);
  // The terminal that is connected hears of it as of any recalled message.
  await expect.poll(() => [...ann.shown.values()].flat().some(({ kind, body }) => kind === 'recall' && body !== null)).toBe(true);
  await expect.poll(async () => (await ledger(pushId)).recall).toMatchObject({ server: 1, notReached: 1, readBefore: 1 });
  const { list } = await ann.terminal.call(client.snoRecall, {});
  expect(list.map((one) => one.pushId)).toContain(pushId);
  expect((await ann.terminal.call(client.snoEvent, { events: [event('like', pushId)] })).refused).toMatchObject([{ reason: 'recalled' }]);
  // What was never ordered for somebody changes nothing.
  const eve = await talker('eve');
  expect(await eve.terminal.call(client.snoRecallAck, { ids: [pushId], result: 'removed' })).toEqual({ taken: 0, ignored: 1 });
  expect((await ledger(pushId)).state).toBe('recalling');
  expect(await ann.terminal.call(client.snoRecallAck, { ids: [pushId], result: 'removed' })).toEqual({ taken: 1, ignored: 0 });
  await expect.poll(async () => ledger(pushId)).toMatchObject({ state: 'recalled', recalled: 1, recall: { terminal: 1, notReached: 1 } });

  const { jobId } = await house.wire.call(push.pushExportProof, { id: pushId });
  await expect.poll(async () => (await house.wire.call(getJob, { id: jobId })).state).toBe('done');
  const { result } = await house.wire.call(getJob, { id: jobId });
  const { fileId } = result as { fileId: string };
  const file = await house.product.app.inject({ url: `/api/file/download?fileId=${fileId}`, headers: { accesstoken: token } });
  const proof = file.json<{ payload: string; publicKey: string; signature: string }>();
  expect(verify(null, Buffer.from(proof.payload), createPublicKey(proof.publicKey), Buffer.from(proof.signature, 'base64'))).toBe(true);
  const said = JSON.parse(proof.payload) as {
    people: { recallState: string; readAt: number | null }[];
    push: { recall: { reason: string } };
  };
  expect(said.push.recall.reason).toBe('Wrong figure');
  expect(said.people.map(({ recallState }) => recallState).toSorted()).toEqual(['notReached', 'terminal']);
  ann.close();
});
