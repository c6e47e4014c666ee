import { createDecipheriv, createPublicKey, diffieHellman, generateKeyPairSync, hkdfSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientFileCheck, clientLimits } from '../../src/modules/enterprise/common/client.contract.ts';
import { fileRule, whiteAdd, whiteRemove } from '../../src/modules/enterprise/common/file-rule.contract.ts';
import { memberLimitAdd, memberLimitRemove } from '../../src/modules/enterprise/common/member-limit.contract.ts';
import { segmentLimit } from '../../src/modules/enterprise/common/segment-limit.contract.ts';
import { limitSimulate } from '../../src/modules/enterprise/common/simulate.contract.ts';
import { limitsOf } from '../../src/modules/enterprise/server/public.ts';
import { clientProperties } from '../../src/modules/property/common/client.contract.ts';
import { propertyAdd } from '../../src/modules/property/common/property.contract.ts';
import { propertyResolve, propertyValueSet } from '../../src/modules/property/common/value.contract.ts';
import { clientChanges } from '../../src/modules/terminal/common/changes.contract.ts';
import * as client from '../../src/modules/terminal-settings/common/client.contract.ts';
import { encryptionGet, encryptionRotate, keyList } from '../../src/modules/terminal-settings/common/encryption.contract.ts';
import * as nav from '../../src/modules/terminal-settings/common/nav.contract.ts';
import * as phone from '../../src/modules/terminal-settings/common/phone.contract.ts';
import { smsGatewayGet, smsGatewaySave } from '../../src/modules/terminal-settings/common/sms.contract.ts';
import { activateReady } from '../../src/modules/terminal-settings/server/keys/encryption.watch.ts';
import { openKey } from '../../src/modules/terminal-settings/server/keys/keyring.ts';
import { sendDue } from '../../src/modules/terminal-settings/server/sms/send.ts';
import { employeeGet } from '../../src/modules/people/common/employee.contract.ts';
import { addGeneratedSource } from '../../src/modules/people-sources/server/testing/generated-directory.ts';
import { House } from '../access/house.ts';
import { TestTerminal } from './test-terminal.ts';

/** A provider of messages that keeps what it was asked. */
const sent: string[] = [];
const provider = createServer((request, response) => {
  void text(request).then((body) => {
    sent.push(body);
    response.writeHead(200).end('{}');
  });
});

let house: House;
let port = 0;
let north = '';
let team = '';
let ann = '';
let bob = '';
let iPhone: TestTerminal;
let desktop: TestTerminal;
const boss = () => house.boss;

beforeAll(async () => {
  provider.listen(0, '127.0.0.1');
  await once(provider, 'listening');
  port = (provider.address() as AddressInfo).port;
  house = await House.open({ ALLOWED_NETWORKS: `127.0.0.1:${port}` });
  await house.confirm(boss());
  north = await house.department('北方');
  team = await house.department('小组', north);
  [ann, bob] = [await house.person([team], 'Ann'), await house.person(undefined, 'Bob')];
  iPhone = await terminalOf(ann, 1);
  desktop = await terminalOf(ann, 4);
}, 120_000);
afterAll(async () => {
  await house.stop();
  provider.close();
});

async function terminalOf(uid: string, platform: number): Promise<TestTerminal> {
  await house.product.setPassword(uid);
  const terminal = new TestTerminal(house.product.app, platform);
  await terminal.login((await boss().call(employeeGet, { id: uid })).account);
  return terminal;
}

const pool = () => house.product.database.pool;

test('A terminal gets of each property what is nearest to its person, and nothing of the server’s', async () => {
  const draft = { namespace: 'im', description: { zh_CN: '问候' }, default: 'default' };
  const { id } = await boss().call(propertyAdd, { ...draft, key: 'greeting', exposure: 'terminal' });
  const { id: hidden } = await boss().call(propertyAdd, { ...draft, key: 'internal', exposure: 'server' });
  const set = (propertyId: string, scopeKind: 'site' | 'department' | 'platform' | 'employee', scopeId: string, value: string) =>
    boss().call(propertyValueSet, { propertyId, scopeKind, scopeId, value });
  await set(hidden, 'site', '', 'a secret of the house');
  const read = async (one = iPhone) => (await one.call(clientProperties, { namespace: 'im' })).values;
  expect(await read()).toEqual({ greeting: 'default' });
  await set(id, 'site', '', 'site');
  await set(id, 'platform', '1', 'on iOS');
  expect([await read(), await read(desktop)]).toEqual([{ greeting: 'on iOS' }, { greeting: 'site' }]);
  await set(id, 'department', team, 'team');
  expect([await read(), await read(await terminalOf(bob, 4))]).toEqual([{ greeting: 'team' }, { greeting: 'site' }]);
  await set(id, 'employee', ann, 'Ann');
  const answer = await iPhone.ask(clientProperties, { namespace: 'im' });
  expect(answer.data.values).toEqual({ greeting: 'Ann' });
  expect(JSON.stringify(answer)).not.toMatch(/internal|a secret/);
  const { list } = await boss().call(propertyResolve, { namespace: 'im', key: 'greeting', empId: ann });
  expect(list[0]?.chain.map(({ scopeKind }) => scopeKind)).toEqual(['employee', 'department', 'site', 'default']);
  // Who has it gets nothing twice: neither by the hash nor by the tag.
  const { hash } = answer.data;
  expect(await iPhone.call(clientProperties, { namespace: 'im', hash })).toEqual({ namespace: 'im', hash, values: null });
  const tag = String(answer.headers['etag']);
  expect((await iPhone.ask(clientProperties, { namespace: 'im' }, { headers: { 'if-none-match': tag } })).status).toBe(304);
  await set(id, 'employee', ann, 'Ann again');
  expect((await iPhone.call(clientProperties, { namespace: 'im', hash })).values).toEqual({ greeting: 'Ann again' });
});

test('The published navigation reaches whom it is for, in their language; a roll-back returns the former one', async () => {
  const codes = async (one: TestTerminal) => (await one.call(client.clientNav, {})).entries.map(({ code }) => code);
  const delivered = await iPhone.call(client.clientNav, {});
  expect([delivered.navVersion, delivered.platform]).toEqual([0, 1]);
  const draft = await boss().call(nav.navQuery, { platform: 1 });
  const two = draft.entries.map((entry) => ({ ...entry, landing: true }));
  expect(await boss().ask(nav.navSave, { platform: 1, version: draft.version, entries: two })).toMatchObject({ code: 11065 });
  const first = await boss().call(nav.navPublish, { platform: 1, version: draft.version });
  const entries = first.entries.map((entry) =>
    entry.code === 'workbench' ? { ...entry, audience: [{ kind: 'department' as const, id: north }] } : entry,
  );
  const saved = await boss().call(nav.navSave, { platform: 1, version: first.version, entries });
  const second = await boss().call(nav.navPublish, { platform: 1, version: saved.version });
  const bobs = await terminalOf(bob, 1);
  expect(await codes(iPhone)).toEqual(['messages', 'contacts', 'workbench', 'me']);
  expect(await codes(bobs)).toEqual(['messages', 'contacts', 'me']);
  const shown = await iPhone.ask(client.clientNav, {}, { headers: { 'accept-language': 'ja' } });
  expect(shown.data).toMatchObject({ navVersion: 2, entries: [{ code: 'messages', title: 'メッセージ', landing: true }, {}, {}, {}] });
  expect(JSON.stringify(shown.data)).not.toContain(north);
  await boss().call(nav.navRollback, { platform: 1, version: second.version, navVersion: 1 });
  expect(await codes(bobs)).toEqual(['messages', 'contacts', 'workbench', 'me']);
  // Of two who publish the same draft at once one is told that it changed.
  const { version } = await boss().call(nav.navQuery, { platform: 1 });
  const ready = await boss().call(nav.navSave, { platform: 1, version, entries });
  const publish = async () => (await boss().ask(nav.navPublish, { platform: 1, version: ready.version })).code;
  expect((await Promise.all([publish(), publish()])).toSorted((one, other) => one - other)).toEqual([0, 10409]);
  expect(await codes(bobs)).toEqual(['messages', 'contacts', 'me']);
  // Another platform has its own.
  expect((await desktop.call(client.clientNav, {})).navVersion).toBe(0);
});

test('Files and messages are decided by where the terminal is and which it is; a changed limit is obeyed at once', async () => {
  const office = await boss().call(segmentLimit.add, { name: 'Office', segments: [{ value: '10.0.0.0/8' }] });
  const { roleId } = await boss().call(fileRule.save, { name: 'Held', code: 'held' });
  await boss().call(fileRule.assignDepartments, { roleId, ids: [north] });
  const [inside, outside] = [{ from: '10.1.2.3' }, { from: '203.0.113.9' }];
  const may = async (where: { from: string }, one = iPhone) => {
    const { data } = await one.ask(clientFileCheck, { action: 'download' }, where);
    // A terminal learns the name of the limit, and not what is in it.
    expect(JSON.stringify(data)).not.toContain('10.0.0.0');
    return [data.allowed, data.code];
  };
  expect([await may(inside), await may(outside)]).toEqual([
    [true, 0],
    [false, 11052],
  ]);
  expect((await iPhone.ask(clientFileCheck, { action: 'download' }, outside)).data.text).toContain('Office');
  // What a proxy would say is nothing from who is none.
  const forged = { ...outside, headers: { 'x-forwarded-for': '10.1.2.3' } };
  expect((await iPhone.ask(clientFileCheck, { action: 'download' }, forged)).data.allowed).toBe(false);
  const limits = async (one: TestTerminal, where: { from: string }) => (await one.ask(clientLimits, {}, where)).data;
  const before = await limits(iPhone, outside);
  const epochOf = async () => Number((await iPhone.ask(client.clientNav, {})).headers['epoch']?.toString().split('.')[0]);
  const epoch = await epochOf();
  expect([before.actions.download.code, before.actions.message.code, before.people]).toEqual([11052, 11052, []]);
  await boss().call(whiteAdd, { roleId, ids: [ann], reason: 'On the road' });
  expect([await may(inside), await may(outside)]).toEqual([
    [true, 0],
    [true, 0],
  ]);
  const after = await limits(iPhone, outside);
  expect([after.actions.message.allowed, after.epoch === before.epoch]).toEqual([true, false]);
  // Every answer says that something changed.
  await expect.poll(epochOf).toBeGreaterThan(epoch);
  await boss().call(whiteRemove, { roleId, ids: [ann] });

  const change = async (more: object): Promise<void> => {
    const { version } = await boss().call(fileRule.find, { roleId });
    await boss().call(fileRule.update, { roleId, version, ...more });
  };
  await change({ ruleType: 3 });
  const lines = async () =>
    (await pool().query<{ n: number }>('select coalesce(sum(refused), 0)::int as n from limit_hit where rule_id = $1', [roleId])).rows[0]!
      .n;
  await limitsOf(house.product.services).writeHits();
  const counted = await lines();
  expect(await may(outside)).toEqual([true, 0]);
  await limits(iPhone, outside);
  await limitsOf(house.product.services).writeHits();
  expect((await lines()) - counted).toBe(1);
  await change({ ruleType: 2, terminalType: 2 });
  expect([await may(inside), await may(inside, desktop)]).toEqual([
    [false, 11052],
    [true, 0],
  ]);
  await boss().call(fileRule.delete, { ids: [roleId] });
  await boss().call(segmentLimit.delete, { ids: [office.id] });
  expect((await limits(iPhone, outside)).actions.message.allowed).toBe(true);
});

test('A terminal that waits hears at once which limit, navigation or key changed, and of nothing else', async () => {
  const waits = async (work: () => Promise<unknown>): Promise<string[]> => {
    const { next } = await iPhone.call(clientChanges, {});
    const told = iPhone.call(clientChanges, { cursor: next, wait: 20 });
    await work();
    const { changes } = await told;
    return changes.map(({ part }) => part);
  };
  const limit = { name: 'Heard', segments: [{ value: '10.99.0.0/16' }] };
  const { id } = await boss().call(segmentLimit.add, limit);
  expect(await waits(() => boss().call(segmentLimit.delete, { ids: [id] }))).toEqual(['limits']);
  const { version } = await boss().call(nav.navQuery, { platform: 2 });
  expect(await waits(() => boss().call(nav.navPublish, { platform: 2, version }))).toEqual(['navigation']);
  const draft = { namespace: 'heard', description: { zh_CN: '听到' }, default: 'x' };
  const { id: told } = await boss().call(propertyAdd, { ...draft, key: 'told', exposure: 'terminal' });
  const { id: kept } = await boss().call(propertyAdd, { ...draft, key: 'kept', exposure: 'server' });
  const set = (propertyId: string) => boss().call(propertyValueSet, { propertyId, scopeKind: 'site', scopeId: '', value: 'y' });
  expect(await waits(() => set(told))).toEqual(['properties']);
  const { next } = await iPhone.call(clientChanges, {});
  await set(kept);
  expect((await iPhone.call(clientChanges, { cursor: next, wait: 2 })).changes).toEqual([]);
});

test('A member limit of one way refuses the one and not the other, as the simulator says', async () => {
  const side = (id: string) => [{ kind: 'employee' as const, id }];
  const { id } = await boss().call(memberLimitAdd, { name: 'Apart', ownerDeptId: north, from: side(ann), to: side(bob) });
  const bobs = await terminalOf(bob, 2);
  const chat = async (one: TestTerminal, other: string) => (await one.call(clientLimits, { people: [other] })).people[0];
  expect(await chat(iPhone, bob)).toMatchObject({ id: bob, chat: { allowed: false, code: 11055, text: expect.stringContaining('Apart') } });
  expect((await chat(bobs, ann))?.chat).toEqual({ allowed: true, code: 0, text: null });
  for (const [from, to, verdict] of [
    [ann, bob, false],
    [bob, ann, true],
  ] as const)
    expect(await boss().call(limitSimulate, { from, to, action: 'chat', address: '10.40.0.1' })).toMatchObject({ verdict });
  await boss().call(memberLimitRemove, { ids: [id] });
  expect((await chat(iPhone, bob))?.chat.allowed).toBe(true);
});

test('A number is proved by its code, three wrong ones end it; a source’s number is changed there; the question can be put off so often', async () => {
  const carl = await house.person([team], 'Carl');
  const carls = await terminalOf(carl, 2);
  const save = async (more: object) => boss().call(phone.phoneSave, { version: (await boss().call(phone.phoneGet, {})).version, ...more });
  const { version } = await boss().call(smsGatewayGet, {});
  const url = `http://127.0.0.1:${port}/send`;
  await boss().call(smsGatewaySave, { version, enabled: true, url, format: 'form', body: 'to={phone}\ntext={text}', text: 'code={code}' });
  expect(await carls.call(client.clientPhoneState, {})).toMatchObject({ mode: 'off', asked: false, number: null });
  expect(await carls.ask(client.clientPhoneSubmit, { number: '+8613900001111' })).toMatchObject({ code: 10412 });
  await save({ mode: 'ask', proof: 'sms', skips: 2 });

  expect(await carls.call(client.clientPhoneState, {})).toMatchObject({ asked: true, skipsLeft: 2, submission: null });
  for (const left of [1, 0])
    expect(await carls.call(client.clientPhoneSubmit, { skip: true })).toEqual({ submission: null, skipsLeft: left });
  expect(await carls.ask(client.clientPhoneSubmit, { skip: true })).toMatchObject({ code: 10412 });
  expect(await carls.ask(client.clientPhoneSubmit, { skip: true, number: '+8613900001111' } as never)).toMatchObject({ code: 10400 });

  const submit = async (number: string): Promise<string> => {
    await carls.call(client.clientPhoneSubmit, { number });
    await sendDue(house.product.services);
    return /code=(\d{6})/.exec(new URLSearchParams(sent.at(-1)).get('text') ?? '')![1]!;
  };
  const code = await submit('+8613900001111');
  expect(await carls.call(client.clientPhoneState, {})).toMatchObject({
    asked: false,
    submission: { state: 'submitted', number: '139****1111', triesLeft: 3 },
  });
  const wrong = code === '000000' ? '111111' : '000000';
  for (const left of [2, 1, 0])
    expect(await carls.ask(client.clientPhoneVerify, { code: wrong })).toMatchObject({ code: 11054, data: { left } });
  expect(await carls.ask(client.clientPhoneVerify, { code })).toMatchObject({ code: 11054 });
  const again = await submit('+8613900001111');
  expect(await carls.call(client.clientPhoneVerify, { code: again })).toEqual({ number: '139****1111' });
  expect(await carls.ask(client.clientPhoneVerify, { code: again })).toMatchObject({ code: 11054 });
  expect((await pool().query('select mobile from employee where id = $1', [carl])).rows).toEqual([{ mobile: '+8613900001111' }]);
  const { rows } = await pool().query<{ code: number }>(
    `select code from audit_log where operation = 'submitPhone.verify' and uid = $1 order by id`,
    [carl],
  );
  expect(rows.map((row) => row.code)).toEqual([11054, 11054, 11054, 11054, 0, 11054]);
  expect((await boss().call(phone.submissionList, { state: ['applied'] })).list).toMatchObject([
    { employeeId: carl, number: '139****1111' },
  ]);

  // From now on the number is a source's.
  const sourceId = await addGeneratedSource(house.product.database.db, {
    mapping: JSON.stringify([
      { of: 'employee', target: 'mobile', from: { kind: 'attribute', name: 'phone' }, own: 'always', transforms: [], whenMissing: 'keep' },
    ]),
  });
  await pool().query(
    `insert into source_link (source_id, object_kind, external_id, object_id, owned) values ($1, 'employee', 'carl', $2, '{"mobile":"phone"}')`,
    [sourceId, carl],
  );
  await save({ onlyWhenEmpty: false });
  expect(await carls.call(client.clientPhoneState, {})).toMatchObject({ asked: false, ownedBy: expect.stringContaining('Directory') });
  expect(await carls.ask(client.clientPhoneSubmit, { number: '+8613900002222' })).toMatchObject({ code: 11053 });
});

test('Keys reach a terminal only wrapped to its own; a new one writes once the terminals hold it, and the former one is readable', async () => {
  const own = generateKeyPairSync('x25519');
  const publicKey = String(own.publicKey.export({ format: 'jwk' }).x);
  const unwrap = ({ keyId, wrapped }: { keyId: string; wrapped: { ephemeral: string; iv: string; sealed: string } }): Buffer => {
    const ephemeral = createPublicKey({ key: { kty: 'OKP', crv: 'X25519', x: wrapped.ephemeral }, format: 'jwk' });
    const shared = diffieHellman({ privateKey: own.privateKey, publicKey: ephemeral });
    const salt = Buffer.concat([Buffer.from(wrapped.ephemeral, 'base64url'), Buffer.from(publicKey, 'base64url')]);
    const key = Buffer.from(hkdfSync('sha256', shared, salt, `wheelhouse key ${keyId}`, 32));
    const sealed = Buffer.from(wrapped.sealed, 'base64url');
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(wrapped.iv, 'base64url')).setAAD(Buffer.from(keyId));
    decipher.setAuthTag(sealed.subarray(-16));
    return Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  };
  const { db } = house.product.database;
  const fetched = await iPhone.call(client.clientKeyFetch, { publicKey });
  expect(fetched.keys.map(({ purpose, state }) => `${purpose} ${state}`)).toEqual(['terminalStore active', 'transport active']);
  const texts: string[] = [];
  for (const key of fetched.keys) {
    const { value } = await openKey(db, house.product.services.secrets, key.keyId);
    expect(unwrap(key).equals(value)).toBe(true);
    texts.push(...(['base64', 'base64url', 'hex'] as const).map((form) => value.toString(form)));
  }
  // The point at which every secret is nothing.
  expect(await iPhone.ask(client.clientKeyFetch, { publicKey: 'A'.repeat(43) })).toMatchObject({ code: 10400 });
  await desktop.call(client.clientKeyFetch, { publicKey });

  const rotated = await boss().call(encryptionRotate, { purpose: 'transport' });
  expect(rotated).toMatchObject({ state: 'pending', percent: 0 });
  const transport = async () => (await boss().call(encryptionGet, {})).list.find(({ purpose }) => purpose === 'transport')!;
  const fresh = (await iPhone.call(client.clientKeyFetch, { publicKey })).keys.find(({ state }) => state === 'pending')!;
  expect(fresh.keyId).toBe(rotated.keyId);
  expect(await iPhone.call(client.clientKeyAck, { keyIds: [fresh.keyId, '0123456789abcdef'] })).toEqual({ held: [fresh.keyId] });
  await activateReady(house.product.services);
  expect(await transport()).toMatchObject({ terminals: { seen: 2 }, keyId: fetched.keys[1]!.keyId });
  await desktop.call(client.clientKeyAck, { keyIds: [fresh.keyId] });
  await activateReady(house.product.services);
  expect(await transport()).toMatchObject({ keyId: fresh.keyId, terminals: { seen: 2, holding: 2, percent: 100 } });
  const now = (await iPhone.call(client.clientKeyFetch, { publicKey })).keys.filter(({ purpose }) => purpose === 'transport');
  expect(now.map(({ keyId, state }) => [keyId, state])).toEqual([
    [fetched.keys[1]!.keyId, 'retiring'],
    [fresh.keyId, 'active'],
  ]);
  const rows = (
    await pool().query('select (select json_agg(a) from audit_log a) as audit, (select json_agg(o) from change_operation o) as journal')
  ).rows;
  const kept = JSON.stringify([rows, await boss().call(keyList, {}), fetched]);
  for (const secret of texts) expect(kept).not.toContain(secret);
});
