import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { warningMine, warningMineRead } from '../../src/kit/common/warning/mine.contract.ts';
import { countNotified } from '../../src/kit/server/warning/mine.routes.ts';
import {
  noticePersonAdd,
  noticePersonGet,
  noticePersonList,
  noticePersonStatus,
  noticePersonTest,
  noticePersonUpdate,
} from '../../src/modules/warnings/common/notice-person.contract.ts';
import { ruleList, ruleUpdate } from '../../src/modules/warnings/common/rule.contract.ts';
import { silenceAdd, silenceEnd } from '../../src/modules/warnings/common/silence.contract.ts';
import { warningAck, warningGet, warningList, warningNotices, warningResolve } from '../../src/modules/warnings/common/warning.contract.ts';
import { shareOf } from '../share.ts';
import { openLampHouse, type LampHouse } from './lamps.ts';

let house: LampHouse;
beforeEach(async () => {
  house = await openLampHouse();
});
afterEach(async () => house.close());

const titles = () => house.received.map(({ body }) => (JSON.parse(body) as { title: string }).title);
const hooked = (more: object = {}) =>
  house.boss.call(noticePersonAdd, { name: 'Duty desk', webhookUrl: house.hook, channels: ['webhook'], language: 'en_US', ...more });
const list = async (state?: ('open' | 'acknowledged' | 'resolved' | 'pending')[]) =>
  (await house.boss.call(warningList, { ...(state && { state }), sort: 'kind' })).list;
const shippedRule = async (kind: string) =>
  (await house.boss.call(ruleList, { pageSize: 100 })).list.find((rule) => rule.kind === kind && rule.shipped)!;

const hits = shareOf(10_000);

test('Thousands of hits are one warning with one signed notice; acknowledging stops the repeats, clearing sends one "solved"', async () => {
  await hooked({ webhookSecret: 'a secret of some length' });
  await house.database.db.transaction().execute(async (tx) => {
    for (let hit = 0; hit < hits; hit += 1)
      await house.services.warnings.raise(tx, {
        kind: 'lamp.dark',
        object: { kind: 'lamp', id: 'a', name: 'Lamp a' },
        facts: { why: 'no bulb' },
      });
  });
  await house.round();
  await house.round();
  const [warning, ...others] = await list();
  expect(others).toEqual([]);
  expect(warning).toMatchObject({ count: hits, state: 'open', text: 'Lamp a is dark: no bulb', notified: 1, link: '/lamps?id=a' });
  expect(titles()).toEqual(['[Error] Lamp a is dark: no bulb']);
  const { headers, body } = house.received[0]!;
  expect(headers['x-signature']).toBe(
    `sha256=${createHmac('sha256', 'a secret of some length')
      .update(`${String(headers['x-time'])}.${body}`)
      .digest('hex')}`,
  );
  const seenWithin = async (age: 'hour' | 'older') => (await house.boss.call(warningList, { age })).total;
  expect([await seenWithin('hour'), await seenWithin('older')]).toEqual([1, 0]);
  await house.round(25 * 60);
  expect([await seenWithin('hour'), await seenWithin('older')]).toEqual([0, 0]);
  expect(titles()).toEqual([titles()[0], '[Error, still open] Lamp a is dark: no bulb']);
  await house.boss.call(warningAck, { ids: [warning!.id], comment: 'Somebody is on the way' });
  await house.round(25 * 60);
  expect(titles()).toHaveLength(2);
  await house.over('a');
  await house.round();
  expect((await list())[0]!.state).toBe('acknowledged');
  await house.round(6);
  await house.round(60);
  expect(titles().slice(2)).toEqual(['[Solved] Lamp a is dark: no bulb']);
  const seen = await house.boss.call(warningGet, { id: warning!.id });
  expect(seen.timeline.map(({ what }) => what)).toEqual(['cleared', 'acknowledged', 'opened']);
  expect(seen.facts).toEqual([{ name: 'why', label: 'Why', value: 'no bulb' }]);
});

test('what flaps every ten seconds is one warning that stays', async () => {
  await hooked();
  for (let turn = 0; turn < 12; turn += 1) {
    await house.raise('a');
    await house.round(1 / 6);
    await house.over('a');
    await house.round(1 / 6);
  }
  expect(await list()).toMatchObject([{ state: 'open', count: 12 }]);
  expect(titles()).toHaveLength(1);
  const spans = await house.database.db.selectFrom('warning_span').selectAll().execute();
  expect(spans).toHaveLength(1);
});

test('a rule may ask for some minutes, another severity, or silence; own numbers are checked', async () => {
  await hooked();
  const rule = await shippedRule('lamp.dark');
  const changed = await house.boss.call(ruleUpdate, {
    id: rule.id,
    version: rule.version,
    forMinutes: 10,
    severity: 'critical',
    parameters: { lux: 7 },
  });
  expect(changed.parameterList).toMatchObject([{ name: 'lux', value: 7 }]);
  expect(await house.services.warnings.parameters(house.database.db, 'lamp.dark')).toEqual({ lux: 7 });
  expect((await house.boss.ask(ruleUpdate, { id: rule.id, version: changed.version, parameters: { lux: 101 } })).code).toBe(10400);
  expect((await house.boss.ask(ruleUpdate, { id: rule.id, version: 1, repeatHours: 2 })).code).toBe(10409);
  await house.raise('a');
  await house.round();
  expect(await list(['pending'])).toHaveLength(1);
  await house.over('a');
  await house.round(2);
  expect(await list(['resolved'])).toMatchObject([{ resolution: 'passed' }]);
  await house.raise('a');
  await house.round(11);
  expect(await list()).toMatchObject([{ severity: 'critical', state: 'open' }]);
  expect(titles()).toEqual(['[Critical] Lamp a is dark: no bulb']);
});

test('five within two minutes come as one message, and no more than sixty an hour', async () => {
  await hooked();
  for (const id of ['a', 'b', 'c', 'd', 'e']) await house.raise(id);
  await house.round();
  expect(titles()).toEqual(['5 alerts']);
  for (const id of ['f', 'g', 'h']) await house.raise(id);
  await house.round();
  expect(titles()).toHaveLength(4);
  await house.raise('i');
  await house.round();
  expect(titles()).toHaveLength(4);
  await house.raise('j');
  await house.round(2.1);
  expect(titles().slice(4)).toEqual(['2 alerts']);
  for (let at = 0; at < 60; at += 1) {
    await house.raise(`many ${at}`);
    await house.round(0.9);
  }
  const messages = house.received.length;
  expect(messages).toBeLessThanOrEqual(60);
  for (const id of ['x', 'y']) await house.raise(id);
  await house.round(61);
  // What waited comes as one.
  expect(house.received.length).toBeLessThanOrEqual(messages + 1);
});

test('a receiver that fails is tried again after 1, 5 and 15 minutes; then the next person is told, and the channel is a warning itself', async () => {
  const next = await house.boss.call(noticePersonAdd, {
    employeeId: house.boss.uid,
    channels: ['console'],
    language: 'en_US',
    subscriptions: [{ kind: 'house.dark', minSeverity: 'critical' }],
  });
  await hooked({ escalateTo: next.id, escalateAfterMinutes: 600 });
  house.answer(503, 'busy');
  await house.raise('a');
  await house.round();
  for (const minutes of [0.5, 0.6, 5.1, 15.1]) await house.round(minutes);
  expect(titles().filter((title) => title.includes('Lamp'))).toHaveLength(4);
  const notices = (await house.boss.call(warningNotices, { channel: ['webhook'] })).list;
  expect(notices.find(({ text }) => text.startsWith('Lamp'))).toMatchObject({ state: 'failed', attempts: 4, answer: 'HTTP 503 busy' });
  await house.round();
  const mine = await house.boss.call(warningMine, {});
  expect(mine.list.find(({ reason }) => reason === 'escalated')?.text).toBe('Lamp a is dark: no bulb');
  expect((await list()).map(({ kind }) => kind)).toContain('warning.channel');
});

test('who does not see to it has somebody after them; a circle is refused', async () => {
  const next = await house.boss.call(noticePersonAdd, {
    employeeId: house.boss.uid,
    channels: ['console'],
    language: 'en_US',
    subscriptions: [{ kind: 'house.dark', minSeverity: 'critical' }],
  });
  const first = await hooked({ escalateTo: next.id, escalateAfterMinutes: 30 });
  const { version } = await house.boss.call(noticePersonGet, { id: next.id });
  expect((await house.boss.ask(noticePersonUpdate, { id: next.id, version, escalateTo: first.id })).data).toMatchObject({
    issues: [{ path: 'escalateTo' }],
  });
  await house.raise('a');
  await house.round();
  await house.round(20);
  expect((await house.boss.call(warningMine, {})).list).toEqual([]);
  await house.round(11);
  await house.round();
  expect((await house.boss.call(warningMine, {})).list).toMatchObject([
    { reason: 'escalated', text: 'Lamp a is dark: no bulb', read: false },
  ]);
});

test('where nobody is named or reached, the super administrators are told in the console, and the bell knows it', async () => {
  await house.raise('a');
  await house.round();
  const admin = await sql<{
    n: number;
  }>`select count(*) as n from warning_notice where uid = '00000000-0000-7000-8000-000000000001' and person_id is null`.execute(
    house.database.db,
  );
  expect(admin.rows[0]!.n).toBe(1);
  await house.boss.call(noticePersonAdd, { employeeId: house.boss.uid, channels: ['console'], language: 'en_US' });
  await house.round();
  const mine = await house.boss.call(warningMine, { open: true });
  expect(mine).toMatchObject({ unread: 1, list: [{ severity: 'error', link: '/lamps?id=a' }] });
  expect(await countNotified(house.database.db, house.boss.uid)).toBe(1);
  expect(await house.boss.call(warningMineRead, {})).toEqual({ count: 1 });
  expect((await house.boss.call(warningMine, {})).unread).toBe(0);
});

test('silence hides notices until its minute of end and not the warning', async () => {
  await hooked();
  const until = house.now() + 60 * 60_000;
  await house.raise('a');
  const { id, hides } = await house.boss.call(silenceAdd, { kind: 'lamp.dark', until, reason: 'We paint the ceiling' });
  expect(hides).toBe(0);
  await house.round();
  await house.round(30);
  expect(titles()).toEqual([]);
  expect(await list()).toMatchObject([{ state: 'open', silencedBy: 'We paint the ceiling', notified: 0 }]);
  expect((await house.boss.call(warningNotices, {})).list).toMatchObject([{ state: 'suppressed', suppressedBy: 'silence' }]);
  await house.round(30);
  expect(titles()).toHaveLength(1);
  expect((await list())[0]!.silencedBy).toBeNull();
  expect((await house.boss.ask(silenceEnd, { id })).code).toBe(10412);
  expect((await house.boss.ask(silenceAdd, { until: house.now() + 31 * 86_400_000, reason: 'Too long' })).code).toBe(10400);
});

test('what follows from something worse is kept back, and told once that is over', async () => {
  await hooked({ subscriptions: [{ kind: 'lamp.dark', minSeverity: 'info' }] });
  await house.raise('a', { kind: 'house.dark' });
  await house.round();
  await house.raise('a');
  await house.round();
  await house.round();
  expect((await list()).find(({ kind }) => kind === 'lamp.dark')).toMatchObject({ inhibitedBy: 'A lamp is dark' });
  expect(titles()).toEqual([]);
  await house.over('a', 'house.dark');
  await house.round();
  await house.round(6);
  await house.round();
  expect(titles()).toEqual(['[Error] Lamp a is dark: no bulb']);
});

test('resolved by hand though it holds: quiet for a day, then open again', async () => {
  await hooked();
  await house.raise('a');
  await house.round();
  const [warning] = await list();
  await house.boss.call(warningResolve, { ids: [warning!.id], comment: 'Looked at it' });
  expect(await list()).toEqual([]);
  await house.raise('a');
  await house.round(60);
  expect(await list()).toEqual([]);
  await house.round(24 * 60);
  expect(await list()).toMatchObject([{ id: warning!.id, state: 'open' }]);
  await house.round();
  expect(titles().map((title) => title.slice(0, 8))).toEqual(['[Error] ', '[Solved]', '[Error] ']);
});

test('a disabled person gets nothing, a test answers what the channel really said, a moment is never "solved"', async () => {
  const { id } = await hooked();
  expect(await house.boss.call(noticePersonTest, { id, channel: 'webhook' })).toEqual({ ok: true, answer: 'HTTP 200', proving: false });
  house.answer(500, 'broken');
  expect(await house.boss.call(noticePersonTest, { id, channel: 'webhook' })).toEqual({
    ok: false,
    answer: 'HTTP 500 broken',
    proving: false,
  });
  house.answer(200);
  const { version } = await house.boss.call(noticePersonGet, { id });
  const changed = await house.boss.call(noticePersonUpdate, { id, version, name: 'Night desk' });
  expect(changed).toMatchObject({ name: 'Night desk', version: version + 1, tests: [{ channel: 'webhook', ok: false }] });
  expect(await house.boss.ask(noticePersonUpdate, { id, version, name: 'Late' })).toMatchObject({ code: 10409 });
  await house.boss.call(noticePersonStatus, { id, status: 'disabled' });
  const listed = async (enabled: boolean) => (await house.boss.call(noticePersonList, { enabled })).list.map(({ name }) => name);
  expect([await listed(true), await listed(false)]).toEqual([[], ['Night desk']]);
  house.received.length = 0;
  await house.raise('a');
  await house.round();
  expect(house.received).toEqual([]);
  await house.boss.call(noticePersonStatus, { id, status: 'enabled' });
  await house.raise('z', { kind: 'lamp.stolen' });
  await house.round();
  await house.round(25 * 60);
  expect(titles().filter((title) => title.includes('stolen'))).toEqual(['[Warning] Lamp z was stolen']);
  expect((await list(['resolved'])).map(({ kind }) => kind)).toContain('lamp.stolen');
});

test('an outside address is told of nothing until somebody has entered the code that went there (11047)', async () => {
  const wish = { name: 'Outside', email: 'duty@outside.example', channels: ['mail' as const], language: 'en_US' as const };
  const { id } = await house.boss.call(noticePersonAdd, wish);
  expect(await house.boss.ask(noticePersonStatus, { id, status: 'enabled' })).toMatchObject({ code: 11047 });
  await house.raise('a');
  await house.round();
  const { rows } = await house.database.pool.query(`select from warning_notice where person_id = $1`, [id]);
  expect(rows).toEqual([]);
});
