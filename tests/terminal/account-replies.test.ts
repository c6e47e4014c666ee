import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { account } from '../../src/modules/public-accounts/common/account.contract.ts';
import { audienceDepartments } from '../../src/modules/public-accounts/common/audience.contract.ts';
import { clientAccountFollow } from '../../src/modules/public-accounts/common/client.contract.ts';
import { material } from '../../src/modules/public-content/common/material.contract.ts';
import { clientSync } from '../../src/modules/messaging/common/client/client.contract.ts';
import { clientAccountMessages, clientMenuClick } from '../../src/modules/public-replies/common/client.contract.ts';
import { menuPublish, menuSave } from '../../src/modules/public-replies/common/menu/menu.contract.ts';
import { clientSnoMessage } from '../../src/modules/public-replies/common/reply/client.contract.ts';
import { keywordReply } from '../../src/modules/public-replies/common/reply/keyword.contract.ts';
import { welcomeReply } from '../../src/modules/public-replies/common/reply/setting.contract.ts';
import { DirectoryHouse } from './directory-house.ts';
import type { TestTerminal } from './test-terminal.ts';

let house: DirectoryHouse;
let [east, snoId] = ['', ''];
let [ann, bob]: TestTerminal[] = [];

beforeAll(async () => {
  house = await DirectoryHouse.open();
  [east] = [await house.department('East')];
  await house.person('ann', [east]);
  await house.person('bob', [await house.department('West')]);
  [ann, bob] = [await house.phone('ann'), await house.phone('bob')];
  const draft = { name: { zh_CN: '服务号' }, code: 'desk', ownerDeptId: east, managerIds: [house.idOf('ann')] };
  snoId = (await house.wire.call(account.add, draft)).id;
  await house.wire.call(audienceDepartments.add, { snoId, ids: [east], mode: 'allowed' });
}, 180_000);
afterAll(() => house.stop());

const said = (text: string, more: Record<string, unknown> = {}) => ({
  snoId,
  clientId: randomUUID(),
  kind: 'text' as const,
  body: { text },
  ...more,
});
/** What the account wrote into its chat with somebody, in the order in which it stands there. */
const chat = async (terminal: TestTerminal) => {
  const { messages } = await terminal.call(clientSync, {});
  return messages.filter(({ senderId }) => senderId === snoId).toSorted((one, other) => one.seq - other.seq);
};

test('The welcome comes with the first follow only', async () => {
  const document = { enabled: true, answers: [{ text: { zh_CN: '欢迎关注' } }] };
  await house.wire.call(welcomeReply.save, { snoId, version: 0, document });
  expect(await ann!.call(clientAccountFollow, { snoId })).toEqual({ following: true, first: true });
  await ann!.call(clientAccountFollow, { snoId });
  expect((await chat(ann!)).map(({ kind, body }) => [kind, body?.['text']])).toEqual([['text', '欢迎关注']]);
});

test('A message is answered by rule with texts and content, once by the id of the terminal', async () => {
  const { id } = await house.wire.call(material.add, { snoId, kind: 'text', name: 'Times', text: { zh_CN: '早班 7:40' } });
  const content = { kind: 'text' as const, id };
  const rule = { snoId, name: 'bus', keywords: [{ text: '班车' }], answers: [{ text: { zh_CN: '请看时刻表' } }, { content }] };
  await house.wire.call(keywordReply.add, rule);
  const foreign = { ...rule, name: 'x', keywords: [{ text: 'x' }], answers: [{ content: { kind: 'text' as const, id: randomUUID() } }] };
  expect(await house.wire.ask(keywordReply.add, foreign)).toMatchObject({ code: 10404 });
  const before = (await chat(ann!)).length;
  const message = said('班车几点？');
  const first = await ann!.call(clientSnoMessage, message);
  expect(await ann!.call(clientSnoMessage, message)).toEqual(first);
  const answers = (await chat(ann!)).slice(before);
  expect(answers.map(({ kind }) => kind)).toEqual(['text', 'content']);
  expect(answers[1]?.body).toMatchObject({ content: 'text', title: '早班 7:40', parts: 1 });
  expect(answers[1]?.body).not.toHaveProperty('frozen');
  // What answers name is in use.
  expect(await house.wire.ask(material.delete, { ids: [id] })).toMatchObject({ code: 10410 });
});

test('Who follows without asking is welcomed when they open the account, once; clicks send no more than twenty messages in an hour', async () => {
  const south = await house.department('South');
  await house.person('cy', [south]);
  const cy = await house.phone('cy');
  await house.wire.call(audienceDepartments.add, { snoId, ids: [south], mode: 'forced' });
  const open = async () => (await cy.call(clientAccountMessages, { snoId, limit: 100 })).list;
  for (let times = 0; times < 2; times += 1)
    expect((await open()).map(({ direction, body }) => [direction, body['text']])).toEqual([['out', '欢迎关注']]);
  expect((await chat(cy)).map(({ body }) => body?.['text'])).toEqual(['欢迎关注']);
  const { id } = await house.wire.call(material.add, { snoId, kind: 'text', name: 'Menu', text: { zh_CN: '今日菜单' } });
  const entry = { key: 'food', name: { zh_CN: '食堂' }, target: { kind: 'content' as const, ref: { kind: 'text' as const, id } } };
  const { version } = await house.wire.call(menuSave, { snoId, version: 0, draft: [entry] });
  await house.wire.call(menuPublish, { snoId, version });
  const click = () => cy.call(clientMenuClick, { snoId, clientId: randomUUID(), key: 'food' });
  await Promise.all(Array.from({ length: 22 }, click));
  const list = await open();
  expect(list.filter(({ direction }) => direction === 'in')).toHaveLength(22);
  // The welcome counts, too.
  expect(list.filter(({ direction }) => direction === 'out')).toHaveLength(20);
});

test('Who is not in the audience, a disabled account and too many messages are refused', async () => {
  expect(await bob!.ask(clientSnoMessage, said('hello'))).toMatchObject({ code: 15013 });
  const place = { snoId, clientId: randomUUID(), kind: 'location' as const, body: { latitude: 31.2, longitude: 121.4, name: '南门' } };
  expect(await ann!.call(clientSnoMessage, place)).toMatchObject({ id: expect.any(String) as string });
  const answers = [];
  for (let at = 0; at < 20; at += 1) answers.push((await ann!.ask(clientSnoMessage, said(`第 ${at} 条`))).code);
  expect(answers.filter((code) => code === 15083).length).toBeGreaterThan(0);
  await house.wire.call(account.disable, { ids: [snoId] });
  expect(await ann!.ask(clientSnoMessage, said('hello'))).toMatchObject({ code: 15010 });
  await house.wire.call(account.enable, { ids: [snoId] });
  const { version } = await house.wire.call(account.get, { id: snoId });
  await house.wire.call(account.update, { id: snoId, version, allowMessage: false });
  expect(await ann!.ask(clientSnoMessage, said('hello'))).toMatchObject({ code: 65002 });
});
