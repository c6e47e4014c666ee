import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import * as groupCalls from '../../src/modules/groups/common/client.contract.ts';
import * as im from '../../src/modules/messaging/common/client/client.contract.ts';
import { robotLog, robotLogEntry, robotReplay, robotStatistics, robotTest } from '../../src/modules/robots/common/company/log.contract.ts';
import { clientRobotAdd, clientRobotGroupAdd, clientRobotList } from '../../src/modules/robots/common/company/client.contract.ts';
import { robotCommand } from '../../src/modules/robots/common/company/command.contract.ts';
import { robotReply } from '../../src/modules/robots/common/company/reply.contract.ts';
import {
  robot,
  robotApprove,
  robotGroupAdd,
  robotGroupList,
  robotGroupRemove,
  robotReject,
  robotSecret,
  robotTransfer,
} from '../../src/modules/robots/common/company/robot.contract.ts';
import { mrmRole, mrmSaveResources } from '../../src/modules/robots/common/role/role.contract.ts';
import { rootDepartmentId } from '../../src/modules/people/common/root.ts';
import { tellAddresses } from '../../src/modules/robots/server/company/out/work.ts';
import { clock } from '../../src/platform/clock.ts';
import { DirectoryHouse } from './directory-house.ts';
import type { TestTerminal } from './test-terminal.ts';

const ordinary = '00000000-0000-7000-8000-000000000311';
const alertBody = {
  version: '4',
  groupKey: '{}:{alertname="DiskFull"}',
  status: 'firing',
  receiver: 'team',
  groupLabels: { alertname: 'DiskFull' },
  commonLabels: { alertname: 'DiskFull', severity: 'critical' },
  commonAnnotations: {},
  externalURL: 'http://alerts.example.com',
  truncatedAlerts: 0,
  alerts: [
    {
      status: 'firing',
      labels: { alertname: 'DiskFull', instance: 'db-1', severity: 'critical' },
      annotations: { summary: 'Disk of db-1 is 95 % full' },
      startsAt: '2026-05-04T07:12:00.000Z',
      endsAt: '0001-01-01T00:00:00Z',
      generatorURL: 'http://prometheus.example.com/graph?g0.expr=x',
      fingerprint: 'abc',
    },
  ],
};

/** A system that robots tell of events: what came, and what it answers next. */
class Listener {
  readonly came: { headers: IncomingMessage['headers']; body: string }[] = [];
  answer: { status: number; body: string } = { status: 200, body: '{}' };
  readonly server: Server;
  constructor() {
    this.server = createServer((request, response) => {
      let body = '';
      request.on('data', (piece: Buffer) => (body += piece.toString()));
      request.on('end', () => {
        this.came.push({ headers: request.headers, body });
        response.writeHead(this.answer.status, { 'content-type': 'application/json' }).end(this.answer.body);
      });
    });
  }
  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/events`;
  }
}

let house: DirectoryHouse;
let ann: TestTerminal;
let bob: TestTerminal;
let group: { id: string; conversationId: string };
const listener = new Listener();

beforeAll(async () => {
  await new Promise<void>((done) => listener.server.listen(0, '127.0.0.1', done));
  house = await DirectoryHouse.open({ ALLOWED_NETWORKS: `127.0.0.1:${(listener.server.address() as AddressInfo).port}` });
  for (const account of ['ann', 'bob']) await house.person(account, [rootDepartmentId]);
  [ann, bob] = [await house.phone('ann'), await house.phone('bob')];
}, 180_000);
afterAll(async () => {
  listener.server.close();
  await house.stop();
});
beforeEach(async () => {
  const made = await ann.call(groupCalls.clientGroupAdd, { typeId: ordinary, name: 'Ops', people: [house.idOf('bob')] });
  group = { id: made.id, conversationId: made.conversationId! };
  listener.came.length = 0;
  listener.answer = { status: 200, body: '{}' };
});

let made = 0;
type Draft = Partial<Parameters<typeof house.wire.call<typeof robot.add>>[1]>;

/** A robot in the group, with the key of its address. */
async function newRobot(more: Draft = {}, inGroup = true): Promise<{ id: string; code: string; key: string }> {
  const code = `robot-${(made += 1)}`;
  const { id } = await house.wire.call(robot.add, {
    name: { zh_CN: '监控', en_US: 'Monitor' },
    code,
    companyDeptId: rootDepartmentId,
    ownerId: house.idOf('ann'),
    ...more,
  });
  const { value } = await house.wire.call(robotSecret, { id, which: 'token', keepOldHours: 0 });
  if (inGroup) await house.wire.call(robotGroupAdd, { robotId: id, groupIds: [group.id] });
  return { id, code, key: value };
}

async function hook(at: { code: string; key: string }, body: unknown, more: { query?: string; headers?: Record<string, string> } = {}) {
  const answer = await house.product.app.inject({
    method: 'POST',
    url: `/hook/robot/${at.code}?key=${at.key}${more.query ?? ''}`,
    headers: { 'content-type': 'application/json', ...more.headers },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: answer.statusCode, body: answer.body, headers: answer.headers };
}

/** What robots wrote in the group, as a member's terminal reads it. */
async function said(phone: TestTerminal = bob) {
  const { messages } = await phone.call(im.clientHistory, { conversationId: group.conversationId });
  return messages.filter(({ senderKind }) => senderKind === 'robot');
}
const textsOf = async (): Promise<unknown[]> => (await said()).map(({ body }) => body?.['text']);

const write = (text: string, mentions: string[] = [], phone = bob) =>
  phone.call(im.clientSend, {
    message: { kind: 'text', conversationId: group.conversationId, clientId: randomUUID(), body: { text }, mentions },
  });

const logOf = async (id: string) => (await house.wire.call(robotLog, { id })).list;

test('19: an Alertmanager body and a WeCom text post in the group and are answered in their shapes; a changed key overlaps', async () => {
  const own = await newRobot();
  const alert = await hook(own, alertBody);
  expect([alert.status, JSON.parse(alert.body)]).toMatchObject([200, { code: 0, msg: 'ok' }]);
  const wecom = await hook(own, { msgtype: 'text', text: { content: '服务已恢复', mentioned_list: ['bob'] } });
  expect(JSON.parse(wecom.body)).toEqual({ errcode: 0, errmsg: 'ok' });
  const messages = await said();
  expect(messages).toMatchObject([
    { kind: 'markdown', senderId: own.id, body: { robot: { name: { zh_CN: '监控', en_US: 'Monitor' } } } },
    { kind: 'text', body: { text: '服务已恢复' }, mentions: [house.idOf('bob')] },
  ]);
  expect(messages[0]!.body!['text']).toContain('[FIRING:1] DiskFull');
  expect(messages[0]!.body!['text']).toContain('Disk of db-1 is 95 % full');
  expect(await logOf(own.id)).toMatchObject([
    { direction: 'in', event: 'wecom', status: 'done', groupId: group.id, groupName: 'Ops' },
    { direction: 'in', event: 'alertmanager', status: 'done', class: 'ok' },
  ]);
  expect(await house.wire.call(robot.get, { id: own.id })).toMatchObject({
    in24: 2,
    groups: 1,
    failing: 0,
    hook: `/hook/robot/${own.code}`,
  });
  // Both keys hold for an hour, then the old one is dead.
  const { value: fresh, oldEndsAt } = await house.wire.call(robotSecret, { id: own.id, which: 'token', keepOldHours: 1 });
  expect(oldEndsAt).toBeGreaterThan(clock.now());
  const body = { kind: 'text', text: 'still here' };
  for (const key of [own.key, fresh]) expect(JSON.parse((await hook({ ...own, key }, body)).body)).toMatchObject({ code: 0 });
  await house.product.database.pool.query('update robot_key set ends_at = 1 where robot_id = $1 and ends_at is not null', [own.id]);
  expect(JSON.parse((await hook(own, body)).body)).toMatchObject({ code: 17091 });
  expect(JSON.parse((await hook({ ...own, key: fresh }, body)).body)).toMatchObject({ code: 0 });
});

test('Every shape that is known is posted and answered as its sender expects; what is none, wrong, too much or of a disabled robot is refused', async () => {
  const own = await newRobot({ inRate: 600 });
  const expecting: [unknown, unknown, string][] = [
    [
      { kind: 'card', card: { title: 'Build', text: 'green', url: 'https://ci.example.com/1' } },
      { code: 0 },
      '[Build](https://ci.example.com/1)\ngreen',
    ],
    [{ msgtype: 'markdown', markdown: { content: '# WeCom' } }, { errcode: 0 }, '# WeCom'],
    [
      {
        msgtype: 'template_card',
        template_card: { main_title: { title: 'Order' }, horizontal_content_list: [{ keyname: 'No', value: '7' }] },
      },
      { errcode: 0 },
      '**Order**\n- No: 7',
    ],
    [
      { msgtype: 'actionCard', actionCard: { title: 'Ding', text: 'go', singleTitle: 'Open', singleURL: 'https://d.example.com' } },
      { errcode: 0 },
      '**Ding**\ngo\n[Open](https://d.example.com)',
    ],
    [
      {
        msg_type: 'post',
        content: {
          post: {
            zh_cn: {
              title: 'Lark',
              content: [
                [
                  { tag: 'text', text: 'see ' },
                  { tag: 'a', text: 'it', href: 'https://f.example.com' },
                ],
              ],
            },
          },
        },
      },
      { StatusCode: 0, code: 0 },
      '**Lark**\nsee [it](https://f.example.com)',
    ],
    [
      { msg_type: 'interactive', card: { header: { title: { content: 'Card' } }, elements: [{ tag: 'div', text: { content: 'body' } }] } },
      { StatusCode: 0 },
      '**Card**\nbody',
    ],
    [
      { orgId: 1, title: '[FIRING] CPU', alerts: [{ status: 'firing', labels: { alertname: 'CPU' } }] },
      { code: 0 },
      '**[FIRING] CPU**\n\n🔥 CPU',
    ],
  ];
  for (const [body, answer] of expecting) {
    const given = await hook(own, body);
    expect([JSON.parse(given.body), given.status]).toMatchObject([answer, 200]);
  }
  expect(await hook(own, { text: 'deploy <https://x.example.com|log>' })).toMatchObject({ status: 200, body: 'ok' });
  expect(await textsOf()).toEqual([...expecting.map(([, , text]) => text), 'deploy [log](https://x.example.com)']);
  const codeOf = async (body: unknown, more = {}): Promise<unknown> => JSON.parse((await hook(own, body, more)).body) as unknown;
  expect(await codeOf({ whatever: 1 })).toMatchObject({ code: 17094 });
  expect(await codeOf('no json')).toMatchObject({ code: 17094 });
  expect(await codeOf({ msgtype: 'file', file: { media_id: 'x' } })).toMatchObject({ errcode: 17094 });
  expect((await hook(own, { version: '4', receiver: 'x', alerts: [] })).status).toBe(400);
  // A key that signs is then asked for; an old time opens nothing.
  const { value: signKey } = await house.wire.call(robotSecret, { id: own.id, which: 'signKey', keepOldHours: 0 });
  const signedAt = (at: number): string => {
    const sign = createHmac('sha256', signKey).update(`${at}\n${signKey}`).digest('base64');
    return `&timestamp=${at}&sign=${encodeURIComponent(sign)}`;
  };
  const plain = { kind: 'text', text: 'signed' };
  expect(await codeOf(plain)).toMatchObject({ code: 17091 });
  expect(await codeOf(plain, { query: signedAt(clock.now() - 3_600_000) })).toMatchObject({ code: 17091 });
  expect(await codeOf(plain, { query: signedAt(clock.now()) })).toMatchObject({ code: 0 });
  // Another network, a wrong code and a disabled robot.
  const { version } = await house.wire.call(robot.get, { id: own.id });
  await house.wire.call(robot.update, { id: own.id, version, inAddresses: ['10.9.0.0/16'] });
  expect(await codeOf(plain, { query: signedAt(clock.now()) })).toMatchObject({ code: 17091 });
  expect(JSON.parse((await hook({ code: 'nobody', key: 'x' }, plain)).body)).toMatchObject({ code: 17091 });
  const other = await newRobot();
  await house.wire.call(robot.disable, { ids: [other.id] });
  expect(JSON.parse((await hook(other, plain)).body)).toMatchObject({ code: 17092 });
  await house.wire.call(robot.enable, { ids: [other.id] });
  await house.wire.call(robotGroupRemove, { robotId: other.id, groupIds: [group.id] });
  expect(JSON.parse((await hook(other, plain)).body)).toMatchObject({ code: 17093 });
});

test('Too much is refused by 429, a long text is cut with the whole behind it, the same name posts once, a mapping makes a message of anything', async () => {
  const own = await newRobot({ inRate: 3, inMapping: '{ "kind": "text", "text": "Order " & order.no }' });
  const once = { headers: { 'idempotency-key': 'order-7' } };
  expect(JSON.parse((await hook(own, { order: { no: 7 } }, once)).body)).toMatchObject({ code: 0 });
  expect(JSON.parse((await hook(own, { order: { no: 7 } }, once)).body)).toMatchObject({ code: 0 });
  expect(await textsOf()).toEqual(['Order 7']);
  expect(JSON.parse((await hook(own, { order: [] })).body)).toMatchObject({ code: 0 });
  const long = await hook(own, { kind: 'markdown', markdown: 'x'.repeat(30_000) });
  expect(JSON.parse(long.body)).toMatchObject({ code: 0 });
  const all = await said();
  expect(all.at(-2)!.body!['text']).toMatch(/… \(9960 \/ 30000\)$/);
  expect(all.at(-1)).toMatchObject({ kind: 'file', body: { name: 'message.md' } });
  const more = await hook(own, { kind: 'text', text: 'one too many' });
  expect(more.status).toBe(429);
  expect(Number(more.headers['retry-after'])).toBeGreaterThan(0);
  expect(JSON.parse(more.body)).toMatchObject({ code: 17095 });
});

test('20: a mention is told signed, its answer appears as the robot; a command, a reply; robots never hear each other', async () => {
  const own = await newRobot({
    outOn: true,
    outUrl: listener.url,
    outEvents: ['mention', 'command', 'joined'],
    outHeaders: 'X-Api-Key: s3cret',
  });
  const { value: outKey } = await house.wire.call(robotSecret, { id: own.id, which: 'out', keepOldHours: 0 });
  const second = await newRobot({ outOn: true, outUrl: listener.url, outEvents: ['mention'] });
  await expect.poll(() => listener.came.length).toBe(1);
  listener.answer = { status: 200, body: JSON.stringify({ kind: 'text', text: 'At your service' }) };
  await write('@Monitor are you there?', [own.id]);
  await expect.poll(async () => (await textsOf()).length).toBe(1);
  const [, mention] = listener.came;
  const event = JSON.parse(mention!.body) as { event: string; token: string; message: { text: string } };
  expect(event).toMatchObject({ event: 'mention', message: { text: '@Monitor are you there?' }, person: { account: 'bob' } });
  const signature = createHmac('sha256', outKey)
    .update(`${String(mention!.headers['x-timestamp'])}.${String(mention!.headers['x-nonce'])}.${mention!.body}`)
    .digest('hex');
  expect(mention!.headers).toMatchObject({ 'x-signature': signature, 'x-key-id': own.code, 'x-api-key': 's3cret' });
  expect(await said()).toMatchObject([{ senderId: own.id, body: { text: 'At your service' } }]);
  // What people wrote is in no log, and the answer of a robot reaches no other one.
  const [line] = await logOf(own.id);
  expect(line).toMatchObject({ direction: 'out', event: 'mention', status: 'done', code: 200 });
  const entry = await house.wire.call(robotLogEntry, { id: own.id, logId: line!.id });
  expect(entry.request).not.toContain('are you there');
  expect(entry.request).not.toContain(event.token);
  expect(await logOf(second.id)).toEqual([]);
  // Commands: a text with its argument, one that tells the address, one that somebody may not use.
  listener.answer = { status: 200, body: '{}' };
  const argument = { name: 'host', label: { zh_CN: '主机', en_US: 'host' } };
  const command = (word: string, more: object) =>
    house.wire.call(robotCommand.add, { robotId: own.id, word, does: { kind: 'text', text: { zh_CN: '{host} 正常' } }, ...more });
  await command('ping', { arguments: [argument] });
  await command('restart', { does: { kind: 'event' }, arguments: [argument] });
  await command('secret', { who: [{ kind: 'employee', id: house.idOf('ann') }] });
  expect((await house.wire.ask(robotCommand.add, { robotId: own.id, word: 'PING', does: { kind: 'event' } })).code).toBe(17096);
  await write('/ping db-1');
  await write('/ping');
  await write('/secret');
  await expect.poll(async () => (await textsOf()).slice(1)).toEqual(['db-1 正常', '用法：/ping <主机>', '您不能使用命令 /secret']);
  await write('/restart db-2');
  await expect.poll(() => listener.came.length).toBe(3);
  expect(JSON.parse(listener.came[2]!.body)).toMatchObject({ event: 'command', command: { word: 'restart', arguments: { host: 'db-2' } } });
  // A keyword reply, silent for a while afterwards.
  await house.wire.call(robotReply.add, { robotId: own.id, words: 'opening hours', answer: { zh_CN: '九点' }, cooldown: 600 });
  await write('@Monitor Opening hours?', [own.id]);
  await expect.poll(async () => (await textsOf()).at(-1)).toBe('九点');
  await write('@Monitor opening hours!', [own.id]);
  await expect.poll(() => listener.came.length).toBe(5);
  expect((await textsOf()).filter((text) => text === '九点')).toHaveLength(1);
  const { list } = await house.wire.call(robotCommand.list, { robotId: own.id, sort: 'word' });
  expect(list.map(({ word, used30 }) => [word, used30])).toEqual([
    ['ping', 2],
    ['restart', 1],
    ['secret', 1],
  ]);
});

test('An address that fails is told three times, and paused after twenty failures in a row; the owner hears of it', async () => {
  const own = await newRobot({ outOn: true, outUrl: listener.url, outEvents: ['mention'] });
  listener.answer = { status: 500, body: 'broken' };
  await write('@Monitor one', [own.id]);
  await expect.poll(() => listener.came.length).toBe(1);
  const due = async () => {
    await house.product.database.pool.query("update robot_event set next_at = 1 where robot_id = $1 and state = 'waiting'", [own.id]);
    await tellAddresses(house.product.services);
  };
  const stateOf = async () =>
    (await house.product.database.pool.query('select state, attempts from robot_event where robot_id = $1', [own.id])).rows as unknown[];
  for (const tries of [2, 3]) {
    await expect.poll(stateOf).toEqual([{ state: 'waiting', attempts: tries - 1 }]);
    await due();
    await expect.poll(() => listener.came.length).toBe(tries);
  }
  await expect.poll(stateOf).toEqual([{ state: 'failed', attempts: 3 }]);
  await house.product.database.pool.query('update robot_out set failures = 19 where robot_id = $1', [own.id]);
  await write('@Monitor two', [own.id]);
  await expect.poll(async () => (await house.wire.call(robot.get, { id: own.id })).outPausedAt).not.toBeNull();
  const chats = (await ann.call(im.clientConversations, {})).list.filter(({ kind }) => kind === 'system');
  const { messages } = await ann.call(im.clientHistory, { conversationId: chats[0]!.id });
  expect(messages.at(-1)!.body!['title']).toContain('监控');
  // Saved again, it is told again.
  listener.answer = { status: 200, body: '{}' };
  const { version } = await house.wire.call(robot.get, { id: own.id });
  await house.wire.call(robot.update, { id: own.id, version, outUrl: listener.url });
  await write('@Monitor three', [own.id]);
  await expect.poll(() => listener.came.length).toBe(5);
});

test('22: reading everything waits for approval, shows in the group, and is given up; a new owner; groups by their rules', async () => {
  const own = await newRobot({ reads: 'all', outOn: true, outUrl: listener.url });
  const get = () => house.wire.call(robot.get, { id: own.id });
  const listed = async () => (await bob.call(clientRobotList, { groupId: group.id })).list.find(({ id }) => id === own.id);
  expect(await get()).toMatchObject({ open: true, readsApproved: false, state: 'enabled' });
  expect(await listed()).toMatchObject({ readsAll: false });
  const events = async () => house.wire.ask(robot.update, { id: own.id, version: (await get()).version, outEvents: ['message'] });
  expect((await events()).code).toBe(17098);
  expect(await house.wire.call(robotApprove, { ids: [own.id] })).toEqual({ count: 1 });
  expect(await get()).toMatchObject({ open: false, readsApproved: true });
  expect(await listed()).toMatchObject({ readsAll: true });
  expect((await events()).code).toBe(0);
  await write('nobody is named here');
  await expect.poll(() => listener.came.length).toBe(1);
  expect(JSON.parse(listener.came[0]!.body)).toMatchObject({ event: 'message' });
  await house.wire.call(robot.update, { id: own.id, version: (await get()).version, reads: 'mentions' });
  expect(await get()).toMatchObject({ readsApproved: false, outEvents: [] });
  await house.wire.call(robot.update, { id: own.id, version: (await get()).version, reads: 'all' });
  await house.wire.call(robotReject, { ids: [own.id] });
  expect(await get()).toMatchObject({ open: false, reads: 'mentions' });
  await house.wire.call(robotTransfer, { ids: [own.id], ownerId: house.idOf('bob') });
  expect(await get()).toMatchObject({ ownerId: house.idOf('bob') });
  const typed = await newRobot({ groupTypes: [randomUUID()] }, false);
  expect((await house.wire.ask(robotGroupAdd, { robotId: typed.id, groupIds: [group.id] })).code).toBe(10400);
  for (let n = 0; n < 4; n += 1) await newRobot();
  const sixth = await newRobot({}, false);
  expect((await house.wire.ask(robotGroupAdd, { robotId: sixth.id, groupIds: [group.id] })).code).toBe(10400);
  expect((await house.wire.call(robotGroupList, { robotId: own.id })).list).toMatchObject([{ id: group.id, name: 'Ops', others: 4 }]);
});

test('Trials show what a body becomes and what an address answers; the log is done again; figures count by day and group', async () => {
  const own = await newRobot({ outOn: true, outUrl: listener.url, outEvents: ['mention'] });
  const body = JSON.stringify({ msgtype: 'text', text: { content: 'trial' } });
  const trial = await house.wire.call(robotTest, { id: own.id, direction: 'in', body });
  expect(trial).toMatchObject({ code: 0, shape: 'wecom', message: { kind: 'text', text: 'trial' }, messageId: null });
  expect(await textsOf()).toEqual([]);
  await house.wire.call(robotTest, { id: own.id, direction: 'in', body, groupId: group.id });
  expect(await textsOf()).toEqual(['trial']);
  expect(await house.wire.call(robotTest, { id: own.id, direction: 'in', body: '{}' })).toMatchObject({ code: 17094, message: null });
  listener.answer = { status: 200, body: '{"kind":"text","text":"pong","token":"abc"}' };
  expect(await house.wire.call(robotTest, { id: own.id, direction: 'out' })).toMatchObject({
    class: 'ok',
    status: 200,
    answer: expect.stringContaining('••••') as string,
  });
  await hook(own, alertBody);
  const alert = (await logOf(own.id)).find(({ event }) => event === 'alertmanager')!;
  expect(await house.wire.call(robotReplay, { id: own.id, logId: alert.id })).toMatchObject({ code: 0, shape: 'alertmanager' });
  expect(await textsOf()).toHaveLength(3);
  const figures = await house.wire.call(robotStatistics, { id: own.id });
  expect(figures.days).toMatchObject([{ in: 3, out: 1, failed: 0 }]);
  expect(figures.groups).toEqual([{ name: 'Ops', n: 3 }]);
});

test('23: without robot.create the terminal makes no robot; with it one that is the person’s own, in groups that they manage', async () => {
  const draft = { name: 'Mine', code: 'mine-1' };
  expect(await bob.ask(clientRobotAdd, draft)).toMatchObject({ code: 65002 });
  const { roleId } = await house.wire.call(mrmRole.save, { name: 'Makers', code: 'makers' });
  const { version } = await house.wire.call(mrmRole.find, { roleId });
  await house.wire.call(mrmSaveResources, { roleId, version, functions: ['robot.create', 'robot.addToGroup'] });
  await house.wire.call(mrmRole.assignEmployees, { roleId, ids: [house.idOf('bob')] });
  const own = await bob.call(clientRobotAdd, draft);
  expect(own.state).toBe('enabled');
  expect((await bob.ask(clientRobotAdd, draft)).code).toBe(10411);
  expect((await bob.ask(clientRobotGroupAdd, { robotId: own.id, groupIds: [group.id] })).code).toBe(16005);
  const mine = await bob.call(groupCalls.clientGroupAdd, { typeId: ordinary, name: 'Mine', people: [house.idOf('ann')] });
  expect(await bob.call(clientRobotGroupAdd, { robotId: own.id, groupIds: [mine.id] })).toEqual({ count: 1 });
  expect((await ann.call(clientRobotList, { groupId: mine.id })).list).toMatchObject([{ id: own.id, name: { zh_CN: 'Mine' } }]);
});
