import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { listJournal, revertChanges } from '../../src/kit/common/change/journal.contract.ts';
import { queryOf } from '../../src/kit/common/address.ts';
import { addressOf, type Input } from '../../src/kit/common/contract.ts';
import type { ClientGiven } from '../../src/kit/common/client/client-endpoint.ts';
import * as client from '../../src/modules/app-feedback/common/client.contract.ts';
import {
  feedback,
  feedbackAssign,
  feedbackClose,
  feedbackFile,
  feedbackReopen,
  feedbackReply,
} from '../../src/modules/app-feedback/common/feedback.contract.ts';
import { feedbackPage } from '../../src/modules/app-feedback/common/permissions.ts';
import { app } from '../../src/modules/apps/common/app.contract.ts';
import { clientChanges } from '../../src/modules/terminal/common/changes.contract.ts';
import { expiryNoticeSave } from '../../src/modules/app-certificates/common/expiry.contract.ts';
import { employeeGet, employeeUpdate } from '../../src/modules/people/common/employee.contract.ts';
import { rootDepartmentId } from '../../src/modules/people/common/root.ts';
import { House } from '../access/house.ts';
import { pixel } from '../../src/modules/app-pages/testing/tries.ts';
import { makeZip } from '../make-zip.ts';
import { TestTerminal } from './test-terminal.ts';

let house: House;
let [appId, north, ann, bob] = ['', '', '', ''];
let phone: TestTerminal;
let other: TestTerminal;
const boss = () => house.boss;

beforeAll(async () => {
  house = await House.open();
  appId = (await boss().call(app.add, { name: { zh_CN: '工作台' }, appKey: 'wheelhouse', ownerDeptId: rootDepartmentId })).id;
  const south = await house.department('南方');
  north = await house.department('北方');
  [ann, bob] = [await house.person([north], 'Ann'), await house.person([south], 'Bob')];
  [phone, other] = [await terminalOf(ann), await terminalOf(bob)];
}, 180_000);
afterAll(() => house.stop());

async function terminalOf(uid: string): Promise<TestTerminal> {
  await house.product.setPassword(uid);
  const terminal = new TestTerminal(house.product.app);
  await terminal.login((await boss().call(employeeGet, { id: uid })).account);
  return terminal;
}

const about = { versionName: '2.1.0', system: 'Android 15', model: 'P70', network: 'wifi', page: '/home' };
const base64 = (bytes: Buffer | string): string => Buffer.from(bytes).toString('base64');
const send = (terminal: TestTerminal, purpose: 'feedback' | 'log', name: string, bytes: Buffer | string) =>
  terminal.ask(client.clientFileUpload, { purpose, name, content: base64(bytes) });
/** Writes with the session of the terminal, where there is one. */
const write = (terminal: TestTerminal, input: ClientGiven<typeof client.clientFeedbackAdd>) =>
  terminal.ask(client.clientFeedbackAdd, input, { token: terminal.accessToken });
/** What a call answers that is no envelope. */
const raw = (operation: typeof feedbackFile, input: Input<typeof feedbackFile>) =>
  house.product.app.inject({ url: addressOf(operation) + queryOf(input), headers: { accesstoken: boss().token } });
// What was written before lies a day back, and counts for nobody.
beforeEach(async () => {
  const { db } = house.product.database;
  await sql`update feedback set created_at = created_at - 90000000`.execute(db);
  await sql`update feedback_reply set at = at - 90000000`.execute(db);
});

test('Feedback with a picture and a log arrives with version and model; the answer is read by the terminal, and the files are attachments', async () => {
  const log = makeZip({ 'app.log': 'started\n' });
  const picture = (await send(phone, 'feedback', 'screen.png', pixel)).data;
  const archive = (await send(phone, 'log', 'logs.zip', log)).data;
  const { data: written } = await write(phone, {
    kind: 'fault',
    text: '<script>alert(1)</script>\nIt stops',
    fileIds: [picture.fileId, archive.fileId],
    ...about,
  });
  const { id } = written;
  const { list } = await boss().call(feedback.list, { appId });
  expect(list).toMatchObject([
    {
      id,
      subject: '<script>alert(1)</script>',
      kind: 'fault',
      state: 'new',
      employeeName: 'Ann',
      model: 'P70',
      versionName: '2.1.0',
      buildNo: '100',
      platform: 2,
    },
  ]);
  expect((await boss().call(app.list, {})).list[0]).toMatchObject({ feedback: 1 });
  const bytes = await raw(feedbackFile, { id, fileId: archive.fileId });
  expect(bytes.headers['content-disposition']).toMatch(/^attachment; filename="logs\.zip"/);
  expect(createHash('sha256').update(bytes.rawPayload).digest('hex')).toBe(createHash('sha256').update(log).digest('hex'));
  const all = await raw(feedbackFile, { id });
  expect(all.headers['content-type']).toBe('application/zip');
  expect(all.rawPayload.subarray(-22, -18)).toEqual(Buffer.from('PK\u0005\u0006'));
  // The answer reaches the terminal that waits, with its file; nobody else's.
  const { next: cursor } = await phone.call(clientChanges, {});
  const answerFile = await boss().upload('help.png', pixel);
  await boss().call(feedbackReply, { id, text: 'Please update to 2.2', fileIds: [answerFile] });
  await expect.poll(async () => (await phone.call(clientChanges, { cursor })).changes.map(({ part }) => part)).toContain('feedback');
  const mine = await phone.call(client.clientFeedbackList, {});
  expect(mine).toMatchObject({
    unread: 1,
    list: [
      {
        id,
        state: 'answered',
        replies: [{ byEmployee: false, text: 'Please update to 2.2', readAt: null, files: [{ name: 'help.png' }] }],
      },
    ],
  });
  expect((await phone.ask(client.clientFeedbackFile, { id, fileId: answerFile })).status).toBe(200);
  expect(await other.ask(client.clientFeedbackFile, { id, fileId: answerFile })).toMatchObject({ code: 10404 });
  expect(await other.call(client.clientFeedbackList, {})).toEqual({ unread: 0, list: [] });
  expect(await phone.call(client.clientFeedbackRead, { id })).toEqual({ count: 1 });
  expect((await phone.call(client.clientFeedbackList, {})).unread).toBe(0);
  // A reverted answer is withdrawn with its file, and stands again when that is reverted.
  const lastLine = async () => (await boss().call(listJournal, { kind: ['feedback'], objectId: id })).list[0]!.id;
  const wrongFile = await boss().upload('wrong.png', pixel);
  await boss().call(feedbackReply, { id, text: 'Meant for another', fileIds: [wrongFile] });
  const { next: heard } = await phone.call(clientChanges, {});
  expect(await boss().call(revertChanges, { operationIds: [await lastLine()] })).toMatchObject({ reverted: 1, conflicts: [] });
  await expect.poll(async () => (await phone.call(clientChanges, { cursor: heard })).changes.map(({ part }) => part)).toContain('feedback');
  const texts = async () => (await phone.call(client.clientFeedbackList, {})).list[0]!.replies.map(({ text }) => text);
  expect(await texts()).toEqual(['Please update to 2.2']);
  expect(await phone.call(client.clientFeedbackRead, { id })).toEqual({ count: 0 });
  expect(await phone.ask(client.clientFeedbackFile, { id, fileId: wrongFile })).toMatchObject({ code: 10404 });
  expect(await boss().call(feedback.get, { id })).toMatchObject({ state: 'answered', replies: 1, conversation: [{}] });
  await boss().call(revertChanges, { operationIds: [await lastLine()] });
  expect(await texts()).toEqual(['Please update to 2.2', 'Meant for another']);
  await boss().call(revertChanges, { operationIds: [await lastLine()] });
  expect((await boss().call(feedback.get, { id })).conversation).toMatchObject([{ by: expect.any(String), readAt: expect.any(Number) }]);
  // Closed, it opens again when the person writes again.
  await boss().call(feedbackClose, { ids: [id] });
  await phone.call(client.clientFeedbackReply, { id, text: 'Thanks, but it still stops' });
  expect(await boss().call(feedback.get, { id })).toMatchObject({
    state: 'new',
    replies: 1,
    conversation: [{}, { byEmployee: true, by: 'Ann' }],
  });
  expect(await boss().ask(feedbackReopen, { ids: [id] })).toMatchObject({ code: 10412 });
  await boss().call(feedbackAssign, { ids: [id], assigneeId: bob });
  expect((await boss().call(feedback.list, { assigneeId: bob })).list).toHaveLength(1);
});

test('Who is told of an app is mailed of the first that somebody writes within an hour', async () => {
  const chief = await house.person([north], 'Chief');
  await boss().call(employeeUpdate, {
    id: chief,
    version: (await boss().call(employeeGet, { id: chief })).version,
    email: 'chief@example.com',
  });
  await boss().call(expiryNoticeSave, { appId, empIds: [chief] });
  await write(phone, { kind: 'praise', text: 'A fine theme', ...about });
  await write(other, { kind: 'praise', text: 'Well done', ...about });
  const { rows } = await sql`select address from mail_outbox where template = 'app.feedback'`.execute(house.product.database.db);
  expect(rows).toEqual([{ address: 'chief@example.com' }]);
});

test('Only pictures and logs are taken, three messages a minute, and without a session none with files', async () => {
  expect(await send(phone, 'feedback', 'x.png', 'no picture')).toMatchObject({ code: 10400 });
  expect(await send(phone, 'log', 'x.png', pixel)).toMatchObject({ code: 10400 });
  const text = { kind: 'wish' as const, text: 'Darker, please' };
  for (let at = 0; at < 3; at += 1) expect(await write(phone, text)).toMatchObject({ code: 0 });
  expect(await write(phone, text)).toMatchObject({ code: 13070, data: { seconds: expect.any(Number) } });
  const nobody = new TestTerminal(house.product.app);
  expect(await write(nobody, { ...text, contact: 'ann@example.com' })).toMatchObject({ code: 0 });
  expect(await write(nobody, { ...text, fileIds: [appId] })).toMatchObject({ code: 10400 });
  const { list } = await boss().call(feedback.list, { kind: 'wish' });
  expect(list).toHaveLength(4);
  expect(list.find(({ employeeId }) => employeeId === null)).toMatchObject({ employeeName: null, contact: 'ann@example.com' });
  // A file belongs to one message, of who sent it.
  const { fileId } = (await send(other, 'feedback', 'a.png', pixel)).data;
  await write(other, { ...text, fileIds: [fileId] });
  expect(await write(other, { ...text, fileIds: [fileId] })).toMatchObject({ code: 10404 });
});

test('Administrators see what people of their range wrote, and deleted feedback comes back with its conversation', async () => {
  const { id: theirs } = (await write(other, { kind: 'question', text: 'South?' })).data;
  const { id } = (await write(phone, { kind: 'question', text: 'North?' })).data;
  await boss().call(feedbackReply, { id, text: 'Yes' });
  const { client: admin } = await house.administrator({
    codes: [feedbackPage.code, ...Object.values(feedbackPage.button)],
    range: { kind: 'chosen', departmentIds: [north] },
  });
  expect((await admin.call(feedback.list, { kind: 'question' })).list.map((one) => one.id)).toEqual([id]);
  expect(await admin.ask(feedback.get, { id: theirs })).toMatchObject({ code: 10910 });
  expect(await admin.ask(feedbackReply, { id: theirs, text: 'x' })).toMatchObject({ code: 10910 });
  expect(await admin.ask(feedbackAssign, { ids: [id], assigneeId: bob })).toMatchObject({ code: 10910 });
  expect(await admin.ask(feedback.delete, { ids: [id] })).toMatchObject({ code: 0 });
  expect((await phone.call(client.clientFeedbackList, {})).list.map((one) => one.id)).not.toContain(id);
});
