import { generateKeyPairSync } from 'node:crypto';
import { Readable } from 'node:stream';
import { Decrypter } from 'age-encryption';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { modules } from '../../src/app/modules.ts';
import type { Input } from '../../src/kit/common/contract.ts';
import { getUser } from '../../src/kit/common/session/session.contract.ts';
import { getJob } from '../../src/kit/common/jobs/job.contract.ts';
import { timeText } from '../../src/kit/common/date-text.ts';
import { applyPlan, listPlanItems } from '../../src/kit/common/change/plan.contract.ts';
import { keepUpload } from '../../src/kit/server/files/files.ts';
import { catalogsOf, textsOf } from '../../src/kit/server/texts.ts';
import { ipDetail } from '../../src/modules/address-groups/common/ip-detail.contract.ts';
import { ipGroup } from '../../src/modules/address-groups/common/ip-group.contract.ts';
import { bindConfigGet, bindConfigUpdate } from '../../src/modules/devices/common/settings.contract.ts';
import { clientFileEvent, clientFileLease, clientFilePolicy } from '../../src/modules/file-security/common/client.contract.ts';
import { printExport, screenshotList, watermarkFind } from '../../src/modules/file-security/common/decision.contract.ts';
import {
  draftGet,
  draftPublish,
  fileSimulate,
  fileTest,
  setDiff,
  setGet,
  setRestore,
  testRun,
} from '../../src/modules/file-security/common/draft.contract.ts';
import { encryptionGet, encryptionRotate, encryptionTest } from '../../src/modules/file-security/common/encryption.contract.ts';
import { fileRule } from '../../src/modules/file-security/common/file-rule.contract.ts';
import { outerNetGet, outerNetUpdate } from '../../src/modules/file-security/common/outer-net.contract.ts';
import { fileSettingsGet, fileSettingsUpdate } from '../../src/modules/file-security/common/settings.contract.ts';
import { whiteUser } from '../../src/modules/file-security/common/white-user.contract.ts';
import { noConditions } from '../../src/modules/file-security/common/rule-fields.ts';
import { everyoneRoleId } from '../../src/modules/file-security/server/directory.ts';
import { decisionViewOf } from '../../src/modules/file-security/server/rule/decision-words.ts';
import { text as textOf } from 'node:stream/consumers';
import type { TestTerminal } from '../terminal/test-terminal.ts';
import { FileHouse } from './file-house.ts';

let files: FileHouse;
let ann: { id: string; terminal: TestTerminal };

beforeAll(async () => {
  files = await FileHouse.open();
  const { version } = await files.boss.call(bindConfigGet, {});
  await files.boss.call(bindConfigUpdate, { version, enabled: 1 });
  ann = await files.person([files.north], 'Ann');
}, 120_000);
afterAll(() => files.stop());

const db = () => files.house.product.database.db;
async function clear(): Promise<void> {
  await files.boss.call(setRestore, { number: 1 });
  if ((await files.boss.call(draftGet, {})).changes.length > 0) await files.publish();
}
async function resultOf(jobId: string): Promise<Record<string, string>> {
  await expect.poll(async () => (await files.boss.call(getJob, { id: jobId })).state, { timeout: 60_000 }).toBe('done');
  return (await files.boss.call(getJob, { id: jobId })).result as Record<string, string>;
}
async function uploaded(csv: string): Promise<string> {
  const file = {
    name: 'rows.csv',
    declared: 'text/csv',
    purpose: 'import',
    owner: (await files.boss.call(getUser, {})).empInfoDto.uid,
    keepMillis: 600_000,
  };
  return (await keepUpload(files.house.product.services, Readable.from(Buffer.from(csv)), file, 1_000_000)).id;
}
async function csvOf(fileId: string): Promise<string> {
  const { hash } = await db().selectFrom('file').select('hash').where('id', '=', fileId).executeTakeFirstOrThrow();
  return textOf(await files.house.product.services.files.open(hash));
}

test('Steps are said in the language of their reader: the built-in role, the status of a device, a moment', () => {
  const until = Date.UTC(2026, 10, 20, 4);
  const passed = { result: 'passed', by: null } as const;
  const made = {
    verdict: 'allow',
    step: 'rules',
    rule: null,
    conditions: noConditions,
    observed: [],
    later: [],
    steps: [
      { ...passed, step: 'device', key: 'step.device.unnamed', params: {} },
      { ...passed, step: 'device', key: 'step.device.blocked', params: { name: 'Laptop', state: 'locked' } },
      {
        ...passed,
        step: 'function',
        by: { id: everyoneRoleId, name: '所有人' },
        key: 'step.function.passed',
        params: { role: '所有人', function: 'file.download' },
      },
      { ...passed, step: 'allowList', key: 'step.allowList.allowed', params: { until } },
    ],
  } as const;
  const said = (language: 'en_US' | 'ja_JP') =>
    decisionViewOf({ texts: textsOf(catalogsOf(modules)), language }, made).steps.map(({ text }) => text);
  expect(said('en_US')).toEqual([
    'Such a device may be used',
    'Device “Laptop” has the status “Locked”',
    'Role “Everyone” gives “Download”',
    `On the allow list until ${timeText(until, 'en_US')}`,
  ]);
  expect(said('ja_JP').slice(1, 3)).toEqual(['デバイス「Laptop」の状態は「ロック中」です', 'ロール「全員」が「ダウンロード」を与えます']);
});

test('A rule for private devices spares those of the company; what is not known of a device fails what asks for it', async () => {
  await clear();
  const fileId = await files.file(ann.id, 'plan.txt', 'plan');
  await files.rule('download', { device: { ownership: ['private'] } });
  await files.publish();
  const owned = async (ownership: string) => {
    await sql`update device set ownership = ${ownership} where id = ${ann.terminal.device.id}::uuid`.execute(db());
    return (await files.ticket(ann.terminal, fileId)).code;
  };
  expect([await owned('company'), await owned('private'), await owned('unknown')]).toEqual([0, 18240, 0]);
  const seen = async (more: object) =>
    (await files.boss.call(fileSimulate, { case: { employeeId: ann.id, action: 'download', file: { fileId }, ...more } })).published!;
  const described = await seen({ device: { ownership: 'private' } });
  expect([await seen({}), described, await seen({ device: { ownership: 'company' } })].map(({ verdict }) => verdict)).toEqual([
    'allow',
    'block',
    'allow',
  ]);
  // One that is only described has no name that could be quoted.
  expect(described.steps[0]!.text).toBe('此类设备可以使用');
  const [deviceId, state] = [
    ann.terminal.device.id,
    (to: string) => sql`update device set state = ${to} where id = ${ann.terminal.device.id}::uuid`,
  ];
  await state('locked').execute(db());
  expect((await seen({ deviceId })).steps[0]!.text).toMatch(/的状态为“已锁定”$/);
  await state('bound').execute(db());
});

test('Address groups: those marked as internal are inside, rules name them, and a group in use stays', async () => {
  await clear();
  const { boss } = files;
  const fileId = await files.file(ann.id, 'plan.txt', 'plan');
  const { version } = await boss.call(outerNetGet, {});
  await boss.call(outerNetUpdate, { version, actions: [{ action: 'download', effect: 'block' }] });
  const draft = await boss.call(draftGet, {});
  const wish = { number: draft.published.number, hash: draft.hash, note: 'Test' };
  expect((await boss.ask(draftPublish, wish)).code).toBe(18214);
  const { id: groupId } = await boss.call(ipGroup.add, { name: 'Head office', code: 'ho', internal: true });
  expect((await boss.ask(draftPublish, wish)).code).toBe(18214);
  await boss.call(ipDetail.add, { groupId, value: '2001:db8::/32', kind: 'cidr' });
  await files.publish();
  const from = async (address: string) => (await files.ticket(ann.terminal, fileId, 'download', { from: address })).code;
  expect([await from('2001:db8::7'), await from('203.0.113.9')]).toEqual([0, 18240]);
  await clear();
  await files.rule('download', { inGroups: [groupId] });
  await files.publish();
  expect([await from('2001:db8::7'), await from('203.0.113.9')]).toEqual([18240, 0]);
  const kept = await boss.ask(ipGroup.delete, { ids: [groupId] });
  expect(kept.code).toBe(10410);
});

test('Versions in full, how they differ, and the saved tests', async () => {
  await clear();
  const { boss } = files;
  const id = await files.rule('download', { extensions: ['xlsx'] });
  const number = await files.publish();
  expect((await boss.call(setGet, { number })).rules).toMatchObject([{ id, mode: 'enforce' }]);
  expect((await boss.call(setDiff, { from: 1, to: number })).list).toMatchObject([{ id, change: 'added', before: '' }]);
  const { version } = await boss.call(fileRule.get, { id });
  await boss.call(fileRule.update, { id, version, extensions: ['dwg'] });
  expect((await boss.call(setDiff, { from: number })).list).toMatchObject([{ id, change: 'changed', fields: ['extensions'] }]);
  const testCase = { employeeId: ann.id, action: 'download' as const, file: { name: 'a.xlsx', type: 'sheet' as const } };
  const { id: testId } = await boss.call(fileTest.add, { name: 'sheets', testCase, expected: 'block' });
  expect([(await boss.call(testRun, { set: 'published' })).failed, (await boss.call(testRun, {})).failed]).toEqual([0, 1]);
  await boss.call(fileTest.delete, { ids: [testId] });
  // Patterns must compile in linear time; what can never match, or never comes to be asked, is said in the draft.
  const never = { kind: 'download' as const, actions: ['download' as const], everyone: true };
  expect((await boss.ask(fileRule.add, { ...never, name: 'Broken', namePattern: '(' })).code).toBe(18210);
  await files.rule('download', { name: 'All', mode: 'enforce' });
  await files.rule('download', { name: 'Behind', fileTypes: ['image'] });
  expect((await boss.ask(fileRule.add, { ...never, name: 'Never', sizeMin: 9, sizeMax: 1 })).code).toBe(10400);
  await files.rule('download', { name: 'Over', until: Date.now() + 1_000_000 });
  await sql`update file_rule set until = 1 where name = 'Over'`.execute(db());
  const { warnings } = await boss.call(draftGet, {});
  expect(warnings.map(({ name }) => name)).toEqual(expect.arrayContaining(['Behind', 'Over']));
});

test('Rules leave as a file and come back as they were; people come onto the allow list by a file', async () => {
  await clear();
  const { boss } = files;
  await files.rule('download', {
    name: 'As a file',
    extensions: ['dwg', 'xlsx'],
    everyone: false,
    who: [{ kind: 'department', id: files.north, exclude: false }],
  });
  const csv = await csvOf((await resultOf((await boss.call(fileRule.export, { format: 'csv' })).jobId))['fileId']!);
  const before = (await boss.call(fileRule.list, { text: 'As a file' })).list[0]!;
  await boss.call(fileRule.delete, { ids: [before.id] });
  const { planId } = await resultOf((await boss.call(fileRule.import, { fileId: await uploaded(csv) })).jobId);
  const { list } = await boss.call(listPlanItems, { planId: planId! });
  expect(list.map(({ action, name }) => [action, name])).toEqual([['create', 'As a file']]);
  await resultOf((await boss.call(applyPlan, { id: planId!, expected: { create: 1 } })).jobId);
  const after = (await boss.call(fileRule.list, { text: 'As a file' })).list[0]!;
  expect([after.who, after.extensions, after.device]).toEqual([before.who, before.extensions, before.device]);
  const until = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
  const people = `employeeId,reason,until\n${await files.accountOf(ann.id)},Project,${until}\nnobody.at.all,Project,${until}\n`;
  const white = await resultOf((await boss.call(whiteUser.import, { fileId: await uploaded(people) })).jobId);
  expect((await boss.call(listPlanItems, { planId: white['planId']! })).list.map(({ action }) => action)).toEqual(['create', 'refused']);
});

test('Containers open without a connection for as long as level and rule say; a rule against offline use ends that', async () => {
  await clear();
  const fileId = await files.file(ann.id, 'plan.txt', 'plan');
  const lease = async () => (await ann.terminal.call(clientFileLease, { fileIds: [fileId] })).list[0]!;
  expect((await lease()).until).toBeNull();
  const { data } = await files.ticket(ann.terminal, fileId);
  await files.fetch(ann.terminal, 'file/content', { ticket: data.ticket });
  const hours = async () => Math.round(((await lease()).until! - Date.now()) / 3_600_000);
  const { offlineHours } = await ann.terminal.call(clientFilePolicy, {});
  expect(await hours()).toBe(offlineHours['1']);
  await files.rule('download', { actions: ['offline'], effect: 'allowWith', conditions: { offlineHours: 4 } });
  await files.publish();
  expect(await hours()).toBe(4);
  await files.rule('download', { actions: ['offline'], device: { ownership: ['unknown', 'private', 'company'] }, name: 'No offline' });
  const { list } = await files.boss.call(fileRule.list, { kind: 'download' });
  await files.boss.call(fileRule.reorder, { ids: list.map(({ id }) => id).toReversed() });
  await files.publish();
  expect((await lease()).until).toBeNull();
});

test('Screenshots of the time without a connection arrive once, with their own times and without foreign files', async () => {
  const [mine, foreign] = [
    await files.file(ann.id, 'mine.txt', 'x'),
    await files.file((await files.person([files.north], 'Bob')).id, 'his.txt', 'x'),
  ];
  const at = Date.now() - 3_600_000;
  const events = [
    { id: 'one', kind: 'screenshot' as const, at, place: 'files' as const, prevented: true, fileId: mine },
    // The clock of a terminal may be wrong by a day: its time is kept as it was claimed, beside that of the report.
    { id: 'two', kind: 'recording' as const, at: at + 86_400_000, place: 'chat' as const, fileId: foreign },
  ];
  for (let again = 0; again < 2; again += 1) expect((await ann.terminal.call(clientFileEvent, { events })).taken).toEqual(['one', 'two']);
  const { list, total } = await files.boss.call(screenshotList, { empId: ann.id });
  expect(total).toBe(2);
  expect(list).toMatchObject([
    { kind: 'recording', fileName: '', at: at + 86_400_000 },
    { kind: 'screenshot', fileName: 'mine.txt', prevented: true, at },
  ]);
  const first = await files.boss.call(screenshotList, { empId: ann.id, pageSize: 1 });
  expect((await files.boss.call(screenshotList, { empId: ann.id, pageSize: 1, after: first.next! })).list).toMatchObject([{ at }]);
  // Each filter finds the one that it means, and no other.
  const narrowed = async (more: Partial<Input<typeof screenshotList>>) =>
    (await files.boss.call(screenshotList, { empId: ann.id, ...more })).list.map(({ kind }) => kind);
  for (const more of [{ kind: 'recording' as const }, { place: 'chat' }, { from: at + 1 }, { deptId: files.north, place: 'chat' }])
    expect([more, await narrowed(more)]).toEqual([more, ['recording']]);
  for (const more of [{ kind: 'screenshot' as const }, { place: 'files' }, { to: at }, { fileId: mine }, { pageSize: 1, pageNum: 2 }])
    expect([more, await narrowed(more)]).toEqual([more, ['screenshot']]);
  for (const more of [{ deptId: files.south }, { platform: ann.terminal.platform === 1 ? 2 : 1 }, { fileId: foreign }])
    expect([more, await narrowed(more)]).toEqual([more, []]);
  expect(await narrowed({ platform: ann.terminal.platform })).toHaveLength(2);
});

test('Whose watermark it is, by its code or by day and account; how long codes lead to their decision is set', async () => {
  await clear();
  const { boss } = files;
  const fileId = await files.file(ann.id, 'plan.txt', 'plan');
  const { data } = await files.ticket(ann.terminal, fileId);
  const account = await files.accountOf(ann.id);
  const byCode = await boss.call(watermarkFind, { code: data.ref, reason: 'leak' });
  expect(byCode.list).toMatchObject([{ employeeName: 'Ann', fileId, ref: data.ref }]);
  const day = new Date().toISOString().slice(0, 10);
  expect((await boss.call(watermarkFind, { day, account, reason: 'leak' })).list.map(({ ref }) => ref)).toContain(data.ref);
  expect((await boss.ask(watermarkFind, { code: 'ZZZZZZZZ', reason: 'leak' })).code).toBe(18231);
  const { version } = await boss.call(fileSettingsGet, {});
  await boss.call(fileSettingsUpdate, { version, decisionDays: 7 });
  await sql`update file_decision set at = at - ${8 * 86_400_000} where ref = ${data.ref}`.execute(db());
  expect(await boss.ask(fileSimulate, { ref: data.ref })).toMatchObject({ code: 18231 });
  expect((await resultOf((await boss.call(printExport, { format: 'csv' })).jobId))['fileId']).toBeTruthy();
});

test('A test container opens with the key of its device alone; the key of the store is changed while files stay readable', async () => {
  const { boss } = files;
  const pair = generateKeyPairSync('x25519');
  const jwk = pair.publicKey.export({ format: 'jwk' });
  await sql`update device set encryption_key = ${JSON.stringify(jwk)} where id = ${ann.terminal.device.id}::uuid`.execute(db());
  const { content, expected, recipient } = await boss.call(encryptionTest, { deviceId: ann.terminal.device.id });
  expect(recipient).toMatch(/^age1[a-z0-9]{58}$/);
  const decrypter = new Decrypter();
  decrypter.addIdentity(identityOf(pair.privateKey.export({ format: 'jwk' }).d!));
  expect(await decrypter.decrypt(Buffer.from(content, 'base64'), 'text')).toBe(expected);
  const before = (await boss.call(encryptionGet, {})).keys.find(({ state }) => state === 'active')!;
  const fileId = await files.file(ann.id, 'kept.txt', 'kept as it was');
  const { keyId, jobId } = await boss.call(encryptionRotate, { reason: 'yearly' });
  expect(keyId).not.toBe(before.keyId);
  if (jobId !== null) await resultOf(jobId);
  await clear();
  const { data } = await files.ticket(ann.terminal, fileId);
  expect((await files.fetch(ann.terminal, 'file/content', { ticket: data.ticket })).bytes.toString()).toBe('kept as it was');
});

/** A secret key of X25519 as age writes it. */
function identityOf(secret: string): string {
  const letters = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
  const prefix = 'age-secret-key-';
  const bits = [...Buffer.from(secret, 'base64url')].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const words = bits.match(/.{1,5}/g)!.map((part) => Number.parseInt(part.padEnd(5, '0'), 2));
  const head = [...[...prefix].map((one) => one.charCodeAt(0) >> 5), 0, ...[...prefix].map((one) => one.charCodeAt(0) & 31)];
  let sum = 1;
  for (const word of [...head, ...words, 0, 0, 0, 0, 0, 0]) {
    const top = sum >>> 25;
    sum = ((sum & 0x1ffffff) << 5) ^ word;
    for (const [bit, step] of [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3].entries()) if ((top >>> bit) & 1) sum ^= step;
  }
  const check = Array.from({ length: 6 }, (_, at) => ((sum ^ 1) >>> (5 * (5 - at))) & 31);
  return `${prefix}1${[...words, ...check].map((word) => letters[word]).join('')}`.toUpperCase();
}
