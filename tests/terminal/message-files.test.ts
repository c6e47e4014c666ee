import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { fileRule } from '../../src/modules/enterprise/common/file-rule.contract.ts';
import { memberLimitAdd, memberLimitRemove } from '../../src/modules/enterprise/common/member-limit.contract.ts';
import { segmentLimit } from '../../src/modules/enterprise/common/segment-limit.contract.ts';
import { clientFileContent, clientFileTicket } from '../../src/modules/file-security/common/client.contract.ts';
import { noticePersonAdd, noticePersonTest } from '../../src/modules/warnings/common/notice-person.contract.ts';
import { clientBatch } from '../../src/modules/contacts/common/client.contract.ts';
import { group, groupMemberAdd } from '../../src/modules/groups/common/group.contract.ts';
import { caseOpen } from '../../src/modules/messaging/common/case.contract.ts';
import * as im from '../../src/modules/messaging/common/client/client.contract.ts';
import { settingGet, settingUpdate } from '../../src/modules/messaging/common/setting.contract.ts';
import * as files from '../../src/modules/message-files/common/client.contract.ts';
import {
  fileConfigCheck,
  fileConfigEstimate,
  fileConfigGet,
  fileConfigUpdate,
} from '../../src/modules/message-files/common/file-config.contract.ts';
import * as chat from '../../src/modules/message-files/common/file.contract.ts';
import { expireFiles } from '../../src/modules/message-files/server/upkeep.ts';
import { rootDepartmentId } from '../../src/modules/people/common/root.ts';
import { address, addressBook, addressPublish, addressResolve } from '../../src/modules/message-addresses/common/address.contract.ts';
import { clientAddresses } from '../../src/modules/message-addresses/common/client.contract.ts';
import { rollBackExpired } from '../../src/modules/sign-in/server/guard.ts';
import { DirectoryHouse } from './directory-house.ts';
import { Talker } from './talker.ts';
import { TestTerminal } from './test-terminal.ts';

let house: DirectoryHouse;
let [ann, bob, cid]: TestTerminal[] = [];
beforeAll(async () => {
  house = await DirectoryHouse.open();
  for (const account of ['ann', 'bob', 'cid']) await house.person(account, [rootDepartmentId]);
}, 180_000);
// Calls are counted by terminal.
beforeEach(async () => {
  [ann, bob, cid] = [await house.phone('ann'), await house.phone('bob'), await house.phone('cid')];
});
afterAll(() => house.stop());

const digestOf = (content: Buffer): string => createHash('sha256').update(content).digest('hex');
const reason = 'Asked for by the security team';

/** Sends a file in parts, as a terminal does; answers its id. */
async function upload(from: TestTerminal, content: Buffer, more: { peerId?: string; name?: string } = {}): Promise<string> {
  const peerId = more.peerId ?? house.idOf('bob');
  const wish = { peerId, name: more.name ?? 'plan.txt', size: content.length, digest: digestOf(content) };
  const { fileId, uploadId } = await from.call(files.clientFilePrepare, wish);
  if (fileId !== null || uploadId === null) return fileId ?? '';
  const half = Math.ceil(content.length / 2);
  for (const [offset, bytes] of [[0, content.subarray(0, half)] as const, [half, content.subarray(half)] as const])
    await from.call(files.clientFilePart, { uploadId, offset, data: bytes.toString('base64') });
  return (await from.call(files.clientFileComplete, { uploadId })).fileId;
}
const send = (from: TestTerminal, fileId: string, peerId = house.idOf('bob'), name = 'plan.txt') =>
  from.ask(im.clientSend, { message: { kind: 'file', peerId, clientId: randomUUID(), body: { fileId, name } } });
const fetched = async (by: TestTerminal, fileId: string): Promise<number> =>
  (await by.ask(clientFileTicket, { fileId, action: 'download' })).code;
const listed = async (name: string) => (await house.wire.call(chat.fileList, { text: name })).list;

test('A file goes in parts, is sent, fetched by who is in the chat and by nobody else, and stands in the list', async () => {
  const content = Buffer.from(`the plan ${'x'.repeat(5_000)}`);
  const fileId = await upload(ann!, content, { name: 'first.txt' });
  expect(await send(ann!, fileId, house.idOf('bob'), 'first.txt')).toMatchObject({ code: 0 });
  const { ticket } = await bob!.call(clientFileTicket, { fileId, action: 'download' });
  expect(await bob!.call(clientFileContent, { ticket })).toBe(content.toString());
  expect(await fetched(cid!, fileId)).not.toBe(0);
  const [row] = await listed('first.txt');
  expect(row).toMatchObject({ name: 'first.txt', senderName: 'ann', chat: 'single', size: content.length, copies: 1, downloads: 1 });
  // Who reaches the content sends nothing again; who does not, is not told that it is there.
  const wish = { peerId: house.idOf('cid'), name: 'again.txt', size: content.length, digest: digestOf(content) };
  expect((await bob!.call(files.clientFilePrepare, wish)).fileId).not.toBeNull();
  expect(await cid!.call(files.clientFilePrepare, { ...wish, peerId: house.idOf('ann') })).toMatchObject({ fileId: null });
});

test('What is too large or of a refused type is refused before it comes and again at the send, by its content', async () => {
  const { version, limits } = await house.wire.call(fileConfigGet, {});
  const small = { ...limits.single.mobile, maxFile: 1, typeMode: 'allow' as const, types: ['text' as const] };
  const { wire } = house;
  const before = await upload(ann!, Buffer.from('%PDF-1.7 a page'), { name: 'a.pdf' });
  await wire.call(fileConfigUpdate, { version, limits: { ...limits, single: { ...limits.single, mobile: small } } });
  const wish = { peerId: house.idOf('bob'), name: 'a.txt', size: 10, digest: digestOf(Buffer.from('a')) };
  expect(await ann!.ask(files.clientFilePrepare, { ...wish, size: 2 * 1024 * 1024 })).toMatchObject({ code: 16042 });
  expect(await ann!.ask(files.clientFilePrepare, { ...wish, name: 'a.pdf' })).toMatchObject({ code: 16041 });
  expect(await ann!.ask(files.clientFilePrepare, { ...wish, name: 'a.strange' })).toMatchObject({ code: 10400 });
  expect(await send(ann!, before, house.idOf('bob'), 'a.pdf')).toMatchObject({ code: 16041, data: { step: 'size' } });
  const asked = { empId: house.idOf('ann'), peerId: house.idOf('bob'), platform: 2 as const, name: 'a.pdf', size: 5 };
  expect(await wire.call(fileConfigCheck, asked)).toMatchObject({ allowed: false, code: 16041, decider: 'type', typeGroup: 'pdf' });
  expect(await wire.call(fileConfigCheck, { ...asked, platform: 4 })).toMatchObject({ allowed: true, decider: 'none' });
  // A text that calls itself one and is none, and one that is not what its digest says.
  await expect(upload(ann!, Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'), { name: 'b.txt' })).rejects.toThrow(/10400/);
  const { uploadId } = await ann!.call(files.clientFilePrepare, { ...wish, size: 1, digest: digestOf(Buffer.from('b')) });
  await ann!.call(files.clientFilePart, { uploadId: uploadId!, offset: 0, data: Buffer.from('a').toString('base64') });
  expect(await ann!.ask(files.clientFileComplete, { uploadId: uploadId! })).toMatchObject({
    code: 10400,
    data: { issues: [{ path: 'digest' }] },
  });
  const now = await wire.call(fileConfigGet, {});
  await wire.call(fileConfigUpdate, { version: now.version, limits, quotaPerson: 0 });
});

test('Network and member limits of the enterprise hold where files are sent and fetched', async () => {
  const { wire } = house;
  const fileId = await upload(ann!, Buffer.from('limited'), { name: 'limited.txt' });
  expect(await send(ann!, fileId)).toMatchObject({ code: 0 });
  const { id } = await wire.call(memberLimitAdd, {
    name: 'No files',
    ownerDeptId: rootDepartmentId,
    from: [{ kind: 'employee', id: house.idOf('ann') }],
    to: [{ kind: 'employee', id: house.idOf('bob') }],
    actions: ['sendFile'],
  });
  expect(await send(ann!, fileId)).toMatchObject({ code: 16041, data: { step: 'limits' } });
  expect(await send(ann!, fileId, house.idOf('cid'))).toMatchObject({ code: 0 });
  await wire.call(memberLimitRemove, { ids: [id] });
  // Segment limits hold for files whom a file rule holds.
  const { roleId } = await wire.call(fileRule.save, { name: 'Held', code: 'held' });
  await wire.call(fileRule.assignEmployees, { roleId, ids: [house.idOf('ann'), house.idOf('bob')] });
  await wire.call(segmentLimit.add, { name: 'Only inside', segments: [{ value: '203.0.113.0/24' }], actions: ['upload', 'download'] });
  expect(await send(ann!, fileId)).toMatchObject({ code: 16012, data: { step: 'limits' } });
  expect(await fetched(bob!, fileId)).not.toBe(0);
  await wire.call(fileRule.delete, { ids: [roleId] });
  expect(await fetched(bob!, fileId)).toBe(0);
});

test('Quarantine closes the content in every chat, and release opens it; a ticket that is out serves no longer', async () => {
  const content = Buffer.from('a macro');
  const fileId = await upload(ann!, content, { name: 'macro.txt' });
  await send(ann!, fileId);
  const copy = await upload(bob!, content, { name: 'copy.txt', peerId: house.idOf('cid') });
  await send(bob!, copy, house.idOf('cid'));
  const [row] = await listed('macro.txt');
  expect(row).toMatchObject({ copies: 2 });
  const { ticket } = await bob!.call(clientFileTicket, { fileId, action: 'download' });
  const ids = [row!.id];
  await house.wire.call(chat.fileQuarantine, { ids, reason });
  expect((await bob!.ask(clientFileContent, { ticket })).code).toBe(18242);
  for (const [who, id] of [
    [ann!, fileId],
    [bob!, fileId],
    [cid!, copy],
  ] as const)
    expect(await fetched(who, id)).not.toBe(0);
  expect((await send(ann!, fileId)).code).toBe(16044);
  expect(
    (
      await ann!.ask(files.clientFilePrepare, {
        peerId: house.idOf('bob'),
        name: 'new.txt',
        size: content.length,
        digest: digestOf(content),
      })
    ).code,
  ).toBe(0);
  await expect(upload(cid!, content, { name: 'other.txt' })).rejects.toThrow(/16044/);
  await house.wire.call(chat.fileRelease, { ids });
  expect([await fetched(bob!, fileId), await fetched(cid!, copy)]).toEqual([0, 0]);
  const detail = await house.wire.call(chat.fileGet, { id: row!.id });
  expect(detail.others.map(({ name }) => name)).toEqual(['copy.txt']);
});

test('Recall takes back the message; what is over can be restored until its bytes go', async () => {
  const fileId = await upload(ann!, Buffer.from('take me back'), { name: 'recalled.txt' });
  const { data } = await send(ann!, fileId);
  const [row] = await listed('recalled.txt');
  const { ticket } = await bob!.call(clientFileTicket, { fileId, action: 'download' });
  await house.wire.call(chat.fileRecall, { ids: [row!.id], reason });
  expect((await listed('recalled.txt'))[0]!.state).toBe('recalled');
  expect((await bob!.ask(clientFileContent, { ticket })).code).toBe(18242);
  expect(await fetched(bob!, fileId)).not.toBe(0);
  const { conversationId } = data as { conversationId: string };
  const { messages } = await bob!.call(im.clientHistory, { conversationId });
  expect(messages.some(({ kind, body }) => kind === 'recall' && body?.['messageId'] === row!.messageId)).toBe(true);
  expect((await house.wire.ask(chat.fileRelease, { ids: [row!.id] })).code).toBe(16044);
  const old = await upload(ann!, Buffer.from('old'), { name: 'old.txt' });
  await send(ann!, old);
  const [first] = await listed('old.txt');
  const { database, now } = house.product.services;
  await database.pool.query('update im_file set sent_at = $1 where id = $2', [now() - 40 * 86_400_000, first!.id]);
  const keepDays = { image: 0, voice: 0, video: 0, file: 30 };
  const { kinds } = await house.wire.call(fileConfigEstimate, { keepDays });
  expect(kinds.find(({ kind }) => kind === 'file')).toMatchObject({ files: 1, held: 0 });
  const { version } = await house.wire.call(fileConfigGet, {});
  await house.wire.call(fileConfigUpdate, { version, keepDays });
  expect(await fetched(bob!, old)).not.toBe(0);
  expect(await expireFiles(house.product.services)).toBe(1);
  expect((await listed('old.txt'))[0]!.state).toBe('expired');
  await house.wire.call(chat.fileRelease, { ids: [first!.id] });
  expect(await fetched(bob!, old)).toBe(0);
});

test('The console fetches a file of a single chat inside an open case alone, with a reading in the log', async () => {
  const fileId = await upload(ann!, Buffer.from('private'), { name: 'private.txt' });
  await send(ann!, fileId);
  const [row] = await listed('private.txt');
  expect((await house.wire.ask(chat.fileDownload, { id: row!.id, reason })).code).toBe(16071);
  const { version } = await house.wire.call(settingGet, {});
  await house.wire.call(settingUpdate, { version, caseApproval: 'never' });
  const people = [house.idOf('ann'), house.idOf('cid')];
  const draft = { kind: 'security' as const, reason: 'A file that should not have left', from: row!.sentAt - 1000, to: row!.sentAt + 1000 };
  const { id: other } = await house.wire.call(caseOpen, { ...draft, people });
  expect((await house.wire.ask(chat.fileDownload, { id: row!.id, reason, caseId: other })).code).toBe(16072);
  const { id: caseId } = await house.wire.call(caseOpen, { ...draft, people: [house.idOf('ann'), house.idOf('bob')] });
  const copy = await house.wire.call(chat.fileDownload, { id: row!.id, reason, caseId });
  expect(copy).toMatchObject({ name: 'private.txt', size: 7 });
  const { rows } = await house.product.services.database.pool.query(
    `select query from read_log where area = 'message' and query ->> 'file' = 'true'`,
  );
  expect(rows.length).toBe(1);
});

test('What fills the storage is counted once for each content', async () => {
  const { files: all, bytes, rows } = await house.wire.call(chat.fileStorage, { by: 'person' });
  expect(rows.reduce((sum, row) => sum + row.files, 0)).toBe(all);
  expect(rows.reduce((sum, row) => sum + row.bytes, 0)).toBe(bytes);
  expect((await house.wire.call(chat.fileStorage, { by: 'group' })).rows[0]).toMatchObject({ id: '', files: all });
});

test('A notice person is told by messaging: the product writes to them in its own chat', async () => {
  const { id } = await house.wire.call(noticePersonAdd, { employeeId: house.idOf('bob'), channels: ['im'] });
  expect(await house.wire.call(noticePersonTest, { id, channel: 'im' })).toMatchObject({ ok: true });
  const { conversations, messages } = await bob!.call(im.clientSync, {});
  const own = conversations.find(({ kind }) => kind === 'system');
  const [notice] = messages.filter(({ conversationId }) => conversationId === own?.id);
  expect(notice).toMatchObject({ kind: 'notice', senderKind: 'system' });
  expect(String(notice?.body?.['link'])).toContain('/sys_warning_manager');
});

test('Who shares a group with somebody whom the directory hides is told their name', async () => {
  const cut = [house.idOf('cid')];
  await house.special({}, [{ kind: 'employee', id: cut[0]! }]);
  expect((await ann!.call(clientBatch, { empIds: cut })).list).toEqual([]);
  const draft = { typeId: '00000000-0000-7000-8000-000000000311', ownerId: house.idOf('ann'), ownerDeptId: rootDepartmentId };
  const { id } = await house.wire.call(group.add, { name: 'Together', ...draft });
  await house.wire.call(groupMemberAdd, { groupId: id, empIds: cut });
  expect((await ann!.call(clientBatch, { empIds: cut })).list).toMatchObject([{ name: 'cid' }]);
});

test('Addresses are published under the guard: a terminal that comes by them confirms, else they go back after five minutes', async () => {
  const { wire, product } = house;
  const origin = await product.app.listen({ port: 0, host: '127.0.0.1' });
  const url = `${origin.replace('http', 'ws')}/client/im/connect`;
  expect(await wire.ask(address.add, { name: 'Bad', url: 'ws://im.example.com/' })).toMatchObject({
    code: 10400,
    data: { issues: [{ path: 'url' }] },
  });
  const { id } = await wire.call(address.add, { name: 'Main', url });
  const book = () => wire.call(addressBook, {});
  expect((await wire.call(addressPublish, { version: (await book()).version, untested: true })).guard).not.toBeNull();
  expect((await ann!.call(clientAddresses, {})).addresses.map(({ name }) => name)).toEqual(['Main']);
  const terminal = new TestTerminal(origin, 4);
  await terminal.login('ann');
  const talker = new Talker(terminal);
  await talker.connect();
  await expect.poll(async () => (await book()).guard).toBeNull();
  talker.close();
  // A wrong one, by which nobody comes.
  const { version } = await wire.call(address.get, { id });
  await wire.call(address.update, { id, version, url: 'wss://wrong.example.com/' });
  await wire.call(addressPublish, { version: (await book()).version, untested: true });
  expect((await ann!.call(clientAddresses, {})).addresses[0]?.url).toBe('wss://wrong.example.com/');
  await product.services.database.pool.query('update sign_in_guard set confirm_before = 1 where ended_at is null');
  expect(await rollBackExpired(product.services)).toBe(true);
  expect((await ann!.call(clientAddresses, {})).addresses[0]?.url).toBe(url);
  expect((await book()).versions).toHaveLength(3);
  expect(await wire.call(addressResolve, { platform: 2, address: '8.8.8.8' })).toMatchObject({ inner: false });
});
