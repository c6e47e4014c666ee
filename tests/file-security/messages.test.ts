import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decisionGet } from '../../src/modules/file-security/common/decision.contract.ts';
import { draftGet, setRestore } from '../../src/modules/file-security/common/draft.contract.ts';
import { sendUser } from '../../src/modules/file-security/common/send-user.contract.ts';
import * as im from '../../src/modules/messaging/common/client/client.contract.ts';
import type { TestTerminal } from '../terminal/test-terminal.ts';
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
