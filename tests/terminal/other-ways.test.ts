import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deviceBind } from '../../src/modules/devices/common/client.contract.ts';
import { enrolCodeAdd } from '../../src/modules/devices/common/action.contract.ts';
import { bindConfigUpdate } from '../../src/modules/devices/common/settings.contract.ts';
import { clientLoginList } from '../../src/modules/logs/common/login-log.contract.ts';
import { authSettingAdd } from '../../src/modules/sign-in/common/auth-setting.contract.ts';
import { clientLogin, clientSessions } from '../../src/modules/terminal/common/auth.contract.ts';
import * as ways from '../../src/modules/terminal/common/other-ways.contract.ts';
import { employeeDisable } from '../../src/modules/people/common/employee.contract.ts';
import { startOidc, type OidcPeer } from '../peers/oidc.ts';
import { makeSigningKey, startSaml, type SamlPeer } from '../peers/saml.ts';
import { startTestProduct, type TestProduct } from '../product.ts';
import { formOf, productOrigin, WalkingBrowser } from '../sign-in/browser-walk.ts';
import { wireOf, type Wire } from '../sign-in/console.ts';
import { forceEnabled } from '../sign-in/force.ts';
import { TestTerminal } from './test-terminal.ts';

let product: TestProduct;
let wire: Wire;
let oidc: OidcPeer;
let saml: SamlPeer;
let settings: Record<'sso' | 'fed', string>;
const people = new Map<string, string>();
const folder = mkdtempSync(path.join(tmpdir(), 'ways-'));
const secret = 'client-secret-1';
const returnLink = 'wheelhouse://signed-in';

beforeAll(async () => {
  oidc = await startOidc({ id: 'wheelhouse', secret, callback: `${productOrigin}/api/login/callback/sso` });
  const key = makeSigningKey(folder, 'own');
  saml = await startSaml(key);
  product = await startTestProduct(undefined, { ALLOWED_NETWORKS: oidc.allowed });
  wire = wireOf(product);
  for (const account of ['alice', 'bob', 'gone']) {
    const id = await wire.employee(account);
    await product.setPassword(id);
    people.set(account, id);
  }
  const name = { zh_CN: '统一认证' };
  const sso = await wire.call(authSettingAdd, {
    kind: 'oidc',
    code: 'sso',
    name,
    oidc: { issuer: oidc.issuer, clientId: 'wheelhouse' },
    match: { attribute: 'preferred_username', field: 'account' },
    secret,
  });
  const fed = await wire.call(authSettingAdd, {
    kind: 'saml',
    code: 'fed',
    name,
    saml: { entryPoint: saml.entryPoint, idpIssuer: saml.issuer, certificates: key.certificate },
    match: { attribute: 'nameId', field: 'account' },
  });
  settings = { sso: sso.id, fed: fed.id };
  for (const id of Object.values(settings)) await forceEnabled(product, id);
  saml.know((await product.app.inject({ url: '/api/login/metadata/fed', headers: { host: 'localhost' } })).body);
}, 120_000);
afterAll(async () => {
  await product?.stop();
  await Promise.all([oidc?.stop(), saml?.stop()]);
  rmSync(folder, { recursive: true });
});

/** Each from an address of its own: sign-ins are counted by it. */
const terminal = (platform = 2): TestTerminal => new TestTerminal(product.app, platform);
async function phoneOf(account: string): Promise<TestTerminal> {
  const phone = terminal();
  await phone.login(account);
  return phone;
}
const stateOf = async (desk: TestTerminal, code: string) => (await desk.call(ways.qrState, { code })).state;
const enter = (desk: TestTerminal, code: string) => desk.ask(clientLogin, { kind: 'qr', code });

test('A desktop signs in after the phone scanned its code and confirmed with the number, once', async () => {
  const [desk, phone] = [terminal(4), await phoneOf('alice')];
  const { code, number, text } = await desk.call(ways.qrBegin, {});
  expect(text).toBe(`http://localhost/q#${code}`);
  expect(await stateOf(desk, code)).toBe('waiting');
  expect((await enter(desk, code)).code).toBe(23020);
  // Confirmed by nobody who has not scanned it.
  expect((await phone.ask(ways.qrConfirm, { code, number })).code).toBe(23021);
  const waiting = desk.call(ways.qrState, { code, wait: 20, known: 'waiting' });
  expect(await phone.call(ways.qrScan, { code })).toMatchObject({ platform: 4, address: desk.address });
  expect((await waiting).state).toBe('scanned');
  const other = await phoneOf('bob');
  expect((await other.ask(ways.qrScan, { code })).code).toBe(23021);
  expect((await other.ask(ways.qrConfirm, { code, number })).code).toBe(23021);
  await phone.call(ways.qrConfirm, { code, number });
  expect(await stateOf(desk, code)).toBe('confirmed');
  // Another terminal gets nothing for it, and learns nothing of it.
  const thief = terminal(4);
  expect(await stateOf(thief, code)).toBe('ended');
  expect((await enter(thief, code)).code).toBe(23020);
  const entered = await enter(desk, code);
  expect(entered.data).toMatchObject({ stage: 'full', person: { uid: people.get('alice') } });
  desk.keep(entered.data);
  // The phone stays signed in beside the desktop.
  expect((await desk.call(clientSessions, {})).list).toHaveLength(2);
  await phone.call(clientSessions, {});
  expect((await enter(desk, code)).code).toBe(23020);
  const { list } = await wire.call(clientLoginList, {});
  expect(list[0]).toMatchObject({ account: 'alice', event: 'signIn' });
});

test('A wrong number, a refusal and two minutes end a code', async () => {
  const phone = await phoneOf('alice');
  const shown = async () => {
    const desk = terminal(4);
    const begun = await desk.call(ways.qrBegin, {});
    await phone.call(ways.qrScan, { code: begun.code });
    phone.roam();
    return { desk, ...begun };
  };
  const wrong = await shown();
  const other = wrong.number === '11' ? '12' : '11';
  expect((await phone.ask(ways.qrConfirm, { code: wrong.code, number: other })).code).toBe(23021);
  expect((await phone.ask(ways.qrConfirm, { code: wrong.code, number: wrong.number })).code).toBe(23021);
  expect(await stateOf(wrong.desk, wrong.code)).toBe('rejected');
  const refused = await shown();
  await phone.call(ways.qrReject, { code: refused.code });
  expect((await enter(refused.desk, refused.code)).code).toBe(23020);
  const late = await shown();
  await sql`update terminal_qr set until = ${Date.now() - 1} where until > 0`.execute(product.database.db);
  expect((await phone.ask(ways.qrConfirm, { code: late.code, number: late.number })).code).toBe(23020);
  expect(await stateOf(late.desk, late.code)).toBe('ended');
  expect((await phone.ask(ways.qrScan, { code: 'x'.repeat(32) })).code).toBe(23020);
});

const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

/** Begins a sign-in in a browser, and walks there until the other system sends it back to the terminal. */
async function walked(desk: TestTerminal, way: 'sso' | 'fed') {
  const verifier = randomBytes(40).toString('base64url');
  const begun = await desk.call(ways.browserBegin, { settingId: settings[way], challenge: challengeOf(verifier), returnLink });
  const browser = new WalkingBrowser(product.app);
  const isBack = (url: URL): boolean => url.protocol === 'wheelhouse:';
  let { url, body } = await browser.go(begun.address, isBack);
  if (way === 'fed') {
    const answer = await product.app.inject({
      method: 'POST',
      url: '/api/login/callback/fed',
      headers: { host: 'localhost', 'content-type': 'application/x-www-form-urlencoded', origin: saml.origin },
      remoteAddress: browser.address,
      payload: formOf(body).toString(),
    });
    ({ url, body } = await browser.go(String(answer.headers['location']), isBack));
  }
  return { begun, verifier, back: url };
}
const broughtBack = ({ back }: { back: URL }) => ({
  state: back.searchParams.get('state') ?? '',
  code: back.searchParams.get('code') ?? '',
});

test.each(['sso', 'fed'] as const)(
  'A terminal signs in through the browser of its system by %s, with the secret that it alone knows',
  async (way) => {
    oidc.user = { sub: 'sub-alice', claims: { preferred_username: 'alice' } };
    saml.user = { nameId: 'alice', attributes: {} };
    const desk = terminal(4);
    const first = await walked(desk, way);
    expect(first.back.href.startsWith(`${returnLink}?`)).toBe(true);
    expect(broughtBack(first).state).toBe(first.begun.state);
    // Neither another terminal nor another secret ends it, and a try uses it up.
    expect((await terminal(4).ask(ways.browserFinish, { ...broughtBack(first), verifier: first.verifier })).code).toBe(23020);
    expect((await desk.ask(ways.browserFinish, { ...broughtBack(first), verifier: first.verifier })).code).toBe(23020);
    const second = await walked(desk, way);
    expect((await desk.ask(ways.browserFinish, { ...broughtBack(second), verifier: 'x'.repeat(43) })).code).toBe(23020);
    const third = await walked(desk, way);
    const { data } = await desk.ask(ways.browserFinish, { ...broughtBack(third), verifier: third.verifier });
    expect(data).toMatchObject({ stage: 'full', person: { uid: people.get('alice') } });
    desk.keep(data);
    await desk.call(clientSessions, {});
    expect((await desk.ask(ways.browserFinish, { ...broughtBack(third), verifier: third.verifier })).code).toBe(23020);
  },
);

test('A return link that is not registered, a way without a browser, and a stranger are refused', async () => {
  const desk = terminal(4);
  const begin = (settingId: string, link: string, one = desk) =>
    one.ask(ways.browserBegin, { settingId, challenge: challengeOf('x'), returnLink: link });
  for (const link of ['https://evil.example/', 'wheelhouse://signed-in/else', 'http://127.0.0.1.evil.example:80/', 'javascript:alert(1)'])
    expect([link, (await begin(settings.sso, link)).code]).toEqual([link, 23022]);
  // A computer has ports of its own, a phone has not.
  expect((await begin(settings.sso, 'http://127.0.0.1:4711/back')).code).toBe(0);
  expect((await begin(settings.sso, 'http://127.0.0.1:4711/back', terminal(2))).code).toBe(23022);
  desk.roam();
  expect((await begin(people.get('alice')!, returnLink)).code).toBe(23011);
  oidc.user = { sub: 'sub-nobody', claims: { preferred_username: 'nobody' } };
  const { back, begun } = await walked(terminal(4), 'sso');
  expect(Object.fromEntries(back.searchParams)).toEqual({ error: '23023', state: begun.state });
  // The password page serves as well.
  expect((await desk.tryLogin('bob')).code).toBe(0);
});

test('An enrolment code signs in once and binds the device at which that happens', async () => {
  const { rows } = await sql<{ version: number }>`select version from bind_config`.execute(product.database.db);
  await wire.call(bindConfigUpdate, { version: rows[0]!.version, enabled: 1 });
  const made = (account: string, platform?: 2) => wire.call(enrolCodeAdd, { empId: people.get(account)!, ...(platform && { platform }) });
  const { code } = await made('bob', 2);
  const phone = terminal(2);
  const by = (one: TestTerminal, given: string) => one.ask(clientLogin, { kind: 'enrolCode', code: given });
  expect((await by(phone, 'AAAA-BBBB-CCCC')).code).toBe(23012);
  expect((await by(terminal(4), code)).code).toBe(23012);
  const entered = await by(phone, code.toLowerCase());
  expect(entered.data).toMatchObject({ stage: 'enrol', person: { uid: people.get('bob') } });
  expect((await by(terminal(2), code)).code).toBe(23012);
  phone.keep(entered.data);
  expect((await phone.enrol()).code).toBe(0);
  expect(await phone.call(deviceBind, { code })).toMatchObject({ binding: 'bound' });
  await phone.call(clientSessions, {});
  const late = await made('gone');
  await wire.call(employeeDisable, { ids: [people.get('gone')!] });
  expect((await by(terminal(2), late.code)).code).toBe(23012);
  // What a kind needs is asked for.
  expect((await phone.ask(clientLogin, { kind: 'local', account: 'bob' })).code).toBe(10400);
});
