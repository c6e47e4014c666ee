import { afterAll, beforeAll, expect, test } from 'vitest';
import { confirm, logout, sessionList } from '../src/kit/common/session/session.contract.ts';
import type { Input } from '../src/kit/common/contract.ts';
import * as contract from '../src/modules/logs/common/login-log.contract.ts';
import { operationList } from '../src/modules/logs/common/operation-log.contract.ts';
import { consoleLogin } from '../src/modules/logs/common/permissions.ts';
import { segmentLimit } from '../src/modules/enterprise/common/segment-limit.contract.ts';
import { employeeDisable } from '../src/modules/people/common/employee.contract.ts';
import { House } from './access/house.ts';
import { ConsoleClient } from './journeys/console-client.ts';
import { signIn, testPassword } from './product.ts';

let house: House;
let boss: ConsoleClient;
beforeAll(async () => {
  house = await House.open();
  boss = house.boss;
}, 60_000);
afterAll(() => house.stop());

const list = async (input: Input<typeof contract.consoleLoginList>) => (await boss.call(contract.consoleLoginList, input)).list;

let guesses = 0;
/** A sign-in from an address of its own, or a given one; answers the code. */
async function enter(account: string, password: string, address = `10.4.0.${(guesses += 1)}`, headers = {}): Promise<number> {
  const { app } = house.product;
  const { verifyId } = (await app.inject('/api/sysConsole/getVerifyId')).json<{ data: { verifyId: string } }>().data;
  const payload = { account, password, verifyId };
  const answer = await app.inject({ method: 'POST', url: '/api/login', remoteAddress: address, headers, payload });
  return answer.json<{ code: number }>().code;
}

/** A person who may sign in; answers id and account. */
async function person(): Promise<{ uid: string; account: string }> {
  const uid = await house.person();
  await house.signIn(uid);
  const { rows } = await house.product.database.pool.query<{ account: string }>('select account from employee where id = $1', [uid]);
  return { uid, account: rows[0]!.account };
}

test('A good sign-in, a wrong password, an unknown account, a lock and a disabled person leave lines with these reasons', async () => {
  const { uid, account } = await person();
  expect((await list({ uid }))[0]).toMatchObject({
    event: 'signIn',
    result: 'ok',
    reason: null,
    account,
    sessionState: 'live',
    kind: 'local',
  });
  // What a client says of its own address is not believed: it is no proxy of ours.
  for (let guess = 0; guess < 3; guess++) await enter(account, 'wrong-password-1', '10.9.0.1', { 'x-forwarded-for': '192.0.2.1' });
  expect((await list({ uid }))[0]).toMatchObject({ event: 'refuse', result: 'refused', account, address: '10.9.0.1', sessionState: null });
  expect((await list({ uid, reason: ['wrongSecret'] })).length).toBeGreaterThanOrEqual(2);
  for (let guess = 0; guess < 6; guess++) await enter(account, 'wrong-password-1');
  expect(await enter(account, testPassword)).toBe(10429);
  expect((await list({ uid }))[0]).toMatchObject({ reason: 'locked' });
  await enter('nobody.there', 'wrong-password-1');
  expect((await list({ account: 'nobody.there' }))[0]).toMatchObject({ reason: 'unknownAccount', uid: null, accountHidden: false });
  const left = await person();
  await boss.call(employeeDisable, { ids: [left.uid] });
  expect(await enter(left.account, testPassword)).toBe(10401);
  expect((await list({ account: left.account }))[0]).toMatchObject({ reason: 'disabled', event: 'refuse' });
  expect((await list({ uid: left.uid, event: ['signIn'] }))[0]).toMatchObject({ endedBy: 'disabled' });
  const summary = await boss.call(contract.loginSummary, { side: 'console' });
  expect(summary.locked).toMatchObject([{ uid, account }]);
  expect(summary.accounts[0]).toMatchObject({ value: account });
  expect(summary.addresses).toContainEqual({ value: '10.9.0.1', name: null, count: 3 });
  const all = await boss.call(contract.loginSummary, { side: 'console', from: 1, to: summary.to });
  expect([all.to - all.from, all.failures]).toEqual([7 * 86_400_000, summary.failures]);
  const before = await boss.call(contract.loginSummary, { side: 'console', from: summary.from - 86_400_000, to: summary.from });
  expect([before.failures, before.hours]).toEqual([0, []]);
  await boss.call(contract.loginUnlock, { uid, reason: 'asked by phone' });
  expect((await boss.call(contract.loginSummary, { side: 'console' })).locked).toEqual([]);
  expect((await boss.call(contract.clientLoginList, {})).list).toEqual([]);
});

test('A password typed into the field of the account stands nowhere', async () => {
  const secret = 'Correct4Horse!Battery';
  await enter(secret, 'whatever-1');
  const [line] = await list({ reason: ['unknownAccount'] });
  expect(line).toMatchObject({ account: null, accountHidden: true });
  const { pool } = house.product.database;
  for (const table of ['login_log', 'audit_log']) {
    const { rows } = await pool.query(`select from ${table} as t where t::text like '%Correct4Horse%'`);
    expect([table, rows.length]).toEqual([table, 0]);
  }
  await enter(secret, 'whatever-1');
  const { rows } = await pool.query('select distinct account_hash from login_log where account_hash is not null');
  expect(rows).toHaveLength(1);
});

test('Confirming the password and signing out are lines; an ended session says by whom, and its operations are found by it', async () => {
  const { uid, account } = await person();
  const client = await house.signIn(uid);
  client.token = (await client.call(confirm, { password: testPassword })).accessToken;
  expect((await client.ask(confirm, { password: 'wrong-password-9' })).code).toBe(10401);
  await client.call(logout, {});
  const [signOut, refused, confirmed, began] = await list({ uid });
  expect([signOut?.event, refused?.event, confirmed?.event, began?.event]).toEqual(['signOut', 'stepUp', 'stepUp', 'signIn']);
  expect([refused?.reason, confirmed?.reason]).toEqual(['wrongSecret', null]);
  expect(began).toMatchObject({ sessionState: 'ended', endedBy: 'self', sessionId: signOut?.sessionId });
  const detail = await boss.call(contract.consoleLoginGet, { id: began!.id });
  expect(detail.operations.map(({ what }) => what)).toContain('退出登录');
  expect(detail.ofAccount.map((line) => line.id)).toContain(signOut!.id);
  expect((await boss.call(operationList, { sessionId: began!.sessionId! })).list.length).toBeGreaterThan(0);

  const other = await signIn(house.product.app, account, testPassword);
  const live = (await list({ uid, sessionState: 'live' }))[0]!;
  await boss.call(contract.loginEndSession, { sessionId: live.sessionId!, reason: 'stolen' });
  expect((await new ConsoleClient(house.product.app, other).ask(sessionList, {})).code).toBe(65003);
  expect((await list({ sessionId: live.sessionId! }))[0]).toMatchObject({ sessionState: 'ended', endedBy: 'administrator' });
  expect((await boss.ask(contract.loginEndSession, { sessionId: live.sessionId! })).code).toBe(10404);
});

test('Hints: an address and a browser that are new to the person, and a success after many failures', async () => {
  const { uid, account } = await person();
  const { app } = house.product;
  const from = async (address: string, userAgent: string): Promise<readonly string[]> => {
    const { verifyId } = (await app.inject('/api/sysConsole/getVerifyId')).json<{ data: { verifyId: string } }>().data;
    const payload = { account, password: testPassword, verifyId };
    await app.inject({ method: 'POST', url: '/api/login', remoteAddress: address, headers: { 'user-agent': userAgent }, payload });
    return (await list({ uid, event: ['signIn'] }))[0]!.flags;
  };
  expect(await from('10.5.0.1', 'Chrome/140.0.1')).toEqual(['newAddress', 'newDevice']);
  expect(await from('10.5.0.1', 'Chrome/141.0.7')).toEqual([]);
  for (let guess = 0; guess < 5; guess++)
    await house.product.database.pool.query(
      `insert into login_log (id, at, side, event, result, reason, account, uid, kind, factor, address, user_agent)
       values (gen_random_uuid(), $1, 'console', 'refuse', 'refused', 'wrongSecret', $2, $3, 'local', 'none', '10.5.0.2', '')`,
      [Date.now(), account, uid],
    );
  expect(await from('10.5.0.1', 'Chrome/141.0.7')).toEqual(['streak']);
});

test('Networks are called by the notes of the segments, and two sign-ins from networks of different names within ten minutes are a hint', async () => {
  const { uid, account } = await person();
  const from = async (address: string): Promise<contract.LoginView> => {
    await enter(account, testPassword, address);
    return (await list({ uid, event: ['signIn'] }))[0]!;
  };
  expect(await from('10.6.1.1')).toMatchObject({ network: null, flags: ['newAddress'] });
  await boss.call(segmentLimit.add, {
    name: `Networks ${uid}`,
    segments: [
      { value: '10.6.0.0/16', note: 'Shanghai' },
      { value: '10.6.64.0/18', note: 'Shanghai, works' },
      { value: '10.7.0.0/16', note: 'London' },
    ],
    actions: ['preview'],
  });
  // One without a name is nowhere else.
  expect((await from('10.96.0.1')).flags).not.toContain('parallelPlaces');
  expect(await from('10.6.1.1')).toMatchObject({ network: 'Shanghai', flags: [] });
  expect(await from('10.7.0.1')).toMatchObject({ network: 'London', flags: ['newAddress', 'parallelPlaces'] });
  expect(await from('10.6.64.1')).toMatchObject({ network: 'Shanghai, works' });
  expect((await list({ uid, flag: ['parallelPlaces'] })).map(({ address }) => address)).toEqual(['10.6.64.1', '10.7.0.1']);
  const line = (await list({ uid, address: '10.7.0.1' }))[0]!;
  expect((await boss.call(contract.consoleLoginGet, { id: line.id })).ofAccount.map(({ network }) => network)).toContain('Shanghai');
});

test('A flood of refusals from one address is counted, not kept one by one', async () => {
  const { pool } = house.product.database;
  const rows = async (table: string, address: string): Promise<number> =>
    Number((await pool.query(`select count(*) as n from ${table} where address = $1`, [address])).rows[0].n);
  for (let guess = 0; guess < 260; guess++) await enter(`guess-${guess}`, 'wrong-password-1', '203.0.113.9');
  // Two minutes may have seen them.
  expect(await rows('login_log', '203.0.113.9')).toBeLessThanOrEqual(201);
  expect(await rows('audit_log', '203.0.113.9')).toBeLessThanOrEqual(200);
});

test('A flood from a whole network, each refusal from an address of its own, is counted in lines of the network', async () => {
  const { services, database } = house.product;
  const refuse = (address: string) =>
    services.signInLog.write(database.db, {
      side: 'console',
      event: 'refuse',
      kind: 'local',
      reason: 'unknownAccount',
      account: 'x',
      address,
      userAgent: '',
    });
  const all = 20_000;
  for (let at = 0; at < all; at++) await refuse(`2001:db8:7:${(at % 4_096).toString(16)}::${at.toString(16)}`);
  await refuse('198.51.100.77');
  const rows = async () =>
    (
      await database.pool.query<{ address: string; lines: number; refusals: number }>(
        `select case when address like '2001:db8:7:%' and address not like '%/%' then 'single' else address end as address, count(*)::int as lines, sum(count)::int as refusals
          from login_log where address like '2001:db8:7%' or address = '198.51.100.77' group by 1`,
      )
    ).rows;
  // Two minutes may have seen them.
  const single = (await rows()).find(({ address }) => address === 'single')!;
  expect(single.lines).toBeLessThanOrEqual(2_000);
  await services.signInLog.flush(true);
  const found = await rows();
  const network = found.find(({ address }) => address === '2001:db8:7::/48')!;
  expect(network.lines).toBeLessThanOrEqual(2);
  expect(single.refusals + network.refusals).toBe(all);
  // Nobody else's are swallowed by it.
  expect(found.find(({ address }) => address === '198.51.100.77')).toMatchObject({ lines: 1, refusals: 1 });
  const reader = (await boss.call(contract.consoleLoginList, { address: '2001:db8::/32', pageSize: 500 })).list;
  expect(reader.some(({ address, count }) => address === '2001:db8:7::/48' && count > 1_000)).toBe(true);
});

test('Who reads in one department sees its people alone, and nobody who is nobody', async () => {
  const [north, south] = [await house.department('North'), await house.department('South')];
  const codes = [consoleLogin.code];
  const reader = await house.administrator({ codes, range: { kind: 'chosen', departmentIds: [north] } }, [north]);
  const stranger = await house.person([south]);
  await house.signIn(stranger);
  const seen = (await reader.client.call(contract.consoleLoginList, { pageSize: 500 })).list;
  expect(new Set(seen.map(({ uid }) => uid))).toEqual(new Set([reader.id]));
  const summary = await reader.client.call(contract.loginSummary, { side: 'console' });
  expect(summary).toMatchObject({ failures: 0, successes: 1, accounts: [], locked: [] });
  expect((await reader.client.ask(contract.loginSummary, { side: 'client' })).code).toBe(65002);
});
