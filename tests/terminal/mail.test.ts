import { randomUUID } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import type { ClientGiven } from '../../src/kit/common/client/client-endpoint.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { mailAuth } from '../../src/modules/mailboxes/common/boxes/auth.contract.ts';
import { mailAccount } from '../../src/modules/mailboxes/common/boxes/account.contract.ts';
import { mailMember } from '../../src/modules/mailboxes/common/boxes/member.contract.ts';
import * as im from '../../src/modules/messaging/common/client/client.contract.ts';
import * as reading from '../../src/modules/mailboxes/common/terminal/read.contract.ts';
import * as writing from '../../src/modules/mailboxes/common/terminal/write.contract.ts';
import { mailConnectionsOf } from '../../src/modules/mailboxes/server/engine/connections.ts';
import { letter, openMailHouse, passwordOf, picture, until, type MailHouse } from './mail-house.ts';
import type { TestTerminal } from './test-terminal.ts';

const [annAddress, teamAddress] = ['ann@mail.example', 'team@mail.example'];
let mail: MailHouse;
let [annBox, teamBox] = ['', ''];
let [ann, bob]: TestTerminal[] = [];
beforeAll(async () => {
  mail = await openMailHouse(['ann', 'bob', 'cid'], 4096);
  const { house } = mail;
  annBox = await mail.box(annAddress, { employeeId: house.idOf('ann'), aliases: ['a.nn@mail.example'] });
  teamBox = await mail.box(teamAddress, { ownerId: house.idOf('ann'), secret: passwordOf('team') });
  await mail.box('bob@mail.example', { employeeId: house.idOf('bob'), secret: passwordOf('bob') });
  const { deptId } = mail;
  await house.wire.call(mailMember.add, { departmentId: deptId });
}, 180_000);
// Calls are counted by terminal.
beforeEach(async () => {
  [ann, bob] = [await mail.house.phone('ann'), await mail.house.phone('bob')];
});
afterAll(() => mail.stop());

const rows = <T>(query: RawBuilder<T>): Promise<T[]> => mail.rows(query);
test('Nobody uses mail on a terminal before a row reaches them; with the department it works at once, and ends with the row', async () => {
  const { wire } = mail.house;
  const other = await mail.house.department('Elsewhere');
  await mail.house.person('dan', [other]);
  const dan = await mail.house.phone('dan');
  expect(await dan.ask(reading.clientMailAccounts, {})).toMatchObject({ code: 17001 });
  const { id } = await wire.call(mailMember.add, { departmentId: other, functions: ['read'] });
  expect(await dan.call(reading.clientMailAccounts, {})).toMatchObject({ functions: ['read'], accounts: [] });
  expect(await dan.ask(reading.clientMailList, { accountId: annBox })).toMatchObject({ code: 17005 });
  expect(await dan.ask(writing.clientMailAttach, { name: 'a.txt', content: 'YQ==' })).toMatchObject({ code: 17001 });
  await wire.call(mailMember.delete, { ids: [id] });
  expect(await dan.ask(reading.clientMailAccounts, {})).toMatchObject({ code: 17001 });
});

test('A person types the password once; folders, list and a mail are read, its HTML cleaned, its attachment fetched as it is', async () => {
  const before = await ann!.call(reading.clientMailAccounts, {});
  expect(before.accounts.find(({ id }) => id === annBox)).toMatchObject({ own: true, state: 'new', asksPassword: true });
  expect(await ann!.ask(reading.clientMailList, { accountId: annBox })).toMatchObject({ code: 17002 });
  expect(await ann!.ask(writing.clientMailSignIn, { accountId: annBox, password: 'wrong' })).toMatchObject({ code: 17002 });
  expect(await ann!.call(writing.clientMailSignIn, { accountId: annBox, password: passwordOf('ann') })).toEqual({ state: 'ready' });
  const stored = await rows(
    sql<{ secret: string; failures: number }>`select secret, failures from mail_account where id = ${annBox}::uuid`,
  );
  expect(stored[0]).toMatchObject({ failures: 0 });
  expect(stored[0]?.secret).not.toContain(passwordOf('ann'));
  const plainly = await mail.imap(annAddress);
  await plainly.append('INBOX', letter('First'), [], new Date());
  const { folders, quota } = await ann!.call(reading.clientMailFolders, { accountId: annBox });
  expect(folders.find(({ path }) => path === 'INBOX')).toMatchObject({ use: 'inbox', total: 1, unseen: 1 });
  expect(folders.map(({ use }) => use)).toEqual(expect.arrayContaining(['sent', 'drafts', 'trash', 'archive']));
  expect(quota).toMatchObject({ limit: 4 * 1024 * 1024 });
  const { list, total } = await ann!.call(reading.clientMailList, { accountId: annBox });
  expect({ total, list }).toMatchObject({ total: 1, list: [{ subject: 'First', seen: false, attachments: true }] });
  const uid = list[0]?.uid ?? 0;
  const read = await ann!.call(reading.clientMailGet, { accountId: annBox, uid });
  expect(read).toMatchObject({
    from: { address: 'out@other.example' },
    blockedImages: 1,
    banner: expect.stringContaining('outside') as string,
  });
  expect(read.html).toContain('Hello <b>Ann</b>');
  expect(read.html).toContain('cid:pic@x');
  expect(read.html).not.toMatch(/script|style>|form|iframe|onclick|position|url\(|track\.example|data:|javascript/i);
  expect(read.links[0]).toEqual({ text: 'https://bank.example', host: 'evil.example', differs: true });
  const shown = await ann!.call(reading.clientMailGet, { accountId: annBox, uid, images: true });
  expect(shown).toMatchObject({ blockedImages: 0, html: expect.stringContaining('https://track.example/pixel.gif') as string });
  const [part] = read.parts;
  expect(part).toMatchObject({ name: '图.png', contentType: 'image/png', inline: false });
  const fetched = await ann!.ask(reading.clientMailPart, { accountId: annBox, uid, part: part!.part });
  expect(fetched).toMatchObject({ status: 200, headers: { 'content-type': 'image/png' }, data: picture.toString('utf8') });
  expect(await ann!.ask(reading.clientMailPart, { accountId: annBox, uid, part: '9' })).toMatchObject({ code: 10404 });
  expect(await ann!.ask(reading.clientMailGet, { accountId: annBox, uid: 99_999 })).toMatchObject({ code: 10404 });
  expect(await ann!.ask(reading.clientMailList, { accountId: annBox, folder: 'Nowhere' })).toMatchObject({ code: 10404 });
});

test('Marks, moves and deletes are seen by plain IMAP; what others change comes back as changes; the server searches', async () => {
  const plainly = await mail.imap(annAddress);
  for (const name of ['Flagged', 'Moved', 'Deleted']) await plainly.append('INBOX', letter(`Needle ${name}`), [], new Date());
  const start = await ann!.call(reading.clientMailChanges, { accountId: annBox });
  expect(start).toMatchObject({ reset: false, more: false });
  const uidOf = (name: string): number => start.list.find(({ subject }) => subject.endsWith(name))?.uid ?? 0;
  const at = { accountId: annBox };
  expect(await ann!.call(reading.clientMailSearch, { ...at, subject: 'Needle' })).toMatchObject({ total: 3 });
  expect((await ann!.call(reading.clientMailSearch, { ...at, text: 'Moved' })).list.map(({ subject }) => subject)).toEqual([
    'Needle Moved',
  ]);
  await ann!.call(writing.clientMailFlag, { ...at, uids: [uidOf('Flagged')], set: ['seen', 'flagged'] });
  await ann!.call(writing.clientMailMove, { ...at, uids: [uidOf('Moved')], to: 'Archive' });
  expect(await ann!.call(writing.clientMailDelete, { ...at, uids: [uidOf('Deleted')] })).toEqual({ count: 1, forGood: false });
  const look = async (folder: string) => {
    const lock = await plainly.getMailboxLock(folder, { readOnly: true });
    try {
      return (await plainly.fetchAll('1:*', { envelope: true, flags: true })).map((one) => [one.envelope?.subject, [...(one.flags ?? [])]]);
    } finally {
      lock.release();
    }
  };
  expect(await look('INBOX')).toContainEqual(['Needle Flagged', expect.arrayContaining(['\\Seen', '\\Flagged'])]);
  expect((await look('Archive')).map(([subject]) => subject)).toEqual(['Needle Moved']);
  expect((await look('Trash')).map(([subject]) => subject)).toEqual(['Needle Deleted']);
  const inTrash = await ann!.call(reading.clientMailList, { ...at, folder: 'Trash' });
  const trashed = { ...at, folder: 'Trash', uids: inTrash.list.map(({ uid }) => uid) };
  expect(await ann!.call(writing.clientMailDelete, trashed)).toEqual({ count: 1, forGood: true });
  await plainly.append('INBOX', letter('Later'), [], new Date());
  const { uidValidity, uidNext, modseq } = start;
  const changed = await ann!.call(reading.clientMailChanges, { ...at, uidValidity, uidNext, modseq });
  expect(changed.list.map(({ subject }) => subject)).toEqual(['Later']);
  expect(changed.marks).toEqual([{ uid: uidOf('Flagged'), set: ['seen', 'flagged'] }]);
  expect(changed.present.split(/[:,]/).map(Number)).not.toContain(uidOf('Moved'));
  expect(await ann!.call(reading.clientMailChanges, { ...at, uidValidity: '1', uidNext, modseq })).toMatchObject({ reset: true });
});

const to = (address: string) => [{ address }];
function written(more: Partial<ClientGiven<typeof writing.clientMailSend>> & { address?: string } = {}) {
  const { address = 'out@other.example', ...rest } = more;
  return { id: randomUUID(), accountId: annBox, subject: 'Hello', text: 'Text', to: to(address), ...rest };
}
const arrived = (subject: string) => until(async () => mail.sink.received.find(({ raw }) => raw.includes(`Subject: ${subject}`)));

test('A mail with an attachment arrives once for an id, lies among the sent ones, and can be taken back while it waits', async () => {
  const { fileId } = await ann!.call(writing.clientMailAttach, { name: 'plan.txt', content: Buffer.from('the plan').toString('base64') });
  // File security says who may send files out of the company: nobody unless a role gives it.
  expect(await ann!.ask(writing.clientMailSend, written({ fileIds: [fileId] }))).toMatchObject({ code: 18240 });
  const one = written({ subject: 'With-plan', fileIds: [fileId], address: 'Bob@mail.example' });
  const sent = await ann!.call(writing.clientMailSend, one);
  expect(await ann!.call(writing.clientMailSend, one)).toMatchObject({ messageId: sent.messageId });
  const got = await arrived('With-plan');
  expect(got).toMatchObject({ from: annAddress, to: ['bob@mail.example'], user: annAddress });
  expect(got.raw).toContain(`Message-ID: ${sent.messageId}`);
  expect(got.raw).toContain(Buffer.from('the plan').toString('base64'));
  const plainly = await mail.imap(annAddress);
  await until(async () => {
    const status = await plainly.status('Sent', { messages: true });
    return status && status.messages === 1;
  });
  expect(mail.sink.received.filter(({ raw }) => raw.includes('Subject: With-plan'))).toHaveLength(1);
  const later = written({ subject: 'Taken-back', sendAt: Date.now() + 3_600_000 });
  await ann!.call(writing.clientMailSend, later);
  expect((await ann!.call(reading.clientMailAccounts, {})).waiting).toMatchObject([
    { id: later.id, subject: 'Taken-back', state: 'waiting' },
  ]);
  expect(await bob!.ask(writing.clientMailUndoSend, { id: later.id })).toMatchObject({ code: 10404 });
  expect(await ann!.call(writing.clientMailUndoSend, { id: later.id })).toEqual({ undone: true });
  expect(await ann!.call(writing.clientMailUndoSend, { id: one.id })).toEqual({ undone: false });
  expect(mail.sink.received.some(({ raw }) => raw.includes('Taken-back'))).toBe(false);
});

test('What may not be sent is refused at its place: another sender, a broken line, an address that is none, too much', async () => {
  const ask = (more: object) => ann!.ask(writing.clientMailSend, { ...written(), ...more });
  expect(await ask({ from: 'boss@mail.example' })).toMatchObject({ code: 17006 });
  expect(await ask({ subject: 'a\r\nBcc: x@y.example' })).toMatchObject({ code: 10400 });
  expect(await ask({ to: to('x@y.example\r\nRCPT TO:<z@y.example>') })).toMatchObject({ code: 10400 });
  expect(await ask({ to: [] })).toMatchObject({ code: 10400 });
  expect(await ask({ to: Array.from({ length: 501 }, (_, n) => ({ address: `p${n}@y.example` })) })).toMatchObject({ code: 10400 });
  expect(await ask({ sendAt: Date.now() + 90 * 86_400_000 })).toMatchObject({ code: 10400 });
  expect(await ask({ fileIds: [randomUUID()] })).toMatchObject({ code: 10404 });
  await ann!.call(writing.clientMailSend, written({ subject: 'By-alias', from: 'A.nn@mail.example' }));
  expect(await arrived('By-alias')).toMatchObject({ from: 'a.nn@mail.example' });
});

test('A mail that a server refuses for good is told to who wrote it in the words of the server; one refused for now waits', async () => {
  await ann!.call(writing.clientMailSend, written({ subject: 'No-such', address: 'nobody@other.example' }));
  const waiting = async (name: string) => (await ann!.call(reading.clientMailAccounts, {})).waiting.find(({ subject }) => subject === name);
  const gone = await until(async () => {
    const found = await waiting('No-such');
    return found?.state === 'failed' && found;
  });
  expect(gone).toMatchObject({ failure: 'recipient', words: expect.stringContaining('no such user') as string });
  const told = await until(async () => {
    const { messages } = await ann!.call(im.clientSync, {});
    return messages.map(({ body }) => JSON.stringify(body)).find((body) => body.includes('No-such'));
  });
  expect(told).toContain('no such user');
  await ann!.call(writing.clientMailSend, written({ subject: 'For-now', address: 'later@other.example' }));
  const waits = await until(async () => {
    const found = await waiting('For-now');
    return found?.attempts === 1 && found.state === 'waiting' && found;
  });
  expect(waits.sendsAt).toBeGreaterThan(Date.now() + 30_000);
  const both = { ...written({ subject: 'Partly' }), to: [...to('nobody@other.example'), ...to('good@other.example')] };
  await ann!.call(writing.clientMailSend, both);
  expect(await arrived('Partly')).toMatchObject({ to: ['good@other.example'] });
});

test('A draft is kept, replaced and gone once it was sent', async () => {
  const at = { accountId: annBox };
  const first = await ann!.call(writing.clientMailDraft, { ...at, subject: 'Draft-one', text: 'a' });
  const second = await ann!.call(writing.clientMailDraft, { ...at, subject: 'Draft-two', text: 'b', replaces: first.uid! });
  const drafts = async () => (await ann!.call(reading.clientMailList, { ...at, folder: second.folder })).list.map(({ subject }) => subject);
  expect(await drafts()).toEqual(['Draft-two']);
  await ann!.call(writing.clientMailSend, { ...written({ subject: 'Draft-two' }), draft: second.uid! });
  await arrived('Draft-two');
  await until(async () => (await drafts()).length === 0);
  // A full box takes none.
  const plainly = await mail.imap(annAddress);
  await plainly.append('Archive', `Subject: Filler\r\n\r\n${`${'x'.repeat(70)}\r\n`.repeat(52_000)}`, [], new Date());
  expect(await ann!.ask(writing.clientMailDraft, { ...at, subject: 'Too-much', text: 'x'.repeat(900_000) })).toMatchObject({ code: 17004 });
  const lock = await plainly.getMailboxLock('Archive');
  await plainly.messageDelete({ subject: 'Filler' });
  lock.release();
});

test('A grant opens the box of others as far as it says: on behalf names both, and each opening is written down', async () => {
  const { wire } = mail.house;
  const grant = {
    accountId: teamBox,
    employeeId: mail.house.idOf('bob'),
    rights: ['read' as const, 'sendOnBehalf' as const],
    reason: 'Team',
    folders: ['INBOX'],
  };
  const { id } = await wire.call(mailAuth.add, grant);
  const { accounts } = await bob!.call(reading.clientMailAccounts, {});
  expect(accounts.find((one) => one.id === teamBox)).toMatchObject({
    own: false,
    rights: ['read' as const, 'sendOnBehalf' as const],
    folders: ['INBOX'],
  });
  expect((await bob!.call(reading.clientMailFolders, { accountId: teamBox })).folders.map(({ path }) => path)).toEqual(['INBOX']);
  expect(await bob!.ask(reading.clientMailList, { accountId: teamBox, folder: 'Sent' })).toMatchObject({ code: 17005 });
  expect(await bob!.ask(writing.clientMailFlag, { accountId: teamBox, uids: [1], set: ['seen'] })).toMatchObject({ code: 17005 });
  await bob!.call(writing.clientMailSend, written({ accountId: teamBox, subject: 'On-behalf' }));
  const got = await arrived('On-behalf');
  expect(got.raw).toMatch(/^From: team <team@mail\.example>/m);
  expect(got.raw).toMatch(/^Sender: bob <bob@mail\.example>/m);
  expect(await bob!.ask(writing.clientMailSend, written({ accountId: teamBox, asBox: true }))).toMatchObject({ code: 17006 });
  const log = await rows(
    sql<{ action: string; name: string }>`select action, employee_name as name from mail_access where auth_id = ${id}::uuid`,
  );
  expect(log.map(({ action }) => action).toSorted()).toEqual(['read', 'send']);
  const used = await rows(sql<{ at: number | null }>`select last_used_at as at from mail_auth where id = ${id}::uuid`);
  expect(used[0]?.at).not.toBeNull();
  await wire.call(mailAuth.delete, { ids: [id] });
  expect(await bob!.ask(reading.clientMailList, { accountId: teamBox })).toMatchObject({ code: 17005 });
});

test('After three wrong passwords nobody asks the mail server again', async () => {
  const { house } = mail;
  const cid = await house.phone('cid');
  const box = await mail.box('cid@mail.example', { employeeId: house.idOf('cid'), secret: 'old-password' });
  const before = mail.dovecot.signIns();
  for (let tries = 0; tries < 6; tries += 1)
    expect(await cid.ask(reading.clientMailList, { accountId: box })).toMatchObject({ code: 17002 });
  expect(await cid.ask(writing.clientMailSignIn, { accountId: box, password: passwordOf('cid') })).toMatchObject({ code: 17002 });
  expect((await cid.call(reading.clientMailAccounts, {})).accounts).toMatchObject([{ state: 'failing' }]);
  await until(async () => mail.dovecot.signIns().refused - before.refused >= 3);
  expect(mail.dovecot.signIns()).toEqual({ passed: before.passed, refused: before.refused + 3 });
  await sql`update mail_refusal set at = at - 3600000 where account_id = ${box}::uuid`.execute(house.product.database.db);
  expect(await cid.call(writing.clientMailSignIn, { accountId: box, password: passwordOf('cid') })).toEqual({ state: 'ready' });
  expect(await cid.ask(reading.clientMailList, { accountId: box })).toMatchObject({ code: 0 });
});

test('A box that an administrator disables is closed within a second, also where it is open', async () => {
  const { wire } = mail.house;
  const plainly = await mail.imap(annAddress);
  await ann!.call(reading.clientMailList, { accountId: annBox });
  await wire.call(mailAccount.disable, { ids: [annBox] });
  expect(await ann!.ask(reading.clientMailList, { accountId: annBox })).toMatchObject({ code: 17005 });
  await until(async () => mailConnectionsOf(mail.house.product.services).count(annBox) === 0);
  expect(plainly.usable).toBe(true);
  await wire.call(mailAccount.enable, { ids: [annBox] });
  expect(await ann!.ask(reading.clientMailList, { accountId: annBox })).toMatchObject({ code: 0 });
});

test('While the mail server is away the folder is shown as it was, and said to be so; everything else is refused with its class', async () => {
  const at = { accountId: annBox };
  const seen = await ann!.call(reading.clientMailList, at);
  expect(seen.keptAt).toBeNull();
  const kept = await rows(sql<{ content: string }>`select content from mail_kept where account_id = ${annBox}::uuid and folder = 'INBOX'`);
  expect(kept[0]?.content).not.toContain('Needle');
  await mail.dovecot.stop();
  const away = await ann!.call(reading.clientMailList, at);
  expect(away.keptAt).toBeGreaterThan(0);
  expect(away.list.length).toBeGreaterThan(0);
  expect(await ann!.ask(reading.clientMailGet, { ...at, uid: 1 })).toMatchObject({
    code: 17003,
    data: { class: expect.any(String) as string },
  });
  for (let tries = 0; tries < 6; tries += 1) await ann!.ask(reading.clientMailSearch, { ...at, subject: 'x' });
  expect(await ann!.ask(reading.clientMailSearch, { ...at, subject: 'x' })).toMatchObject({ code: 17003, data: { class: 'breaker' } });
});
