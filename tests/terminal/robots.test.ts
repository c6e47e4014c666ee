import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import * as groupCalls from '../../src/modules/groups/common/client.contract.ts';
import * as im from '../../src/modules/messaging/common/client/client.contract.ts';
import { robotLog, robotLogEntry, robotReplay, robotStatistics, robotTest } from '../../src/modules/robots/common/company/log.contract.ts';
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
import { rootDepartmentId } from '../../src/modules/people/common/root.ts';
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
  expect(await house.wire.call(robot.get, { id: own.id })).toMatchObject({ in24: 2, groups: 1, failing: 0, hook: `/hook/robot/${own.code}` });
  // Both keys hold for an hour, then the old one is dead.
  const { value: fresh, oldEndsAt } = await house.wire.call(robotSecret, { id: own.id, which: 'token', keepOldHours: 1 });
  expect(oldEndsAt).toBeGreaterThan(clock.now());
  const body = { kind: 'text', text: 'still here' };
  for (const key of [own.key, fresh]) expect(JSON.parse((await hook({ ...own, key }, body)).body)).toMatchObject({ code: 0 });
  await house.product.database.pool.query('update robot_key set ends_at = 1 where robot_id = $1 and ends_at is not null', [own.id]);
  expect(JSON.parse((await hook(own, body)).body)).toMatchObject({ code: 17091 });
  expect(JSON.parse((await hook({ ...own, key: fresh }, body)).body)).toMatchObject({ code: 0 });
});
