import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import { startProduct } from '../src/app/start-product.ts';
import { listJournal, revertChanges } from '../src/kit/common/change/journal.contract.ts';
import { listRecycled, purgeRecycled } from '../src/kit/common/change/recycle-bin.contract.ts';
import { ipCheck, ipDetail } from '../src/modules/address-groups/common/ip-detail.contract.ts';
import { ipGroup } from '../src/modules/address-groups/common/ip-group.contract.ts';
import { addressBook, groupsOf } from '../src/modules/address-groups/server/public.ts';
import { bindingList, bindingUpdate } from '../src/modules/devices/common/binding.contract.ts';
import { checkSignIn } from '../src/modules/devices/common/check.contract.ts';
import * as client from '../src/modules/devices/common/client.contract.ts';
import { deviceLock, deviceUnlock } from '../src/modules/devices/common/action.contract.ts';
import { deviceGet, deviceList } from '../src/modules/devices/common/device.contract.ts';
import * as erase from '../src/modules/devices/common/erase.contract.ts';
import { deviceExport } from '../src/modules/devices/common/export.contract.ts';
import { bindImpact } from '../src/modules/devices/common/impact.contract.ts';
import { bindRule, everyoneRuleId, ruleAssign, ruleMembers } from '../src/modules/devices/common/rule.contract.ts';
import * as settings from '../src/modules/devices/common/settings.contract.ts';
import { remindOfRequests } from '../src/modules/devices/server/binding/remind.ts';
import { terminalPolicyGet, terminalPolicyUpdate } from '../src/modules/devices/common/terminal-policy.contract.ts';
import { clientSessions } from '../src/modules/terminal/common/auth.contract.ts';
import { qrBegin } from '../src/modules/terminal/common/other-ways.contract.ts';
import { employeeLeave, leavePreview } from '../src/modules/people/common/life/life.contract.ts';
import { DeviceHouse } from './devices-house.ts';
import { lagUntil } from './lag.ts';
import { isNightly, seedOf } from './share.ts';
import type { TestTerminal } from './terminal/test-terminal.ts';

let at: DeviceHouse;
beforeAll(async () => {
  at = await DeviceHouse.open();
}, 120_000);
afterAll(() => at.house.stop());

let state = seedOf(20_2620);
/** Numbers that look like chance and are the same in each run. */
function randomInt(from: number, to: number): number {
  state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
  return from + (Math.floor(state / 65_536) % (to - from));
}
const person = () => at.house.person();
const orderOf = async (deviceId: string) => {
  const { token, typed } = await at.call(erase.erasePreview, { deviceIds: [deviceId] });
  return at.call(erase.eraseAdd, { previewToken: token, reason: 'taken out of service', typed });
};
const stateOf = async (id: string) => (await at.call(erase.eraseGet, { id })).state;

test('a lock ends the session of that device on another node too, and of no other device; unlocking lets it in again', async () => {
  const uid = await person();
  const [lost, kept] = [await at.bound(uid), await at.bound(uid, 4)];
  const { settings: own } = at.house.product;
  const other = await startProduct(own, { listen: false });
  try {
    const through = async (one: TestTerminal) => {
      const { app } = one;
      Object.assign(one, { app: other.app });
      const { code } = await one.ask(clientSessions, {});
      Object.assign(one, { app });
      return code;
    };
    expect([await through(lost), await through(kept)]).toEqual([0, 0]);
    await at.call(deviceLock, { ids: [lost.device.id], reason: 'lost' });
    // An end is told with its reason once, whichever node is asked; after a second no node lets a call in any more.
    expect(await lagUntil(65003, () => through(lost))).toBeLessThan(1_000);
    expect((await lost.ask(clientSessions, {})).code).toBe(65001);
    expect([(await kept.ask(clientSessions, {})).code, await through(kept)]).toEqual([0, 0]);
    await at.call(deviceUnlock, { ids: [lost.device.id] });
    await lost.login((await at.call(bindingList, { empId: uid })).list[0]!.account);
    await lost.call(clientSessions, {});
  } finally {
    await other.stop();
  }
});

test('a request is told by mail to who decides, and its decision to who asked', async () => {
  const [uid, decider] = [await person(), await person()];
  await sql`update employee set email = account || '@example.com' where id = any(${[uid, decider]}::uuid[])`.execute(at.db);
  const { version } = await at.call(settings.bindConfigGet, {});
  await at.call(settings.bindConfigUpdate, { version, approvers: [decider], approveByMail: 1 });
  await at.everyone({ mode: 'approval' });
  await at.bound(uid).catch(() => undefined);
  const { list } = await at.call(bindingList, { empId: uid, state: 'pending' });
  const id = list[0]!.id;
  const { services } = at.house.product;
  await remindOfRequests(services);
  await sql`update device_binding set requested_at = requested_at - ${25 * 3_600_000}::bigint where id = ${id}::uuid`.execute(at.db);
  // Reminded once in the hours that are set, and not before they are over.
  for (let again = 0; again < 2; again += 1) await remindOfRequests(services);
  // Of two who decide at the same moment one wins, and the other is told so; nor is it over by itself any more.
  const decided = await Promise.all([1, 2].map(() => at.house.boss.ask(bindingUpdate, { ids: [id], action: 'approve' })));
  expect(decided.map(({ code }) => code).toSorted((one, other) => one - other)).toEqual([0, 18050]);
  await at.everyone({ mode: 'auto' });
  const { rows } = await sql<{
    template: string;
    uid: string;
  }>`select m.template, e.id as uid from mail_outbox m join employee e on e.email = m.address
    where m.template in ('device.asked', 'device.decided') order by m.template, m.queued_at`.execute(at.db);
  expect(rows.map((row) => [row.template, row.uid])).toEqual([
    ['device.asked', decider],
    ['device.asked', decider],
    ['device.decided', uid],
  ]);
});

test('delivered, then stopped, then obeyed: done, and too late; stopped before it was fetched: never sent', async () => {
  const [late, early] = [await at.bound(await person()), await at.bound(await person())];
  const [one, other] = [await orderOf(late.device.id), await orderOf(early.device.id)];
  await at.minutePasses();
  const { commands } = await late.call(client.deviceCommands, {});
  expect((await at.house.boss.ask(erase.eraseCancel, { id: one.id })).code).toBe(18046);
  const said = late.device.obey(commands[0]!)!;
  await late.call(client.deviceAck, { acknowledgements: [late.signed(said)] });
  expect(await at.call(erase.eraseGet, { id: one.id })).toMatchObject({ state: 'done', items: [{ tooLate: true }] });
  await at.call(erase.eraseCancel, { id: other.id });
  expect(await early.obey()).toEqual([]);
  expect(await stateOf(other.id)).toBe('cancelled');
});

test('what stood open when a backup was restored is sent only when somebody says that it still holds', async () => {
  const [held, queued] = [await at.bound(await person()), await at.bound(await person())];
  const second = await orderOf(queued.device.id);
  await at.minutePasses();
  const first = await orderOf(held.device.id);
  await sql`insert into audit_restore (at, mac, key_id) values (${Date.now() + 1}, '\\x00', 'x')`.execute(at.db);
  await at.minutePasses();
  expect([await stateOf(first.id), await held.obey(), await queued.obey()]).toEqual(['hold', [], []]);
  const { list } = await at.call(erase.eraseList, {});
  expect(list.filter(({ unconfirmed }) => unconfirmed).map(({ id }) => id)).toEqual(expect.arrayContaining([first.id, second.id]));
  await expect
    .poll(
      async () => (await sql<{ past: boolean }>`select max(at) < ${Date.now()} as past from audit_restore`.execute(at.db)).rows[0]!.past,
    )
    .toBe(true);
  for (const { id } of [first, second]) await at.call(erase.eraseConfirm, { id });
  await at.minutePasses();
  expect([await held.obey(), await queued.obey()]).toEqual([['eraseApp'], ['eraseApp']]);
});

test('device/unbind/erase/update: with a fresh password, in one row of the audit, and taken back again', async () => {
  const { value, version } = await at.call(settings.unbindEraseGet, {});
  await at.house.ageConfirmations();
  expect((await at.house.boss.ask(settings.unbindEraseUpdate, { value: 0, version })).code).toBe(10428);
  await at.house.confirm(at.house.boss);
  await at.call(settings.unbindEraseUpdate, { value: 0, version });
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from audit_log where path = 'device/unbind/erase/update' and code = 0`.execute(at.db);
  expect(rows[0]!.n).toBe(1);
  const { list } = await at.call(listJournal, { kind: ['unbindErase'] });
  await at.call(revertChanges, { batchId: list[0]!.batchId });
  expect((await at.call(settings.unbindEraseGet, {})).value).toBe(value);
});

test('impact before a change: it names whom the rule then refuses, counts them at a try, and asks for their number where they are many', async () => {
  const uid = await person();
  const phone = await at.bound(uid);
  const everyone = await at.call(bindRule.get, { id: everyoneRuleId });
  const rule = { id: everyoneRuleId, version: everyone.version, platforms: [4] };
  const told = await at.call(bindImpact, { kind: 'rule', rule: { ...rule, platforms: [4] } });
  expect(told.sample.find(({ empId }) => empId === uid)).toMatchObject({ deviceId: phone.device.id, code: 18024, step: 6 });
  const tried = await at.house.boss.ask(bindRule.update, { ...rule, platforms: [4], dryRun: true } as never);
  expect(tried.data).toMatchObject({ impact: { loseSignIn: told.people } });
  await phone.call(clientSessions, {});

  const { version } = await at.call(settings.whiteSwitchGet, {});
  const wish = { version, login: 1 as const, loginPlatforms: [2 as const] };
  const shut = await at.call(bindImpact, { kind: 'switch', switch: wish });
  expect(shut.byStep).toEqual([{ step: 8, devices: shut.devices }]);
  expect((await at.house.boss.ask(settings.whiteSwitchUpdate, { ...wish, expected: shut.people + 1 })).code).toBe(18060);
  await at.call(settings.whiteSwitchUpdate, { ...wish, expected: shut.people });
  // Those who are refused then are those whom the impact had named.
  const refused: string[] = [];
  for (const { terminal, account } of at.terminals) {
    const { code } = await terminal.ask(clientSessions, {});
    // Who was signed out meanwhile is refused at the door.
    const now = code === 65001 || code === 65003 ? (await terminal.tryLogin(account)).code : code;
    if (now === 18013) refused.push(terminal.device.id);
  }
  expect(refused.toSorted()).toEqual(shut.sample.map(({ deviceId }) => deviceId).toSorted());
  expect(refused).toContain(phone.device.id);
  await at.call(settings.whiteSwitchUpdate, { version: version + 1, login: 0 });

  // A group in use: its only row is switched off.
  const { id: groupId } = await at.call(ipGroup.add, { name: 'Office', code: 'office' });
  const { id: row } = await at.call(ipDetail.add, { groupId, value: '10.0.0.0/8', kind: 'cidr' });
  await at.everyone({ signInNetworks: { inside: true, groupIds: [groupId] } });
  const off = await at.call(bindImpact, { kind: 'ipRows', ipRows: { ids: [row], status: 0 } });
  expect(off.sample.map(({ empId, step }) => [empId, step])).toContainEqual([uid, 7]);
  await at.everyone({ signInNetworks: null });
});

test('members of a rule come back with their history', async () => {
  const [{ id: ruleId }, uid] = [await at.call(bindRule.add, { name: 'Travellers' }), await person()];
  await at.call(ruleAssign, { ruleId, kind: 'employee', add: [uid] });
  await at.bound(uid);
  const boundBy = async () => (await at.call(bindingList, { empId: uid, ruleId })).list.map(({ ruleName }) => ruleName);
  expect(await boundBy()).toEqual(['Travellers']);
  await at.call(ruleAssign, { ruleId, kind: 'employee', remove: [uid] });
  const { list } = await at.call(listJournal, { kind: ['ruleMember'] });
  await at.call(revertChanges, { batchId: list[0]!.batchId });
  const members = async () => (await at.call(ruleMembers, { ruleId, kind: 'employee' })).list.map(({ id }) => id);
  expect(await members()).toEqual([uid]);
  // So they do with their rule: deleted it holds for nobody.
  const holds = async () => (await at.call(settings.bindConfigGet, { empId: uid })).effective?.ruleName;
  expect(await holds()).toBe('Travellers');
  await at.call(bindRule.delete, { ids: [ruleId] });
  expect(await holds()).not.toBe('Travellers');
  const { list: deletions } = await at.call(listJournal, { kind: ['bindRule'], objectId: ruleId });
  await at.call(revertChanges, { batchId: deletions[0]!.batchId });
  expect([await members(), await holds(), await boundBy()]).toEqual([[uid], 'Travellers', ['Travellers']]);
  // Out of the recycle bin for good they are gone.
  await at.call(bindRule.delete, { ids: [ruleId] });
  const { list: bin } = await at.call(listRecycled, { kind: ['bindRule'] });
  await at.call(purgeRecycled, { operationIds: bin.map(({ operationId }) => operationId) });
  expect((await sql`select from bind_rule_member where rule_id = ${ruleId}::uuid`.execute(at.db)).rows).toEqual([]);
});

test('addresses: rows of all kinds agree with a look at every one of them', async () => {
  const { id: groupId } = await at.call(ipGroup.add, { name: 'Sites', code: 'sites' });
  const spans: [bigint, bigint][] = [];
  const uid = await person();
  await at.everyone({ signInNetworks: { inside: true, groupIds: [groupId] } });
  const asksAddress = async (address: string, expected: boolean) => {
    const { steps } = await at.call(checkSignIn, { empId: uid, platform: 2, address });
    expect([address, steps.find(({ step }) => step === 7)!.result]).toEqual([address, expected ? 'pass' : 'refuse']);
  };
  // What is no address is said at its field, and not judged.
  expect(await at.house.boss.ask(checkSignIn, { empId: uid, platform: 2, address: '999.1.1.1' })).toMatchObject({
    code: 18001,
    data: { field: 'address' },
  });
  const text = (n: bigint): string => [24n, 16n, 8n, 0n].map((shift) => (n >> shift) & 255n).join('.');
  for (let n = 0; n < 20; n += 1) {
    const from = (172n << 24n) | (BigInt(randomInt(0, 0xff) * 65_536 + randomInt(0, 256) * 256) & ~255n);
    const to = from + BigInt(randomInt(0, 4)) * 256n + 255n;
    const added = await at.house.boss.ask(ipDetail.add, { groupId, value: `${text(from)}-${text(to)}`, kind: 'range' });
    if (added.code === 0) spans.push([from, to]);
  }
  const { list } = await at.call(ipDetail.list, { groupId });
  await at.call(ipDetail.disable, { ids: [list[0]!.id] });
  const gone = (await at.call(ipDetail.get, { id: list[0]!.id })).value;
  // One address, a network and IPv6 beside the ranges.
  const beside: [bigint, bigint][] = [
    [(172n << 24n) | 0xff_0007n, (172n << 24n) | 0xff_0007n],
    [(172n << 24n) | 0xff_8000n, (172n << 24n) | 0xff_80ffn],
  ];
  await at.call(ipDetail.add, { groupId, value: text(beside[0]![0]), kind: 'single' });
  await at.call(ipDetail.add, { groupId, value: `${text(beside[1]![0])}/24`, kind: 'cidr' });
  await at.call(ipDetail.add, { groupId, value: '2001:db8:7::10-2001:db8:7::1ff', kind: 'range' });
  const book = await addressBook(at.db);
  const inGroup = (address: string) => groupsOf(book, address).some(({ id }) => id === groupId);
  for (let n = 0; n < 1000; n += 1) {
    const last = randomInt(0, 0x400);
    expect([last, inGroup(`2001:db8:7::${last.toString(16)}`)]).toEqual([last, last >= 0x10 && last <= 0x1ff]);
  }
  const live = [...spans.filter(([from]) => !gone.startsWith(`${text(from)}-`) && !gone.startsWith(`${text(from)}/`)), ...beside];
  for (let n = 0; n < 1000; n += 1) {
    const near = live[n % live.length]!;
    const address = near[0] - 300n + BigInt(randomInt(0, 1600));
    const expected = live.some(([from, to]) => from <= address && address <= to);
    expect([text(address), inGroup(text(address))]).toEqual([text(address), expected]);
    if (n % 25 > 0) continue;
    // The check of the page, and the rule of signing in.
    const { list: held } = await at.call(ipCheck, { address: text(address) });
    expect([text(address), held.some((row) => row.groupId === groupId && row.holds)]).toEqual([text(address), expected]);
    await asksAddress(text(address), expected);
  }
  await at.everyone({ signInNetworks: null });
});

test('a system that is too old warns for a day, locks then, and lets go by itself; a gesture that is reset is asked for anew', async () => {
  const uid = await person();
  const phone = await at.bound(uid);
  await at.everyone({ checks: [{ check: 'systemVersion', value: '14', action: 'lock', graceHours: 24 }] });
  expect(await phone.call(client.deviceCheckIn, { systemVersion: '13' })).toMatchObject({ state: 'bound', failing: ['systemVersion'] });
  await phone.call(clientSessions, {});
  const yesterday = JSON.stringify({ systemVersion: Date.now() - 25 * 3_600_000 });
  await sql`update device set failing_since = ${yesterday}::jsonb where id = ${phone.device.id}::uuid`.execute(at.db);
  expect(await phone.call(client.deviceCheckIn, { systemVersion: '13' })).toMatchObject({ state: 'locked', lease: null });
  expect(await phone.call(client.deviceCheckIn, { systemVersion: '14' })).toMatchObject({ state: 'bound', failing: [] });
  await at.everyone({ checks: [] });
  const { version } = await at.call(settings.gestureConfigGet, {});
  await at.call(settings.gestureConfigUpdate, { version, pinLength: 8 });
  expect(await phone.call(client.deviceCheckIn, {})).toMatchObject({ policy: { gesture: { pinLength: 8 }, gestureResetAt: null } });
  await at.call(settings.gestureReset, { empIds: [uid] });
  expect(await phone.call(client.deviceCheckIn, {})).toMatchObject({ policy: { gestureResetAt: expect.any(Number) } });
});

test('the check and the real call agree in verdict and deciding step, whatever is set', { timeout: 600_000 }, async () => {
  const uid = await person();
  const phone = await at.bound(uid);
  const { id: groupId } = await at.call(ipGroup.add, { name: 'Random', code: 'random' });
  await at.call(ipDetail.add, { groupId, value: '10.60.0.0/16', kind: 'cidr' });
  const pick = <T>(...all: T[]): T => all[randomInt(0, all.length)]!;
  for (let n = 0; n < (isNightly ? 500 : 40); n += 1) {
    await at
      .everyone({
        platforms: pick([2], [2, 4], [1]),
        signInNetworks: pick(null, null, { inside: true, groupIds: [groupId] }, { inside: false, groupIds: [groupId] }),
        checks: pick([], [{ check: 'rooted', action: 'lock' }], [{ check: 'screenLock', action: 'warn' }]),
        expected: undefined,
      })
      .catch(() => undefined);
    await sql`update device set state = ${pick('bound', 'bound', 'locked', 'blocked')}, posture = ${JSON.stringify({ rooted: pick(true, false), screenLock: pick(true, false) })}::jsonb
      where id = ${phone.device.id}::uuid`.execute(at.db);
    // Calls are counted by address: each time another one, so that none is held up.
    phone.address = `10.${pick(60, 61)}.${n >> 8}.${n & 255}`;
    const real = await phone.ask(clientSessions, {});
    const step = real.code === 0 ? 11 : (real.data as unknown as { step: number }).step;
    const said = await at.call(checkSignIn, { empId: uid, deviceId: phone.device.id, address: phone.address });
    expect([said.code, said.deciding]).toEqual([real.code, step]);
    if (real.code === 0) continue;
    const { ref } = real.data as unknown as { ref: string };
    const then = await at.call(checkSignIn, { ref });
    // The proof of the key is one of the sign-in alone: asked about without one, it comes later.
    expect(said.steps[0]).toMatchObject({ name: 'proof', result: 'later' });
    const results = ({ steps }: typeof said) => steps.slice(1).map(({ step, result, found }) => [step, result, found]);
    expect([then.code, then.deciding, results(then)]).toEqual([said.code, said.deciding, results(said)]);
  }
  await at.everyone({ platforms: [1, 2, 4, 5, 8], signInNetworks: null, checks: [] });
});

test('who leaves: devices are given up and erased, or kept locked until somebody decides', async () => {
  const [gives, keeps] = [await person(), await person()];
  const [given, kept] = [await at.bound(gives), await at.bound(keeps)];
  const { holdings } = await at.call(leavePreview, { ids: [gives] });
  expect(holdings.find(({ kind }) => kind === 'device')).toMatchObject({ count: 1, choices: ['end', 'remove', 'disable'], choice: 'end' });
  const leave = async (uid: string, choice: 'remove' | 'disable') => {
    await at.call(employeeLeave, { ids: [uid], choices: [{ kind: 'device', choice }] });
    const wanted = choice === 'remove' ? 'unbound' : 'locked';
    const device = choice === 'remove' ? given : kept;
    await expect.poll(async () => (await at.call(deviceGet, { id: device.device.id })).state, { timeout: 60_000 }).toBe(wanted);
  };
  await leave(gives, 'remove');
  await leave(keeps, 'disable');
  await at.minutePasses();
  expect((await given.ask(clientSessions, {})).code).toBe(65003);
  expect([await given.obey(), given.device.files.size]).toEqual([['eraseApp'], 0]);
  expect([await kept.obey(), kept.device.locked]).toEqual([['lockApp'], true]);
  // Each once, and nothing is left to be decided.
  for (const uid of [gives, keeps]) {
    const { rows } = await sql`select from erase_item where employee_id = ${uid}::uuid`.execute(at.db);
    expect(rows).toHaveLength(uid === gives ? 1 : 0);
  }
  expect(await given.obey()).toEqual([]);
  // As the setting says: unbound, and the data stays where it says so.
  const plain = await person();
  const left = await at.bound(plain);
  const { version } = await at.call(settings.unbindEraseGet, {});
  await at.call(settings.unbindEraseUpdate, { value: 0, version });
  await at.call(employeeLeave, { ids: [plain], choices: [{ kind: 'device', choice: 'end' }] });
  await expect.poll(async () => (await at.call(deviceGet, { id: left.device.id })).state, { timeout: 60_000 }).toBe('unbound');
  await at.call(settings.unbindEraseUpdate, { value: 1, version: version + 1 });
  expect([await left.obey(), left.device.files.size]).toEqual([[], 1]);
});

test('more than five devices wait for a second person; who asked can’t agree', async () => {
  const uid = await person();
  await at.everyone({ maxPhones: 10 });
  const phones: TestTerminal[] = [];
  for (let n = 0; n < 6; n += 1) phones.push(await at.bound(uid));
  const { token, typed, approval } = await at.call(erase.erasePreview, { empIds: [uid] });
  expect([typed, approval]).toEqual(['6', true]);
  const order = await at.call(erase.eraseAdd, { previewToken: token, reason: 'the van was stolen', typed });
  expect(order.state).toBe('awaitingApproval');
  expect((await at.house.boss.ask(erase.eraseApprove, { id: order.id, agree: true })).code).toBe(10412);
  const codes = ['msm_device_safety_device_erase', 'msm_device_safety_device_erase:approve'];
  const second = await at.house.administrator({ codes, range: { kind: 'all' } });
  await at.house.confirm(second.client);
  await second.client.call(erase.eraseApprove, { id: order.id, agree: true });
  await at.minutePasses();
  for (const phone of phones) expect(await phone.obey()).toEqual(['eraseApp']);
  expect(await stateOf(order.id)).toBe('done');
});

test('the last device of the last super administrator is not erased, not even by two who order at once', async () => {
  const uid = await person();
  const role = sql`select id from role where is_supper_admin`;
  await sql`insert into role_member (role_id, kind, object_id, since) select id, 'employee', ${uid}::uuid, 0 from (${role}) as super`.execute(
    at.db,
  );
  const first = await at.bound(uid);
  const look = async (...deviceIds: string[]) => at.call(erase.erasePreview, { deviceIds });
  const ask = ({ token, typed }: { token: string; typed: string }) =>
    at.house.boss.ask(erase.eraseAdd, { previewToken: token, reason: 'taken out of service', typed });
  const alone = await look(first.device.id);
  expect(alone.devices).toMatchObject([{ refused: 18047, why: 'lastSuper' }]);
  expect((await ask(alone)).code).toBe(18047);
  const second = await at.bound(uid);
  expect((await look(first.device.id, second.device.id)).devices.map(({ refused }) => refused)).toEqual([18047, 18047]);
  const both = [await look(first.device.id), await look(second.device.id)];
  expect(both.flatMap(({ devices }) => devices.map(({ refused }) => refused))).toEqual([0, 0]);
  expect((await Promise.all(both.map(ask))).map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 18047]);
  // Whoever is no super administrator any more may lose every device.
  await sql`delete from role_member where object_id = ${uid}::uuid`.execute(at.db);
  expect((await look(first.device.id, second.device.id)).devices.map(({ refused }) => refused).toSorted((a, b) => a - b)).toEqual([
    0, 18044,
  ]);
});

test('the list of devices as a file', async () => {
  const { jobId } = await at.call(deviceExport, { format: 'csv' });
  const { total } = await at.call(deviceList, {});
  expect(await at.house.boss.jobEnd(jobId)).toMatchObject({ state: 'done', result: { rows: total } });
});

test('who administers a part sees a foreign device like none: the same bytes for three hundred ids', async () => {
  const codes = ['mms_device_management_device_info', 'mms_device_management_device_info:lock'];
  const north = await at.house.department('North');
  const { client: own } = await at.house.administrator({ codes, range: { kind: 'chosen', departmentIds: [north] } });
  const foreign = at.terminals.map(({ terminal }) => terminal.device.id);
  const mine = (await at.bound(await at.house.person([north]))).device.id;
  const answers = new Set<string>();
  for (let n = 0; n < 300; n += 1) {
    const id = n % 2 === 0 ? foreign[(n / 2) % foreign.length]! : randomUUID();
    const { status, code, msg, data } = await own.ask(deviceGet, { id });
    answers.add(JSON.stringify({ status, code, msg, data }));
  }
  expect([...answers].map((one) => (JSON.parse(one) as { code: number }).code)).toEqual([10910]);
  expect((await own.call(deviceList, {})).list.map(({ id }) => id)).toEqual([mine]);
  expect(await own.call(deviceGet, { id: mine })).toMatchObject({ id: mine });
  // One that is foreign among the own ones: nothing is done to any.
  for (const ids of [[foreign[0]!], [mine, foreign[0]!]])
    expect(await own.ask(deviceLock, { ids, reason: 'lost' })).toMatchObject({ code: 10910 });
  expect((await own.call(deviceGet, { id: mine })).state).toBe('bound');
  await own.call(deviceLock, { ids: [mine], reason: 'lost' });
});

test('the policy of terminals: shorter lives ask for the password and end what is older; a way that is off is refused', async () => {
  const uid = await person();
  const [old, fresh] = [await at.bound(uid), await at.bound(await person())];
  const before = await at.call(terminalPolicyGet, {});
  expect(before).toMatchObject({ accessMinutes: 120, refreshDays: 30, refreshWholeDays: 180, qrLogin: true });
  const shorter = { version: before.version, refreshDays: 7 };
  await at.house.ageConfirmations();
  expect((await at.house.boss.ask(terminalPolicyUpdate, shorter)).code).toBe(10428);
  await at.house.confirm(at.house.boss);
  expect(await at.house.boss.ask(terminalPolicyUpdate, { ...shorter, refreshWholeDays: 3 })).toMatchObject({
    code: 10400,
    data: { issues: [{ path: 'refreshWholeDays' }] },
  });
  await sql`update terminal_session set created_at = created_at - ${8 * 86_400_000}::bigint where employee_id = ${uid}::uuid`.execute(
    at.db,
  );
  const tried = await at.house.boss.ask(terminalPolicyUpdate, { ...shorter, dryRun: true } as never);
  expect(tried.data).toMatchObject({ impact: { loseSignIn: 1 } });
  await at.call(terminalPolicyUpdate, { ...shorter, qrLogin: false });
  await expect.poll(async () => (await old.ask(clientSessions, {})).code).toBe(65001);
  await fresh.call(clientSessions, {});
  expect((await fresh.ask(qrBegin, {})).code).toBe(23011);
  const { list } = await at.call(listJournal, { kind: ['terminalPolicy'] });
  await at.call(revertChanges, { batchId: list[0]!.batchId });
  expect(await at.call(terminalPolicyGet, {})).toMatchObject({ refreshDays: 30, qrLogin: true });
});
