import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Input } from '../../src/kit/common/contract.ts';
import {
  authSettingAdd,
  authSettingEnable,
  authSettingGet,
  authSettingTest,
  authSettingUpdate,
} from '../../src/modules/sign-in/common/auth-setting.contract.ts';
import { freePort } from '../peers/free-port.ts';
import { noLemonLdap, startLemonLdap } from '../peers/lemonldap.ts';
import { makeSigningKey, startSaml, type SamlForgery, type SamlPeer, type SigningKey } from '../peers/saml.ts';
import { startTestProduct, type TestProduct } from '../product.ts';
import { formOf, productOrigin, WalkingBrowser, wordsOf } from './browser-walk.ts';
import { wireOf, type Wire } from './console.ts';
import { forceEnabled } from './force.ts';
import { tracesOf, type Traces } from './traces.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'saml-'));
let own: SigningKey;
let next: SigningKey;
let strange: SigningKey;
let peer: SamlPeer;
let product: TestProduct;
let wire: Wire;
let traces: Traces;

const callback = (code: string): string => `${productOrigin}/api/login/callback/${code}`;
const draftOf = (code: string, more: Partial<Input<typeof authSettingAdd>> = {}) => ({
  kind: 'saml' as const,
  code,
  name: { zh_CN: '统一认证', en_US: 'Federation' },
  saml: { entryPoint: peer.entryPoint, idpIssuer: peer.issuer, certificates: own.certificate },
  match: { attribute: 'nameId', field: 'account' as const },
  assurance: ['urn:test:two-factors'],
  ...more,
});

beforeAll(async () => {
  [own, next, strange] = ['own', 'next', 'strange'].map((name) => makeSigningKey(folder, name)) as [SigningKey, SigningKey, SigningKey];
  peer = await startSaml(own);
  product = await startTestProduct();
  wire = wireOf(product);
  traces = tracesOf(product);
  await wire.employee('alice');
  await wire.employee('mallory');
  for (const code of ['fed', 'other']) await forceEnabled(product, (await wire.call(authSettingAdd, draftOf(code))).id);
  peer.know((await product.app.inject({ url: '/api/login/metadata/fed', headers: { host: 'localhost' } })).body);
  peer.user = { nameId: 'alice', attributes: { mail: ['alice@example.test'], groups: ['a', 'b'] } };
}, 90_000);
afterAll(async () => {
  await product?.stop();
  await peer?.stop();
  rmSync(folder, { recursive: true });
});

/** Walks to the provider and takes its form. */
async function formFrom(browser: WalkingBrowser, start = '/api/login/start/fed'): Promise<URLSearchParams> {
  const page = await browser.go(start);
  expect([page.status, page.url.origin]).toEqual([200, peer.origin]);
  return formOf(page.body);
}

/** Sends a form as a browser does from another site: without our cookies, which come along again with the redirect that follows. */
async function sendForm(browser: WalkingBrowser, form: URLSearchParams, code = 'fed'): Promise<Record<string, string>> {
  const answer = await product.app.inject({
    method: 'POST',
    url: `/api/login/callback/${code}`,
    headers: { host: 'localhost', 'content-type': 'application/x-www-form-urlencoded', origin: peer.origin },
    remoteAddress: browser.address,
    payload: form.toString(),
  });
  expect(answer.statusCode).toBe(303);
  return wordsOf(await browser.go(String(answer.headers['location'])));
}

async function enter(forgery: SamlForgery = {}): Promise<Record<string, string>> {
  const browser = new WalkingBrowser(product.app);
  peer.forgery = forgery;
  try {
    return await sendForm(browser, await formFrom(browser));
  } finally {
    peer.forgery = {};
  }
}

test('the provider that read our metadata proves who it is, and the ticket opens one session in the same browser', async () => {
  const browser = new WalkingBrowser(product.app);
  const { kind, ticket } = await sendForm(browser, await formFrom(browser));
  expect(kind).toBe('fed');
  const entered = await browser.post('/api/login', { kind, ticket });
  expect(entered).toMatchObject({ code: 0, data: { userInfo: { empInfoDto: { account: 'alice' } } } });
  expect((await browser.post('/api/login', { kind, ticket })).code).toBe(10401);
  expect(await traces.lastLine('signIn')).toMatchObject({ kind: 'saml', result: 'ok', account: 'alice' });
});

test('a provider that signs the whole answer too, or with its next key, is believed', async () => {
  const { id } = await wire.call(authSettingAdd, draftOf('roll'));
  const row = await wire.call(authSettingGet, { id });
  await wire.call(authSettingUpdate, {
    id,
    version: row.version,
    saml: { ...row.saml!, certificates: own.certificate + next.certificate },
  });
  await forceEnabled(product, id);
  const browser = new WalkingBrowser(product.app);
  peer.know((await product.app.inject({ url: '/api/login/metadata/roll', headers: { host: 'localhost' } })).body);
  peer.forgery = { key: next };
  const words = await sendForm(browser, await formFrom(browser, '/api/login/start/roll'), 'roll');
  peer.forgery = {};
  peer.know((await product.app.inject({ url: '/api/login/metadata/fed', headers: { host: 'localhost' } })).body);
  expect(words['ticket']).toBeTruthy();
  expect(await enter({ key: next })).toMatchObject({ problem: '11024', reason: 'signature' });
});

const ago = (seconds: number): string => new Date(Date.now() - seconds * 1000).toISOString();
const assertionIn = (xml: string): string => /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(xml)![0];
const evilOf = (xml: string): string =>
  assertionIn(xml)
    .replace(/<ds:Signature[\s\S]*<\/ds:Signature>/, '')
    .replace(/ ID="[^"]+"/, ' ID="_evil"')
    .replace('>alice<', '>mallory<');
const signatureIn = (xml: string): string => /<ds:Signature[\s\S]*<\/ds:Signature>/.exec(xml)![0];

const forgeries: [string, SamlForgery, string][] = [
  ['unsigned', { after: (xml) => xml.replace(/<ds:Signature[\s\S]*<\/ds:Signature>/, '') }, 'signature'],
  ['another name', { after: (xml) => xml.replace('>alice<', '>mallory<') }, 'signature'],
  [
    'a strange key',
    {
      get key() {
        return strange;
      },
    },
    'signature',
  ],
  ['SHA-1', { method: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' }, 'signature'],
  [
    'a second assertion before the signed one',
    { after: (xml) => xml.replace('<saml:Assertion', `${evilOf(xml)}<saml:Assertion`) },
    'signature',
  ],
  [
    'the signed assertion hidden in extensions',
    { after: (xml) => xml.replace(assertionIn(xml), `<samlp:Extensions>${assertionIn(xml)}</samlp:Extensions>${evilOf(xml)}`) },
    'signature',
  ],
  [
    'the signed assertion wrapped by the forged one',
    { after: (xml) => xml.replace(assertionIn(xml), evilOf(xml).replace('</saml:Assertion>', `${assertionIn(xml)}</saml:Assertion>`)) },
    'signature',
  ],
  [
    'the signed assertion inside the signature of the forged one',
    {
      after: (xml) => {
        const stolen = signatureIn(xml).replace('</ds:Signature>', `<ds:Object>${assertionIn(xml)}</ds:Object></ds:Signature>`);
        return xml.replace(assertionIn(xml), evilOf(xml).replace('</saml:Issuer>', `</saml:Issuer>${stolen}`));
      },
    },
    'signature',
  ],
  ['a document type', { after: (xml) => `<!DOCTYPE x [<!ENTITY who "mallory">]>${xml}` }, 'document'],
  ['a comment in the name', { after: (xml) => xml.replace('>alice<', '>ali<!-- -->ce<') }, 'document'],
  ['no XML', { after: () => 'hello' }, 'document'],
  ['too large', { after: (xml) => xml + ' '.repeat(320_000) }, 'document'],
  [
    'an old one',
    { said: { ConditionsNotBefore: ago(700), ConditionsNotOnOrAfter: ago(90), SubjectConfirmationDataNotOnOrAfter: ago(90) } },
    'time',
  ],
  ['not valid yet', { said: { ConditionsNotBefore: ago(-120) } }, 'time'],
  ['another audience', { said: { Audience: 'https://someone.else/metadata' } }, 'audience'],
  ['no audience', { template: (xml) => xml.replace(/<saml:AudienceRestriction>.*<\/saml:AudienceRestriction>/, '') }, 'audience'],
  ['no conditions', { template: (xml) => xml.replace(/<saml:Conditions .*<\/saml:Conditions>/, '') }, 'audience'],
  ['another address', { said: { SubjectRecipient: 'https://someone.else/callback' } }, 'audience'],
  ['another issuer', { said: { Issuer: 'https://someone.else/idp' } }, 'issuer'],
  ['another request', { said: { InResponseTo: '_of-somebody-else' } }, 'nonce'],
  ['no request', { template: (xml) => xml.replaceAll(' InResponseTo="{InResponseTo}"', '') }, 'nonce'],
  [
    'a request named outside of the signature only',
    { template: (xml) => xml.replace('Recipient="{SubjectRecipient}" InResponseTo="{InResponseTo}"', 'Recipient="{SubjectRecipient}"') },
    'nonce',
  ],
  ['holder of key instead of bearer', { template: (xml) => xml.replace('cm:bearer', 'cm:holder-of-key') }, 'audience'],
  [
    'a refusal of the provider',
    { after: (xml) => xml.replace(assertionIn(xml), '').replace('status:Success', 'status:Responder') },
    'denied',
  ],
];

test.each(forgeries)(
  '%s is refused with its reason: no session, one row of the audit, one line of the log',
  async (_what, forgery, reason) => {
    const before = await traces.counts();
    expect(await enter(forgery)).toEqual({ kind: 'fed', problem: '11024', reason });
    expect(await traces.counts()).toEqual({ audit: before.audit + 1, lines: before.lines + 1, sessions: before.sessions });
    expect(await traces.lastAudit()).toMatchObject({ code: 11024, detail: { why: reason } });
    expect(await traces.lastLine('refuse')).toMatchObject({ kind: 'saml', reason: 'provider', uid: null });
  },
);

test('an assertion encrypted for us is believed, and what is inside is proved like any other', async () => {
  const document = (await product.app.inject({ url: '/api/login/metadata/fed', headers: { host: 'localhost' } })).body;
  expect(document.match(/<md:KeyDescriptor use="(signing|encryption)">/g)).toHaveLength(2);
  for (const encrypted of ['http://www.w3.org/2001/04/xmlenc#aes256-cbc', 'http://www.w3.org/2009/xmlenc11#aes256-gcm'] as const)
    expect((await enter({ encrypted }))['ticket']).toBeTruthy();
  const encrypted = 'http://www.w3.org/2009/xmlenc11#aes256-gcm';
  const hidden: [SamlForgery, string][] = [
    [{ encrypted, key: strange }, 'signature'],
    [{ encrypted, said: { Audience: 'https://someone.else/metadata' } }, 'audience'],
    [{ encrypted, said: { Issuer: 'https://someone.else/idp' } }, 'issuer'],
    [{ encrypted, said: { InResponseTo: '_of-somebody-else' } }, 'nonce'],
    [{ encrypted: 'http://www.w3.org/2001/04/xmlenc#tripledes-cbc' }, 'signature'],
    [{ encrypted, after: (xml) => xml.replace(/(<e:CipherValue>)./, '$1_') }, 'signature'],
  ];
  for (const [forgery, reason] of hidden) {
    const before = await traces.counts();
    expect(await enter(forgery)).toEqual({ kind: 'fed', problem: '11024', reason });
    expect(await traces.counts()).toEqual({ audit: before.audit + 1, lines: before.lines + 1, sessions: before.sessions });
  }
});

test('an answer that is within the skew of a minute is believed', async () => {
  const soon = { ConditionsNotBefore: ago(-30) };
  expect((await enter({ said: soon }))['ticket']).toBeTruthy();
  const late = { ConditionsNotOnOrAfter: ago(30), SubjectConfirmationDataNotOnOrAfter: ago(30) };
  expect((await enter({ said: late }))['ticket']).toBeTruthy();
});

test('an answer is used up by its first use, whoever brings it again and by whichever way', async () => {
  const browser = new WalkingBrowser(product.app);
  const form = await formFrom(browser);
  expect((await sendForm(browser, form))['ticket']).toBeTruthy();
  expect(await sendForm(browser, form)).toMatchObject({ problem: '11024', reason: 'state' });
  // The old answer for a sign-in that was really begun.
  const begun = await formFrom(browser);
  begun.set('SAMLResponse', form.get('SAMLResponse')!);
  expect(await sendForm(browser, begun)).toMatchObject({ problem: '11024', reason: 'nonce' });
  const elsewhere = await formFrom(browser);
  expect(await sendForm(browser, elsewhere, 'other')).toMatchObject({ problem: '11024', reason: 'state' });
});

test('a form that somebody else began opens nothing in this browser, nor does an address without a form', async () => {
  const [attacker, victim] = [new WalkingBrowser(product.app), new WalkingBrowser(product.app)];
  const form = await formFrom(attacker);
  await victim.go('/api/login/start/fed', () => false);
  expect(await sendForm(victim, form)).toMatchObject({ problem: '11024', reason: 'browser' });
  const own_ = await formFrom(victim);
  const address = `${callback('fed')}?state=${own_.get('RelayState')}&SAMLResponse=${encodeURIComponent(own_.get('SAMLResponse')!)}`;
  expect(wordsOf(await victim.go(address))).toMatchObject({ problem: '11024', reason: 'document' });
});

test('whom nobody matches reads as unknown, and the log says so', async () => {
  peer.user = { nameId: 'stranger', attributes: {} };
  expect(await enter()).toEqual({ kind: 'fed', problem: '11023' });
  expect(await traces.lastLine('refuse')).toMatchObject({ kind: 'saml', reason: 'unknownAccount' });
  peer.user = { nameId: 'alice', attributes: { mail: ['alice@example.test'], groups: ['a', 'b'] } };
});

test('more than the limit is not even read', async () => {
  const answer = await product.app.inject({
    method: 'POST',
    url: '/api/login/callback/fed',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `SAMLResponse=${'A'.repeat(600_000)}`,
  });
  expect(answer.statusCode).toBe(413);
});

test('a setting is tried out before it can be enabled; what was refused stands in its report', async () => {
  const { id } = await wire.call(authSettingAdd, draftOf('trial'));
  peer.know((await product.app.inject({ url: '/api/login/metadata/trial', headers: { host: 'localhost' } })).body);
  const report = await wire.call(authSettingTest, { id });
  expect(report).toMatchObject({ failure: null, steps: [{ step: 'certificates', ok: true }] });
  expect((await wire.ask(authSettingEnable, { ids: [id] })).code).toBe(11020);
  const tryOut = async (forgery: SamlForgery): Promise<void> => {
    const browser = new WalkingBrowser(product.app);
    peer.forgery = forgery;
    const form = await formFrom(browser, report.tryOut!);
    const { headers } = await browser.once(new URL(callback('trial')), {
      type: 'application/x-www-form-urlencoded',
      body: form.toString(),
    });
    const place = await browser.once(new URL(headers.get('location') ?? '', productOrigin));
    peer.forgery = {};
    expect(place.headers.get('location')).toBe(`/sys_login_authentication?id=${id}`);
  };
  await tryOut({ said: { Audience: 'https://someone.else' } });
  expect(await wire.call(authSettingGet, { id })).toMatchObject({
    test: { report: { ok: false, failure: 'it is intended for another recipient' } },
  });
  await tryOut({});
  const row = await wire.call(authSettingGet, { id });
  expect(row.test?.report).toMatchObject({ ok: true, person: { account: 'alice' } });
  expect(row.test?.report.attributes).toContainEqual({ name: 'groups', values: ['a', 'b'] });
  expect((await wire.ask(authSettingEnable, { ids: [id] })).code).toBe(0);
});

test('what is no certificate is a mistake of its field', async () => {
  const broken = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----';
  const saml = { entryPoint: peer.entryPoint, idpIssuer: peer.issuer, certificates: broken };
  const answer = await wire.ask(authSettingAdd, draftOf('broken', { saml }));
  expect(answer).toMatchObject({ code: 10400, data: { issues: [{ path: expect.stringContaining('saml.certificates') }] } });
});

test.skipIf(noLemonLdap !== undefined)(
  `a real provider, LemonLDAP::NG: signed in by its form, its assertion proves who it is, once${noLemonLdap === undefined ? '' : ` (skipped: ${noLemonLdap})`}`,
  async () => {
    const port = await freePort();
    const origin = `http://127.0.0.1:${port}`;
    const saml = { entryPoint: `${origin}/saml/singleSignOn`, idpIssuer: `${origin}/saml/metadata`, certificates: own.certificate };
    await forceEnabled(product, (await wire.call(authSettingAdd, draftOf('lemon', { saml }))).id);
    await wire.employee('dwho');
    const service = (await product.app.inject({ url: '/api/login/metadata/lemon', headers: { host: 'localhost' } })).body;
    const lemon = await startLemonLdap({ port, saml: { key: own, service } });
    try {
      const browser = new WalkingBrowser(product.app);
      const page = await browser.go('/api/login/start/lemon');
      const form = formOf(page.body);
      form.set('user', 'dwho');
      form.set('password', 'dwho');
      const answer = await browser.once(page.url, { type: 'application/x-www-form-urlencoded', body: form.toString() });
      const proof = formOf(answer.body);
      const send = async () =>
        product.app.inject({
          method: 'POST',
          url: '/api/login/callback/lemon',
          headers: { host: 'localhost', 'content-type': 'application/x-www-form-urlencoded', origin },
          remoteAddress: browser.address,
          payload: proof.toString(),
        });
      const { kind, ticket } = wordsOf(await browser.go(String((await send()).headers['location'])));
      const entered = await browser.post('/api/login', { kind, ticket });
      expect(entered).toMatchObject({ code: 0, data: { userInfo: { empInfoDto: { account: 'dwho' } } } });
      expect(wordsOf(await browser.go(String((await send()).headers['location'])))).toMatchObject({ problem: '11024' });
    } finally {
      await lemon.stop();
    }
  },
);
