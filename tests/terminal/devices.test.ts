import { createPublicKey, randomUUID, verify } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import * as client from '../../src/modules/devices/common/client.contract.ts';
import { bindingUpdate, bindingList } from '../../src/modules/devices/common/binding.contract.ts';
import { checkSignIn } from '../../src/modules/devices/common/check.contract.ts';
import * as deeds from '../../src/modules/devices/common/action.contract.ts';
import * as devices from '../../src/modules/devices/common/device.contract.ts';
import * as erase from '../../src/modules/devices/common/erase.contract.ts';
import { bindRule, everyoneRuleId } from '../../src/modules/devices/common/rule.contract.ts';
import { bindConfigUpdate } from '../../src/modules/devices/common/settings.contract.ts';
import { runDueErasures } from '../../src/modules/devices/server/erase/run-due.ts';
import { clientSessions } from '../../src/modules/terminal/common/auth.contract.ts';
import { isNightly } from '../share.ts';
import { startTestProduct, type TestProduct } from '../product.ts';
import { wireOf, type Wire } from '../sign-in/console.ts';
import { TestTerminal } from './test-terminal.ts';

let product: TestProduct;
let wire: Wire;
const people = new Map<string, string>();

beforeAll(async () => {
  product = await startTestProduct();
  wire = wireOf(product);
  const { db } = product.database;
  const { rows } = await sql<{ version: number }>`select version from bind_config`.execute(db);
  await wire.call(bindConfigUpdate, { version: rows[0]!.version, enabled: 1 });
  for (const account of ['mei', 'kenji', 'many', 'racer', 'left']) {
    const id = await wire.employee(account, { email: `${account}@example.com` });
    await product.setPassword(id);
    people.set(account, id);
  }
}, 120_000);
afterAll(() => product.stop());

const terminal = (platform?: number): TestTerminal => new TestTerminal(product.app, platform);
const uid = (account: string): string => people.get(account)!;

/** A terminal of somebody that is bound and signed in. */
async function bound(account: string, platform = 2): Promise<TestTerminal> {
  const one = terminal(platform);
  expect((await one.tryLogin(account)).data).toMatchObject({ stage: 'enrol', next: 'enrol' });
  expect((await one.enrol()).code).toBe(0);
  expect(await one.call(client.deviceBind, {})).toMatchObject({ state: 'bound', binding: 'bound' });
  await one.call(clientSessions, {});
  return one;
}

const everyone = async (change: Record<string, unknown>): Promise<void> => {
  const { version } = await wire.call(bindRule.get, { id: everyoneRuleId });
  await wire.call(bindRule.update, { id: everyoneRuleId, version, ...change });
};

/** Lets the minute pass in which an erasure can be stopped. */
async function minutePasses(): Promise<void> {
  await sql`update erase_order set hold_until = 0 where state = 'hold'`.execute(product.database.db);
  await runDueErasures(product.services);
}

test('a terminal enrols with its own key, is bound under a rule, signs in, gets its policy, is locked, is erased, and its signed answer stands in the order', async () => {
  const phone = await bound('mei');
  const policy = await phone.call(client.deviceCheckIn, { posture: { screenLock: true }, systemVersion: '15' });
  expect(policy).toMatchObject({ state: 'bound', policy: { offlineDays: 14, checkInMinutes: 15 }, lease: { key: null }, failing: [] });
  expect(await phone.call(client.deviceCheckIn, { policyEpoch: policy.policyEpoch })).toMatchObject({ policy: null });
  const { list } = await wire.call(devices.deviceList, { empId: uid('mei') });
  expect(list).toMatchObject([{ id: phone.device.id, state: 'bound', platform: 2, systemVersion: '15', people: [{ name: 'mei' }] }]);
  expect(await wire.call(devices.deviceGet, { id: phone.device.id })).toMatchObject({ keyThumbprint: phone.thumbprint, enrolment: 1 });

  await wire.call(deeds.deviceLock, { ids: [phone.device.id], reason: 'lost' });
  expect((await phone.ask(clientSessions, {})).code).toBe(65003);
  const refused = await phone.tryLogin('mei');
  expect([refused.code, refused.msg]).toEqual([18031, expect.stringContaining('Locked')]);
  const { ref } = refused.data as unknown as { ref: string };
  expect(await wire.call(checkSignIn, { ref })).toMatchObject({
    ref,
    code: 18031,
    deciding: 4,
    person: { name: 'mei' },
    steps: { 3: { step: 4, result: 'refuse' } },
  });
  expect(await wire.call(checkSignIn, { empId: uid('mei'), deviceId: phone.device.id })).toMatchObject({
    verdict: 'refuse',
    code: 18031,
    deciding: 4,
  });
  expect((await phone.call(client.deviceCheckIn, {})).lease).toBeNull();
  expect(await phone.obey()).toEqual(['lockApp']);
  expect(phone.device.locked).toBe(true);

  const { token, devices: shown, typed } = await wire.call(erase.erasePreview, { deviceIds: [phone.device.id] });
  expect(shown).toMatchObject([{ name: 'Test 2', people: ['mei'], refused: 0, capable: true }]);
  expect((await wire.ask(erase.eraseAdd, { previewToken: token, reason: 'the phone was stolen', typed: 'another' })).code).toBe(18043);
  const order = await wire.call(erase.eraseAdd, { previewToken: token, reason: 'the phone was stolen', typed });
  expect(order.state).toBe('hold');
  expect(await phone.obey()).toEqual([]);
  await minutePasses();
  expect(await wire.call(erase.eraseGet, { id: order.id })).toMatchObject({
    state: 'queued',
    items: [{ state: 'queued', keyDestroyedAt: expect.any(Number) }],
  });
  expect(await phone.obey()).toEqual(['eraseApp']);
  expect(phone.device.files.size).toBe(0);
  const done = await wire.call(erase.eraseGet, { id: order.id });
  expect(done).toMatchObject({
    state: 'done',
    items: [{ state: 'acknowledged', deliveredAt: expect.any(Number), acknowledgedAt: expect.any(Number) }],
  });
  expect(await wire.call(devices.deviceGet, { id: phone.device.id })).toMatchObject({ state: 'erased', people: [] });
  const [head, body, signature] = done.items[0]!.ackJws!.split('.');
  const key = { key: createPublicKey({ key: done.items[0]!.deviceKey, format: 'jwk' }), dsaEncoding: 'ieee-p1363' as const };
  expect(verify('sha256', Buffer.from(`${head}.${body}`), key, Buffer.from(signature!, 'base64url'))).toBe(true);
  expect(verify('sha256', Buffer.from(`${head}.${body}x`), key, Buffer.from(signature!, 'base64url'))).toBe(false);
});

test('approval: a request waits, is approved once, and the next call of the terminal works', async () => {
  await everyone({ mode: 'approval' });
  const phone = terminal();
  await phone.tryLogin('kenji');
  await phone.enrol();
  expect(await phone.call(client.deviceBind, { reason: 'new phone' })).toMatchObject({ binding: 'pending', state: 'pendingApproval' });
  expect((await phone.ask(clientSessions, {})).code).toBe(23010);
  const { list } = await wire.call(bindingList, { state: 'pending' });
  expect(list).toMatchObject([{ name: 'kenji', requestReason: 'new phone', whyPending: 'mode' }]);
  expect(await wire.call(bindingUpdate, { ids: [list[0]!.id], action: 'approve' })).toEqual({ count: 1, refused: [] });
  expect((await wire.ask(bindingUpdate, { ids: [list[0]!.id], action: 'reject', reason: 'late' })).code).toBe(18050);
  await phone.call(clientSessions, {});
  await everyone({ mode: 'auto' });
});

test('the number of devices: refused, or the longest unused is given up and told to erase', async () => {
  await everyone({ maxPhones: 2, whenFull: 'refuse' });
  const [first] = [await bound('many'), await bound('many')];
  const third = terminal();
  await third.tryLogin('many');
  await third.enrol();
  const refused = await third.ask(client.deviceBind, {});
  expect([refused.code, refused.data]).toEqual([18022, expect.objectContaining({ n: 2, max: 2, step: 9 })]);
  await everyone({ whenFull: 'replaceOldest' });
  expect(await third.call(client.deviceBind, {})).toMatchObject({ binding: 'bound' });
  await minutePasses();
  expect(await first!.obey()).toEqual(['eraseApp']);
  expect(first!.device.files.size).toBe(0);
  expect(await wire.call(devices.deviceGet, { id: first!.device.id })).toMatchObject({ state: 'erased', people: [] });
  const ended = await wire.call(bindingList, { empId: uid('many'), state: 'unbound' });
  expect(ended.list.map(({ deviceId }) => deviceId)).toEqual([first!.device.id]);
  await everyone({ whenFull: 'refuse' });
});

/** By night as many as the design names. */
const many = isNightly ? 50 : 8;

test('of many who bind at the same time for the last place exactly one gets it', async () => {
  await everyone({ maxPhones: 1 });
  const racers: TestTerminal[] = [];
  for (let at = 0; at < many; at += 1) {
    const one = terminal();
    await one.tryLogin('racer');
    await one.enrol();
    racers.push(one);
  }
  const answers = await Promise.all(racers.map((one) => one.ask(client.deviceBind, {})));
  expect(answers.map(({ code }) => code).toSorted((one, other) => one - other)).toEqual([
    0,
    ...Array.from({ length: many - 1 }, () => 18022),
  ]);
  await everyone({ maxPhones: 2 });
});

test('foreign keys, foreign answers: nothing is done for them', async () => {
  const [mine, other] = [await bound('left', 4), await bound('kenji', 4)];
  await wire.call(deeds.deviceMessage, { ids: [mine.device.id], text: 'hello' });
  const { commands } = await mine.call(client.deviceCommands, {});
  expect(other.device.obey(commands[0]!)).toBeUndefined();
  const said = mine.device.obey(commands[0]!)!;
  const foreign = await other.call(client.deviceAck, { acknowledgements: [other.signed(said)] });
  expect(foreign.list).toMatchObject([{ code: 18033 }]);
  expect((await mine.call(client.deviceAck, { acknowledgements: [other.signed(said)] })).list).toMatchObject([{ code: 18033 }]);
  expect((await mine.call(client.deviceAck, { acknowledgements: [mine.signed(said)] })).list).toMatchObject([{ code: 0, known: false }]);
  expect((await mine.call(client.deviceAck, { acknowledgements: [mine.signed(said)] })).list).toMatchObject([{ code: 0, known: true }]);
  expect(mine.device.shown).toEqual(['hello']);
  const stranger = terminal();
  expect((await stranger.ask(client.deviceCheckIn, {})).code).toBe(18030);
  expect((await stranger.ask(client.deviceCommands, {}, { noProof: true })).code).toBe(23014);
  await stranger.tryLogin('left');
  const used = await stranger.ask(client.deviceEnrol, { nonce: randomUUID(), signingKey: stranger.publicKey });
  expect(used.code).toBe(18025);
  // What it says of itself makes it nothing but a device of its own: the name and serial number of another one open none of its commands.
  await stranger.enrol({ name: mine.device.id, identifiers: { serial: 'SER-1', hostName: 'left' } });
  expect(stranger.device.id).not.toBe(mine.device.id);
  await wire.call(deeds.deviceMessage, { ids: [mine.device.id], text: 'for mine alone' });
  expect((await stranger.call(client.deviceCommands, {})).commands).toEqual([]);
  const { nonce } = await stranger.call(client.deviceChallenge, { platform: 2 });
  expect((await stranger.ask(client.deviceEnrol, { nonce, signingKey: mine.publicKey })).code).toBe(18030);
});

test('what a device says of itself locks it, and lets it go again', async () => {
  await everyone({
    checks: [
      { check: 'systemVersion', value: '14', action: 'lock', graceHours: 0 },
      { check: 'rooted', action: 'block' },
    ],
  });
  const [tablet] = [await bound('mei', 1)];
  expect(await tablet!.call(client.deviceCheckIn, { systemVersion: '13.6' })).toMatchObject({
    state: 'locked',
    failing: ['systemVersion'],
    lease: null,
  });
  expect((await tablet!.ask(clientSessions, {})).code).toBe(65003);
  expect(await tablet!.call(client.deviceCheckIn, { systemVersion: '14.1' })).toMatchObject({ state: 'bound', failing: [] });
  await tablet!.login('mei');
  // A call in between is refused too, and says in words what fails and since when.
  await tablet!.call(client.deviceCheckIn, { posture: { screenLock: false } });
  const stricter = { check: 'systemVersion', value: '15', action: 'lock', graceHours: 0 };
  await everyone({ checks: [stricter, { check: 'screenLock', action: 'warn' }, { check: 'rooted', action: 'block' }] });
  const refused = await tablet!.ask(clientSessions, {});
  expect([refused.code, refused.data]).toMatchObject([18027, { checks: 'systemVersion, screenLock' }]);
  expect(refused.msg).toMatch(
    /^The device does not pass its checks: System too old, No screen lock \(since 20\d\d-\d\d-\d\d \d\d:\d\d\)\. Code: \w{8}$/,
  );
  await everyone({ checks: [{ check: 'rooted', action: 'block' }] });
  expect(await tablet!.call(client.deviceCheckIn, { posture: { rooted: true } })).toMatchObject({ state: 'blocked' });
  expect((await tablet!.tryLogin('mei')).code).toBe(18031);
  // What gives itself no name is called by its model, else by its key.
  const nameless = terminal(4);
  await nameless.tryLogin('mei');
  await nameless.enrol({ name: ' ', model: '' });
  expect(await wire.call(devices.deviceGet, { id: nameless.device.id })).toMatchObject({ name: nameless.thumbprint.slice(0, 8) });
});
