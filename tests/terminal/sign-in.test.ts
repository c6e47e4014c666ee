import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { modules } from '../../src/app/modules.ts';
import { clientAddress, clientEndpoint, fullSession, type ClientEndpoint } from '../../src/kit/common/client/client-endpoint.ts';
import { sessionList } from '../../src/kit/common/session/session.contract.ts';
import { sampleInput } from '../../src/kit/testing/sample-input.ts';
import { employeeDisable } from '../../src/modules/people/common/employee.contract.ts';
import { sealed } from '../../src/kit/testing/sealed.ts';
import { clientLoginList, consoleLoginList, loginEndSession } from '../../src/modules/logs/common/login-log.contract.ts';
import { eventsAfter } from '../../src/modules/logs/server/stream/stream-events.ts';
import type { StreamEvent } from '../../src/modules/logs/server/stream/syslog-message.ts';
import { operationList } from '../../src/modules/logs/common/operation-log.contract.ts';
import * as auth from '../../src/modules/terminal/common/auth.contract.ts';
import * as own from '../../src/modules/terminal/common/own-logins.contract.ts';
import { terminalSessionEnd, terminalSessionList } from '../../src/modules/people/common/terminal-session.contract.ts';
import { signIn, startTestProduct, testPassword, type TestProduct } from '../product.ts';
import { wireOf, type Wire } from '../sign-in/console.ts';
import { TestTerminal } from './test-terminal.ts';

let product: TestProduct;
let wire: Wire;
const people = new Map<string, string>();
const operations = modules.flatMap(({ clientRoutes = [] }) => clientRoutes.map(({ operation }) => operation));
const terminal = (platform?: number): TestTerminal => new TestTerminal(product.app, platform);
const any = (operation: ClientEndpoint): Record<string, unknown> => sampleInput(operation.input, '00000000-0000-7000-8000-0000000000ff');

/** Messages of the streams about a session. */
async function sentOf(sessionId: string): Promise<StreamEvent[]> {
  const { services } = product;
  await sealed(services, 'login_log');
  const wish = { kinds: ['clientLogin'], minSeverity: 7, filter: {} } as const;
  const { events } = await eventsAfter(services, { source: 'login_log', after: 0, limit: 5_000 }, wish);
  return events.filter(({ body }) => body['sessionId'] === sessionId);
}

beforeAll(async () => {
  product = await startTestProduct();
  wire = wireOf(product);
  for (const account of ['mei', 'kenji', 'lost', 'gone', 'locked', 'fresh', 'factor', 'robbed']) {
    const id = await wire.employee(account, { email: `${account}@example.com` });
    await product.setPassword(id);
    people.set(account, id);
  }
}, 120_000);
afterAll(() => product.stop());

test('every call names what is missing, in the order of the checks', async () => {
  for (const operation of operations) {
    const one = terminal();
    const bare = await one.ask(operation, any(operation), { headers: { installid: undefined } });
    expect([operation.path, bare.code, bare.data]).toEqual([operation.path, 23001, { names: ['installId'] }]);
    expect(Number(bare.headers['servertime'])).toBeGreaterThan(0);
    expect(bare.headers['requestid']).toBeTruthy();
    const needsProof = operation.session !== null || operation.proof === true;
    const unproven = await one.ask(operation, any(operation), { noProof: true });
    expect([operation.path, unproven.code === 23014]).toEqual([operation.path, needsProof]);
    if (operation.session !== null)
      expect([operation.path, (await one.ask(operation, any(operation))).code]).toEqual([operation.path, 65001]);
  }
});

test('headers: version, application, platform and installation are looked at', async () => {
  const one = terminal();
  const code = async (headers: Record<string, string>) => (await one.ask(auth.clientTime, {}, { headers })).code;
  expect(await code({ clientapi: '0' })).toBe(23003);
  expect(await code({ clientapi: '99' })).toBe(23003);
  expect(await code({ clientapi: '1; drop' })).toBe(23001);
  expect(await code({ buildno: '-1' })).toBe(23001);
  expect(await code({ platform: '3' })).toBe(23002);
  expect(await code({ appkey: 'another' })).toBe(23002);
  const { data, headers } = await one.ask(auth.clientTime, {});
  expect(data).toMatchObject({ clientApi: { least: 1, most: 1 } });
  expect(headers['epoch']).toMatch(/^\d+\.0\.\d+\.0$/);
});

test('a terminal signs in, calls, renews and signs out; the console shows its sign-ins', async () => {
  const phone = terminal();
  const session = await phone.login('mei');
  expect(session).toMatchObject({ stage: 'full', next: null, person: { uid: people.get('mei'), name: 'mei' }, factors: null });
  const { list } = await phone.call(auth.clientSessions, {});
  expect(list).toMatchObject([{ current: true, stage: 'full', platform: 2, buildNo: 100 }]);
  const first = await phone.ask(auth.clientSessions, {});
  const again = await phone.ask(auth.clientSessions, {}, { headers: { 'if-none-match': String(first.headers['etag']) } });
  expect([again.status, again.data]).toEqual([304, '']);
  const former = phone.accessToken;
  await phone.refresh();
  expect((await phone.ask(auth.clientSessions, {}, { token: former })).code).toBe(65001);
  await phone.call(auth.clientSessions, {});
  expect(await phone.call(auth.clientLogout, {})).toEqual({ count: 1 });
  const ended = await phone.ask(auth.clientSessions, {});
  expect([ended.code, ended.data]).toEqual([65003, { reason: 'employee' }]);
  expect((await phone.ask(auth.clientSessions, {})).code).toBe(65001);
  const log = await wire.call(clientLoginList, {});
  expect(log.list.filter((row) => row.account === 'mei').map((row) => row.event)).toEqual(['signOut', 'signIn']);
});

test('a proof serves once, for one call, one body, one token and one key', async () => {
  const phone = terminal();
  await phone.login('kenji');
  const other = terminal();
  const why = async (twist: Parameters<TestTerminal['ask']>[2]) => {
    const { code, data } = await phone.ask(auth.clientSessionEnd, { ids: [randomUUID()] }, twist);
    return [code, (data as { why?: string } | null)?.why];
  };
  expect(await why({ noProof: true })).toEqual([23014, 'missing']);
  expect(await why({ claims: { htm: 'GET' } })).toEqual([23014, 'target']);
  expect(await why({ claims: { htu: 'http://localhost:80/client/auth/logout' } })).toEqual([23014, 'target']);
  expect(await why({ claims: { htu: 'http://elsewhere.example/client/auth/session/end' } })).toEqual([23014, 'target']);
  expect(await why({ claims: { iat: Math.floor(Date.now() / 1000) - 600 } })).toEqual([23014, 'iat']);
  expect(await why({ claims: { iat: Math.floor(Date.now() / 1000) + 600 } })).toEqual([23014, 'iat']);
  expect(await why({ claims: { ath: 'x' } })).toEqual([23014, 'ath']);
  expect(await why({ claims: { bh: 'x' } })).toEqual([23014, 'bh']);
  expect(await why({ claims: { jti: undefined } })).toEqual([23014, 'proof']);
  expect(await why({ key: other })).toEqual([18030, undefined]);
  expect(await why({ token: phone.refreshToken })).toEqual([65001, undefined]);
  const claims = { jti: randomUUID(), htm: 'GET', htu: 'http://localhost:80/client/auth/session/list', iat: Math.floor(Date.now() / 1000) };
  for (const header of [{ alg: 'none' }, { alg: 'HS256' }, { typ: 'JWT' }, { jwk: { kty: 'oct', k: 'AAAA' } }])
    expect((await phone.ask(auth.clientSessions, {}, { proof: phone.proof(claims, header) })).code).toBe(23014);
  const whole = { ...claims, ath: (await import('node:crypto')).createHash('sha256').update(phone.accessToken!).digest('base64url') };
  const proof = phone.proof(whole);
  expect((await phone.ask(auth.clientSessions, {}, { proof })).code).toBe(0);
  expect((await phone.ask(auth.clientSessions, {}, { proof })).data).toEqual({ why: 'jti' });
  // The session belongs to its installation.
  expect((await phone.ask(auth.clientSessions, {}, { headers: { installid: other.installId } })).code).toBe(23001);
});

test('a renewal repeated gets the same pair; any other use of an old token ends the session', async () => {
  const phone = terminal();
  await phone.login('lost');
  const old = phone.refreshToken;
  const requestId = randomUUID();
  const [first, second] = await Promise.all([1, 2].map(() => phone.ask(auth.clientRefresh, { refreshToken: old, requestId })));
  expect(first!.code).toBe(0);
  expect(second!.data).toEqual(first!.data);
  phone.keep(first!.data);
  await phone.call(auth.clientSessions, {});
  // Another device with the token has not its key.
  const thief = terminal();
  expect((await thief.ask(auth.clientRefresh, { refreshToken: phone.refreshToken, requestId: randomUUID() })).code).toBe(18030);
  await phone.call(auth.clientSessions, {});
  const reused = await phone.ask(auth.clientRefresh, { refreshToken: old, requestId: randomUUID() });
  expect([reused.code, reused.data]).toEqual([65003, { reason: 'reuse' }]);
  // The person is told by mail, the desk by a warning.
  const told = await product.database.pool.query(
    "select (select count(*)::int from mail_outbox where template = 'terminal.reuse') as mails, (select count(*)::int from warning_event where kind = 'terminal.reuse') as warnings",
  );
  expect(told.rows).toEqual([{ mails: 1, warnings: 1 }]);
  // Whoever holds the other one is told too, once.
  expect((await phone.ask(auth.clientSessions, {})).data).toEqual({ reason: 'reuse' });
  expect((await phone.ask(auth.clientRefresh, { refreshToken: phone.refreshToken, requestId: randomUUID() })).code).toBe(65001);
});

test('wrong, unknown and disabled read the same; the picture code comes, and nothing empty passes for it', async () => {
  const answers: { status: number; code: number; msg: string; data: unknown }[] = [];
  await wire.call(employeeDisable, { ids: [people.get('gone')!] });
  for (const [account, password] of [
    ['locked', 'wrong-password-1'],
    ['nobody-of-that-name', 'wrong-password-1'],
    ['gone', testPassword],
  ] as const) {
    const { status, code, msg, data } = await terminal().tryLogin(account, password);
    answers.push({ status, code, msg, data });
  }
  expect(answers).toEqual(
    Array.from({ length: 3 }, () => ({ status: 200, code: 23012, msg: answers[0]?.msg, data: { needVerifyCode: false } })),
  );
  const guesser = terminal();
  const wrong = async () => (await guesser.tryLogin('locked', 'wrong-password-2')).data as unknown as { needVerifyCode: boolean };
  const { pictureCodeAfter } = await product.policy();
  for (let failures = 1; failures < pictureCodeAfter; failures += 1) await wrong();
  const { verifyId, needVerifyCode } = await guesser.call(auth.verifyGet, { account: 'locked' });
  expect(needVerifyCode).toBe(true);
  expect((await guesser.ask(auth.verifyPicture, { verifyId })).headers['content-type']).toContain('svg');
  for (const verifyCode of [null, [], '', undefined])
    expect([23012, 10400]).toContain((await guesser.tryLogin('locked', testPassword, { verifyCode } as never, { from: '10.41.0.9' })).code);
});

test('a first password must be changed before anything else, and then holds everywhere', async () => {
  const id = people.get('fresh')!;
  const { db } = product.database;
  await db.updateTable('credential').set({ must_change: true }).where('uid', '=', id).execute();
  const phone = terminal();
  expect(await phone.login('fresh')).toMatchObject({ stage: 'password', next: 'password' });
  const early = await phone.ask(auth.clientSessions, {});
  expect([early.code, early.data]).toEqual([23010, { next: 'password' }]);
  const former = phone.accessToken;
  expect((await phone.ask(auth.clientPassword, { old: 'not-the-password-1', new: 'quite-another-long-one-5' })).code).toBe(23012);
  phone.keep(await phone.call(auth.clientPassword, { old: testPassword, new: 'quite-another-long-one-5' }));
  await phone.call(auth.clientSessions, {});
  const ended = await phone.ask(auth.clientSessions, {}, { token: former });
  expect([ended.code, ended.data]).toEqual([65003, { reason: 'password' }]);
});

test('a second phone ends the first, a computer stays; disabling ends all at once', async () => {
  const [first, second, computer] = [terminal(), terminal(1), terminal(4)];
  await first.login('mei');
  await computer.login('mei');
  await second.login('mei');
  expect((await first.ask(auth.clientSessions, {})).data).toEqual({ reason: 'elsewhere' });
  expect((await computer.call(auth.clientSessions, {})).list).toHaveLength(2);
  await wire.call(employeeDisable, { ids: [people.get('mei')!] });
  for (const one of [second, computer]) {
    const { code, data } = await one.ask(auth.clientSessions, {});
    expect([code, data]).toEqual([65003, { reason: 'disabled' }]);
  }
  expect((await second.tryLogin('mei')).code).toBe(23012);
});

test('a second factor that is due opens nothing but itself', async () => {
  const uid = people.get('factor')!;
  const id = randomUUID();
  const { generateSecret, generate } = await import('otplib');
  const secret = generateSecret();
  const sealed = product.services.secrets.seal(secret, { table: 'factor', column: 'secret', row: id });
  const row = {
    id,
    uid,
    kind: 'totp' as const,
    name: 'app',
    secret: sealed,
    last_step: null,
    credential_id: null,
    public_key: null,
    transports: '[]',
    created_at: Date.now(),
    used_at: null,
  };
  await product.database.db.insertInto('factor').values(row).execute();
  const phone = terminal();
  expect(await phone.login('factor')).toMatchObject({ stage: 'factor', next: 'factor', factors: { kinds: ['totp'] } });
  for (const operation of operations.filter(({ session }) => session !== null && !session.includes('factor')))
    // There are more writes than one terminal may send at once: who is told to wait asks again.
    await expect
      .poll(async () => [operation.path, (await phone.ask(operation, any(operation))).data])
      .toEqual([operation.path, { next: 'factor' }]);
  expect((await phone.ask(auth.clientFactor, { code: '000000' })).code).toBe(23013);
  expect(await phone.call(auth.clientFactor, { code: await generate({ secret }), trustDevice: true })).toEqual({
    stage: 'full',
    next: null,
  });
  await phone.call(auth.clientSessions, {});
  // The key stands for the factor from now on; another terminal's does not.
  const { trustedDays } = (await product.policy()).factor;
  expect((await phone.login('factor')).stage).toBe(trustedDays > 0 ? 'full' : 'factor');
  expect((await terminal(4).login('factor')).stage).toBe('factor');
});

test('an administrator sees the terminals of a person and ends one; by the log of sign-ins another', async () => {
  const empId = people.get('kenji')!;
  const [phone, computer] = [terminal(), terminal(4)];
  await phone.login('kenji');
  await computer.login('kenji');
  expect((await terminal().tryLogin('admin')).code).toBe(23012);
  const { list } = await wire.call(terminalSessionList, { empId });
  expect(list.map(({ platform }) => platform).toSorted((one, other) => one - other)).toEqual([2, 4]);
  const of = (platform: number) => list.find((one) => one.platform === platform)!.id;
  expect(await wire.call(terminalSessionEnd, { empId, ids: [of(2)] })).toEqual({ count: 1 });
  expect((await phone.ask(auth.clientSessions, {})).data).toEqual({ reason: 'administrator' });
  const lines = async (sessionState: 'live' | 'ended') =>
    (await wire.call(clientLoginList, { uid: empId, sessionState })).list.map(({ sessionId }) => sessionId);
  expect([await lines('live'), (await lines('ended')).includes(of(2))]).toEqual([[of(4)], true]);
  await wire.call(loginEndSession, { sessionId: of(4), reason: 'lost' });
  expect(await computer.ask(auth.clientSessions, {})).toMatchObject({ code: 65003, data: { reason: 'administrator' } });
  const began = { event: 'signIn', sessionState: 'ended', endedBy: 'administrator' };
  expect((await wire.call(clientLoginList, { uid: empId, sessionId: of(4) })).list).toMatchObject([began]);
  // The log of the console knows nothing of terminals, nor the other way round.
  expect((await wire.call(consoleLoginList, { uid: empId })).list).toEqual([]);
  expect((await wire.call(clientLoginList, { account: 'admin', result: ['ok'] })).list).toEqual([]);
  // What a stream sends of it.
  await expect.poll(() => sentOf(of(4))).toMatchObject([{ log: 'clientLogin', body: { platform: 4, name: 'kenji' } }]);
  expect(await wire.call(terminalSessionList, { empId })).toEqual({ list: [] });
  expect((await wire.ask(terminalSessionList, { empId }, product.powerless.token)).code).toBe(65002);
  await phone.login('kenji');
});

test('one sees the own sign-ins everywhere and says that one was a stranger’s: the others end, the password must change, the console is told', async () => {
  const uid = people.get('robbed')!;
  const [mine, theirs] = [terminal(), terminal(4)];
  await theirs.tryLogin('robbed', 'wrong-password-1');
  await theirs.login('robbed');
  await mine.login('robbed');
  const inConsole = await signIn(product.app, 'robbed', testPassword);
  const { list, next } = await mine.call(own.meLogins, {});
  expect(next).toBeNull();
  expect(list.map(({ side, event, platform, current }) => [side, event, platform, current])).toEqual([
    ['console', 'signIn', null, false],
    ['client', 'signIn', 2, true],
    ['client', 'signIn', 4, false],
    ['client', 'refuse', 4, false],
  ]);
  const first = await mine.call(own.meLogins, { pageSize: 3 });
  expect((await mine.call(own.meLogins, { pageSize: 3, after: first.next! })).list).toMatchObject([
    { id: list[3]!.id, reason: 'wrongSecret' },
  ]);
  expect((await mine.ask(own.meLogins, { after: 'x' })).code).toBe(10400);
  const foreign = (await wire.call(clientLoginList, { account: 'kenji' })).list[0]!;
  expect((await mine.ask(own.meNotMe, { id: foreign.id })).code).toBe(10404);
  expect(await mine.call(own.meNotMe, { id: list[2]!.id, note: 'Never had a computer' })).toEqual({ count: 2, next: 'password' });
  expect((await theirs.ask(auth.clientSessions, {})).code).toBe(65003);
  expect((await wire.ask(sessionList, {}, inConsole)).code).toBe(65003);
  // This terminal goes on with nothing but a new password; the old one opens nothing else either.
  expect(await mine.ask(own.meLogins, {})).toMatchObject({ code: 23010, data: { next: 'password' } });
  expect((await theirs.login('robbed')).stage).toBe('password');
  mine.keep(await mine.call(auth.clientPassword, { old: testPassword, new: 'another-word-of-mine-9' }));
  expect((await mine.call(own.meLogins, {})).list.find(({ id }) => id === list[2]!.id)).toMatchObject({ endedBy: 'self' });
  const said = (await wire.call(operationList, { uid, word: ['terminalMe.notMe'] })).list;
  expect(said.map(({ result }) => result)).toEqual(['ok', 'refused']);
  const { rows } = await product.database.pool.query(
    `select kind, facts from warning where kind = 'login.notMe' union all select kind, facts from warning_event where kind = 'login.notMe'`,
  );
  expect(rows).toMatchObject([{ facts: { address: theirs.address, sessions: 2, note: 'Never had a computer' } }]);
});

test(
  'hostile values in every call of a signed-in terminal end in no 5xx, and tell nothing of the database',
  { timeout: 300_000 },
  async () => {
    const hostile: unknown[] = [
      null,
      '',
      "'; drop table employee; --",
      '%_\\',
      '\u0000',
      '\ud800',
      'a'.repeat(3000),
      -1,
      1e308,
      [],
      {},
      [[null]],
    ];
    const spared = new Set(['auth/logout', 'auth/refresh', 'auth/password', 'me/password/update', 'auth/login']);
    const asked = operations.filter(({ session, path }) => session?.includes('full') && !spared.has(path));
    for (let at = 0; at < asked.length; at += 4) {
      const phone = terminal();
      await phone.login('kenji');
      for (const operation of asked.slice(at, at + 4))
        for (const [turn, value] of hostile.entries()) {
          const input = any(operation);
          const names = [...Object.keys(input), 'cursor', 'after', 'version', 'fields'];
          const { status, code } = await phone.ask(operation, { ...input, [names[turn % names.length]!]: value });
          expect([operation.path, value, status < 500, code]).toEqual([operation.path, value, true, expect.any(Number)]);
        }
      expect(phone.heard.filter((body) => /syntax error|violates|node_modules|\bpg_[a-z]{3,}/.test(body))).toEqual([]);
    }
  },
);

test('one terminal that floods is slowed alone', async () => {
  const [flood, calm] = [terminal(), terminal()];
  await flood.login('kenji');
  const codes = new Set<number>();
  for (let n = 0; n < 70; n += 1) codes.add((await flood.ask(auth.clientSessions, {})).code);
  expect([...codes]).toEqual([0, 10429]);
  const slowed = await flood.ask(auth.clientSessions, {});
  expect([slowed.status, Number(slowed.headers['retry-after']) > 0]).toEqual([429, true]);
  expect((await calm.ask(auth.clientTime, {}, { from: flood.address })).code).toBe(0);
});

test('what no contract names is a JSON 404, a broken body no 5xx; the description lists every call', async () => {
  const none = await product.app.inject('/client/no/such/call');
  expect([none.statusCode, none.json<{ code: number }>().code]).toEqual([404, 10404]);
  const broken = clientEndpoint({ ...auth.clientLogin, session: null, rate: 'signIn' });
  const answer = await product.app.inject({
    method: 'POST',
    url: clientAddress(broken),
    headers: { 'content-type': 'application/json' },
    payload: '{"a":1,"a":2}',
  });
  expect([answer.json<{ code: number }>().code, answer.headers['servertime'] === undefined]).toEqual([10400, false]);
  const document = (await product.app.inject('/client/openapi.json')).json<{
    paths: Record<string, Record<string, Record<string, unknown>>>;
  }>();
  expect(Object.keys(document.paths)).toEqual(expect.arrayContaining(operations.map(clientAddress)));
  expect(Object.keys(document.paths).every((address) => address.startsWith('/client/'))).toBe(true);
  expect(document.paths['/client/auth/login']!['post']).toMatchObject({ 'x-proof': true, 'x-session': null });
  expect(document.paths['/client/auth/session/list']!['get']).toMatchObject({ 'x-session': fullSession });
});
