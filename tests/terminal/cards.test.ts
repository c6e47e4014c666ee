import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  cardActions,
  cardCompare,
  cardGet,
  cardGroup,
  cardList,
  cardPublish,
  cardRollback,
  cardSystem,
  cardTemplate,
  cardUpdate,
  cardVersions,
} from '../../src/modules/message-cards/common/card.contract.ts';
import { cardExport, cardImport } from '../../src/modules/message-cards/common/transfer.contract.ts';
import { clientCardAction, clientCardGet } from '../../src/modules/message-cards/common/client.contract.ts';
import * as im from '../../src/modules/messaging/common/client/client.contract.ts';
import { rootDepartmentId } from '../../src/modules/people/common/root.ts';
import { DirectoryHouse } from './directory-house.ts';

const secret = 'a-key-of-the-travel-system';
let house: DirectoryHouse;
let systemId = '';
let templateId = '';
/** The sender's own server: what it was told, and what it answers. */
let receiver: Server;
const told: { headers: IncomingHttpHeaders; body: string }[] = [];

beforeAll(async () => {
  receiver = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      told.push({ headers: request.headers, body: Buffer.concat(pieces).toString() });
      response.end(JSON.stringify({ data: { city: 'Osaka' } }));
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const { port } = receiver.address() as AddressInfo;
  house = await DirectoryHouse.open({ ALLOWED_NETWORKS: `127.0.0.1:${port}` });
  for (const account of ['ann', 'bob']) await house.person(account, [rootDepartmentId]);
  const { wire } = house;
  const { id: groupId } = await wire.call(cardGroup.add, { name: { zh_CN: 'Travel' }, code: 'travel' });
  const { id } = await wire.call(cardTemplate.add, {
    name: { zh_CN: 'Trip' },
    code: 'trip',
    groupId,
    ownerDeptId: rootDepartmentId,
    summary: { zh_CN: 'Trip to ${city}' },
    dataFields: [{ name: 'city' }, { name: 'seat', required: false }],
    elements: [
      { kind: 'title', text: { zh_CN: 'Trip to ${city}' } },
      { kind: 'text', text: { zh_CN: 'Seat ${seat}' } },
    ],
    callbackUrl: `http://127.0.0.1:${port}/cards`,
    actions: [{ id: 'agree', kind: 'callback', text: { zh_CN: 'Agree' } }],
  });
  templateId = id;
  await wire.call(cardPublish, { id, version: 1 });
  systemId = (await wire.call(cardSystem.add, { name: 'Travel', secret, templateIds: [id] })).id;
}, 180_000);
afterAll(async () => {
  await house.stop();
  receiver.close();
});

async function ask(path: string, input: object, key = secret) {
  const body = JSON.stringify(input);
  const [timestamp, nonce] = [String(Date.now()), randomUUID()];
  const signature = createHmac('sha256', key).update(`${timestamp}.${nonce}.${body}`).digest('hex');
  const answer = await house.product.app.inject({
    method: 'POST',
    url: `/gateway/sys/im/card/${path}`,
    headers: {
      'content-type': 'application/json',
      'x-system': systemId,
      'x-timestamp': timestamp,
      'x-nonce': nonce,
      'x-signature': signature,
    },
    payload: body,
  });
  return answer.json<{ code: number; data: { cardId: string; repeated?: boolean; delivered?: number } }>();
}

test('24: a system sends a card, each sees their own data, acts once, and the sender updates and recalls it', async () => {
  const [ann, bob] = [house.idOf('ann'), house.idOf('bob')];
  const wish = { template: 'trip', outId: 'trip-1', people: [ann, bob], data: { city: 'Kyoto' }, privateData: { [ann]: { seat: '12A' } } };
  expect((await ask('send', wish, 'another key')).code).toBe(65001);
  expect((await ask('send', { ...wish, data: {} })).code).toBe(16082);
  const { data } = await ask('send', wish);
  expect(data).toMatchObject({ delivered: 2, repeated: false });
  expect((await ask('send', wish)).data).toMatchObject({ cardId: data.cardId, repeated: true });
  const [phone, other] = [await house.phone('ann'), await house.phone('bob')];
  const texts = async (one: typeof phone) =>
    (await one.call(clientCardGet, { cardId: data.cardId })).elements.map(({ text }) => text?.zh_CN);
  expect([await texts(phone), await texts(other)]).toEqual([
    ['Trip to Kyoto', 'Seat 12A'],
    ['Trip to Kyoto', 'Seat'],
  ]);
  const { messages } = await phone.call(im.clientSync, {});
  expect(messages.find(({ kind }) => kind === 'card')?.body).toMatchObject({ cardId: data.cardId, text: 'Trip to Kyoto' });
  expect(JSON.stringify(messages)).not.toContain('12A');
  const act = () => phone.ask(clientCardAction, { cardId: data.cardId, actionId: 'agree' });
  expect([(await act()).code, (await act()).code]).toEqual([0, 16084]);
  // The sender is told, signed by its key, and answers with new data.
  await expect.poll(() => told.length).toBe(1);
  const [{ headers, body }] = told as [(typeof told)[number]];
  const signed = `${String(headers['x-timestamp'])}.${String(headers['x-nonce'])}.${body}`;
  expect(headers['x-signature']).toBe(createHmac('sha256', secret).update(signed).digest('hex'));
  expect(JSON.parse(body)).toMatchObject({ outId: 'trip-1', actionId: 'agree', employeeId: ann });
  await expect.poll(() => texts(phone)).toEqual(['Trip to Osaka', 'Seat 12A']);
  await ask('update', { outId: 'trip-1', data: { city: 'Nara' } });
  expect(await texts(phone)).toEqual(['Trip to Nara', 'Seat 12A']);
  // The console sees what everybody reads, and changes it; what is for one person alone it neither shows nor takes away.
  const { cardId } = data;
  const { wire } = house;
  const card = await wire.call(cardGet, { id: cardId });
  expect(card).toMatchObject({
    outId: 'trip-1',
    state: 'updated',
    fields: [
      { name: 'city', value: 'Nara' },
      { name: 'seat', value: '' },
    ],
  });
  expect(JSON.stringify(card)).not.toContain('12A');
  expect((await wire.call(cardActions, { id: cardId })).list).toMatchObject([{ name: 'ann', actionId: 'agree', actionText: 'Agree' }]);
  const wrong: Record<string, string>[] = [{ city: '' }, { town: 'Uji' }];
  for (const data of wrong) expect((await wire.ask(cardUpdate, { ids: [cardId], data })).code).toBe(16082);
  expect(await wire.call(cardUpdate, { ids: [cardId], data: { city: 'Uji' } })).toEqual({ count: 1 });
  expect(await texts(phone)).toEqual(['Trip to Uji', 'Seat 12A']);
  await ask('recall', { outId: 'trip-1' });
  expect((await wire.ask(cardUpdate, { ids: [cardId], data: { city: 'Uji' } })).code).toBe(16083);
  expect([await texts(phone), (await other.ask(clientCardAction, { cardId: data.cardId, actionId: 'agree' })).code]).toEqual([[], 16083]);
  expect((await house.wire.call(cardList, {})).list).toMatchObject([{ outId: 'trip-1', state: 'recalled', people: 2, actions: 1 }]);
});

test('24: what a draft breaks is said before it is published, with the cards that are open', async () => {
  const { wire } = house;
  await ask('send', { template: 'trip', outId: 'trip-2', people: [house.idOf('bob')], data: { city: 'Kobe' } });
  const { version } = await wire.call(cardTemplate.get, { id: templateId });
  await wire.call(cardTemplate.update, {
    id: templateId,
    version,
    dataFields: [{ name: 'city' }, { name: 'date' }],
    elements: [{ kind: 'title', text: { zh_CN: 'Trip to ${city}' } }],
    actions: [],
  });
  expect(await wire.call(cardCompare, { id: templateId })).toEqual({
    published: 1,
    open: 1,
    breaks: [
      { what: 'fieldGone', name: 'seat' },
      { what: 'fieldNeeded', name: 'date' },
      { what: 'actionGone', name: 'agree' },
    ],
  });
});

test('An earlier version of a template is published again as a new one; a copy is a template of its own', async () => {
  const { wire } = house;
  const get = () => wire.call(cardTemplate.get, { id: templateId });
  await wire.call(cardPublish, { id: templateId, version: (await get()).version });
  expect((await get()).actions).toEqual([]);
  expect((await wire.call(cardVersions, { id: templateId })).list).toMatchObject([
    { number: 2, current: true, cards: 0 },
    { number: 1, current: false, actions: 1 },
  ]);
  expect(await wire.call(cardRollback, { id: templateId, version: (await get()).version, number: 1 })).toEqual({ published: 3 });
  expect(await get()).toMatchObject({ published: 3, draft: false, actions: [{ id: 'agree' }] });
  // What is exported comes in elsewhere by its codes, and changes the draft where it is there.
  const { templates } = await wire.call(cardExport, { ids: [templateId] });
  const others = [
    { ...templates[0]!, code: 'trip-elsewhere' },
    { ...templates[0]!, validDays: 9 },
  ];
  expect(await wire.call(cardImport, { ownerDeptId: rootDepartmentId, templates: others })).toEqual({ added: 1, changed: 1 });
  expect(await get()).toMatchObject({ validDays: 9, draft: true, published: 3 });
  const lost = [{ ...templates[0]!, group: 'nowhere' }];
  expect(await wire.ask(cardImport, { ownerDeptId: rootDepartmentId, templates: lost })).toMatchObject({ code: 16081 });
  const { id } = await wire.call(cardTemplate.copy, { id: templateId, code: 'trip-copy' });
  expect(await wire.call(cardTemplate.get, { id })).toMatchObject({ code: 'trip-copy', published: 0, actions: [{ id: 'agree' }] });
});
