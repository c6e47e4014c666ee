import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { sql } from 'kysely';
import * as outbox from '../../src/modules/mail/common/mail-outbox.contract.ts';
import { watchMail } from '../../src/modules/mail/server/mail.warnings.ts';
import { startSink } from '../../src/platform/mail/testing/sink.ts';
import { plainServer, startMailHouse, useServers, type MailHouse } from './mail-house.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 240_000 });

let house: MailHouse;
beforeAll(async () => {
  house = await startMailHouse();
  await useServers(house, [plainServer(house.ports[0]), plainServer(house.ports[1])]);
});
afterAll(() => house.stop());

const until = (check: () => unknown) => vi.waitFor(check, { timeout: 60_000, interval: 50 });
const state = async (id: string) => (await house.row(id)).state;
const idIn = (raw: string) => /^Message-ID: <([^@]+)@/m.exec(raw)?.[1] ?? '';

test('what waits while no server is there leaves once each when one returns, and the page says why it waited', async () => {
  const ids = await Promise.all(Array.from({ length: 12 }, (_, at) => house.queue(`a${at}@example.com`)));
  await until(async () => expect((await house.call(outbox.mailState, {})).trouble).not.toBeNull());
  expect(await house.call(outbox.mailState, {})).toMatchObject({ configured: true, waiting: 12, lastSentAt: null });
  // After a quarter of an hour it is a warning, which goes by no mail.
  const { services } = house;
  const { database } = services;
  // One that is being tried in this moment is known to its sender by when it was queued.
  await sql`update mail_outbox set queued_at = queued_at - 960000 where state in ('queued', 'deferred')`.execute(database.db);
  await watchMail(services);
  const notices = async () =>
    (
      await sql<{ channel: string; state: string }>`select channel, notice.state from warning_notice notice
        join warning on warning.id = warning_id where kind = 'mail.failing' and notice.reason = 'open'`.execute(database.db)
    ).rows;
  await until(async () => expect(await notices()).toEqual([{ channel: 'console', state: 'sent' }]));
  const { received } = await startSink({}, house.ports[1]);
  await until(async () => expect(await Promise.all(ids.map(state))).toEqual(ids.map(() => 'sent')));
  await watchMail(services);
  const holds = async () =>
    (await sql<{ holds: boolean }>`select holds from warning where kind = 'mail.failing'`.execute(database.db)).rows;
  await until(async () => expect(await holds()).toEqual([{ holds: false }]));
  expect(received.map(({ raw }) => idIn(raw)).toSorted()).toEqual(ids.toSorted());
  expect(await house.row(ids[0]!)).toMatchObject({ server_index: 1, answer_code: 250, message_id: `<${ids[0]}@mail.example>` });
  const { trouble, waiting, failed24 } = await house.call(outbox.mailState, {});
  expect({ trouble, waiting, failed24 }).toEqual({ trouble: null, waiting: 0, failed24: 0 });
});

test('a mail that a server takes later waits, one that it refuses has failed, and an address refused twice gets no more', async () => {
  const { received } = await startSink({}, house.ports[0]);
  const later = await house.queue('later@example.com');
  await until(async () => expect(await state(later)).toBe('deferred'));
  const row = await house.row(later);
  expect(row).toMatchObject({ attempts: 1, failure: 'recipient', answer_code: 450 });
  expect(row.next_at - row.queued_at).toBeGreaterThanOrEqual(60_000);
  for (const expected of ['failed', 'failed', 'suppressed']) {
    const id = await house.queue('nobody@example.com');
    await until(async () => expect(await state(id)).toBe(expected));
  }
  const { list } = await house.call(outbox.suppressionList, { pageNum: 1 });
  expect(list).toMatchObject([{ address: 'n•••y@example.com', failures: 2, answer: '550 no such user' }]);
  expect(received).toHaveLength(0);
  const stopped = await house.call(outbox.outboxList, { state: ['suppressed'], recipient: 'nobody@example.com' });
  expect(stopped).toMatchObject({ total: 1, next: null, list: [{ to: 'n•••y@example.com', failure: 'Nothing is sent to this address' }] });
  const full = await house.call(outbox.outboxGet, { id: stopped.list[0]!.id });
  expect(full.suppressionId).toBe(list[0]!.id);
  await house.call(outbox.outboxUnsuppress, { ids: [list[0]!.id] });
  await house.call(outbox.outboxRetry, { ids: [full.id] });
  await until(async () => expect(await state(full.id)).toBe('failed'));
  // Somebody may stop an address, too: nothing is sent, until it is allowed again.
  const wish = { address: 'gone@Example.com', reason: 'They asked for it' };
  const { id: stoppedId } = await house.call(outbox.outboxSuppress, wish);
  expect(await house.ask(outbox.outboxSuppress, wish)).toMatchObject({ code: 10411 });
  expect(await house.ask(outbox.outboxSuppress, { ...wish, address: 'a@b.example\r\nBcc: c@d.example' })).toMatchObject({ code: 10400 });
  const byHand = (await house.call(outbox.suppressionList, { pageNum: 1 })).list.find(({ id }) => id === stoppedId);
  expect(byHand).toMatchObject({ byHand: true, failures: 0, answer: 'They asked for it' });
  const kept = await house.queue('gone@example.com');
  await until(async () => expect(await state(kept)).toBe('suppressed'));
  await house.call(outbox.outboxUnsuppress, { ids: [stoppedId] });
  await house.call(outbox.outboxRetry, { ids: [kept] });
  await until(async () => expect(await state(kept)).toBe('sent'));
  const told = await house.call(outbox.outboxGet, { id: full.id });
  expect(told.dialogue.map(({ line }) => line)).toContain('550 no such user');
  expect(await house.call(outbox.outboxCancel, { ids: [later] })).toEqual({ count: 1 });
  expect(await house.ask(outbox.outboxCancel, { ids: [later] })).toMatchObject({
    code: 10412,
    msg: expect.stringContaining('Cancelled') as string,
  });
});

test('while it is paused nothing leaves, what is cancelled never does, and the rest leaves afterwards', async () => {
  const { received } = await startSink({}, house.ports[0]);
  expect(await house.call(outbox.outboxPause, {})).toMatchObject({ pausedAt: expect.any(Number) as number });
  expect(await house.ask(outbox.outboxPause, {})).toMatchObject({ code: 10412 });
  const [kept, cancelled] = [await house.queue('kept@example.com'), await house.queue('cancelled@example.com')];
  expect(await house.call(outbox.outboxCancel, { ids: [cancelled] })).toEqual({ count: 1 });
  expect(await house.call(outbox.outboxResume, {})).toMatchObject({ pausedAt: null });
  await until(async () => expect(await state(kept)).toBe('sent'));
  expect(received.map(({ to }) => to)).toEqual([['kept@example.com']]);
  expect(await state(cancelled)).toBe('cancelled');
  await house.call(outbox.outboxRetry, { ids: [cancelled] });
  await until(async () => expect(await state(cancelled)).toBe('sent'));
});

test('a stored password does not follow its server to another address; a sealed password signs in', async () => {
  const { received } = await startSink({ allowInsecureAuth: true }, house.ports[0]);
  const login = { ...plainServer(house.ports[0]), auth: 'password' as const, account: 'u' };
  const saved = await useServers(house, [{ ...login, secret: 'right-secret' }]);
  expect(JSON.stringify(saved)).not.toContain('right-secret');
  expect(saved.servers).toMatchObject([{ hasSecret: true }]);
  const id = await house.queue('signed-in@example.com');
  await until(async () => expect(await state(id)).toBe('sent'));
  expect(received[0]?.user).toBe('u');
  const { key } = saved.servers[0]!;
  const elsewhere = [{ ...login, key, port: house.ports[1] }];
  await expect(useServers(house, elsewhere)).rejects.toThrow('servers.0.secret');
  expect((await useServers(house, [{ ...login, key }, plainServer(house.ports[1])])).servers).toMatchObject([{ hasSecret: true }, {}]);
});
