import { generateKeyPairSync } from 'node:crypto';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { compactDecrypt } from 'jose';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { revertChanges } from '../src/kit/common/change/journal.contract.ts';
import { applyPlan, exportPlanItems, getPlan, listPlanItems } from '../src/kit/common/change/plan.contract.ts';
import { getJob } from '../src/kit/common/jobs/job.contract.ts';
import { getUser } from '../src/kit/common/session/session.contract.ts';
import { policyChanges } from '../src/kit/server/session/sign-in-policy.ts';
import { keepUpload } from '../src/kit/server/files/files.ts';
import { ipDetail } from '../src/modules/address-groups/common/ip-detail.contract.ts';
import { ipGroup } from '../src/modules/address-groups/common/ip-group.contract.ts';
import { bindingDelete, bindingList, unbindList } from '../src/modules/devices/common/binding.contract.ts';
import { deviceBind, deviceCheckIn, deviceCommands, deviceRekey } from '../src/modules/devices/common/client.contract.ts';
import { deviceLock, deviceMessage, deviceRetire, deviceUnlock } from '../src/modules/devices/common/action.contract.ts';
import {
  commandCancel,
  commandList,
  commandRetry,
  devicePosture,
  deviceStatistics,
} from '../src/modules/devices/common/device.contract.ts';
import { checkSignIn } from '../src/modules/devices/common/check.contract.ts';
import { eraseAdd, eraseCancel, eraseList, erasePreview } from '../src/modules/devices/common/erase.contract.ts';
import { bindRule, ruleAssign, ruleMembers } from '../src/modules/devices/common/rule.contract.ts';
import { ruleMemberExport, unbindExport } from '../src/modules/devices/common/export.contract.ts';
import { safeDevice } from '../src/modules/devices/common/safe.contract.ts';
import { whiteEntry } from '../src/modules/devices/common/white.contract.ts';
import { departmentAdd } from '../src/modules/people/common/department.contract.ts';
import { rootDepartmentId } from '../src/modules/people/common/root.ts';
import { clientWords } from '../src/modules/sensitive-words/common/client.contract.ts';
import { sensitiveWord, wordCategory } from '../src/modules/sensitive-words/common/word.contract.ts';
import { wordPublish, wordSettingGet, wordSettingUpdate } from '../src/modules/sensitive-words/common/word-list.contract.ts';
import { DeviceHouse } from './devices-house.ts';
import { isNightly } from './share.ts';
import { TestTerminal } from './terminal/test-terminal.ts';

let at: DeviceHouse;
beforeAll(async () => {
  at = await DeviceHouse.open();
}, 120_000);
afterAll(() => at.house.stop());

async function resultOf(jobId: string): Promise<Record<string, string>> {
  await expect.poll(async () => (await at.call(getJob, { id: jobId })).state, { timeout: isNightly ? 600_000 : 120_000 }).toBe('done');
  return (await at.call(getJob, { id: jobId })).result as Record<string, string>;
}
async function uploaded(csv: string): Promise<string> {
  const owner = (await at.call(getUser, {})).empInfoDto.uid;
  const file = { name: 'rows.csv', declared: 'text/csv', purpose: 'import', owner, keepMillis: 600_000 };
  return (await keepUpload(at.house.product.services, Readable.from(Buffer.from(csv)), file, 10_000_000)).id;
}
async function fileText(fileId: string): Promise<string> {
  const { hash } = await at.db.selectFrom('file').select('hash').where('id', '=', fileId).executeTakeFirstOrThrow();
  return (await text(await at.house.product.services.files.open(hash))).replace(/^\uFEFF/, '');
}
async function planOf(operation: typeof safeDevice.import, csv: string) {
  const { planId } = await resultOf((await at.call(operation, { fileId: await uploaded(csv) })).jobId);
  return planId!;
}
async function department(name: string): Promise<{ id: string; fullName: string }> {
  const { id } = await at.call(departmentAdd, { parentId: rootDepartmentId, name: { zh_CN: name } });
  return { id, fullName: (await at.house.product.services.directory.departments(at.db, [id])).get(id)!.fullName };
}
const actionsOf = async (planId: string) => (await at.call(listPlanItems, { planId, pageSize: 100 })).list.map(({ action }) => action);

test('a purchase list: bad rows are refused with their reason, good ones are applied, and taken back the register is as before', async () => {
  const header = 'name,platform,serial,motherboardUuid,macs,assetNo,ownerDeptId,uses';
  const row = (n: number, more: { serial?: string; board?: string; mac?: string } = {}): string =>
    `Laptop ${n},Windows,${more.serial ?? `SN-2026-${n}`},${more.board ?? `BOARD-${n}-A`},${more.mac ?? ''},IT-${n},${rootDepartmentId},register login`;
  const rows = [
    row(1, { mac: '00-1B-44-11-3A-B7 00:1B:44:11:3A:B8' }),
    row(2),
    row(3, { board: 'To be filled by O.E.M.' }),
    row(4, { serial: '=HYPERLINK(1)' }),
    row(5, { board: 'BOARD-2-A' }),
    ...[6, 7, 8, 9].map((n) => row(n, { board: 'SAME-BOARD-1' })),
  ];
  const planId = await planOf(safeDevice.import, [header, ...rows].join('\n'));
  const { list } = await at.call(listPlanItems, { planId, pageSize: 100 });
  expect(list.map(({ action }) => action)).toEqual([
    'create',
    'create',
    'refused',
    'create',
    ...Array.from({ length: 5 }, () => 'refused'),
  ]);
  expect(list[4]!.issues[0]!.message).toContain('Laptop 2');
  await resultOf((await at.call(applyPlan, { id: planId, expected: { create: 3, refused: 6 } })).jobId);
  const known = await at.call(safeDevice.list, { text: 'Laptop 1' });
  expect(known.list).toMatchObject([{ serial: 'SN20261', macs: ['001B44113AB7', '001B44113AB8'], uses: ['register', 'login'] }]);
  // The same file again: what stands there stays as it is.
  expect(
    (await actionsOf(await planOf(safeDevice.import, [header, row(1, { mac: '00-1B-44-11-3A-B7 00:1B:44:11:3A:B8' })].join('\n'))))[0],
  ).toBe('same');
});

/** By night as many as the design names. */
const [many, bad] = isNightly ? [50_000, 1_000] : [600, 12];

test(
  'thousands of pieces by a file: bad rows as a file with their reasons, and taken back the register is as before',
  { timeout: 900_000 },
  async () => {
    const whole = async () => {
      const { rows } =
        await sql`select to_jsonb(s) as row, (select jsonb_agg(to_jsonb(i) order by i.kind, i.value) from safe_identifier i where i.safe_id = s.id) as told
      from safe_device s order by s.id`.execute(at.db);
      return rows;
    };
    const before = await whole();
    const header = 'name,platform,serial,motherboardUuid,macs,assetNo,ownerDeptId,uses';
    const lines = Array.from({ length: many }, (_, n) => {
      const isBad = n % (many / bad) === 1;
      const board = isBad ? (n % 2 === 0 ? 'To be filled by O.E.M.' : '00000000') : `MB-${n}-QX`;
      return `Bulk ${n},Windows,BULK-${n}-SN,${board},,BULK-${n},${rootDepartmentId},register`;
    });
    const planId = await planOf(safeDevice.import, [header, ...lines].join('\n'));
    expect((await at.call(getPlan, { id: planId })).counts).toEqual({ create: many - bad, refused: bad });
    const { fileId } = await resultOf((await at.call(exportPlanItems, { planId, format: 'csv', action: ['refused'] })).jobId);
    const [titles, ...refused] = (await fileText(fileId!)).trim().split(/\r?\n/);
    expect([titles!.split(',').length, refused.length]).toEqual([4, bad]);
    // Its row of the file, its name, and why.
    expect(refused[0]).toMatch(/^3,Bulk 1,.*00000000/);
    const applied = await resultOf((await at.call(applyPlan, { id: planId, expected: { create: many - bad, refused: bad } })).jobId);
    expect((await at.call(safeDevice.list, { text: 'Bulk 2' })).total).toBeGreaterThan(0);
    const undone = await at.call(revertChanges, { batchId: applied['batchId']! });
    if (undone.jobId !== null) await resultOf(undone.jobId);
    expect(await whole()).toEqual(before);
  },
);

test('people come onto a white list, and addresses into a group, by a file', async () => {
  const uid = await at.house.person();
  const { rows } = await sql<{ account: string }>`select account from employee where id = ${uid}::uuid`.execute(at.db);
  const until = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
  const people = [
    'employeeId,list,reason,until',
    `${rows[0]!.account},login,Fair,${until}`,
    `${rows[0]!.account},binding,Fair,${until}`,
    `x.y.z,login,Fair,${until}`,
  ];
  expect(await actionsOf(await planOf(whiteEntry.import, people.join('\n')))).toEqual(['create', 'create', 'refused']);
  // Departments and dynamic groups stand in the same file; each is told apart by whom it names.
  const { fullName, id: departmentId } = await department('Fair');
  const others = [
    'list,employeeId,departmentId,reason,until',
    `登录,,${fullName},Fair,${until}`,
    `login,,${departmentId},Fair,${until}`,
    `login,,Nowhere,Fair,${until}`,
  ];
  const othersId = await planOf(whiteEntry.import, others.join('\n'));
  expect(await actionsOf(othersId)).toEqual(['create', 'refused', 'refused']);
  await resultOf((await at.call(applyPlan, { id: othersId, expected: { create: 1, refused: 2 } })).jobId);
  const exported = await resultOf((await at.call(whiteEntry.export, { format: 'csv', filter: {} })).jobId);
  expect(await actionsOf(await planOf(whiteEntry.import, await fileText(exported['fileId']!)))).toEqual(['same']);
  const { id } = await at.call(ipGroup.add, { name: 'By a file', code: 'file' });
  const lines = [
    'value,kind,groupId,remark',
    '10.1.0.0/16,cidr',
    '10.0.0.5/8,cidr',
    '010.0.0.1,single',
    '::ffff:10.0.0.1,single',
    '10.0.0.9-10.0.0.1,range',
  ];
  const csv = lines.map((line, index) => (index === 0 ? line : `${line},${id},x`)).join('\n');
  const planId = await planOf(ipDetail.import, csv);
  expect(await actionsOf(planId)).toEqual(['create', 'refused', 'refused', 'create', 'refused']);
  await resultOf((await at.call(applyPlan, { id: planId, expected: { create: 2, refused: 3 } })).jobId);
  expect((await at.call(ipDetail.list, { groupId: id })).list.map(({ value }) => value).toSorted()).toEqual(['10.0.0.1', '10.1.0.0/16']);
});

test('erasures are open from their order on: while they can be stopped, and while a second person must agree', async () => {
  const uid = await at.house.person();
  const [phone, laptop] = [await at.bound(uid), await at.bound(uid, 4)];
  const order = async (deviceId: string) => {
    const { token, typed } = await at.call(erasePreview, { deviceIds: [deviceId] });
    return at.call(eraseAdd, { previewToken: token, reason: 'taken out of service', typed });
  };
  const open = async () => ({
    devices: (await at.call(deviceStatistics, {})).eraseOpen,
    orders: (await at.call(eraseList, { state: 'open' })).total,
  });
  const before = await open();
  const held = await order(phone.device.id);
  await sql`update employee set sensitivity = 3 where id = ${uid}::uuid`.execute(at.db);
  const waiting = await order(laptop.device.id);
  await sql`update employee set sensitivity = 0 where id = ${uid}::uuid`.execute(at.db);
  expect([held.state, waiting.state]).toEqual(['hold', 'awaitingApproval']);
  expect(await open()).toEqual({ devices: before.devices + 2, orders: before.orders + 2 });
  await at.call(eraseCancel, { id: held.id });
  await at.call(eraseCancel, { id: waiting.id });
  expect(await open()).toEqual(before);
});

test('a sign-in is checked without an address: what depends on one is named as not checked, and is no yes', async () => {
  const uid = await at.house.person();
  const check = () => at.call(checkSignIn, { empId: uid, platform: 2 });
  const step = async () => (await check()).steps.find(({ name }) => name === 'address');
  expect(await step()).toMatchObject({ result: 'pass', found: 'address.any' });
  expect((await check()).unchecked).toEqual([]);
  const { id } = await at.call(ipGroup.add, { name: 'Offices', code: 'offices' });
  await at.everyone({ signInNetworks: { inside: true, groupIds: [id] } });
  expect(await step()).toMatchObject({ result: 'unchecked', found: 'address.unchecked' });
  expect(await check()).toMatchObject({ verdict: 'enrol', unchecked: ['address'], address: '' });
  expect(await at.call(checkSignIn, { empId: uid, platform: 2, address: '198.51.100.9' })).toMatchObject({
    verdict: 'refuse',
    unchecked: [],
  });
  await at.everyone({ signInNetworks: null });
});

test('what is held for a legal reason is not erased: not in the wizard, not by an order, not when it is unbound', async () => {
  const uid = await at.house.person();
  const phone = await at.bound(uid);
  // Of an executive a second person must agree.
  const seen = () => at.call(erasePreview, { deviceIds: [phone.device.id] });
  expect(await seen()).toMatchObject({ approval: false, devices: [{ executive: false, shared: false, online: true }] });
  await sql`update employee set sensitivity = 3 where id = ${uid}::uuid`.execute(at.db);
  expect(await seen()).toMatchObject({ approval: true, devices: [{ executive: true }] });
  await sql`update employee set sensitivity = 0 where id = ${uid}::uuid`.execute(at.db);
  const { token, typed } = await at.call(erasePreview, { deviceIds: [phone.device.id] });
  await sql`insert into legal_hold (id, name, reason, kinds, employee_ids, object_ids, addresses, owner, owner_name, state, created_at, updated_at)
    values (gen_random_uuid(), 'Case 7', 'court', '{}', array[${uid}], '{}', '{}', 'x', 'x', 'active', 1, 1)`.execute(at.db);
  expect((await at.house.boss.ask(eraseAdd, { previewToken: token, reason: 'taken out of service', typed })).code).toBe(18045);
  expect((await at.call(erasePreview, { deviceIds: [phone.device.id] })).devices).toMatchObject([{ refused: 18045, why: 'held' }]);
  const { list } = await at.call(bindingList, { empId: uid });
  expect((await at.house.boss.ask(bindingDelete, { ids: [list[0]!.id], reason: 'left', erase: 1 })).code).toBe(18045);
  expect(bindingDelete.errors).toContain(18045);
  expect((await at.call(bindingDelete, { ids: [list[0]!.id], reason: 'left' })).eraseOrderId).toBeNull();
});

test('while an erasure is open the equipment does not come back under another key, nor out of the lists; it is handed out first and alone', async () => {
  const uid = await at.house.person();
  const { account } = (await sql<{ account: string }>`select account from employee where id = ${uid}::uuid`.execute(at.db)).rows[0]!;
  const laptop = new TestTerminal(at.house.product.app, 4);
  await at.house.product.setPassword(uid);
  await laptop.tryLogin(account);
  await laptop.enrol({ identifiers: { serial: 'OPEN-ERASE-1' } });
  await laptop.call(deviceBind, {});
  const { id } = laptop.device;
  await at.call(deviceMessage, { ids: [id], text: 'Hello', reason: 'test' });
  await at.call(deviceLock, { ids: [id], reason: 'lost' });
  const { token, typed } = await at.call(erasePreview, { deviceIds: [id] });
  await at.call(eraseAdd, { previewToken: token, reason: 'stolen from a car', typed });
  expect((await at.call(erasePreview, { deviceIds: [id] })).devices).toMatchObject([{ refused: 18044, why: 'open' }]);
  await at.minutePasses();
  // The same equipment, set up anew with a key of its own.
  const again = new TestTerminal(at.house.product.app, 4);
  await again.tryLogin(account);
  expect((await again.enrol({ identifiers: { serial: 'open erase 1' } })).code).toBe(18021);
  expect(await at.call(deviceRetire, { ids: [id], reason: 'gone' })).toMatchObject({ count: 0 });
  const { commands, more } = await laptop.call(deviceCommands, {});
  expect([commands.length, more]).toEqual([1, false]);
  expect(await laptop.obey()).toEqual(['eraseApp']);
  expect((await again.enrol({ identifiers: { serial: 'OPEN-ERASE-1' } })).code).toBe(0);
});

test('posture by the checks of the rule; a command that was stopped is sent again under a number of its own', async () => {
  const phone = await at.bound(await at.house.person());
  await at.everyone({ checks: [{ check: 'screenLock', action: 'warn', graceHours: 24 }] });
  await phone.call(deviceCheckIn, { posture: { screenLock: false } });
  const { id } = phone.device;
  const found = await at.call(devicePosture, { id });
  expect(found).toMatchObject({ facts: { screenLock: false }, checks: [{ check: 'screenLock', passes: false, graceHours: 24 }] });
  expect(found.checks[0]!.until! - found.checks[0]!.since!).toBe(24 * 3_600_000);
  await at.call(deviceMessage, { ids: [id], text: 'Hello', reason: 'test' });
  const of = async () => (await at.call(commandList, { deviceId: id })).list.filter(({ kind }) => kind === 'message');
  const [first] = await of();
  await at.call(commandCancel, { ids: [first!.id] });
  expect(await at.call(commandRetry, { ids: [first!.id] })).toEqual({ count: 1 });
  expect((await of()).map(({ state }) => state).toSorted()).toEqual(['cancelled', 'queued']);
  expect(await phone.obey()).toEqual(['message']);
});

test('a device takes another key, proven by both, and the old one opens nothing any more; its lease comes sealed to it alone', async () => {
  const uid = await at.house.person();
  const phone = await at.bound(uid);
  const pair = generateKeyPairSync('x25519');
  await sql`update device set encryption_key = ${JSON.stringify(pair.publicKey.export({ format: 'jwk' }))}::jsonb where id = ${phone.device.id}::uuid`.execute(
    at.db,
  );
  const opened = async () => (await compactDecrypt((await phone.call(deviceCheckIn, {})).lease!.key!, pair.privateKey)).plaintext;
  const key = await opened();
  expect(key).toHaveLength(32);
  expect(await opened()).toEqual(key);
  // Under the same key come the words that terminals may have, and only while the settings give them out.
  const { id: categoryId } = await at.call(wordCategory.add, { name: { zh_CN: 'For terminals' }, onTerminal: true });
  await at.call(sensitiveWord.add, { text: 'leaked', level: 'block', categoryId });
  await at.call(sensitiveWord.add, { text: 'kept here', level: 'block' });
  await at.call(wordPublish, {});
  expect(await phone.call(clientWords, {})).toEqual({ on: false, digest: '', sealed: null });
  const setting = await at.call(wordSettingGet, {});
  await at.call(wordSettingUpdate, { version: setting.version, terminalCheck: true });
  const { digest, sealed } = await phone.call(clientWords, {});
  const { plaintext } = await compactDecrypt(sealed!, key);
  expect(JSON.parse(new TextDecoder().decode(plaintext))).toMatchObject({ words: [{ text: 'leaked', match: 'contains' }] });
  expect(await phone.call(clientWords, { digest })).toEqual({ on: true, digest, sealed: null });
  const next = new TestTerminal(at.house.product.app);
  const follow = (said: object, by = next) => ({
    signingKey: next.publicKey,
    proof: by.signed({ oldKey: phone.thumbprint, newKey: next.thumbprint, at: Date.now(), ...said }),
  });
  await at.call(deviceLock, { ids: [phone.device.id], reason: 'waits' });
  expect((await phone.ask(deviceRekey, follow({}))).code).toBe(10412);
  await at.call(deviceUnlock, { ids: [phone.device.id] });
  await phone.obey();
  for (const wrong of [follow({ at: 1 }), follow({ oldKey: next.thumbprint }), follow({}, phone)])
    expect((await phone.ask(deviceRekey, wrong)).code).toBe(18030);
  expect(await phone.call(deviceRekey, follow({}))).toEqual({ thumbprint: next.thumbprint, enrolment: 2 });
  expect((await phone.ask(deviceCheckIn, {})).code).toBe(18030);
  expect(await next.call(deviceCheckIn, {})).toMatchObject({ state: 'bound' });
  const { account } = (await at.call(bindingList, { empId: uid })).list[0]!;
  expect((await next.tryLogin(account)).data.stage).toBe('full');
  phone.roam();
  await phone.tryLogin(account);
  expect((await phone.enrol()).code).toBe(18030);
});

test('a rule of signing in asks how the device stands; the licence counts devices while somebody is bound to them', async () => {
  const take = vi.spyOn(at.house.product.services.licence, 'take');
  const taken = () => take.mock.calls.filter(([, limit]) => limit === 'devices').map(([, , n]) => n);
  const uid = await at.house.person();
  const phone = await at.bound(uid);
  expect(taken()).toEqual([1]);
  const { list } = await at.call(bindingList, { empId: uid });
  const [{ id, account }] = list as [(typeof list)[number]];
  const set = (rules: object[]) =>
    sql`update authenticate set address_rules = ${JSON.stringify({ rules, otherwise: 'allow' })}::jsonb`
      .execute(at.db)
      .then(() => policyChanges.happens());
  const rule = { networks: [], days: [], who: 'everyone', roleIds: [], action: 'deny' };
  await set([{ ...rule, device: 'notBound' }]);
  expect((await phone.tryLogin(account)).code).toBe(0);
  expect((await new TestTerminal(at.house.product.app).tryLogin(account)).code).toBe(23012);
  await set([{ ...rule, device: 'bound', platforms: [2] }]);
  expect((await phone.tryLogin(account)).code).toBe(23012);
  await set([]);
  await at.call(bindingDelete, { ids: [id], reason: 'given back' });
  expect(taken()).toEqual([1, -1]);
  take.mockRestore();
});

test('people come under a rule by a list of accounts; accounts of nobody are told', async () => {
  const uid = await at.house.person();
  const { rows } = await sql<{ account: string }>`select account from employee where id = ${uid}::uuid`.execute(at.db);
  const { id: ruleId } = await at.call(bindRule.add, { name: 'By list' });
  const accounts = [rows[0]!.account, 'nobody.at.all'];
  expect(await at.call(ruleAssign, { ruleId, kind: 'employee', accounts })).toEqual({ count: 1, unknown: ['nobody.at.all'] });
  expect((await at.call(ruleMembers, { ruleId, kind: 'employee' })).list.map(({ id }) => id)).toEqual([uid]);
  expect((await at.call(ruleMembers, { ruleId, kind: 'employee', text: rows[0]!.account })).total).toBe(1);
  expect((await at.call(ruleMembers, { ruleId, kind: 'employee', text: 'nobody.at.all' })).total).toBe(0);
  const { jobId } = await at.call(ruleMemberExport, { format: 'csv', ruleId });
  expect(await at.house.boss.jobEnd(jobId)).toMatchObject({ state: 'done', result: { rows: 1 } });
});

test('who ended a binding, and what became of the data, stand in the list and in its file', async () => {
  const uid = await at.house.person();
  const phone = await at.bound(uid);
  const { token, typed } = await at.call(erasePreview, { deviceIds: [phone.device.id] });
  await at.call(eraseAdd, { previewToken: token, reason: 'left on the train', typed });
  await at.minutePasses();
  expect(await phone.obey()).toEqual(['eraseApp']);
  // The erasure was ordered before the binding ended: it is the one that ended it.
  expect((await at.call(unbindList, { empId: uid })).list).toMatchObject([{ unboundBy: 'erase', eraseState: 'acknowledged' }]);
  const { fileId } = await resultOf((await at.call(unbindExport, { format: 'csv', filter: { empId: uid } })).jobId);
  const [, line, ...more] = (await fileText(fileId!)).trim().split(/\r?\n/);
  expect(more).toEqual([]);
  // In words, as on the page.
  expect(line).not.toMatch(/acknowledged|,erase,/);
});
