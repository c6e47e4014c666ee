import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { newId } from '#kit/server/ids.ts';
import { employeeDisable, employeeEnable } from '#modules/people/common/employee.contract.ts';
import { fanTag, tagAssign } from '#modules/public-fans/common/tag.contract.ts';
import { clock } from '#platform/clock.ts';
import * as contract from '../common/push.contract.ts';
import { pushLogPage } from '../common/permissions.ts';
import { preview, pushHouse, send, textOf, type PushHouse } from '../testing/push-house.ts';
import { messengerOf, type Messenger } from './send/messenger.ts';

const size = 40;
let house: PushHouse;
let real: Messenger;
beforeAll(async () => {
  house = await pushHouse(size);
  real = messengerOf(house.served.services).current;
}, 120_000);
// Each test begins with people who have had nothing: the cap of all accounts would stop what others sent.
beforeEach(() => sql`delete from push_cap`.execute(house.served.database.db));
afterEach(() => {
  messengerOf(house.served.services).current = real;
});
afterAll(() => house.served.close());

/** The four states, and that they are everybody. */
async function states(id: string) {
  const { targets, delivered, failed, skipped, withheld, state } = await house.ledger(id);
  expect(delivered + failed + skipped + withheld).toBe(targets);
  return { state, targets, delivered, failed, skipped, withheld };
}
const versionOf = async (id: string): Promise<number> => (await house.boss.call(contract.pushGet, { id })).version;
/** A stand-in for the messaging service that answers for some people in their place. */
const standIn = (deliver: Messenger['deliver']): void => {
  messengerOf(house.served.services).current = { ...real, deliver };
};

test('A push to everybody reaches each once, and its ledger adds up', async () => {
  const before = await house.messages();
  const id = await house.push();
  expect(await states(id)).toMatchObject({ state: 'freezing', targets: 0 });
  await house.work();
  expect(await states(id)).toEqual({ state: 'finished', targets: size, delivered: size, failed: 0, skipped: 0, withheld: 0 });
  const after = await house.messages();
  for (const person of house.people) expect(after.get(person)).toBe((before.get(person) ?? 0) + 1);
  const { list, total, next } = await house.boss.call(contract.pushTargets, { pushId: id, pageSize: 15 });
  expect([list.length, total, next]).toEqual([15, size, list.at(-1)!.id]);
  expect(list[0]).toMatchObject({ state: 'delivered', tries: 1, language: 'zh_CN' });
  expect((await house.boss.call(contract.pushTimeline, { id })).events.map(({ state }) => state)).toEqual([
    'freezing',
    'running',
    'finished',
  ]);
  const [row] = (await house.boss.call(contract.pushList, { snoId: house.snoId })).list;
  expect(row).toMatchObject({ id, state: 'finished', delivered: size, read: 0 });
});

test('What was previewed is sent once: by one key, under one token, to the people that were counted', async () => {
  const { boss } = house;
  const shown = await preview(house, {});
  expect(shown).toMatchObject({ targets: size, needsApproval: false, needsStepUp: false });
  expect(shown.sample.length).toBe(20);
  const input = { previewToken: shown.token, expectedTargets: size };
  expect(await boss.ask(contract.pushAdd, input)).toMatchObject({ code: 10400, data: { issues: [{ path: 'Idempotency-Key' }] } });
  expect(await send(boss, { ...shown, targets: size - 1 })).toMatchObject({ code: 15060, data: { targets: size } });
  const key = randomUUID();
  const answers = await Promise.all(Array.from({ length: 20 }, () => send(boss, shown, { key })));
  const made = new Set(answers.flatMap(({ code, data }) => (code === 0 ? [contract.pushAdd.reply.parse(data).id] : [])));
  expect(made.size).toBe(1);
  expect(await send(boss, { ...shown, targets: 3 }, { key })).toMatchObject({ code: 10400 });
  expect(await send(boss, shown)).toMatchObject({ code: 10400, data: { issues: [{ path: 'previewToken' }] } });
  await house.work();
});

test('Tags, departments and people choose among the fans; who is named and is none is skipped with the reason', async () => {
  const { db } = house.served.database;
  const [first, second, third] = house.people as [string, string, string];
  await sql`insert into sno_fan (sno_id, employee_id, state, state_before, origin) values (${house.snoId}::uuid, ${second}::uuid, 'blocked', 'none', 'forced')`.execute(
    db,
  );
  await house.boss.call(employeeDisable, { ids: [third] });
  const id = await house.push({ audience: { employees: [first, second, third] } });
  await house.work();
  expect(await states(id)).toMatchObject({ state: 'finished', targets: 3, delivered: 1, skipped: 2 });
  const { reasons } = await house.ledger(id);
  expect(
    reasons
      .filter(({ state }) => state === 'skipped')
      .map(({ reason }) => reason)
      .toSorted(),
  ).toEqual(['blocked', 'disabled']);
  await sql`delete from sno_fan`.execute(db);
  await house.boss.call(employeeEnable, { ids: [third] });
  expect(
    await house.boss.ask(contract.pushPreview, {
      snoId: house.snoId,
      content: { kind: 'text' as const, id: newId() },
      audience: { departments: [newId()] },
    }),
  ).toMatchObject({ code: 10404 });
});

test('Any of two tags without a third reach exactly the people whom counting by hand gives', async () => {
  const { boss, snoId, people } = house;
  const tags: Record<string, Set<string>> = {};
  for (const [name, has] of [
    ['two', (at: number) => at % 2 === 0],
    ['three', (at: number) => at % 3 === 0],
    ['five', (at: number) => at % 5 === 0],
  ] as const) {
    const { id } = await boss.call(fanTag.add, { name, snoId });
    const empIds = people.filter((_one, at) => has(at));
    await boss.call(tagAssign, { snoId, tagIds: [id], empIds });
    tags[id] = new Set(empIds);
  }
  const [two, three, five] = Object.keys(tags) as [string, string, string];
  const wanted = people.filter((one) => (tags[two]!.has(one) || tags[three]!.has(one)) && !tags[five]!.has(one));
  const audience = { tags: { any: [two, three], all: [], none: [five] } };
  expect((await preview(house, { audience })).targets).toBe(wanted.length);
  const id = await house.push({ audience });
  await house.work();
  const { list } = await boss.call(contract.pushTargets, { pushId: id, state: 'delivered', pageSize: 500 });
  expect(list.map((row) => row.id)).toEqual(wanted.toSorted());
  const both = await house.push({ audience: { tags: { any: [], all: [two, three], none: [] }, departments: [], exceptReadersOf: id } });
  await house.work();
  expect(await states(both)).toMatchObject({ delivered: people.filter((_one, at) => at % 6 === 0).length });
});

test('Who is no fan any more at the moment of sending is skipped', async () => {
  const id = await house.push();
  // The audience stands; then somebody is blocked before anything was sent.
  standIn(async () => Promise.reject(new Error('down')));
  await house.work();
  expect(await states(id)).toMatchObject({ state: 'running', withheld: size });
  expect((await house.ledger(id)).reasons).toMatchObject([{ state: 'withheld', reason: 'serviceDown', count: size }]);
  const { db } = house.served.database;
  await sql`insert into sno_fan (sno_id, employee_id, state, state_before, origin)
    values (${house.snoId}::uuid, ${house.people[0]}::uuid, 'blocked', 'none', 'forced')`.execute(db);
  messengerOf(house.served.services).current = real;
  await later(6_000);
  expect(await states(id)).toMatchObject({ state: 'finished', delivered: size - 1, skipped: 1 });
  await sql`delete from sno_fan`.execute(db);
});

/** Moves what is withheld into the past, and works. */
async function later(millis: number): Promise<void> {
  await sql`update push_target set due_at = due_at - ${millis}::bigint where state = 4`.execute(house.served.database.db);
  await house.work();
}

test('A service that does not answer for a minute pauses the push', async () => {
  const id = await house.push();
  standIn(async () => Promise.reject(new Error('down')));
  await house.work();
  await sql`update push set down_since = down_since - 61000 where id = ${id}::uuid`.execute(house.served.database.db);
  await later(6_000);
  expect(await states(id)).toMatchObject({ state: 'paused', withheld: size });
  expect((await house.ledger(id)).reasons).toMatchObject([{ state: 'withheld', reason: 'paused', count: size }]);
  messengerOf(house.served.services).current = real;
  await house.boss.call(contract.pushResume, { id, version: await versionOf(id), reason: 'back' });
  await later(6_000);
  expect(await states(id)).toMatchObject({ state: 'finished', delivered: size });
});

test('Refused ones are failed with their words, too many pause the push, and repush reaches only them', async () => {
  const refusedOnes = new Set(house.people.slice(0, 25));
  standIn(async (services, messages) => {
    const answers = new Map(
      await real.deliver(
        services,
        messages.filter(({ employeeId }) => !refusedOnes.has(employeeId)),
      ),
    );
    for (const { key, employeeId } of messages) if (refusedOnes.has(employeeId)) answers.set(key, { refused: 'mailboxFull' } as never);
    return answers;
  });
  await sql`update sno set failure_pause = '{"share": 5, "minimum": 20, "window": 200}', rate_per_second = 20`.execute(
    house.served.database.db,
  );
  const id = await house.push();
  await house.work();
  const paused = await states(id);
  expect(paused.state).toBe('paused');
  expect(paused.withheld).toBeGreaterThan(0);
  expect(await house.boss.ask(contract.pushRepush, { id, scope: 'failed' })).toMatchObject({ code: 15067 });
  await sql`update sno set failure_pause = '{"share": 50, "minimum": 1000, "window": 200}', rate_per_second = 2000`.execute(
    house.served.database.db,
  );
  await house.boss.call(contract.pushCancel, { id, version: await versionOf(id), reason: 'enough' });
  await house.work();
  const ended = await states(id);
  expect(ended).toMatchObject({ state: 'cancelled', withheld: 0, skipped: paused.withheld });
  messengerOf(house.served.services).current = real;
  const before = await house.messages();
  expect(await house.boss.call(contract.pushRepush, { id, scope: 'failed', countOnly: true })).toMatchObject({ targets: ended.failed });
  const failed = await house.boss.call(contract.pushRepush, { id, scope: 'failed' });
  await house.work();
  expect(await states(failed.id!)).toMatchObject({ state: 'finished', targets: ended.failed, delivered: ended.failed });
  const unsent = await house.boss.call(contract.pushRepush, { id, scope: 'unsent' });
  await house.work();
  expect(await states(unsent.id!)).toMatchObject({ state: 'finished', targets: ended.skipped, delivered: ended.skipped });
  const after = await house.messages();
  const gained = house.people.map((person) => (after.get(person) ?? 0) - (before.get(person) ?? 0));
  expect(gained.reduce((sum, one) => sum + one, 0)).toBe(ended.failed + ended.skipped);
  expect(Math.max(...gained)).toBe(1);
  expect(await house.boss.ask(contract.pushRepush, { id, scope: 'unsent' })).toMatchObject({ code: 15061 });
  expect((await house.boss.call(contract.pushGet, { id })).waves.map(({ scope }) => scope)).toEqual([null, 'failed', 'unsent']);
});

test('An answer that was lost is asked for again: nobody gets it twice', async () => {
  let first = true;
  standIn(async (services, messages) => {
    const answers = await real.deliver(services, messages);
    if (!first) return answers;
    first = false;
    throw new Error('The answer was lost');
  });
  const before = await house.messages();
  const id = await house.push();
  await house.work();
  await later(6_000);
  expect(await states(id)).toMatchObject({ state: 'finished', delivered: size });
  const after = await house.messages();
  for (const person of house.people) expect(after.get(person)! - (before.get(person) ?? 0)).toBe(1);
});

test('Quiet hours of a person and caps of an account withhold, and what waited goes out by itself', async () => {
  const { db } = house.served.database;
  const day = [1, 2, 3, 4, 5, 6, 7];
  await sql`update sno set quiet_hours = ${JSON.stringify([{ from: '00:00', to: '23:59', weekdays: day }])}::jsonb`.execute(db);
  const night = await house.push();
  await house.work();
  expect(await states(night)).toMatchObject({ state: 'finishing', withheld: size });
  expect((await house.ledger(night)).reasons[0]).toMatchObject({ reason: 'quietHours' });
  await sql`update sno set quiet_hours = '[]', cap = '{"perPersonPerDay": 1, "perPersonPerWeek": 0}'`.execute(db);
  await sql`delete from push_cap`.execute(db);
  const [second, third] = [await house.push(), await house.push().catch(() => '')];
  await later(48 * 3_600_000);
  const open = await Promise.all([night, second, ...(third ? [third] : [])].map((id) => states(id)));
  expect(open.reduce((sum, { delivered }) => sum + delivered, 0)).toBe(size);
  await sql`update push_cap set at = at - 90000000`.execute(db);
  await sql`update sno set cap = '{"perPersonPerDay": 0, "perPersonPerWeek": 0}'`.execute(db);
  await later(48 * 3_600_000);
  for (const id of [night, second]) expect(await states(id)).toMatchObject({ state: 'finished', delivered: size });
});

test('What waits too long is skipped as expired', async () => {
  const { db } = house.served.database;
  standIn(async () => Promise.reject(new Error('down')));
  const id = await house.push();
  await house.work();
  messengerOf(house.served.services).current = real;
  await sql`update push_target set at = at - ${73 * 3_600_000}::bigint where push_id = ${id}::uuid`.execute(db);
  await later(6_000);
  expect(await states(id)).toMatchObject({ state: 'finished', skipped: size });
  expect((await house.ledger(id)).reasons).toMatchObject([{ reason: 'expired' }]);
});

test('A push for many, or an urgent one, waits for a second person; a plan begins at its time and may be given another', async () => {
  const { boss, snoId } = house;
  const urgent = await house.push({ urgent: true, reason: 'Fire drill' });
  const { state, mayApprove } = await boss.call(contract.pushGet, { id: urgent });
  expect([state, mayApprove]).toEqual(['awaitingApproval', false]);
  const decide = async (by: typeof boss) => by.ask(contract.pushApprove, { id: urgent, version: await versionOf(urgent), reason: 'Yes' });
  expect(await decide(boss)).toMatchObject({ code: 15062 });
  const other = house.served.holder({ [pushLogPage.button.approve]: 'all', [pushLogPage.code]: 'all' });
  expect(await decide(other)).toMatchObject({ code: 0 });
  await house.work();
  expect(await states(urgent)).toMatchObject({ state: 'finished', delivered: size });

  const now = clock.now();
  const content = await textOf(house);
  expect(await boss.ask(contract.pushPreview, { snoId, content, audience: { all: true }, planAt: now + 1_000 })).toMatchObject({
    code: 15063,
  });
  const planned = await house.push({ planAt: now + 3_600_000 });
  await house.work();
  expect(await states(planned)).toMatchObject({ state: 'scheduled', targets: 0 });
  await boss.call(contract.pushReschedule, { id: planned, version: await versionOf(planned), planAt: now + 7_200_000 });
  await sql`update push set plan_at = ${now} where id = ${planned}::uuid`.execute(house.served.database.db);
  await house.work();
  expect(await states(planned)).toMatchObject({ state: 'finished', delivered: size });

  const late = await house.push({ planAt: now + 3_600_000 });
  await sql`update push set plan_at = ${now}, expected = 1 where id = ${late}::uuid`.execute(house.served.database.db);
  await house.work();
  expect(await boss.call(contract.pushGet, { id: late })).toMatchObject({ state: 'paused', pauseReason: 'audienceChanged' });
  await boss.call(contract.pushCancel, { id: late, version: await versionOf(late), reason: 'no' });
});

test('The same content to the same people within a day asks once more', async () => {
  const content = await textOf(house);
  await house.push({ content });
  await house.work();
  const shown = await preview(house, { content });
  expect(shown).toMatchObject({ sameContent: size, loud: ['all', 'sameContent'] });
  expect(await send(house.boss, shown)).toMatchObject({ code: 15065, data: { people: size } });
  expect(await send(house.boss, shown, { confirmSame: true })).toMatchObject({ code: 0 });
  await house.work();
});

test('A push is taken back: asked by its title, once, with what had been read; the rest is skipped', async () => {
  const { boss } = house;
  const id = await house.push();
  await house.work();
  const { title } = await boss.call(contract.pushGet, { id });
  const input = { id, reason: 'Wrong figure', title: title.zh_CN };
  expect(await boss.ask(contract.pushRollback, { ...input, title: 'x' })).toMatchObject({ code: 15072 });
  expect(await boss.call(contract.pushRollback, input)).toMatchObject({ state: 'recalling', people: size, readBefore: 0 });
  expect(await boss.ask(contract.pushRollback, input)).toMatchObject({ code: 15070 });
  await house.work();
  // Nobody's terminal had fetched it: nothing is left to be removed.
  const ledger = await house.ledger(id);
  expect(ledger).toMatchObject({ state: 'recalled', recall: { notReached: size, ordered: 0, server: 0 } });
  expect(await boss.ask(contract.pushRepush, { id, scope: 'unread' })).toMatchObject({ code: 15067 });
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from push_target t join im_message m on m.id = t.message_id
    where t.push_id = ${id}::uuid and m.state = 'recalled'`.execute(house.served.database.db);
  expect(rows[0]!.n).toBe(size);
});

test('At most two reminders; a disabled account pauses what runs', async () => {
  const { boss } = house;
  const id = await house.push();
  await house.work();
  for (let round = 0; round < 2; round += 1) {
    await boss.call(contract.pushRepush, { id, scope: 'unread' });
    await house.work();
  }
  expect(await boss.ask(contract.pushRepush, { id, scope: 'unread' })).toMatchObject({ code: 15066 });
  const { db } = house.served.database;
  const running = await house.push();
  await sql`update sno set enabled = false`.execute(db);
  await house.work();
  expect(await boss.call(contract.pushGet, { id: running })).toMatchObject({ state: 'paused', pauseReason: 'accountDisabled' });
  expect(
    await boss.ask(contract.pushPreview, { snoId: house.snoId, content: { kind: 'text' as const, id: newId() }, audience: { all: true } }),
  ).toMatchObject({ code: 15010 });
  await sql`update sno set enabled = true`.execute(db);
});

test('Who works for no account of a push sees nothing of it, and who may not push is refused', async () => {
  const id = await house.push();
  await house.work();
  const stranger = house.served.holder({ [pushLogPage.code]: [], [pushLogPage.button.push]: [], [pushLogPage.button.pause]: [] });
  const unknown = newId();
  for (const one of [id, unknown]) {
    expect(await stranger.ask(contract.pushGet, { id: one })).toMatchObject({ code: 10910 });
    expect(await stranger.ask(contract.pushLedger, { id: one })).toMatchObject({ code: 10910 });
    expect(await stranger.ask(contract.pushPause, { id: one, version: 1, reason: 'x' })).toMatchObject({ code: 10910 });
  }
  const { db } = house.served.database;
  await sql`insert into sno_member (id, version, created_at, updated_at, sno_id, employee_id, role, rights)
    values (${newId()}::uuid, 1, 0, 0, ${house.snoId}::uuid, ${stranger.uid}::uuid, 'editor', '["write"]')`.execute(db);
  expect(await stranger.ask(contract.pushGet, { id })).toMatchObject({ code: 0 });
  expect(
    await stranger.ask(contract.pushPreview, {
      snoId: house.snoId,
      content: { kind: 'text' as const, id: newId() },
      audience: { all: true },
    }),
  ).toMatchObject({ code: 65002 });
});
