import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import { listJournal } from '../src/kit/common/change/journal.contract.ts';
import { ipCheck, ipDetail, ipDetailAdd, ipDetailSwitch } from '../src/modules/address-groups/common/ip-detail.contract.ts';
import { ipGroup } from '../src/modules/address-groups/common/ip-group.contract.ts';
import { addressGroups } from '../src/modules/address-groups/server/public.ts';
import { bindingDelete, bindingList, unbindList } from '../src/modules/devices/common/binding.contract.ts';
import { checkSignIn } from '../src/modules/devices/common/check.contract.ts';
import * as client from '../src/modules/devices/common/client.contract.ts';
import { currentUser } from '../src/modules/devices/common/device.contract.ts';
import * as erase from '../src/modules/devices/common/erase.contract.ts';
import { bindRule, everyoneRuleId } from '../src/modules/devices/common/rule.contract.ts';
import { safeDevice } from '../src/modules/devices/common/safe.contract.ts';
import * as settings from '../src/modules/devices/common/settings.contract.ts';
import { whiteEntry } from '../src/modules/devices/common/white.contract.ts';
import { runDueErasures } from '../src/modules/devices/server/erase/run-due.ts';
import { clientSessions } from '../src/modules/terminal/common/auth.contract.ts';
import { crowdPreview } from '../src/modules/crowds/common/crowd.contract.ts';
import { employeeDisable } from '../src/modules/people/common/employee.contract.ts';
import { rootDepartmentId } from '../src/modules/people/common/root.ts';
import { startTestProduct, type TestProduct } from './product.ts';
import { wireOf, type Wire } from './sign-in/console.ts';
import { TestTerminal } from './terminal/test-terminal.ts';

let product: TestProduct;
let wire: Wire;
const uids = new Map<string, string>();

beforeAll(async () => {
  product = await startTestProduct();
  wire = wireOf(product);
  const { version } = await wire.call(settings.bindConfigGet, {});
  await wire.call(settings.bindConfigUpdate, { version, enabled: 1 });
  for (const account of ['owner', 'guest', 'app', 'gone']) {
    const id = await wire.employee(account);
    await product.setPassword(id);
    uids.set(account, id);
  }
}, 120_000);
afterAll(() => product.stop());

const send = (method: 'GET' | 'POST', url: string, more: { headers?: Record<string, string>; payload?: string; token?: string } = {}) =>
  product.app.inject({
    method,
    url: `/api/${url}`,
    headers: { accesstoken: more.token ?? product.admin.token, 'accept-language': 'en', ...more.headers },
    ...(more.payload !== undefined && { payload: more.payload }),
  });
const code = (answer: { body: string }): number => (JSON.parse(answer.body) as { code: number }).code;

/** Computers of these people, enrolled and bound. */
async function laptop(account: string, serial: string): Promise<TestTerminal> {
  const one = new TestTerminal(product.app, 4);
  await one.tryLogin(account);
  await one.enrol({ name: serial, identifiers: { serial } });
  await one.call(client.deviceBind, {});
  return one;
}

test('device/safe/update takes a form and nothing else; every named call answers at its address', async () => {
  const draft = { name: 'Desk', assetNo: 'A-1', platform: 4 as const, macs: ['00:1A:2B:3C:4D:01'], ownerDeptId: rootDepartmentId };
  const { id } = await wire.call(safeDevice.add, draft);
  // What is wrong with a piece is said at the field that says it.
  const wrong = async (more: object) => {
    const { code: answer, data } = await wire.ask(safeDevice.add, { ...draft, name: 'Other', assetNo: 'A-9', ...more });
    return [answer, (data as { field?: string }).field];
  };
  expect(await wrong({})).toEqual([18011, 'macs']);
  expect(await wrong({ motherboardUuid: 'To be filled by O.E.M.' })).toEqual([18012, 'motherboardUuid']);
  expect(await wrong({ macs: [], serial: 'SER-1234' })).toEqual([18010, 'macs']);
  const json = await send('POST', 'device/safe/update', {
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ id, version: 1 }),
  });
  expect(json.statusCode).toBe(415);
  const form = { headers: { 'content-type': 'application/x-www-form-urlencoded' } };
  const done = await send('POST', 'device/safe/update', { ...form, payload: `id=${id}&version=1&name=Desk+2&uses=register&uses=login` });
  expect(JSON.parse(done.body)).toMatchObject({ code: 0, data: { name: 'Desk 2', uses: ['register', 'login'], version: 2 } });
  expect(code(await send('POST', 'device/safe/update', { ...form, payload: `id=${id}&version=1&name=x` }))).toBe(10409);
  expect(code(await send('POST', 'device/safe/update', { ...form, payload: `id=${id}&version=2&trust=trusted` }))).toBe(10400);
  for (const path of [
    'device/ip/details',
    'device/safe/all',
    'device/safe/search',
    'user/device/list',
    'user/device/bind/config',
    'device/unbind/erase/get',
    'whiteListEnabled/safeDevice/get',
    'gesture/config/get',
    'whiteList/list',
    'user/current',
    'mam/erase/list',
  ])
    expect([path, code(await send('GET', path))]).toEqual([path, 0]);
  const ended = await send('POST', 'user/device/unbind/list', { headers: { 'content-type': 'application/json' }, payload: '{}' });
  expect(code(ended)).toBe(0);
  expect(await wire.call(currentUser, {})).toMatchObject({ account: 'admin', superAdmin: true, range: { all: true } });
});

test('device/unbind/erase/update: a write by GET, with grant, version and history, and never by following a link', async () => {
  const path = 'device/unbind/erase/update';
  const { version } = await wire.call(settings.unbindEraseGet, {});
  const refused = await send('GET', `${path}?value=0&version=${version}`, { token: product.powerless.token });
  expect([refused.statusCode, code(refused)]).toEqual([403, 65002]);
  expect(code(await send('GET', `${path}?value=0&version=${version}`, { headers: { 'sec-fetch-mode': 'navigate' } }))).toBe(18090);
  expect(code(await send('GET', `${path}?value=0&version=${version}`, { headers: { 'sec-purpose': 'prefetch' } }))).toBe(18090);
  expect(code(await send('GET', `${path}?value=0`))).toBe(10400);
  expect(await wire.call(settings.unbindEraseUpdate, { value: 0, version })).toEqual({ value: 0, version: version + 1 });
  expect((await wire.ask(settings.unbindEraseUpdate, { value: 1, version })).code).toBe(10409);
  const { list } = await wire.call(listJournal, { kind: ['unbindErase'], objectId: '00000000-0000-7000-8000-0000000d0012' });
  expect(list.length).toBe(1);
  await wire.call(settings.unbindEraseUpdate, { value: 1, version: version + 1 });
});

test('the sign-in white list: who would be refused is told, the registered laptop signs in, others by an exemption until it ends', async () => {
  const [mine, other] = [await laptop('owner', 'SER-OWNER'), await laptop('guest', 'SER-GUEST')];
  await wire.call(safeDevice.add, {
    name: 'Owner laptop',
    assetNo: 'A-2',
    platform: 4,
    serial: 'ser owner',
    macs: ['00:1A:2B:3C:4D:02'],
    uses: ['login'],
    ownerDeptId: rootDepartmentId,
  });
  const { version } = await wire.call(settings.whiteSwitchGet, {});
  const told = await wire.ask(settings.whiteSwitchUpdate, { version, login: 1, loginPlatforms: [4] });
  expect([told.code, told.data]).toEqual([18060, { people: 1, field: 'expected' }]);
  await wire.call(settings.whiteSwitchUpdate, { version, login: 1, loginPlatforms: [4], expected: 1 });
  await mine.call(clientSessions, {});
  // Another one that says it is the registered laptop is a conflict that is listed, and gets nothing.
  const claims = new TestTerminal(product.app, 4);
  await claims.tryLogin('gone');
  await claims.enrol({ name: 'Owner laptop', identifiers: { serial: 'SER-OWNER' } });
  expect((await claims.ask(client.deviceBind, {})).code).toBe(18013);
  await mine.call(clientSessions, {});
  expect((await wire.call(safeDevice.list, { text: 'Owner laptop' })).list).toMatchObject([
    { matchState: 'conflict', matchedDeviceId: mine.device.id },
  ]);
  const refused = await other.ask(clientSessions, {});
  expect([refused.code, refused.data]).toEqual([18013, { ref: expect.any(String), step: 8 }]);
  const { ref } = refused.data as unknown as { ref: string };
  const [then, now] = [
    await wire.call(checkSignIn, { ref }),
    await wire.call(checkSignIn, { empId: uids.get('guest')!, deviceId: other.device.id, address: other.address }),
  ];
  // All but the proof of the key, which is one of the sign-in alone.
  expect([then.deciding, then.code, then.steps.slice(1)]).toEqual([now.deciding, now.code, now.steps.slice(1)]);
  const { id } = await wire.call(whiteEntry.add, {
    list: 'login',
    employeeId: uids.get('guest')!,
    reason: 'travels',
    until: Date.now() + 86_400_000,
  });
  await other.call(clientSessions, {});
  await sql`update white_list_entry set until = 1 where id = ${id}::uuid`.execute(product.database.db);
  await sql`update device_stamp set n = n + 1`.execute(product.database.db);
  expect((await other.ask(clientSessions, {})).code).toBe(18013);
  const tooLong = { list: 'login', employeeId: uids.get('owner')!, reason: 'x', until: Date.now() + 800 * 86_400_000 } as const;
  expect(await wire.ask(whiteEntry.add, tooLong)).toMatchObject({ code: 18061, data: { field: 'until' } });
  await wire.call(settings.whiteSwitchUpdate, { version: version + 1, login: 0 });
});

test('addresses: what is no network is named, a group in use stays, a blocked one refuses, and the check agrees with sign-in', async () => {
  const { id: groupId } = await wire.call(ipGroup.add, { name: 'Guests', code: 'guests', kind: 'blocked' });
  const add = (value: string, kind: 'single' | 'range' | 'cidr') => wire.ask(ipDetail.add, { groupId, value, kind });
  expect((await add('10.0.0.1-9', 'range')).code).toBe(18001);
  expect(await add('10.1', 'single')).toMatchObject({ code: 18001, data: { field: 'value' } });
  expect((await add('010.0.0.1', 'single')).code).toBe(18001);
  expect((await add('fe80::1%eth0', 'single')).code).toBe(18001);
  expect((await add('10.9.0.9-10.9.0.1', 'range')).code).toBe(18002);
  expect((await add('10.9.0.5/24', 'cidr')).msg).toContain('10.9.0.0/24');
  expect((await add('::ffff:10.9.0.1', 'single')).code).toBe(0);
  expect((await add('10.9.0.1', 'single')).code).toBe(18003);
  expect((await add('2001:db8::/32', 'cidr')).code).toBe(0);
  // A list of rows: each is answered for itself, and what is wrong keeps none of the others away.
  const values = ['10.8.0.0/16', '10.8.0.5/16', '10.9.0.1', '10.8.7.7', '10.8.7.7'];
  const many = await wire.call(ipDetailAdd, {
    groupId,
    rows: values.map((value) => ({ value, kind: value.includes('/') ? ('cidr' as const) : ('single' as const) })),
  });
  expect(many.rows!.map((row) => row.code)).toEqual([0, 18001, 18003, 0, 18003]);
  expect(many.rows![1]!.message).toContain('10.8.0.0/16');
  expect((await wire.ask(ipDetailAdd, { groupId } as never)).code).toBe(10400);
  await wire.call(ipDetail.delete, { ids: many.rows!.flatMap(({ id }) => id ?? []) });
  const { db } = product.database;
  for (const address of ['10.9.0.1', '10.9.0.2', '2001:db8::7', '2001:db9::7']) {
    const { list } = await wire.call(ipCheck, { address });
    expect([address, list.length > 0]).toEqual([address, (await addressGroups(db, address)).length > 0]);
  }
  const phone = new TestTerminal(product.app, 2);
  await phone.tryLogin('gone');
  await phone.enrol();
  await phone.call(client.deviceBind, {});
  phone.address = '10.9.0.1';
  const refused = await phone.ask(clientSessions, {});
  expect([refused.code, refused.data]).toMatchObject([18032, { step: 7 }]);
  const rows = await wire.call(ipDetail.list, { groupId });
  await wire.call(ipDetailSwitch, { ids: rows.list.map(({ id }) => id), status: 0 });
  await phone.call(clientSessions, {});
  const { id: office } = await wire.call(ipGroup.add, { name: 'Office', code: 'office' });
  const everyone = await wire.call(bindRule.get, { id: everyoneRuleId });
  await wire.call(bindRule.update, {
    id: everyoneRuleId,
    version: everyone.version,
    signInNetworks: { inside: false, groupIds: [office] },
  });
  const kept = await wire.ask(ipGroup.delete, { ids: [office] });
  expect([kept.code, kept.data]).toMatchObject([10410, { usedBy: [{ kind: 'bindRule', name: 'Everyone' }] }]);
  const { version } = await wire.call(bindRule.get, { id: everyoneRuleId });
  await wire.call(bindRule.update, { id: everyoneRuleId, version, signInNetworks: null });
  expect((await wire.ask(bindRule.delete, { ids: [everyoneRuleId] })).code).toBe(18070);
});

test('erasing the data of an application leaves the device what it is; a stop within the minute stops it', async () => {
  const phone = new TestTerminal(product.app, 2);
  await phone.login('app');
  await phone.call(client.deviceCheckIn, {});
  const order = async () => {
    const { token, typed } = await wire.call(erase.appErasePreview, { appId: 'wheelhouse', deviceIds: [phone.device.id] });
    return wire.call(erase.appEraseAdd, { previewToken: token, reason: 'the application leaks', typed });
  };
  const stopped = await order();
  expect(await wire.call(erase.eraseCancel, { id: stopped.id })).toEqual({ count: 1 });
  await sql`update erase_order set hold_until = 0`.execute(product.database.db);
  await runDueErasures(product.services);
  expect(await phone.obey()).toEqual([]);
  await order();
  await sql`update erase_order set hold_until = 0`.execute(product.database.db);
  await runDueErasures(product.services);
  expect(await phone.obey()).toEqual(['eraseApp']);
  const { list } = await wire.call(erase.appEraseList, { appId: 'wheelhouse' });
  expect(list.map(({ state, origin }) => [state, origin])).toEqual([
    ['done', 'application'],
    ['cancelled', 'application'],
  ]);
  expect((await wire.call(bindingList, { empId: uids.get('app')! })).list).toMatchObject([{ state: 'bound', deviceState: 'bound' }]);
  const clause = { field: 'devicePlatform', op: 'in', value: ['2'] } as const;
  const wish = {
    kind: 'dynamic' as const,
    ownerDeptId: rootDepartmentId,
    conditions: { match: 'all' as const, of: [clause, { field: 'account', op: 'is', value: ['app'] }] },
  };
  expect((await wire.call(crowdPreview, wish as never)).count).toBe(1);
});

test('unbinding ends the sessions and is told with what became of the data, also of somebody who has left', async () => {
  const phone = new TestTerminal(product.app, 1);
  await phone.login('gone');
  const { list } = await wire.call(bindingList, { empId: uids.get('gone')!, platform: 1 });
  const { eraseOrderId } = await wire.call(bindingDelete, { ids: [list[0]!.id], reason: 'gave it back' });
  expect(eraseOrderId).not.toBeNull();
  expect((await phone.ask(clientSessions, {})).code).toBe(65003);
  await wire.call(employeeDisable, { ids: [uids.get('gone')!] });
  await sql`update erase_order set hold_until = 0`.execute(product.database.db);
  await runDueErasures(product.services);
  expect(await phone.obey()).toEqual(['eraseApp']);
  expect(phone.device.files.size).toBe(0);
  const ended = await wire.call(unbindList, { empId: uids.get('gone')! });
  expect(ended.list).toMatchObject([{ unboundBy: 'administrator', reason: 'gave it back', eraseState: 'acknowledged' }]);
  expect(ended.list[0]!.unboundByName).not.toBe('');
});
