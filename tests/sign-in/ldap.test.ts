import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  authSettingAdd,
  authSettingEnable,
  authSettingGet,
  authSettingTest,
  authSettingUpdate,
  guardConfirm,
  authSettingList,
} from '../../src/modules/sign-in/common/auth-setting.contract.ts';
import { mpVersion, sessionList } from '../../src/kit/common/session/session.contract.ts';
import { clientSessions } from '../../src/modules/terminal/common/auth.contract.ts';
import type { Input } from '../../src/kit/common/contract.ts';
import { peopleDn, searchDn, searchPassword, startSlapd, type Slapd } from '../peers/slapd.ts';
import { freePort } from '../peers/free-port.ts';
import { signIn, startTestProduct, testPassword, type TestProduct } from '../product.ts';
import { TestTerminal } from '../terminal/test-terminal.ts';
import { codeOf, wireOf, type Answer, type Wire } from './console.ts';

let slapd: Slapd;
let strange: Slapd;
let product: TestProduct;
let wire: Wire;
let closedPort: number;

const aliceSecret = 'alice-secret-1';

/** A part of the tree that is another server's, and somebody with a name in a language and a picture. */
const oddEntries = [
  `dn: ou=branch,${peopleDn}\nobjectClass: referral\nobjectClass: extensibleObject\nou: branch\nref: ldap://directory.elsewhere/ou=branch,${peopleDn}\n`,
  `dn: uid=carol,ou=staff,${peopleDn}\nobjectClass: inetOrgPerson\nuid: carol\ncn;lang-ja:: 6Iqx5a2Q\ncn: Carol\nsn: Person\njpegPhoto:: /9j/4AAQ\nuserPassword: carol-secret-1\n`,
];

beforeAll(async () => {
  closedPort = await freePort();
  slapd = await startSlapd(
    [
      { uid: 'alice', employeeNumber: 'E-7', mail: ['alice@example.test', 'alice.second@example.test'], password: aliceSecret },
      { uid: 'bob', password: 'bob-secret-1' },
      { uid: '王,芳', password: 'wang-secret-1' },
      { uid: 'twin', ou: 'north', password: 'twin-secret-1' },
      { uid: 'twin', ou: 'south', password: 'twin-secret-1' },
    ],
    { entries: oddEntries },
  );
  // Its certificate is another host's, and nothing is said to it without encryption.
  strange = await startSlapd([{ uid: 'alice', password: aliceSecret }], {
    certificateFor: 'DNS:directory.elsewhere',
    lines: ['security simple_bind=64'],
  });
  product = await startTestProduct(undefined, {
    ALLOWED_NETWORKS: [...slapd.allowed, ...strange.allowed, `127.0.0.1:${closedPort}`].join(','),
  });
  wire = wireOf(product);
  await wire.employee('alice', { employeeNo: 'E-7' });
  await wire.employee('王,芳').catch(() => wire.employee('wangfang'));
}, 90_000);
afterAll(async () => {
  await product?.stop();
  await Promise.all([slapd?.stop(), strange?.stop()]);
});

type LdapDraft = NonNullable<Input<typeof authSettingAdd>['ldap']>;

const connectionOf = (peer: Slapd, security: LdapDraft['connection']['security']): LdapDraft['connection'] => ({
  servers: [{ host: '127.0.0.1', port: security === 'ldaps' ? peer.tlsPort : peer.port }],
  security,
  ca: security === 'plain' ? '' : peer.ca,
  bindDn: searchDn,
  baseDn: peopleDn,
});
const lookup: LdapDraft['lookup'] = { mode: 'search', filter: '(&(objectClass=inetOrgPerson)(uid={account}))', pattern: '' };

const draftOf = (code: string, connection: LdapDraft['connection'], more: Partial<Input<typeof authSettingAdd>> = {}) => ({
  kind: 'ldap' as const,
  code,
  name: { zh_CN: '公司目录', en_US: 'Company directory' },
  ldap: { connection, lookup },
  match: { attribute: 'uid', field: 'account' as const },
  secret: searchPassword,
  ...more,
});

const stepsOf = (report: Awaited<ReturnType<typeof tryOut>>): string[] =>
  report.steps.map(({ step, ok }) => `${step} ${ok ? 'ok' : 'failed'}`);
const tryOut = (input: Input<typeof authSettingTest>) => wire.call(authSettingTest, input);

/** Tests, enables, and confirms from a new session, as an administrator does. */
async function open(id: string, account: string, password: string): Promise<void> {
  const report = await tryOut({ id, account, password });
  expect(report).toMatchObject({ ok: true, failure: null });
  const { guard } = await wire.call(authSettingEnable, { ids: [id] });
  const fresh = await signIn(product.app, 'admin', testPassword);
  await wire.call(guardConfirm, { guardId: guard!.guardId }, fresh);
}

test.each(['ldaps', 'startTls', 'plain'] as const)(
  'over %s: tested step by step, enabled, offered on the login page, signed in',
  async (security) => {
    const code = `dir-${security}`;
    const { id } = await wire.call(authSettingAdd, draftOf(code, connectionOf(slapd, security)));
    const untested = await wire.ask(authSettingEnable, { ids: [id] });
    expect(untested.code).toBe(11020);
    const report = await tryOut({ id, account: 'alice', password: aliceSecret });
    expect(stepsOf(report)).toEqual([
      'dns ok',
      ...(security === 'ldaps' ? [] : ['tcp ok']),
      ...(security === 'plain' ? [] : ['tls ok']),
      'bind ok',
      'search ok',
      'password ok',
      'person ok',
    ]);
    expect(report.person?.account).toBe('alice');
    expect(report.attributes.map(({ name }) => name)).toEqual(expect.arrayContaining(['dn', 'uid', 'mail', 'employeeNumber']));
    expect(report.attributes.map(({ name }) => name)).not.toContain('userPassword');
    await open(id, 'alice', aliceSecret);
    const { loginKinds } = await wire.call(mpVersion, {});
    expect(loginKinds).toContainEqual({ code, kind: 'ldap', label: 'Company directory', icon: null, start: null });
    const answer = (await wire.signIn({ kind: code, account: 'alice', password: aliceSecret })).json<
      Answer<{ userInfo: { empInfoDto: { account: string } } }>
    >();
    expect(answer.data.userInfo.empInfoDto.account).toBe('alice');
  },
);

test('a one-time password of this product keeps nobody out who came in by a directory', async () => {
  const { id } = await product.database.db.selectFrom('employee').select('id').where('account', '=', 'alice').executeTakeFirstOrThrow();
  const credential = { uid: id, password_hash: 'none', must_change: true, changed_at: Date.now() };
  await product.database.db.insertInto('credential').values(credential).execute();
  const answer = await wire.signIn({ kind: 'dir-plain', account: 'alice', password: aliceSecret });
  const { accessToken } = answer.json<Answer<{ accessToken: string }>>().data;
  expect(await wire.ask(sessionList, {}, accessToken)).toMatchObject({ code: 0 });
});

test('a terminal signs in by a directory that is for terminals of its platform', async () => {
  const phone = new TestTerminal(product.app);
  const { db } = product.database;
  const { id: settingId } = await db.selectFrom('auth_setting').select('id').where('code', '=', 'dir-plain').executeTakeFirstOrThrow();
  const login = async (more: object = {}) => (await phone.tryLogin('alice', aliceSecret, { kind: 'ldap', settingId, ...more })).code;
  expect(await login()).toBe(0);
  expect(await phone.call(clientSessions, {})).toMatchObject({ list: [{ current: true }] });
  expect(await login({ kind: 'ad' })).toBe(23011);
  await db.updateTable('auth_setting').set({ audience: 'console' }).where('id', '=', settingId).execute();
  expect(await login()).toBe(23011);
  await db
    .updateTable('auth_setting')
    .set({ audience: 'both', platforms: sql`'[1]'::jsonb` })
    .where('id', '=', settingId)
    .execute();
  expect(await new TestTerminal(product.app).tryLogin('alice', aliceSecret, { kind: 'ldap', settingId })).toMatchObject({ code: 23011 });
  await db
    .updateTable('auth_setting')
    .set({ platforms: sql`'[1,2,4,5,8]'::jsonb` })
    .where('id', '=', settingId)
    .execute();
});

test('a wrong password, an unknown account, no employee and two entries read the same; an empty password never binds', async () => {
  const refused = await Promise.all([
    wire.signIn({ kind: 'dir-plain', account: 'alice', password: 'wrong' }),
    wire.signIn({ kind: 'dir-plain', account: 'nobody', password: 'wrong' }),
    wire.signIn({ kind: 'dir-plain', account: 'bob', password: 'bob-secret-1' }),
    wire.signIn({ kind: 'dir-plain', account: 'twin', password: 'twin-secret-1' }),
  ]);
  expect(new Set(refused.map(({ body }) => body)).size).toBe(1);
  expect(refused.map(codeOf)).toEqual([10401, 10401, 10401, 10401]);
  const lines = await product.database.db
    .selectFrom('login_log')
    .select(['account', 'kind', 'reason'])
    .where('event', '=', 'refuse')
    .execute();
  for (const [account, reason] of [
    ['alice', 'wrongSecret'],
    ['nobody', 'unknownAccount'],
    ['bob', 'unknownAccount'],
    ['twin', 'unknownAccount'],
  ])
    expect(lines).toContainEqual({ account, kind: 'ldap', reason });
  expect(codeOf(await wire.signIn({ kind: 'dir-plain', account: 'alice', password: '' }))).toBe(10400);
  const empty = await tryOut({ id: await idOf('dir-plain'), account: 'alice' });
  expect(empty).toMatchObject({ ok: false, person: null });
});

const idOf = async (code: string): Promise<string> => {
  const { list } = await wire.call(authSettingList, { text: code });
  return list.find((row) => row.code === code)!.id;
};

test.each(['*', 'a*', '*)(uid=*', 'alice)(|(uid=*', '\\2a'])('the account %j is taken literally', async (account) => {
  expect(codeOf(await wire.signIn({ kind: 'dir-plain', account, password: aliceSecret }))).toBe(10401);
});

test('an account is found by more than ASCII and signs that a distinguished name needs escaped', async () => {
  const report = await tryOut({ id: await idOf('dir-plain'), account: '王,芳', password: 'wang-secret-1' });
  expect(report.attributes).toContainEqual({ name: 'uid', values: ['王,芳'] });
  const pattern = { mode: 'pattern' as const, filter: lookup.filter, pattern: `uid={account},ou=staff,${peopleDn}` };
  const direct = await tryOut({
    draft: {
      ...draftOf('x', connectionOf(slapd, 'plain')),
      ldap: { connection: { ...connectionOf(slapd, 'plain'), bindDn: '' }, lookup: pattern },
    },
    account: '王,芳',
    password: 'wang-secret-1',
  });
  expect(stepsOf(direct).slice(0, 4)).toEqual(['dns ok', 'tcp ok', 'password ok', 'search ok']);
  expect(direct.attributes).toContainEqual({ name: 'uid', values: ['王,芳'] });
});

test('values of one attribute that fit two employees fit nobody', async () => {
  await wire.employee('first', { email: 'alice@example.test' });
  await wire.employee('second', { email: 'alice.second@example.test' });
  const report = await tryOut({
    draft: draftOf('x', connectionOf(slapd, 'plain'), { match: { attribute: 'MAIL', field: 'email' } }),
    account: 'alice',
    password: aliceSecret,
  });
  expect(report).toMatchObject({ ok: false, failure: 'more than one employee matches this identity' });
});

const failures: [string, (peer: () => Slapd) => Partial<LdapDraft['connection']>, Partial<Input<typeof authSettingAdd>>, string][] = [
  ['nothing listens', () => ({ servers: [{ host: '127.0.0.1', port: closedPort }] }), {}, 'no connection'],
  ['no such host', () => ({ servers: [{ host: 'directory.invalid', port: 389 }] }), {}, 'the host name was not found'],
  [
    'an address that is not allowed',
    () => ({ servers: [{ host: '169.254.169.254', port: 389 }] }),
    {},
    'this address may not be reached from here',
  ],
  ['the search account is refused', () => ({}), { secret: 'wrong' }, 'the search account was refused: check its name and password'],
  [
    'an authority that is not trusted',
    (peer) => ({ ...connectionOf(peer(), 'ldaps'), ca: strange.ca }),
    {},
    'no trusted encrypted connection',
  ],
  ['a certificate of another host (LDAPS)', () => connectionOf(strange, 'ldaps'), {}, 'no trusted encrypted connection'],
  ['a certificate of another host (StartTLS)', () => connectionOf(strange, 'startTls'), {}, 'no trusted encrypted connection'],
  [
    'TLS spoken to a plain port',
    (peer) => ({ ...connectionOf(peer(), 'ldaps'), servers: [{ host: '127.0.0.1', port: peer().port }] }),
    {},
    'no trusted encrypted connection',
  ],
];
test.each(failures)('%s has its reason', async (_what, connection, more, failure) => {
  const draft = draftOf('x', { ...connectionOf(slapd, 'plain'), ...connection(() => slapd) }, more);
  const report = await tryOut({ draft, account: 'alice', password: aliceSecret });
  expect(report).toMatchObject({ ok: false, failure });
  expect(report.steps.at(-1)?.ok).toBe(false);
});

test('a base that is not there, a broken filter and a server that wants encryption are told as what they are', async () => {
  const plain = connectionOf(slapd, 'plain');
  const tried = (ldap: LdapDraft) => tryOut({ draft: { ...draftOf('x', plain), ldap }, account: 'alice', password: aliceSecret });
  const nowhere = await tried({ connection: { ...plain, baseDn: 'ou=nowhere,dc=example,dc=test' }, lookup });
  expect(nowhere).toMatchObject({ ok: false, person: null });
  expect(stepsOf(nowhere).at(-1)).toBe('search failed');
  const broken = { ldap: { connection: plain, lookup: { ...lookup, filter: '(&(uid={account})' } } };
  expect(await wire.ask(authSettingAdd, draftOf('broken', plain, broken))).toMatchObject({
    code: 10400,
    data: { issues: [{ path: 'ldap.lookup.filter' }] },
  });
  const open = await tried({ connection: connectionOf(strange, 'plain'), lookup });
  expect(open).toMatchObject({ ok: false, failure: 'this server wants an encrypted connection' });
});

test('parts of the tree that are elsewhere are passed by; names in a language and pictures do no harm', async () => {
  await wire.employee('carol');
  const report = await tryOut({ draft: draftOf('x', connectionOf(slapd, 'plain')), account: 'CAROL', password: 'carol-secret-1' });
  expect(report).toMatchObject({ ok: true, person: { account: 'carol' } });
  const names = report.attributes.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['cn', 'cn;lang-ja', 'uid']));
  // An account that the directory takes for another spelling is still one person: neither name comes from what was typed.
  expect(report.attributes).toContainEqual({ name: 'uid', values: ['carol'] });
});

test('the next server is asked when the first is not there', async () => {
  const connection = {
    ...connectionOf(slapd, 'plain'),
    servers: [
      { host: '127.0.0.1', port: closedPort },
      { host: '127.0.0.1', port: slapd.port },
    ],
  };
  const report = await tryOut({ draft: draftOf('x', connection), account: 'alice', password: aliceSecret });
  expect(report.ok).toBe(true);
});

test('a stored secret goes to no other system; none is ever answered', async () => {
  const row = await wire.call(authSettingGet, { id: await idOf('dir-ldaps') });
  expect(row.hasSecret).toBe(true);
  expect(JSON.stringify(row)).not.toContain(searchPassword);
  const ldap = { connection: connectionOf(strange, 'plain'), lookup };
  const moved = await wire.ask(authSettingUpdate, { id: row.id, version: row.version, ldap });
  expect(moved).toMatchObject({ code: 10400, data: { issues: [{ path: 'secret' }] } });
  expect(await wire.ask(authSettingTest, { id: row.id, draft: { ldap }, account: 'alice' })).toMatchObject({
    code: 10400,
    data: { issues: [{ path: 'secret' }] },
  });
});

test('a directory that hangs is told within ten seconds, counts nothing against the person, and local sign-ins go on meanwhile', async () => {
  const alice = () => wire.signIn({ kind: 'dir-plain', account: 'alice', password: aliceSecret });
  slapd.freeze();
  try {
    const waiting = Array.from({ length: 12 }, alice);
    const local = await wire.signIn({ account: 'admin', password: testPassword });
    expect(codeOf(local)).toBe(0);
    const answers = await Promise.all(waiting);
    // Guesses that are still open count, so who comes third may be asked for the picture before who is sixth is locked out.
    expect([10401, 10429, 10502]).toEqual(expect.arrayContaining([...new Set(answers.map(codeOf))]));
    expect(answers.find((answer) => codeOf(answer) === 10502)?.json()).toMatchObject({ data: { reason: 'timeout' } });
    await product.database.db.deleteFrom('sign_in_attempt').execute();
    const two = await Promise.all([alice(), alice()]);
    expect(two.map((answer) => answer.json<object>())).toMatchObject([1, 2].map(() => ({ code: 10502, data: { reason: 'timeout' } })));
    const counted = await product.database.db.selectFrom('sign_in_attempt').select('failures').where('failures', '>', 0).execute();
    expect(counted).toEqual([]);
  } finally {
    slapd.thaw();
  }
  await expect.poll(async () => codeOf(await alice()), { timeout: 40_000, interval: 1_000 }).toBe(0);
}, 90_000);
