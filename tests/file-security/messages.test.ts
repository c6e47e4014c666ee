import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decisionGet } from '../../src/modules/file-security/common/decision.contract.ts';
import { draftGet, setRestore } from '../../src/modules/file-security/common/draft.contract.ts';
import { sendUser } from '../../src/modules/file-security/common/send-user.contract.ts';
import * as im from '../../src/modules/messaging/common/client/client.contract.ts';
import type { TestTerminal } from '../terminal/test-terminal.ts';
import { makeZip } from '../make-zip.ts';
import { FileHouse } from './file-house.ts';

let files: FileHouse;
let ann: { id: string; terminal: TestTerminal };
let bob: { id: string; terminal: TestTerminal };
let cem: { id: string; terminal: TestTerminal };

beforeAll(async () => {
  files = await FileHouse.open();
  ann = await files.person([files.north], 'Ann');
  bob = await files.person([files.north], 'Bob');
  cem = await files.person([files.south], 'Cem');
}, 120_000);
afterAll(() => files.stop());

const send = (from: { terminal: TestTerminal }, to: string, fileId: string) =>
  from.terminal.ask(im.clientSend, { message: { kind: 'file', peerId: to, clientId: randomUUID(), body: { fileId } } });

test('A message with a file asks the rules of sending although the terminal did not; who gets it reaches it, and passes it on by the same rules', async () => {
  const text = await files.file(ann.id, 'plan.txt', 'MARKER');
  const only = (id: string) => [{ kind: 'employee' as const, id, exclude: false }];
  await files.boss.call(sendUser.add, { name: 'To Bob', who: only(ann.id), target: 'people', targets: only(bob.id), effect: 'allow' });
  await files.boss.call(sendUser.add, { name: 'To nobody', who: only(ann.id), target: 'anybody', effect: 'block' });
  expect((await send(ann, cem.id, text)).code).toBe(0);
  const other = await files.file(ann.id, 'other.txt', 'MARKER 2');
  await files.publish();
  const refused = await send(ann, cem.id, other);
  expect(refused).toMatchObject({ code: 18240, data: { step: 'file', decision: expect.any(String), ref: expect.any(String) } });
  const ref = String(Reflect.get(Object(refused.data), 'decision'));
  expect(refused.msg).toContain(ref);
  expect(await files.boss.call(decisionGet, { ref })).toMatchObject({
    action: 'send',
    occasion: 'send',
    employeeName: 'Ann',
    decision: { step: 'sendUser', rule: { name: 'To nobody' } },
  });
  expect((await files.ticket(cem.terminal, other)).code).toBe(10404);
  expect((await files.ticket(bob.terminal, other)).code).toBe(10404);
  expect((await send(ann, bob.id, other)).code).toBe(0);
  // Bob has it by the message alone; he may pass it on, for no rule speaks of him.
  const { data } = await files.ticket(bob.terminal, other);
  expect((await files.fetch(bob.terminal, 'file/content', { ticket: data.ticket })).bytes.toString()).toBe('MARKER 2');
  expect((await send(bob, cem.id, other)).code).toBe(0);
  // A file that is not hers to send reads like one that is gone.
  expect((await send(ann, bob.id, await files.file(cem.id, 'foreign.txt', 'x'))).code).toBe(16044);
});

test('A rule about other departments holds for what goes there, by whatever chat', async () => {
  await files.boss.call(setRestore, { number: 1 });
  if ((await files.boss.call(draftGet, {})).changes.length > 0) await files.publish();
  await files.rule('send', { target: 'otherDepartment', fileTypes: ['text'] });
  await files.publish();
  const text = await files.file(ann.id, 'numbers.txt', 'x');
  expect((await send(ann, cem.id, text)).code).toBe(18240);
  expect((await send(ann, bob.id, text)).code).toBe(0);
});

test('An archive is judged by what it holds; one that can not be read is of a type of its own', async () => {
  await files.boss.call(setRestore, { number: 1 });
  await files.rule('download', { fileTypes: ['sheet'] });
  await files.rule('download', { fileTypes: ['locked'] });
  await files.rule('download', { extensions: ['key'] });
  await files.publish();
  const zip = async (name: string, content: Buffer, type = 'application/zip'): Promise<number> => {
    const id = await files.file(ann.id, name, content, type);
    const codes = [(await files.ticket(ann.terminal, id)).code, (await files.ticket(ann.terminal, id)).code];
    expect(new Set(codes).size).toBe(1);
    return codes[0]!;
  };
  expect(await zip('plain.zip', makeZip({ 'notes/a.txt': 'x', 'b.pdf': 'x' }))).toBe(0);
  expect(await zip('sheets.zip', makeZip({ 'a.txt': 'x', 'deep/figures.XLSX': 'x' }))).toBe(18240);
  expect(await zip('keys.zip', makeZip({ 'server.key': 'x' }))).toBe(18240);
  const encrypted = makeZip({ 'secret.txt': 'x' });
  // The flag of an encrypted entry, in front of the data and in the directory.
  encrypted[6]! |= 1;
  encrypted[encrypted.indexOf(Buffer.from('PK\u0001\u0002', 'latin1')) + 8]! |= 1;
  expect(await zip('locked.zip', encrypted)).toBe(18240);
  expect(await zip('damaged.zip', Buffer.from('PK\u0003\u0004 and nothing else', 'latin1'))).toBe(18240);
  expect(await zip('other.7z', Buffer.from('377abcaf271c', 'hex'), 'application/x-7z-compressed')).toBe(18240);
  const refused = await send(ann, bob.id, await files.file(ann.id, 'sent.zip', makeZip({ 'figures.xlsx': 'x' }), 'application/zip'));
  expect(refused.code).toBe(0);
});

test('A document is shown as pictures of its pages with the watermark, and never as its bytes', async () => {
  await files.boss.call(setRestore, { number: 1 });
  const text = await files.file(ann.id, 'words.txt', 'MARKER inside the document\n'.repeat(40));
  const { data } = await files.ticket(ann.terminal, text, 'preview');
  const page = () => files.fetch(ann.terminal, 'file/preview', { ticket: data.ticket, width: '600' });
  // The converter may need a while, or not be installed here.
  await expect.poll(async () => (await page()).code, { timeout: 60_000, interval: 1_000 }).not.toBe(18243);
  const shown = await page();
  if (shown.code === 18244) return;
  expect(shown).toMatchObject({ status: 200, type: 'image/png' });
  expect(shown.bytes.includes('MARKER')).toBe(false);
}, 90_000);
