import { createHash, sign } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getUser, logout } from '../../src/kit/common/session/session.contract.ts';
import { authSettingAdd } from '../../src/modules/sign-in/common/auth-setting.contract.ts';
import { casLogout, startCas, type CasPeer } from '../peers/cas.ts';
import { startForgingOidc, type Forgery, type ForgingOidc } from '../peers/forging-oidc.ts';
import { startOidc, type OidcPeer } from '../peers/oidc.ts';
import { makeSigningKey, startSaml, type SamlPeer, type SigningKey } from '../peers/saml.ts';
import { startTestProduct, type TestProduct } from '../product.ts';
import { productOrigin, WalkingBrowser, wordsOf } from './browser-walk.ts';
import { wireOf, type Wire } from './console.ts';
import { forceEnabled } from './force.ts';
import { tracesOf, type Traces } from './traces.ts';
import { walkIn } from './walk-in.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'sign-out-'));
const client = { id: 'wheelhouse', secret: 'client-secret-1' };
let strange: SigningKey;
let [oidc, forger, cas, saml, product, wire, traces] = [] as unknown as [
  OidcPeer,
  ForgingOidc,
  CasPeer,
  SamlPeer,
  TestProduct,
  Wire,
  Traces,
];

const said = (name: string) => ({ name: { zh_CN: name }, code: name });

beforeAll(async () => {
  strange = makeSigningKey(folder, 'strange');
  oidc = await startOidc({ ...client, callback: `${productOrigin}/api/login/callback/sso` });
  [forger, cas, saml] = [await startForgingOidc(client.id), await startCas(), await startSaml(makeSigningKey(folder, 'own'))];
  product = await startTestProduct(undefined, { ALLOWED_NETWORKS: [oidc.allowed, forger.allowed, cas.allowed].join(',') });
  [wire, traces] = [wireOf(product), tracesOf(product)];
  for (const account of ['alice', 'bob']) await wire.employee(account);
  const match = (attribute: string) => ({ attribute, field: 'account' as const });
  for (const [code, issuer] of [
    ['sso', oidc.issuer],
    ['forged', forger.issuer],
  ] as const) {
    const draft = { kind: 'oidc' as const, ...said(code), oidc: { issuer, clientId: client.id }, secret: client.secret };
    await forceEnabled(product, (await wire.call(authSettingAdd, { ...draft, match: match('preferred_username') })).id);
  }
  for (const [code, signOut] of [
    ['campus', true],
    ['stays', false],
  ] as const) {
    const draft = { kind: 'cas' as const, ...said(code), cas: { server: cas.address, signOut }, match: match('user') };
    await forceEnabled(product, (await wire.call(authSettingAdd, draft)).id);
  }
  const config = {
    entryPoint: saml.entryPoint,
    idpIssuer: saml.issuer,
    certificates: saml.own.certificate,
    logoutUrl: `${saml.entryPoint}/out`,
  };
  await forceEnabled(product, (await wire.call(authSettingAdd, { kind: 'saml', ...said('fed'), saml: config, match: match('nameId') })).id);
  saml.know((await product.app.inject({ url: '/api/login/metadata/fed', headers: { host: 'localhost' } })).body);
  oidc.user = { sub: 'sub-alice', claims: { preferred_username: 'alice' } };
  cas.user = 'alice';
  saml.user = { nameId: 'alice', attributes: {} };
}, 120_000);
afterAll(async () => {
  await product?.stop();
  await Promise.all([oidc?.stop(), forger?.stop(), saml?.stop()]);
  rmSync(folder, { recursive: true });
});

const stateOf = async (token: string): Promise<number> => (await wire.ask(getUser, {}, token)).code;
const audits = () =>
  product.database.db
    .selectFrom('audit_log')
    .select(['code', 'detail'])
    .where('operation', '=', 'logout.federated')
    .orderBy('id', 'desc')
    .execute();

/** Sends a form as another system does, straight to the server. */
async function tell(
  address: string,
  form: Record<string, string> | string,
): Promise<{ status: number; code: number; reason: string; location: string }> {
  const answer = await product.app.inject({
    method: 'POST',
    url: address,
    headers: { host: 'localhost', 'content-type': 'application/x-www-form-urlencoded' },
    payload: typeof form === 'string' ? form : new URLSearchParams(form).toString(),
  });
  const location = String(answer.headers['location'] ?? '');
  const body = location === '' ? answer.json<{ code: number; data: { reason?: string } | null }>() : { code: 0, data: null };
  return { status: answer.statusCode, code: body.code, reason: body.data?.reason ?? '', location };
}

/** One row of the audit says why, and the session goes on. */
async function refused(token: string, reason: string, attempt: () => Promise<unknown>): Promise<void> {
  const before = await audits();
  await attempt();
  const after = await audits();
  expect([after.length, after[0]]).toEqual([before.length + 1, { code: 11024, detail: expect.objectContaining({ why: reason }) }]);
  expect(await stateOf(token)).toBe(0);
}

test('who came by the password of this product, or by a way that is set so, signs out here alone', async () => {
  expect(await wire.call(logout, {}, product.powerless.token)).toBeNull();
  expect(await wire.call(logout, {}, await walkIn(product, new WalkingBrowser(product.app), 'stays'))).toBeNull();
});

test('OpenID: signing out ends the session here at once and takes the browser to the provider, which ends the others', async () => {
  oidc.deliver = async (body) => (await tell('/api/login/logout/sso', body)).status;
  const browser = new WalkingBrowser(product.app);
  const [first, second] = [await walkIn(product, browser, 'sso'), await walkIn(product, browser, 'sso')];
  const answer = await wire.call(logout, {}, first);
  expect([await stateOf(first), await stateOf(second)]).toEqual([65001, 0]);
  const page = await browser.go(answer!.elsewhere);
  expect(page.url.searchParams.get('id_token_hint')).toMatch(/^eyJ/);
  const { headers } = await browser.once(new URL('/session/end/confirm', oidc.issuer), {
    type: 'application/x-www-form-urlencoded',
    body: new URLSearchParams({ xsrf: /name="xsrf" value="([^"]+)"/.exec(page.body)![1]!, logout: 'yes' }).toString(),
  });
  expect(headers.get('location')).toBe(`${productOrigin}/login`);
  await expect.poll(() => stateOf(second)).toBe(65003);
  expect(await audits()).toMatchObject([{ code: 0, detail: { way: 'sso', sessions: 1 } }]);
  // The way out serves once, and knows nobody without its word.
  for (const address of [answer!.elsewhere, '/api/login/out/sso', '/api/login/out/nowhere?state=x'])
    expect((await browser.go(address)).url.pathname).toBe('/login');
});

/** Signs in at the provider whose tokens are the test's. */
async function forgedIn(): Promise<string> {
  const browser = new WalkingBrowser(product.app);
  const away = await browser.go('/api/login/start/forged', (url) => url.origin === forger.issuer);
  forger.nonce = away.url.searchParams.get('nonce') ?? '';
  const back = new URLSearchParams({ state: away.url.searchParams.get('state') ?? '', code: 'any' });
  const { kind, ticket } = wordsOf(await browser.go(`/api/login/callback/forged?${back.toString()}`));
  return (await browser.post('/api/login', { kind, ticket })).data.accessToken ?? '';
}

const seconds = (from: number): number => Math.floor(Date.now() / 1000) + from;
const forgeries: [string, Forgery, string][] = [
  ['a strange key', { strangeKey: true }, 'signature'],
  ['no signature', { header: { alg: 'none' } }, 'signature'],
  ['an unknown key', { header: { kid: 'other' } }, 'signature'],
  ['another issuer', { claims: { iss: 'https://someone.else' } }, 'issuer'],
  ['another audience', { claims: { aud: 'someone-else' } }, 'audience'],
  ['an old one', { claims: { iat: seconds(-3600), exp: undefined } }, 'time'],
  ['one that is over', { claims: { exp: seconds(-120) } }, 'time'],
  ['a proof of identity', { claims: { nonce: 'n', events: undefined } }, 'document'],
  ['a nonce', { claims: { nonce: 'n' } }, 'document'],
  ['no event', { claims: { events: { 'http://another/event': {} } } }, 'document'],
  ['no name', { claims: { jti: undefined } }, 'document'],
  ['nobody', { claims: { sub: undefined } }, 'document'],
  ['another type', { header: { typ: 'at+jwt' } }, 'document'],
];

test('OpenID: forged logout tokens end nothing; a true one ends every session of its subject, once', async () => {
  const [one, two] = [await forgedIn(), await forgedIn()];
  for (const [what, forgery, reason] of forgeries)
    await refused(one, reason, async () =>
      expect([what, await tell('/api/login/logout/forged', { logout_token: forger.logoutToken(forgery) })]).toMatchObject([
        what,
        { status: 400, code: 11024, reason },
      ]),
    );
  await refused(one, 'document', () => tell('/api/login/logout/forged', { logout_token: 'no token' }));
  await refused(one, 'document', () => tell('/api/login/logout/forged', {}));
  const token = forger.logoutToken();
  // Another provider's word is worth nothing here.
  await refused(one, 'signature', () => tell('/api/login/logout/sso', { logout_token: token }));
  expect(await tell('/api/login/logout/forged', { logout_token: token })).toMatchObject({ status: 200, code: 0 });
  expect([await stateOf(one), await stateOf(two)]).toEqual([65003, 65003]);
  expect(await traces.lastLine('signOut')).toMatchObject({ kind: 'oidc', account: 'alice' });
  const again = await forgedIn();
  await refused(again, 'replay', () => tell('/api/login/logout/forged', { logout_token: token }));
  expect((await tell('/api/login/logout/nowhere', { logout_token: token })).code).toBe(10404);
});

test('OpenID: a frame on the page of the provider ends the session that it names, and nothing by less', async () => {
  const sid = 'a-session-over-there-4711';
  forger.forgery = { claims: { sid } };
  const [one, other] = [await forgedIn(), await forgedIn()];
  forger.forgery = {};
  const third = await forgedIn();
  const framed = (wish: Record<string, string>) =>
    product.app.inject({ url: `/api/login/logout/forged?${new URLSearchParams(wish).toString()}`, headers: { host: 'localhost' } });
  await refused(one, 'issuer', () => framed({ iss: 'https://someone.else', sid }));
  await refused(one, 'issuer', () => framed({ sid }));
  await refused(one, 'document', () => framed({ iss: forger.issuer, sid: 'a' }));
  await refused(one, 'state', () => framed({ iss: forger.issuer, sid: 'a-session-of-nobody-0000' }));
  await refused(one, 'document', () => framed({ iss: forger.issuer }));
  const answer = await framed({ iss: forger.issuer, sid });
  expect([answer.statusCode, answer.headers['cache-control'], answer.headers['x-frame-options']]).toEqual([200, 'no-store', undefined]);
  expect([await stateOf(one), await stateOf(other), await stateOf(third)]).toEqual([65003, 65003, 0]);
  await refused(third, 'state', () => framed({ iss: forger.issuer, sid }));
});

/** Signs in by CAS and answers the ticket beside the token. */
async function casIn(): Promise<{ token: string; ticket: string; service: string }> {
  const token = await walkIn(product, new WalkingBrowser(product.app), 'campus');
  const { searchParams } = cas.asked.at(-1)!.address;
  const service = new URL(searchParams.get('service')!);
  return { token, ticket: searchParams.get('ticket')!, service: service.pathname + service.search };
}

test('CAS: the server tells the address that it gave the ticket for; what names no ticket of a session ends nothing', async () => {
  const { token, ticket, service } = await casIn();
  for (const [request, reason] of [
    [casLogout('ST-1-made-up'), 'state'],
    ['<html>', 'document'],
    [`<!DOCTYPE x [<!ENTITY t "${ticket}">]>${casLogout('&t;')}`, 'document'],
    [casLogout(ticket).replaceAll('SessionIndex', 'Other'), 'document'],
  ] as const)
    await refused(token, reason, () => tell(service, { logoutRequest: request }));
  expect(await tell(service, { logoutRequest: casLogout(ticket) })).toMatchObject({ status: 200, code: 0 });
  expect(await stateOf(token)).toBe(65003);
  const other = await casIn();
  await refused(other.token, 'state', () => tell(service, { logoutRequest: casLogout(ticket) }));
  // Begun here: the server hears of it by the browser, and telling us the same is no forgery.
  const { elsewhere } = (await wire.call(logout, {}, other.token))!;
  const there = await new WalkingBrowser(product.app).go(elsewhere, (url) => url.pathname === '/cas/logout');
  expect(there.url.searchParams.get('service')).toBe(`${productOrigin}/login`);
  expect(await tell('/api/login/logout/campus', { logoutRequest: casLogout(other.ticket) })).toMatchObject({ status: 200, code: 0 });
});

test('SAML, begun here: the provider believes our signed wish, and its answer takes the browser to the login page', async () => {
  const browser = new WalkingBrowser(product.app);
  saml.session = '_session-7';
  const { elsewhere } = (await wire.call(logout, {}, await walkIn(product, browser, 'fed')))!;
  const before = (await audits()).length;
  const end = await browser.go(elsewhere);
  expect([end.url.pathname, wordsOf(end)]).toEqual(['/login', {}]);
  expect(saml.out).toEqual([{ nameId: 'alice', sessionIndex: '_session-7' }]);
  expect((await audits()).length).toBe(before);
  for (const [forgery, reason] of [
    [{ said: { InResponseTo: '_another' } }, 'nonce'],
    [{ said: { Destination: 'https://someone.else' } }, 'audience'],
    [{ said: { StatusCode: 'urn:oasis:names:tc:SAML:2.0:status:Responder' } }, 'denied'],
    [{ key: strange }, 'signature'],
  ] as const) {
    const next = (await wire.call(logout, {}, await walkIn(product, browser, 'fed')))!;
    saml.forgery = forgery;
    const back = wordsOf(await browser.go(next.elsewhere));
    saml.forgery = {};
    expect(back).toMatchObject({ problem: '11024', reason });
  }
});

/** A sign-out of the provider by redirect, changed before it is signed again with some key. */
function resigned(change: (xml: string) => string, key: SigningKey): string {
  const { searchParams, origin, pathname } = new URL(saml.signOut('redirect').address);
  const xml = change(inflateRawSync(Buffer.from(searchParams.get('SAMLRequest')!, 'base64')).toString());
  const query = new URLSearchParams({
    SAMLRequest: deflateRawSync(xml).toString('base64'),
    SigAlg: searchParams.get('SigAlg')!,
  }).toString();
  return `${origin}${pathname}?${query}&Signature=${encodeURIComponent(sign('sha256', Buffer.from(query), key.key).toString('base64'))}`;
}

test('SAML, begun there: forged, old, foreign and repeated messages end nothing; a true one ends its session by redirect or form', async () => {
  const browser = new WalkingBrowser(product.app);
  saml.session = '_session-8';
  const first = await walkIn(product, browser, 'fed');
  saml.session = '_session-9';
  const second = await walkIn(product, browser, 'fed');
  const good = saml.signOut('redirect').address;
  const long = new Date(Date.now() - 3_600_000).toISOString();
  const same = (xml: string): string => xml;
  const bad: [string, string][] = [
    [good.replace(/&Signature=[^&]*/, ''), 'signature'],
    [good.replace(/&SigAlg=[^&]*/, ''), 'signature'],
    [good.replace('rsa-sha256', 'rsa-sha1'), 'signature'],
    [good.replace('RelayState=there', 'RelayState=elsewhere'), 'signature'],
    [resigned(same, strange), 'signature'],
    [resigned((xml) => xml.replace(saml.issuer, 'https://someone.else'), saml.own), 'issuer'],
    [resigned((xml) => xml.replace(/IssueInstant="[^"]*"/, `IssueInstant="${long}"`), saml.own), 'time'],
    [resigned((xml) => xml.replace(/Destination="[^"]*"/, 'Destination="https://someone.else"'), saml.own), 'audience'],
    [resigned((xml) => xml.replace('>alice<', '>al<!-- -->ice<'), saml.own), 'document'],
    [resigned(() => 'x'.repeat(400_000), saml.own), 'document'],
  ];
  for (const [address, reason] of bad)
    await refused(second, reason, async () => expect(wordsOf(await browser.go(address))).toMatchObject({ problem: '11024', reason }));
  expect(JSON.parse((await browser.go(`${good}&SAMLRequest=AAAA`)).body)).toMatchObject({ code: 10400 });
  const end = await browser.go(good);
  expect([end.url.href, end.body]).toEqual([expect.stringContaining('/done'), 'Signed out']);
  expect([await stateOf(first), await stateOf(second)]).toEqual([0, 65003]);
  await refused(first, 'replay', () => browser.go(good));
  // By a form the message is signed in itself.
  saml.session = '_session-8';
  const form = saml.signOut('post').form;
  const xml = Buffer.from(new URLSearchParams(form).get('SAMLRequest')!, 'base64').toString();
  const changed = Buffer.from(xml.replace('_session-8', '_session-0')).toString('base64');
  await refused(first, 'signature', () => tell('/api/login/logout/fed', { SAMLRequest: changed }));
  const bare = Buffer.from(xml.replace(/<ds:Signature[\s\S]*<\/ds:Signature>/, '')).toString('base64');
  await refused(first, 'signature', () => tell('/api/login/logout/fed', { SAMLRequest: bare }));
  expect((await tell('/api/login/logout/fed', form)).location).toContain('/sso/out?SAMLResponse=');
  expect(await stateOf(first)).toBe(65003);
});

test('what is kept of sessions elsewhere says nothing by itself', async () => {
  await walkIn(product, new WalkingBrowser(product.app), 'sso');
  const rows = await product.database.db.selectFrom('sign_in_link').selectAll().execute();
  expect(rows.some(({ subject_hash }) => subject_hash.equals(createHash('sha256').update('sub-alice').digest()))).toBe(true);
  // A token in the clear begins with {"alg": or {"typ": in base64; what is sealed holds three given letters now and then.
  expect(rows.map(({ kept }) => kept).join()).not.toMatch(/alice|eyJhbGci|eyJ0eXAi/);
  const keys = await product.database.db.selectFrom('saml_key').selectAll().execute();
  expect(keys.map(({ private_key }) => private_key).join()).not.toContain('PRIVATE');
});

test('a provider that is away keeps nobody here: the session ends, and the browser reads that it may go on there', async () => {
  const { token } = await casIn();
  await cas.stop();
  const { elsewhere } = (await wire.call(logout, {}, token))!;
  expect(await stateOf(token)).toBe(65001);
  expect(wordsOf(await new WalkingBrowser(product.app).go(elsewhere))).toEqual({ kind: 'campus', problem: 'out' });
}, 30_000);
