import { afterAll, beforeAll, expect, test } from 'vitest';
import { grantSave } from '../../src/modules/access/common/system.contract.ts';
import { callList } from '../../src/modules/call-logs/common/call.contract.ts';
import {
  connectParam,
  connectResolve,
  connectSecret,
  connectTest,
  connectWidget,
} from '../../src/modules/connect/common/connect.contract.ts';
import { clientConnectList, clientConnectParams, clientConnectTicket } from '../../src/modules/connect/common/client.contract.ts';
import { sysApi, sysApiCatalogue, sysApiGrant, sysApiRevoke, sysApiTest } from '../../src/modules/open-api/common/open-api.contract.ts';
import { group } from '../../src/modules/groups/common/group.contract.ts';
import { departmentAdd } from '../../src/modules/people/common/department.contract.ts';
import { employeeAdd } from '../../src/modules/people/common/employee.contract.ts';
import { rootDepartmentId } from '../../src/modules/people/common/root.ts';
import { ordinaryTypeId } from '../../src/modules/groups/testing/tries.ts';
import { robot, robotGroupAdd } from '../../src/modules/robots/common/company/robot.contract.ts';
import { eventToken } from '../../src/modules/robots/server/company/keys.ts';
import { GatewayHouse } from './gateway-house.ts';

let house: GatewayHouse;
beforeAll(async () => {
  house = await GatewayHouse.open();
}, 120_000);
afterAll(() => house?.stop());

const department = async (name: string): Promise<string> =>
  (await house.call(departmentAdd, { parentId: rootDepartmentId, name: { zh_CN: name } })).id;
const person = async (account: string, departmentId: string): Promise<string> =>
  (await house.call(employeeAdd, { account, name: account, assignments: [{ departmentId, primary: true }] })).id;

test('23: a function of the product reaches nobody outside the range of its grant, is off when disabled, and back in the catalogue when withdrawn', async () => {
  const [north, south] = [await department('North'), await department('South')];
  const [inside, outside] = [await person('inside', north), await person('outside', south)];
  const system = await house.system();
  const key = await house.key(system.id);
  const send = (body: object) => house.bySystem(key, 'POST', '/gateway/sys/messages/send', { body: JSON.stringify(body) });
  const { id } = await house.call(sysApi.add, { code: 'messages/send' });
  expect((await send({ text: 'Hello', employeeIds: [inside] })).code).toBe(14305);
  await house.call(sysApiGrant, { id, systemId: system.id, departmentIds: [north] });
  expect(await send({ text: 'Hello', employeeIds: [inside, outside] })).toMatchObject({ code: 0, data: { reached: 1, outside: 1 } });
  expect((await send({ text: '', employeeIds: [inside] })).code).toBe(14309);
  const { rows } = await house.product.database.pool.query(
    `select m.employee_id from im_conversation c join im_member m on m.conversation_id = c.id where c.kind = 'system' and m.employee_id = any($1)`,
    [[inside, outside]],
  );
  expect(rows.map((row) => row.employee_id)).toEqual([inside]);
  // Whoever tries it out does nothing.
  expect(await house.call(sysApiTest, { id, systemId: system.id, input: { text: 'x', employeeIds: [outside] } })).toEqual({
    code: 0,
    data: { reached: 0, outside: 1 },
  });
  expect((await house.call(callList, { kind: ['sysApi'], failed: false })).list[0]).toMatchObject({
    path: 'sys/messages/send',
    callerKind: 'system',
  });
  await house.call(sysApi.disable, { ids: [id] });
  expect((await send({ text: 'Hello', employeeIds: [inside] })).code).toBe(14302);
  expect((await house.ask(sysApi.delete, { ids: [id] })).code).toBe(10410);
  await house.call(sysApiRevoke, { id, systemIds: [system.id] });
  expect((await send({ text: 'Hello', employeeIds: [inside] })).code).toBe(14305);
  await house.call(sysApi.delete, { ids: [id] });
  const { list } = await house.call(sysApiCatalogue, {});
  expect(list.find(({ code }) => code === 'messages/send')).toMatchObject({ publishedId: null });
});

test('Of messaging a system sends under its own id, asks who has read it, recalls it, and has groups, all within its grant', async () => {
  const [mine, other] = [await department('Mine'), await department('Other')];
  const [ann, bob, eve] = [await person('im-ann', mine), await person('im-bob', mine), await person('im-eve', other)];
  const system = await house.system();
  const key = await house.key(system.id);
  const ask = (code: string, body: object) => house.bySystem(key, 'POST', `/gateway/sys/${code}`, { body: JSON.stringify(body) });
  for (const code of [
    'im/message/send',
    'im/message/recall',
    'im/receipts/get',
    'im/group/add',
    'im/group/update',
    'im/group/member',
  ] as const) {
    const { id } = await house.call(sysApi.add, { code });
    await house.call(sysApiGrant, { id, systemId: system.id, departmentIds: [mine] });
  }
  expect((await ask('im/group/add', { name: 'Trip', ownerId: eve })).code).toBe(14309);
  const made = await ask('im/group/add', { name: 'Trip', ownerId: ann, employeeIds: [bob, eve] });
  expect(made).toMatchObject({ code: 0, data: { members: 2, outside: 1 } });
  const { groupId } = made.data as { groupId: string };
  const strange = await house.call(group.add, { name: 'Strange', typeId: ordinaryTypeId, ownerId: eve, ownerDeptId: other });
  expect((await ask('im/group/update', { groupId: strange.id, name: 'Mine now' })).code).toBe(14309);
  expect((await ask('im/group/update', { groupId, notice: 'At nine' })).code).toBe(0);
  expect(await house.call(group.get, { id: groupId })).toMatchObject({ name: 'Trip', notice: 'At nine', members: 2, ownerDeptId: mine });
  const wish = { outId: 'trip-7', text: 'Bring a coat', employeeIds: [eve], departmentIds: [mine], groupIds: [groupId, strange.id] };
  expect(await ask('im/message/send', wish)).toMatchObject({
    code: 0,
    data: { targets: 5, delivered: 3, failed: 0, skipped: 2, repeated: false },
  });
  expect(await ask('im/message/send', wish)).toMatchObject({ code: 0, data: { delivered: 3, repeated: true } });
  const people = [ann, bob].toSorted().map((employeeId) => ({ employeeId, state: 'sent' }));
  expect((await ask('im/receipts/get', { outId: 'trip-7' })).data).toEqual({
    people,
    groups: [{ groupId, members: 2, delivered: 0, read: 0 }],
  });
  expect((await ask('im/receipts/get', { outId: 'of another' })).code).toBe(14309);
  expect((await ask('im/message/recall', { outId: 'trip-7' })).data).toEqual({ recalled: 3 });
  expect((await ask('im/message/recall', { outId: 'trip-7' })).data).toEqual({ recalled: 0 });
  expect((await ask('im/receipts/get', { outId: 'trip-7' })).data).toMatchObject({
    people: [{ state: 'recalled' }, { state: 'recalled' }],
  });
  // The owner stays, whoever asks.
  expect((await ask('im/group/member', { groupId, remove: [ann, bob] })).data).toMatchObject({ removed: 1, refused: 1 });
});

test('As a robot in its grant a system writes into the robot’s groups and to people, once for each of its ids, and answers an event by its token', async () => {
  const [mine, other] = [await department('Robots'), await department('No robots')];
  const [ann, eve] = [await person('rob-ann', mine), await person('rob-eve', other)];
  const groupOf = async (ownerId: string, ownerDeptId: string): Promise<string> =>
    (await house.call(group.add, { name: 'Ops', typeId: ordinaryTypeId, ownerId, ownerDeptId })).id;
  const [own, strange] = [await groupOf(ann, mine), await groupOf(eve, other)];
  const draft = { name: { zh_CN: '助手' }, outOn: true, outUrl: 'https://robots.invalid/', outEvents: ['joined' as const] };
  const robotId = (await house.call(robot.add, { ...draft, code: 'helper', companyDeptId: mine, ownerId: ann })).id;
  await house.call(robot.add, { ...draft, code: 'foreign', companyDeptId: other, ownerId: eve });
  await house.call(robotGroupAdd, { robotId, groupIds: [own] });
  const system = await house.system();
  const key = await house.key(system.id);
  for (const code of ['robot/send', 'robot/reply'] as const) {
    const { id } = await house.call(sysApi.add, { code });
    await house.call(sysApiGrant, { id, systemId: system.id, departmentIds: [mine] });
  }
  const ask = (code: string, body: object) => house.bySystem(key, 'POST', `/gateway/sys/${code}`, { body: JSON.stringify(body) });
  const message = { kind: 'text', text: 'Backup is done' };
  const wish = { robot: 'helper', outId: 'backup-1', message, groupIds: [own, strange], employeeIds: [ann, eve] };
  const first = await ask('robot/send', wish);
  expect(first).toMatchObject({ code: 0, data: { refused: [{ target: strange, code: 17093 }] } });
  expect((first.data as { messageIds: string[] }).messageIds).toHaveLength(2);
  expect((await ask('robot/send', wish)).data).toEqual(first.data);
  expect((await ask('robot/send', { ...wish, robot: 'foreign' })).code).toBe(14309);
  expect((await ask('robot/send', { ...wish, outId: 'x', message: { kind: 'text' } })).code).toBe(17094);
  const { rows } = await house.product.database.pool.query<{ id: string }>('select id from robot_event where robot_id = $1', [robotId]);
  const token = eventToken(house.product.services, rows[0]!.id);
  expect((await ask('robot/reply', { token: `${token}x`, message })).code).toBe(14309);
  expect(await ask('robot/reply', { token, message: { kind: 'text', text: 'Hello' } })).toMatchObject({ code: 0 });
  await house.product.database.pool.query('update robot_event set reply_until = 1');
  expect((await ask('robot/reply', { token, message })).code).toBe(14309);
  await house.call(robot.disable, { ids: [robotId] });
  expect((await ask('robot/send', { ...wish, outId: 'backup-2' })).code).toBe(17092);
});

test('A system reads the people and departments of its grant, page by page', async () => {
  const west = await department('West');
  const ids = [await person('west-1', west), await person('west-2', west)];
  const system = await house.system();
  const key = await house.key(system.id);
  for (const code of ['contacts/employees', 'contacts/departments', 'contacts/employee', 'contacts/members'] as const) {
    const { id } = await house.call(sysApi.add, { code });
    await house.call(sysApiGrant, { id, systemId: system.id, departmentIds: [west] });
  }
  const first = await house.bySystem(key, 'GET', '/gateway/sys/contacts/employees?pageSize=1');
  const next = (first.data as { next: string }).next;
  const second = await house.bySystem(key, 'GET', `/gateway/sys/contacts/employees?pageSize=1&after=${next}`);
  expect([first, second].map(({ data }) => (data as { list: { id: string }[] }).list[0]!.id)).toEqual(ids.toSorted());
  expect((second.data as { next: string | null }).next).toBeNull();
  const one = (query: string) => house.bySystem(key, 'GET', `/gateway/sys/contacts/employee?${query}`);
  expect((await one('account=west-1')).data).toMatchObject({ account: 'west-1', id: ids[0] });
  expect((await one('account=powerless')).data).toBeNull();
  const members = await house.bySystem(key, 'GET', `/gateway/sys/contacts/members?departmentId=${rootDepartmentId}`);
  expect((members.data as { list: { account: string }[] }).list.map(({ account }) => account)).toEqual(['west-1', 'west-2']);
  const departments = await house.bySystem(key, 'GET', '/gateway/sys/contacts/departments');
  expect((departments.data as { list: { id: string }[] }).list.map(({ id }) => id)).toEqual([west]);
});

const exchange = (ticket: string, secret: string) =>
  house.gateway('POST', '/gateway/sys/sso/exchange', { body: JSON.stringify({ ticket, secret }) });

test('24: a ticket for a listed host is exchanged once; another host, another time and people outside the audience are refused; parameters keep their order', async () => {
  const system = await house.system();
  const { id } = await house.call(connectWidget.add, {
    name: 'Leave',
    widgetId: 'leave',
    systemId: system.id,
    ownerDeptId: rootDepartmentId,
    entryUrl: 'https://hr.example.com/leave',
    hosts: ['hr.example.com'],
  });
  const common = { ownerDeptId: rootDepartmentId, widgetId: null, platform: null };
  await house.call(connectParam.add, { ...common, name: 'theme', value: 'blue' });
  await house.call(connectParam.add, { ...common, name: 'theme', value: 'green', widgetId: 'leave' });
  await house.call(connectParam.add, { ...common, name: 'region', value: 'eu', visible: 'serverOnly' });
  await house.call(connectParam.add, { ...common, name: 'token', kind: 'secret', secret: 'very-secret', visible: 'serverOnly' });
  expect((await house.ask(connectParam.add, { ...common, name: 'leak', kind: 'secret', secret: 'x', visible: 'terminal' })).code).toBe(
    10400,
  );
  await house.confirm();
  const { secret } = await house.call(connectSecret, { id });
  const terminal = await house.terminal();
  expect((await terminal.call(clientConnectList, {})).list).toEqual([
    { widgetId: 'leave', entryUrl: 'https://hr.example.com/leave', signIn: 'ticket', params: { theme: 'green' } },
  ]);
  expect(await terminal.call(clientConnectParams, { widgetId: 'leave' })).toEqual({ params: { theme: 'green' } });
  const { ticket } = await terminal.call(clientConnectTicket, { widgetId: 'leave', url: 'https://hr.example.com/leave?x=1' });
  expect((await exchange(ticket, 'wrong')).status).toBe(401);
  const found = await exchange(ticket, secret);
  expect(found.data).toMatchObject({
    account: 'powerless',
    widgetId: 'leave',
    params: { theme: 'green', region: 'eu', token: 'very-secret' },
  });
  expect((await exchange(ticket, secret)).code).toBe(14304);
  expect((await terminal.ask(clientConnectTicket, { widgetId: 'leave', url: 'https://evil.example.com/' })).code).toBe(14306);
  // The page itself calls with its ticket what its widget is granted.
  const prefix = await house.prefix(system.id, 'https://hr.example.com');
  const days = await house.http(prefix.id, 'leave', { mock: { on: true, body: '{"days":3}' }, target: { path: '/' } });
  const byTicket = (given: string, origin: string) =>
    house.gateway('GET', `/gateway/${system.code}/${prefix.code}/leave`, { headers: { 'x-widget-ticket': given, origin } });
  const own = (await terminal.call(clientConnectTicket, { widgetId: 'leave', url: 'https://hr.example.com/leave' })).ticket;
  expect((await byTicket(own, 'https://hr.example.com')).code).toBe(14305);
  await house.call(grantSave, { granteeKind: 'widget', granteeId: 'leave', targetIds: [days] });
  expect((await byTicket(own, 'https://hr.example.com')).data).toEqual({ days: 3 });
  expect((await byTicket(own, 'https://evil.example.com')).code).toBe(14304);
  expect((await exchange(own, secret)).status).toBe(200);
  expect((await byTicket(own, 'https://hr.example.com')).code).toBe(14304);
  const late = await terminal.call(clientConnectTicket, { widgetId: 'leave', url: 'https://hr.example.com/' });
  await house.product.database.pool.query('update connect_ticket set expires_at = 1 where used_at is null');
  expect((await exchange(late.ticket, secret)).code).toBe(14304);
  const resolved = await house.call(connectResolve, { widgetId: 'leave', platform: 1 });
  expect(resolved.list.map(({ name, value, from }) => [name, value, from])).toEqual([
    ['region', null, 'common'],
    ['theme', 'green', 'widget'],
    ['token', null, 'common'],
  ]);
  const stranger = await person('stranger', rootDepartmentId);
  const { version } = await house.call(connectWidget.get, { id });
  await house.call(connectWidget.update, { id, version, audience: [{ kind: 'employee', id: stranger, exclude: false }] });
  expect((await terminal.ask(clientConnectTicket, { widgetId: 'leave', url: 'https://hr.example.com/' })).code).toBe(14305);
  const tried = await house.call(connectTest, { id, employeeId: house.product.powerless.id });
  expect(tried.steps.map(({ step, ok }) => [step, ok])).toEqual([
    ['enabled', true],
    ['audience', false],
    ['host', true],
    ['secret', true],
  ]);
});
