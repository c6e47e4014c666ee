import { afterAll, beforeAll, expect, test } from 'vitest';
import { mpVersion } from '../../src/kit/common/session/session.contract.ts';
import {
  authSettingAdd,
  authSettingEnable,
  authSettingGet,
  authSettingTest,
  authSettingUpdate,
} from '../../src/modules/sign-in/common/auth-setting.contract.ts';
import type { Input } from '../../src/kit/common/contract.ts';
import { startForgingOidc, type Forgery, type ForgingOidc } from '../peers/forging-oidc.ts';
import { startOidc, type OidcPeer } from '../peers/oidc.ts';
import { freePort } from '../peers/free-port.ts';
import { startTestProduct, type TestProduct } from '../product.ts';
import { productOrigin, WalkingBrowser, wordsOf } from './browser-walk.ts';
import { wireOf, type Wire } from './console.ts';
import { forceEnabled } from './force.ts';

let oidc: OidcPeer;
let forger: ForgingOidc;
let product: TestProduct;
let wire: Wire;
let closedPort: number;

const client = { id: 'wheelhouse', secret: 'client-secret-1' };
const callbackOf = (code: string): string => `${productOrigin}/api/login/callback/${code}`;

const draftOf = (code: string, issuer: string, more: Partial<Input<typeof authSettingAdd>> = {}) => ({
  kind: 'oidc' as const,
  code,
  name: { zh_CN: '统一认证', en_US: 'Single sign-on' },
  oidc: { issuer, clientId: client.id },
  match: { attribute: 'preferred_username', field: 'account' as const },
  secret: client.secret,
  ...more,
});

beforeAll(async () => {
  closedPort = await freePort();
  oidc = await startOidc({ ...client, callback: callbackOf('sso') });
  forger = await startForgingOidc(client.id);
  product = await startTestProduct(undefined, { ALLOWED_NETWORKS: [oidc.allowed, forger.allowed, `127.0.0.1:${closedPort}`].join(',') });
  wire = wireOf(product);
  await wire.employee('alice');
  const gone = await wire.employee('gone');
  await product.app.inject({
    method: 'POST',
    url: '/api/muc/employee/disable',
    headers: { accesstoken: product.admin.token },
    payload: { ids: [gone] },
  });
  for (const [code, issuer] of [
    ['sso', oidc.issuer],
    ['forged', forger.issuer],
    ['dark', `http://127.0.0.1:${closedPort}`],
  ] as const) {
    const { id } = await wire.call(authSettingAdd, draftOf(code, issuer));
    await forceEnabled(product, id);
  }
}, 90_000);
afterAll(async () => {
  await product?.stop();
  await Promise.all([oidc?.stop(), forger?.stop()]);
});

const user = (account: string, claims: Record<string, unknown> = {}) => ({
  sub: `sub-${account}`,
  claims: { preferred_username: account, ...claims },
});

/** The audit rows of sign-ins elsewhere, the newest first: how many there are and what the last says. */
async function lastAudit(): Promise<{ code: number; detail: unknown; count: number }> {
  const rows = await product.database.db
    .selectFrom('audit_log')
    .select(['code', 'detail'])
    .where('operation', '=', 'login.federated')
    .orderBy('id', 'desc')
    .execute();
  return { code: rows[0]?.code ?? -1, detail: rows[0]?.detail, count: rows.length };
}

test('the login page offers it, the provider proves who it is, and the ticket opens one session in the same browser', async () => {
  const { loginKinds } = await wire.call(mpVersion, {});
  expect(loginKinds).toContainEqual({ code: 'sso', kind: 'oidc', label: 'Single sign-on', icon: null, start: '/api/login/start/sso' });
  oidc.user = user('alice');
  const browser = new WalkingBrowser(product.app);
  const { kind, ticket } = wordsOf(await browser.go('/api/login/start/sso'));
  expect(kind).toBe('sso');
  const elsewhere = await new WalkingBrowser(product.app).post('/api/login', { kind, ticket });
  expect(elsewhere.code).toBe(10401);
  // A ticket that was tried in another browser is gone.
  expect((await browser.post('/api/login', { kind, ticket })).code).toBe(10401);
  const again = wordsOf(await browser.go('/api/login/start/sso'));
  const entered = await browser.post('/api/login', { kind: 'sso', ticket: again['ticket'] });
  expect(entered).toMatchObject({ code: 0, data: { userInfo: { empInfoDto: { account: 'alice' } } } });
  expect((await browser.post('/api/login', { kind: 'sso', ticket: again['ticket'] })).code).toBe(10401);
  expect(await lastAudit()).toMatchObject({ code: 0 });
});

test('an unknown, a disabled person and nobody in particular read the same', async () => {
  for (const account of ['stranger', 'gone']) {
    oidc.user = user(account);
    const before = await lastAudit();
    expect(wordsOf(await new WalkingBrowser(product.app).go('/api/login/start/sso'))).toEqual({ kind: 'sso', problem: '11023' });
    expect(await lastAudit()).toMatchObject({ code: 11023, count: before.count + 1 });
  }
});

test('who refuses at the provider comes back with that reason', async () => {
  oidc.user = undefined;
  expect(wordsOf(await new WalkingBrowser(product.app).go('/api/login/start/sso'))).toEqual({
    kind: 'sso',
    problem: '11024',
    reason: 'denied',
  });
});

/** Walks until the provider sends the browser back, and says where to. */
async function answerOf(browser: WalkingBrowser): Promise<URL> {
  const place = await browser.go('/api/login/start/sso', (url) => url.pathname === '/api/login/callback/sso');
  return place.url;
}

test('a callback in another browser, without its start, or a second time opens nothing', async () => {
  oidc.user = user('alice');
  const browser = new WalkingBrowser(product.app);
  const stolen = await answerOf(browser);
  const thief = new WalkingBrowser(product.app);
  await thief.go('/api/login/start/sso', () => false);
  expect(wordsOf(await thief.go(stolen.href))).toMatchObject({ problem: '11024', reason: 'browser' });
  expect(wordsOf(await browser.go(stolen.href))).toMatchObject({ problem: '11024', reason: 'state' });
  const own = await answerOf(browser);
  expect(wordsOf(await browser.go(own.href))['ticket']).toBeTruthy();
  const before = await lastAudit();
  expect(wordsOf(await browser.go(own.href))).toMatchObject({ problem: '11024', reason: 'state' });
  expect(await lastAudit()).toMatchObject({ code: 11024, count: before.count + 1 });
  own.searchParams.set('state', 'made-up');
  expect(wordsOf(await browser.go(own.href))).toMatchObject({ problem: '11024', reason: 'state' });
});

test('a code that was redeemed before, and one of another sign-in, open nothing', async () => {
  oidc.user = user('alice');
  const browser = new WalkingBrowser(product.app);
  const first = await answerOf(browser);
  expect(wordsOf(await browser.go(first.href))).toMatchObject({ ticket: expect.any(String) });
  const second = await answerOf(browser);
  second.searchParams.set('code', first.searchParams.get('code')!);
  expect(wordsOf(await browser.go(second.href))).toMatchObject({ problem: '11024', reason: 'code' });
  const [mine, other] = [await answerOf(browser), await answerOf(new WalkingBrowser(product.app))];
  mine.searchParams.set('code', other.searchParams.get('code')!);
  expect(wordsOf(await browser.go(mine.href))).toMatchObject({ problem: '11024', reason: 'code' });
});

const past = Math.floor(Date.now() / 1000) - 3600;
const forgeries: [string, Forgery, string][] = [
  ['alg none', { header: { alg: 'none' } }, 'signature'],
  ['the secret as its key', { header: { alg: 'HS256' } }, 'signature'],
  ['another key', { strangeKey: true }, 'signature'],
  ['an unknown key id', { header: { kid: 'other' } }, 'signature'],
  ['another issuer', { claims: { iss: 'https://elsewhere.example' } }, 'issuer'],
  ['another audience', { claims: { aud: 'someone-else' } }, 'audience'],
  ['two audiences without a party', { claims: { aud: [client.id, 'someone-else'] } }, 'audience'],
  ['another nonce', { claims: { nonce: 'made-up' } }, 'nonce'],
  ['no nonce', { claims: { nonce: undefined } }, 'document'],
  ['an old token', { claims: { exp: past, iat: past - 300 } }, 'time'],
  ['a refused code', { answer: { status: 400, body: { error: 'invalid_grant' } } }, 'code'],
  ['no token', { answer: { status: 200, body: { access_token: 'x', token_type: 'Bearer' } } }, 'document'],
];

/** Lets the forger answer a sign-in that was really begun. */
async function forge(forgery: Forgery): Promise<Record<string, string>> {
  const browser = new WalkingBrowser(product.app);
  const away = await browser.go('/api/login/start/forged', (url) => url.origin === forger.issuer);
  forger.nonce = away.url.searchParams.get('nonce') ?? '';
  forger.forgery = forgery;
  const back = new URL(callbackOf('forged'));
  back.searchParams.set('state', away.url.searchParams.get('state') ?? '');
  back.searchParams.set('code', 'any');
  return wordsOf(await browser.go(back.href));
}

test('the forger is believed where it does not forge', async () => {
  expect((await forge({}))['ticket']).toBeTruthy();
});

test.each(forgeries)('%s is refused with its reason, and one row of the audit', async (_what, forgery, reason) => {
  const before = await lastAudit();
  expect(await forge(forgery)).toEqual({ kind: 'forged', problem: '11024', reason });
  expect(await lastAudit()).toMatchObject({ code: 11024, count: before.count + 1 });
});

test('an unverified e-mail address matches nobody', async () => {
  await wire.employee('mailed', { email: 'mailed@example.test' });
  const { id } = await wire.call(authSettingAdd, draftOf('mail', forger.issuer, { match: { attribute: 'email', field: 'email' } }));
  await forceEnabled(product, id);
  const enter = async (verified: boolean): Promise<Record<string, string>> => {
    const browser = new WalkingBrowser(product.app);
    const away = await browser.go('/api/login/start/mail', (url) => url.origin === forger.issuer);
    forger.nonce = away.url.searchParams.get('nonce') ?? '';
    forger.forgery = { claims: { email: 'mailed@example.test', email_verified: verified } };
    const back = new URL(callbackOf('mail'));
    back.search = new URLSearchParams({ state: away.url.searchParams.get('state') ?? '', code: 'any' }).toString();
    return wordsOf(await browser.go(back.href));
  };
  expect(await enter(false)).toMatchObject({ problem: '11023' });
  expect((await enter(true))['ticket']).toBeTruthy();
});

test('a provider that is away says so on the login page; the test names the step', async () => {
  expect(wordsOf(await new WalkingBrowser(product.app).go('/api/login/start/dark'))).toEqual({
    kind: 'dark',
    problem: '10502',
    reason: 'refused',
  });
  const dark = await wire.call(authSettingTest, { draft: draftOf('x', `http://127.0.0.1:${closedPort}`) });
  expect(dark).toMatchObject({
    ok: false,
    failure: 'no connection',
    steps: [
      { step: 'dns', ok: true },
      { step: 'tcp', ok: false },
    ],
  });
  const other = await wire.call(authSettingTest, { draft: draftOf('x', `${forger.issuer}/other`) });
  expect(other.steps.at(-1)).toMatchObject({ step: 'metadata', ok: false });
  const lit = await wire.call(authSettingTest, { draft: draftOf('x', oidc.issuer) });
  expect(lit).toMatchObject({
    failure: null,
    steps: [
      { step: 'dns', ok: true },
      { step: 'tcp', ok: true },
      { step: 'metadata', ok: true },
    ],
  });
});

test('a setting is tried out in a window of its own before it can be enabled; trying out signs nobody in', async () => {
  const { id } = await wire.call(authSettingAdd, draftOf('trial', forger.issuer));
  expect(wordsOf(await new WalkingBrowser(product.app).go('/api/login/start/trial'))).toEqual({ problem: '10404' });
  const report = await wire.call(authSettingTest, { id });
  expect(report).toMatchObject({ ok: false, failure: null, tryOut: expect.stringContaining('/api/login/start/trial?tries=') });
  expect((await wire.ask(authSettingEnable, { ids: [id] })).code).toBe(11020);
  const tryOut = async (address: string, claims: Record<string, unknown>): Promise<string> => {
    const browser = new WalkingBrowser(product.app);
    const away = await browser.go(address, (url) => url.origin === forger.issuer);
    forger.nonce = away.url.searchParams.get('nonce') ?? '';
    forger.forgery = { claims };
    const back = new URL(callbackOf('trial'));
    back.search = new URLSearchParams({ state: away.url.searchParams.get('state') ?? '', code: 'any' }).toString();
    return (await browser.once(back)).headers.get('location') ?? '';
  };
  expect(await tryOut(report.tryOut!, { aud: 'someone-else' })).toBe(`/sys_login_authentication?id=${id}`);
  expect(await wire.call(authSettingGet, { id })).toMatchObject({
    test: { report: { ok: false, failure: 'it is intended for another recipient' } },
  });
  await tryOut(report.tryOut!, {});
  const row = await wire.call(authSettingGet, { id });
  expect(row.test?.report).toMatchObject({ ok: true, person: { account: 'alice' } });
  expect(row.test?.report.attributes).toContainEqual({ name: 'preferred_username', values: ['alice'] });
  const changed = await wire.call(authSettingUpdate, { id, version: row.version, match: { attribute: 'sub', field: 'account' } });
  expect(changed.test).toBeNull();
  expect((await wire.ask(authSettingEnable, { ids: [id] })).code).toBe(11020);
  await wire.call(authSettingUpdate, { id, version: changed.version, match: row.match });
  expect((await wire.ask(authSettingEnable, { ids: [id] })).code).toBe(0);
  const forged = report.tryOut!.replace(/tries=\d+/, 'tries=99999999999999');
  expect(wordsOf(await new WalkingBrowser(product.app).go(forged.replace('trial', 'dark')))).toMatchObject({ problem: '10502' });
});
