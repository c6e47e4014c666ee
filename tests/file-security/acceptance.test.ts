import { execFileSync } from 'node:child_process';
import { createCipheriv, createDecipheriv, generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Decrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { compactDecrypt } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProduct } from '../../src/app/start-product.ts';
import { listJournal, revertChanges } from '../../src/kit/common/change/journal.contract.ts';
import { getUser } from '../../src/kit/common/session/session.contract.ts';
import { unbindList } from '../../src/modules/devices/common/binding.contract.ts';
import { deviceBind, deviceCheckIn, deviceUnbind } from '../../src/modules/devices/common/client.contract.ts';
import { deviceLock, deviceUnlock } from '../../src/modules/devices/common/action.contract.ts';
import { currentUser, deviceGet } from '../../src/modules/devices/common/device.contract.ts';
import { eraseAdd, erasePreview } from '../../src/modules/devices/common/erase.contract.ts';
import { safeDevice } from '../../src/modules/devices/common/safe.contract.ts';
import { bindConfigGet, bindConfigUpdate } from '../../src/modules/devices/common/settings.contract.ts';
import { runDueErasures } from '../../src/modules/devices/server/erase/run-due.ts';
import { clientFileDecide, clientFilePolicy } from '../../src/modules/file-security/common/client.contract.ts';
import { decisionGet, printList } from '../../src/modules/file-security/common/decision.contract.ts';
import { draftGet, fileSimulate, setRestore } from '../../src/modules/file-security/common/draft.contract.ts';
import { encryptionGet, encryptionUpdate } from '../../src/modules/file-security/common/encryption.contract.ts';
import { fileRule } from '../../src/modules/file-security/common/file-rule.contract.ts';
import {
  groupConfigQuery,
  groupConfigUpdate,
  mdmRole,
  signUnlockQuery,
  unbindQuery,
} from '../../src/modules/file-security/common/role.contract.ts';
import { whiteUser } from '../../src/modules/file-security/common/white-user.contract.ts';
import { fileActions, fileTypes, type FileAction } from '../../src/modules/file-security/common/words.ts';
import { everyoneRoleId } from '../../src/modules/file-security/server/directory.ts';
import { lagUntil } from '../lag.ts';
import { isNightly } from '../share.ts';
import { TestTerminal } from '../terminal/test-terminal.ts';
import { FileHouse } from './file-house.ts';

let files: FileHouse;
let ann: { id: string; terminal: TestTerminal };
let cem: { id: string; terminal: TestTerminal };
let origin = '';

beforeAll(async () => {
  files = await FileHouse.open();
  // Terminals are devices here: each is bound when somebody signs in.
  const { version } = await files.boss.call(bindConfigGet, {});
  await files.boss.call(bindConfigUpdate, { version, enabled: 1 });
  ann = await files.person([files.north], 'Ann');
  cem = await files.person([files.south], 'Cem');
  origin = await files.house.product.app.listen({ port: 0, host: '127.0.0.1' });
}, 120_000);
afterAll(() => files.stop());

async function clear(): Promise<void> {
  await files.boss.call(setRestore, { number: 1 });
  if ((await files.boss.call(draftGet, {})).changes.length > 0) await files.publish();
}
const newRole = async (code: string): Promise<string> => (await files.boss.call(mdmRole.save, { name: code, code })).roleId;
const versionOf = async (roleId: string): Promise<number> => (await files.boss.call(mdmRole.find, { roleId })).version;

test('Who holds a role reads the same from the role, the person and the department', async () => {
  const { boss } = files;
  const roleId = await newRole('by_department');
  await boss.call(mdmRole.assignDepartments, { roleId, ids: [files.north] });
  await boss.call(mdmRole.assignEmployees, { roleId, ids: [cem.id] });
  const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id).toSorted();
  expect(ids((await boss.call(mdmRole.getRoleDeptList, { roleId })).list)).toEqual([files.north]);
  expect(ids((await boss.call(mdmRole.getRoleEmpList, { roleId })).list)).toEqual([cem.id]);
  const holders = (await boss.call(mdmRole.roleEmpList, { roleId })).list;
  expect(ids(holders)).toEqual([ann.id, cem.id].toSorted());
  // By which way each of them holds it.
  const waysOf = (id: string) => JSON.stringify(holders.find((one) => one.id === id)!.roles.filter((one) => one.id === roleId));
  expect([waysOf(ann.id), waysOf(cem.id)]).toEqual([expect.stringContaining('"department"'), expect.stringContaining('"employee"')]);
  const { list } = await boss.call(mdmRole.getOrgRolePaged, { deptId: files.north });
  expect(JSON.stringify(list)).toContain(roleId);
  await boss.call(mdmRole.delete, { ids: [roleId] });
});

test('The role of everybody stays, and so does one that a rule names', async () => {
  const { boss } = files;
  expect((await boss.ask(mdmRole.delete, { ids: [everyoneRoleId] })).code).toBe(18201);
  const roleId = await newRole('named');
  const id = await files.rule('download', { everyone: false, roleIds: [roleId] });
  const used = await boss.ask(mdmRole.delete, { ids: [roleId] });
  expect(used).toMatchObject({ code: 10410, data: { usedBy: [{ kind: 'fileRule', id }] } });
  await boss.call(fileRule.delete, { ids: [id] });
  await boss.call(mdmRole.delete, { ids: [roleId] });
});

test('What a role says of unbinding holds at the terminal, and the query names the role', async () => {
  const { boss } = files;
  const dee = await files.person([files.north], 'Dee');
  const roleId = await newRole('no_unbinding');
  await boss.call(mdmRole.assignEmployees, { roleId, ids: [dee.id] });
  const unbind = { selfUnbind: 0 as const, needsApproval: 0 as const, coolDownHours: 0, eraseOnUnbind: null };
  await boss.call(groupConfigUpdate, { roleId, version: await versionOf(roleId), groups: { unbind } });
  expect(await dee.terminal.ask(deviceUnbind, { deviceId: dee.terminal.device.id })).toMatchObject({ code: 18051 });
  const known = await boss.call(unbindQuery, { empId: dee.id });
  expect(known).toMatchObject({ config: { selfUnbind: 0 } });
  expect(known.origins).toEqual(
    expect.arrayContaining([expect.objectContaining({ field: 'selfUnbind', roleId, roleName: 'no_unbinding' })]),
  );
  // Somebody else is not concerned; what ended stands in the log of this area as in that of the devices.
  const eve = await files.person([files.north], 'Eve');
  await eve.terminal.call(deviceUnbind, { deviceId: eve.terminal.device.id });
  const { client } = await files.house.administrator({
    codes: ['msm_logs_system_print_device_unbind_log'],
    range: { kind: 'chosen', departmentIds: [files.north] },
  });
  const there = await client.call(unbindList, { empId: eve.id });
  expect(there.list).toEqual((await boss.call(unbindList, { empId: eve.id })).list);
  expect(there.total).toBe(1);
  const { client: other } = await files.house.administrator({
    codes: ['msm_logs_system_print_device_unbind_log'],
    range: { kind: 'chosen', departmentIds: [files.south] },
  });
  expect((await other.call(unbindList, {})).total).toBe(0);
  await boss.call(mdmRole.delete, { ids: [roleId] });
});

test('What a role says of binding narrows the rule: a key of the hardware, and devices of the company alone', async () => {
  const { boss } = files;
  const roleId = await newRole('strict_binding');
  const gus = await files.person([files.north], 'Gus');
  await boss.call(mdmRole.assignEmployees, { roleId, ids: [gus.id] });
  const usual = { maxDevices: { phone: 2, tablet: 1, computer: 2 }, mode: 'auto' as const };
  const say = async (requireHardwareKey: 0 | 1, privateDevices: 0 | 1) =>
    boss.call(groupConfigUpdate, {
      roleId,
      version: await versionOf(roleId),
      groups: { bind: { ...usual, requireHardwareKey, privateDevices } },
    });
  await say(1, 1);
  const laptop = new TestTerminal(files.house.product.app, 4);
  await laptop.tryLogin(await files.accountOf(gus.id));
  await laptop.enrol({ identifiers: { serial: 'GUS-4711' } });
  expect((await laptop.ask(deviceBind, {})).code).toBe(18026);
  await say(0, 0);
  expect((await laptop.ask(deviceBind, {})).code).toBe(18013);
  const { effective } = await boss.call(bindConfigGet, { empId: gus.id });
  expect(effective!.values).toEqual(expect.arrayContaining([{ name: 'privateDevices', value: 'false', origin: 'role' }]));
  await boss.call(safeDevice.add, {
    name: 'Laptop of Gus',
    assetNo: 'GUS-1',
    platform: 4,
    serial: 'GUS-4711',
    macs: ['00:1B:44:11:3A:B7'],
    ownerDeptId: files.north,
  });
  expect(await laptop.call(deviceBind, {})).toMatchObject({ binding: 'bound' });
  await boss.call(mdmRole.delete, { ids: [roleId] });
});

test('Two roles must leave a way to unlock; of numbers the strictest reaches the terminal', async () => {
  const { boss } = files;
  const [one, two] = [await newRole('gesture'), await newRole('pin')];
  for (const roleId of [one, two]) await boss.call(mdmRole.assignEmployees, { roleId, ids: [ann.id] });
  const signUnlock = (kinds: ('gesture' | 'pin')[], lockAfterMinutes: number) => ({
    signUnlock: { signUnlockEnabled: 1 as const, kinds, lockAfterMinutes, maxFailures: 5 },
  });
  await boss.call(groupConfigUpdate, { roleId: one, version: await versionOf(one), groups: signUnlock(['gesture'], 15) });
  const second = { roleId: two, version: await versionOf(two) };
  expect((await boss.ask(groupConfigUpdate, { ...second, groups: signUnlock(['pin'], 3) })).code).toBe(18206);
  await boss.call(groupConfigUpdate, { ...second, groups: signUnlock(['pin', 'gesture'], 3) });
  expect(await boss.call(signUnlockQuery, { empId: ann.id })).toMatchObject({ config: { kinds: ['gesture'], lockAfterMinutes: 3 } });
  expect((await ann.terminal.call(clientFilePolicy, {})).groups).toMatchObject({ signUnlock: { kinds: ['gesture'], lockAfterMinutes: 3 } });
  expect((await boss.call(groupConfigQuery, { roleId: one })).groups).toMatchObject({ signUnlock: { lockAfterMinutes: 15 } });
  await boss.call(mdmRole.delete, { ids: [one, two] });
});

test(
  'Over cases at random the simulator and the terminal come to the same verdict, step and rule, and the draft to its own',
  { timeout: 600_000 },
  async () => {
    await clear();
    // Numbers that look like chance and are the same at each run.
    let seed = 20_26;
    const pick = <T>(all: readonly T[]): T => all[(seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % all.length]!;
    await files.inside('10.0.0.0/8');
    const kinds = { download: ['download', 'openWith'], send: ['send', 'forward'], preview: ['preview', 'print', 'copyText'] } as const;
    const some = (kind: keyof typeof kinds) => ({
      actions: [pick(kinds[kind])],
      place: pick(['any', 'inside', 'outside'] as const),
      fileTypes: [pick(fileTypes), pick(fileTypes)],
      levels: pick([[], [1, 2], [3]] as const),
      effect: pick(['block', 'allow', 'allowWith'] as const),
      conditions: { watermark: true },
      everyone: true,
      mode: pick(['enforce', 'enforce', 'observe'] as const),
    });
    for (const kind of ['download', 'send', 'preview'] as const) for (let at = 0; at < 5; at += 1) await files.rule(kind, some(kind));
    await files.publish();
    for (const kind of ['download', 'send', 'preview'] as const) await files.rule(kind, { ...some(kind), effect: 'block', fileTypes: [] });
    let blocked = 0;
    const cases = isNightly ? 1_000 : 120;
    for (let at = 0; at < cases; at += 1) {
      const who = pick([ann, cem]);
      const action: FileAction = pick(fileActions);
      const file = {
        name: `${pick(['plan', 'list'])}.${pick(['pdf', 'xlsx', 'txt'])}`,
        type: pick(fileTypes),
        size: pick([1, 5_000]),
        level: pick([0, 1, 2, 3] as const),
      };
      const from = pick([`10.2.${at}.1`, `192.168.9.${at}`]);
      const other = who === ann ? cem : ann;
      const isSend = action === 'send' || action === 'forward' || action === 'sendExternal';
      const target = isSend ? { employeeIds: [other.id], external: pick([true, false]) } : undefined;
      const real = await who.terminal.ask(clientFileDecide, { action, file, ...(target && { target }) }, { from });
      expect(real.code).toBe(0);
      const known = await files.boss.call(decisionGet, { ref: real.data.ref });
      const { published, draft } = await files.boss.call(fileSimulate, {
        case: {
          employeeId: who.id,
          action,
          address: from,
          platform: 2,
          file,
          ...(target && { recipientIds: target.employeeIds, external: target.external }),
        },
        set: 'both',
      });
      expect([published!.verdict, published!.step, published!.rule]).toEqual([known.verdict, known.step, known.decision.rule]);
      expect(published!.conditions).toEqual(real.data.conditions);
      if (draft!.verdict === 'block') expect(draft!.steps.at(-1)!.result).toBe('blocked');
      if (published!.verdict === 'block') blocked += 1;
    }
    expect(blocked).toBeGreaterThan(10);
    expect(blocked).toBeLessThan(cases - 10);
  },
);

test('A rule that observes blocks on no node and counts on all; published as enforced it blocks on each within two seconds', async () => {
  await clear();
  const other = await startProduct(files.house.product.settings, { listen: false });
  try {
    const plan = await files.file(ann.id, 'node.txt', 'x');
    const through = async () => {
      const { app } = ann.terminal;
      Object.assign(ann.terminal, { app: other.app });
      const { code } = await files.ticket(ann.terminal, plan);
      Object.assign(ann.terminal, { app });
      return code;
    };
    const id = await files.rule('download', { mode: 'observe' });
    await files.publish();
    const hits = async () => (await files.boss.call(fileRule.get, { id })).hits;
    // The other node has the rule as soon as it counts there.
    await expect.poll(async () => [await through(), (await hits()).observed > 0]).toEqual([0, true]);
    const { observed } = await hits();
    expect([(await files.ticket(ann.terminal, plan)).code, await hits()]).toEqual([0, { decided: 0, observed: observed + 1 }]);
    const { version } = await files.boss.call(fileRule.get, { id });
    await files.boss.call(fileRule.update, { id, version, mode: 'enforce' });
    await files.publish();
    expect((await files.ticket(ann.terminal, plan)).code).toBe(18240);
    expect(await lagUntil(18240, through)).toBeLessThan(2_000);
  } finally {
    await other.stop();
  }
});

const age = '/usr/bin/age';
test.runIf(existsSync(age))(
  'An encrypted download is opened by another implementation with the device’s key, and by no other',
  async () => {
    await clear();
    const { version, container } = await files.boss.call(encryptionGet, {});
    await files.boss.call(encryptionUpdate, { version, container: { ...container, 1: 'onDownload' } });
    const plan = await files.file(cem.id, 'plan.txt', 'MARKER of a plan');
    const [own, other] = [await generateX25519Identity(), await generateX25519Identity()];
    const { data } = await files.ticket(cem.terminal, plan, 'download', { recipient: await identityToRecipient(own) });
    const got = await files.fetch(cem.terminal, 'file/content', { ticket: data.ticket });
    const folder = mkdtempSync(path.join(tmpdir(), 'age-'));
    try {
      const [made, key] = [path.join(folder, 'plan.age'), path.join(folder, 'key')];
      writeFileSync(made, got.bytes);
      const open = (identity: string): string => {
        writeFileSync(key, `${identity}\n`);
        return execFileSync(age, ['--decrypt', '--identity', key, made], { stdio: ['ignore', 'pipe', 'ignore'] }).toString();
      };
      expect(open(own)).toBe('MARKER of a plan');
      expect(() => open(other)).toThrow('Command failed');
      const changed = Buffer.from(got.bytes);
      changed[changed.length - 1]! ^= 1;
      writeFileSync(made, changed);
      expect(() => open(own)).toThrow('Command failed');
    } finally {
      rmSync(folder, { recursive: true });
    }
    const now = await files.boss.call(encryptionGet, {});
    await files.boss.call(encryptionUpdate, { version: now.version, container });
  },
);

test('What a terminal keeps encrypted opens with the key that its check-in brings, and never again once its device is erased', async () => {
  await clear();
  const { boss, house } = files;
  const { version, container } = await boss.call(encryptionGet, {});
  await boss.call(encryptionUpdate, { version, container: { ...container, 1: 'onDownload' } });
  const hal = await files.person([files.north], 'Hal');
  const pair = generateKeyPairSync('x25519');
  const { kty = '', crv = '', x = '' } = pair.publicKey.export({ format: 'jwk' });
  const laptop = new TestTerminal(house.product.app, 4);
  await laptop.tryLogin(await files.accountOf(hal.id));
  await laptop.enrol({ encryptionKey: { kty, crv, x } });
  await laptop.call(deviceBind, {});
  /** The key of its stores, which it has as long as its device may be used, and does not keep. */
  const storeKey = async (): Promise<Buffer> => {
    const { data } = await laptop.ask(deviceCheckIn, {});
    const sealed = data?.lease?.key;
    if (!sealed) throw new Error('no key');
    return Buffer.from((await compactDecrypt(sealed, pair.privateKey)).plaintext);
  };
  // Beside the container lies the key that opens it, sealed under that of the stores.
  const identity = await generateX25519Identity();
  const plan = await files.file(hal.id, 'plan.txt', 'MARKER of a plan');
  const { data } = await files.ticket(laptop, plan, 'download', { recipient: await identityToRecipient(identity) });
  const kept = (await files.fetch(laptop, 'file/content', { ticket: data.ticket })).bytes;
  const cipher = createCipheriv('aes-256-gcm', await storeKey(), Buffer.alloc(12));
  const sealed = Buffer.concat([cipher.update(identity), cipher.final()]);
  const open = async (): Promise<string> => {
    const plain = createDecipheriv('aes-256-gcm', await storeKey(), Buffer.alloc(12)).setAuthTag(cipher.getAuthTag());
    const decrypter = new Decrypter();
    decrypter.addIdentity(Buffer.concat([plain.update(sealed), plain.final()]).toString());
    return decrypter.decrypt(new Uint8Array(kept), 'text');
  };
  expect(await open()).toBe('MARKER of a plan');
  const { token, typed } = await boss.call(erasePreview, { deviceIds: [laptop.device.id] });
  await boss.call(eraseAdd, { previewToken: token, reason: 'stolen on the train', typed });
  await house.product.database.db.updateTable('erase_order').set({ hold_until: 0 }).where('state', '=', 'hold').execute();
  await runDueErasures(house.product.services);
  await expect(open()).rejects.toThrow('no key');
  // Also for who brings the terminal back: what was sealed under the old key stays closed.
  expect(await laptop.obey()).toEqual(['eraseApp']);
  await expect(open()).rejects.toThrow('no key');
  expect((await boss.call(deviceGet, { id: laptop.device.id })).dataKey).toMatchObject({ destroyedAt: expect.any(Number) });
  const now = await boss.call(encryptionGet, {});
  await boss.call(encryptionUpdate, { version: now.version, container });
});

test('A ticket ends with the lock of its device, and so does a download on its way', async () => {
  await clear();
  const fay = await files.person([files.north], 'Fay');
  const terminal = new TestTerminal(origin, 4);
  await terminal.login(await files.accountOf(fay.id));
  const big = await files.file(fay.id, 'big.bin', Buffer.alloc(48 * 1024 * 1024, 7), 'application/octet-stream');
  const later = (await files.ticket(terminal, big)).data.ticket;
  const { ticket } = (await files.ticket(terminal, big)).data;
  const answer = await files.open(terminal, ticket);
  expect(answer.status).toBe(200);
  const reader = answer.body!.getReader();
  await reader.read();
  await files.boss.call(deviceLock, { ids: [terminal.device.id], reason: 'Lost' });
  // Read slowly, so that the server is held up by it; what stands in buffers may still come.
  const rest = async (): Promise<number> => {
    let bytes = 0;
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      bytes += piece.value.length;
      await new Promise((resolve) => setTimeout(resolve, 40));
    }
    return bytes;
  };
  await expect(rest()).rejects.toThrow(/terminated|aborted|closed/);
  // The ticket that was not used is of no more use than the session, and does not come back with the device.
  expect((await files.fetch(terminal, 'file/content', { ticket: later })).code).toBe(65003);
  await files.boss.call(deviceUnlock, { ids: [terminal.device.id] });
  await terminal.login(await files.accountOf(fay.id));
  expect((await files.fetch(terminal, 'file/content', { ticket: later })).code).toBe(18242);
  expect((await files.ticket(terminal, big)).code).toBe(0);
}, 60_000);

test.runIf(isNightly)('A download of a gibibyte stops within two seconds of the lock (asked for with NIGHTLY=1)', async () => {
  await clear();
  const gus = await files.person([files.north], 'Gus');
  const terminal = new TestTerminal(origin, 4);
  await terminal.login(await files.accountOf(gus.id));
  const size = 1024 ** 3;
  const huge = await files.file(gus.id, 'huge.bin', pieces(size), 'application/octet-stream');
  const { ticket } = (await files.ticket(terminal, huge)).data;
  const answer = await files.open(terminal, ticket);
  expect(answer.headers.get('content-length')).toBe(String(size));
  const reader = answer.body!.getReader();
  await reader.read();
  let last = performance.now();
  // Read at a pace at which it would take a minute: what comes at once is over before anybody locks.
  const rest = async (): Promise<void> => {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      last = performance.now();
      await new Promise((resolve) => setTimeout(resolve, (piece.value.length / size) * 60_000));
    }
  };
  const end = rest().then(() => 'complete', String);
  await files.boss.call(deviceLock, { ids: [terminal.device.id], reason: 'Lost' });
  const locked = performance.now();
  expect(await end).toMatch(/terminated|aborted|closed/);
  const lag = last - locked;
  console.log(`The last bytes came ${lag.toFixed(0)} ms after the lock.`);
  expect(lag).toBeLessThan(2000);
});

/** Bytes of a large content, made as they are read. */
function* pieces(size: number): Generator<Buffer> {
  const piece = Buffer.alloc(1024 ** 2, 7);
  for (let at = 0; at < size; at += piece.length) yield piece;
}

test('An administrator of a range keeps roles and allow list of the own people, reads their logs alone, and writes no rule', async () => {
  const { boss, house } = files;
  const page = 'msm_auth_management_role';
  const codes = [
    page,
    `${page}:add`,
    `${page}_relate_user`,
    `${page}_relate_user:assign`,
    'msm_file_security_configuration_white_list_user',
    'msm_file_security_configuration_white_list_user:add',
    'msm_file_security_configuration_download_restriction',
    'msm_file_security_configuration_download_restriction:add',
    'msm_file_security_configuration_download_restriction:update',
    'msm_logs_system_print_print_log',
  ];
  const { client, id } = await house.administrator({ codes, range: { kind: 'chosen', departmentIds: [files.north] }, owner: files.north });
  const { roleId } = await client.call(mdmRole.save, { name: 'North', code: 'north', ownerDeptId: files.north });
  await client.call(mdmRole.assignEmployees, { roleId, ids: [ann.id] });
  expect((await client.ask(mdmRole.assignEmployees, { roleId, ids: [cem.id] })).code).toBe(10910);
  const until = Date.now() + 86_400_000;
  await client.call(whiteUser.add, { employeeId: ann.id, reason: 'Trip', until });
  expect((await client.ask(whiteUser.add, { employeeId: cem.id, reason: 'Trip', until })).code).toBe(10910);
  const refused = await client.ask(fileRule.add, { name: 'Mine', kind: 'download', actions: ['download'], everyone: true });
  expect([refused.code, refused.data]).toEqual([18203, null]);
  // Reverting a change of somebody else says the same.
  const { id: ruleId } = await boss.call(fileRule.add, { name: 'Theirs', kind: 'download', actions: ['download'], everyone: true });
  const { list: lines } = await client.call(listJournal, { kind: ['fileRule'], objectId: ruleId });
  const { reverted, conflicts } = await client.call(revertChanges, { operationIds: lines.map((line) => line.id) });
  const whole = '更改全公司规则需要“全部”数据范围';
  expect([reverted, conflicts.flatMap(({ conflict }) => conflict?.messages)]).toEqual([0, [whole]]);
  await boss.call(fileRule.delete, { ids: [ruleId] });
  for (const { id: owner, terminal } of [ann, cem]) await files.ticket(terminal, await files.file(owner, 'paper.txt', 'x'), 'print');
  expect((await client.call(printList, {})).list.map(({ employeeName }) => employeeName)).toEqual(['Ann']);
  expect((await boss.call(printList, {})).list).toHaveLength(2);
  // Who one is reads the same from both calls, and this one names rights of this area alone.
  const [here, there] = [await client.call(currentUser, {}), await client.call(getUser, {})];
  expect([here.uid, here.account, here.name]).toEqual([there.empInfoDto.uid, there.empInfoDto.account, there.empInfoDto.name]);
  expect(here.uid).toBe(id);
  expect([here.superAdmin, here.range.all]).toEqual([false, false]);
  expect(here.range.departments).toEqual(['North']);
  expect(here.roles.map((role) => role.id)).toEqual(there.roles.map((role) => role.id));
  expect(here.codes.toSorted()).toEqual(expect.arrayContaining(codes.toSorted()));
  expect(here.codes.every((code) => code.startsWith('msm_') || code.startsWith('mms_'))).toBe(true);
});
