import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Input } from '../../src/kit/common/contract.ts';
import { logout } from '../../src/kit/common/session/session.contract.ts';
import {
  authSettingAdd,
  authSettingGet,
  authSettingList,
  authSettingTest,
} from '../../src/modules/sign-in/common/auth-setting.contract.ts';
import { rootDepartmentId } from '../../src/modules/people/common/root.ts';
import { startCas, type CasFault, type CasPeer } from '../peers/cas.ts';
import { freePort } from '../peers/free-port.ts';
import { noLemonLdap, startLemonLdap, type LemonLdap } from '../peers/lemonldap.ts';
import { startTestProduct, type TestProduct } from '../product.ts';
import { formOf, productOrigin, WalkingBrowser, wordsOf } from './browser-walk.ts';
import { wireOf, type Wire } from './console.ts';
import { forceEnabled } from './force.ts';
import { tracesOf, type Traces } from './traces.ts';

let peer: CasPeer;
let lemon: LemonLdap | undefined;
let product: TestProduct;
let wire: Wire;
let traces: Traces;
let closedPort: number;

const draftOf = (code: string, server: string, more: Partial<Input<typeof authSettingAdd>> = {}) => ({
  kind: 'cas' as const,
  code,
  name: { zh_CN: '统一认证', en_US: 'Campus' },
  cas: { server },
  match: { attribute: 'user', field: 'account' as const },
  ...more,
});

beforeAll(async () => {
  peer = await startCas();
  if (!noLemonLdap) lemon = await startLemonLdap();
  closedPort = await freePort();
  product = await startTestProduct(undefined, {
    ALLOWED_NETWORKS: [peer.allowed, lemon?.allowed ?? [], `127.0.0.1:${closedPort}`].flat().join(','),
  });
  wire = wireOf(product);
  traces = tracesOf(product);
  await wire.employee('alice');
  await wire.employee('bob', { email: 'bob@example.test' });
  const settings: [string, string, Partial<Input<typeof authSettingAdd>>][] = [
    ['campus', peer.address, {}],
    ['mail', `${peer.address}/`, { match: { attribute: 'mail', field: 'email' } }],
    ['dark', `http://127.0.0.1:${closedPort}/cas`, {}],
    ['open', 'http://8.8.8.8/cas', {}],
    ['house', peer.address, { people: { departmentIds: [rootDepartmentId] } }],
    ['few', peer.address, { people: { roleIds: [await roleId()] } }],
  ];
  if (lemon) settings.push(['lemon', lemon.address, {}]);
  for (const [code, server, more] of settings)
    await forceEnabled(product, (await wire.call(authSettingAdd, draftOf(code, server, more))).id);
  peer.user = 'alice';
  peer.attributes = { mail: ['bob@example.test'], memberOf: ['staff', 'a & b'] };
}, 90_000);
afterAll(async () => {
  await product?.stop();
  await Promise.all([peer?.stop(), lemon?.stop()]);
});

/** A role that nobody of the test holds. */
const roleId = async (): Promise<string> =>
  (await product.database.db.selectFrom('role').select('id').where('preset', '=', 'audit').executeTakeFirstOrThrow()).id;

const enter = async (code = 'campus') => wordsOf(await new WalkingBrowser(product.app).go(`/api/login/start/${code}`));

test('the server says for whom the ticket is, and it opens one session in the same browser; the log says cas to its end', async () => {
  const browser = new WalkingBrowser(product.app);
  const { kind, ticket } = wordsOf(await browser.go('/api/login/start/campus'));
  expect(kind).toBe('campus');
  const entered = await browser.post('/api/login', { kind, ticket });
  expect(entered).toMatchObject({ code: 0, data: { userInfo: { empInfoDto: { account: 'alice' } } } });
  expect(await traces.lastLine('signIn')).toMatchObject({ kind: 'cas', account: 'alice' });
  // No cookie of ours goes to the server, and what it validates is the very address that it was given.
  expect(peer.asked.at(-1)!.cookie).toBeUndefined();
  expect(peer.asked.at(-1)!.address.searchParams.get('service')).toMatch(
    /^http:\/\/localhost\/api\/login\/callback\/campus\?state=[\w-]{43}$/,
  );
  await wire.call(logout, {}, entered.data.accessToken);
  expect(await traces.lastLine('signOut')).toMatchObject({ kind: 'cas', account: 'alice' });
  expect((await browser.post('/api/login', { kind, ticket })).code).toBe(10401);
  expect(await traces.lastLine('refuse')).toMatchObject({ kind: 'cas', reason: 'provider' });
});

test('a way that is for some people is for nobody else, who read what a wrong password reads', async () => {
  const comeIn = async (code: string): Promise<number> => {
    const browser = new WalkingBrowser(product.app);
    return (await browser.post('/api/login', wordsOf(await browser.go(`/api/login/start/${code}`)))).code;
  };
  expect([await comeIn('house'), await comeIn('few')]).toEqual([0, 10401]);
  expect(await traces.lastLine('refuse')).toMatchObject({ kind: 'cas', account: 'alice', reason: 'disabled' });
  expect(await wire.ask(authSettingAdd, draftOf('nobody', peer.address, { people: {} }))).toMatchObject({
    code: 10400,
    data: { issues: [{ path: 'people' }] },
  });
  const strange = { people: { crowdIds: ['01900000-0000-7000-8000-000000000001'] } };
  expect(await wire.ask(authSettingAdd, draftOf('strange', peer.address, strange))).toMatchObject({
    code: 10400,
    data: { issues: [{ path: 'people.crowdIds' }] },
  });
});

test('an attribute names the person where that is wanted; whom nobody matches reads as unknown', async () => {
  expect((await enter('mail'))['ticket']).toBeTruthy();
  peer.user = 'stranger';
  expect(await enter()).toEqual({ kind: 'campus', problem: '11023' });
  expect(await traces.lastLine('refuse')).toMatchObject({ kind: 'cas', reason: 'unknownAccount' });
  peer.user = 'alice';
});

/** Walks until the server sends the browser back. */
const backFrom = async (browser: WalkingBrowser, code = 'campus'): Promise<URL> =>
  (await browser.go(`/api/login/start/${code}`, (url) => url.pathname === `/api/login/callback/${code}`)).url;

async function refusedWith(browser: WalkingBrowser, address: URL, reason: string): Promise<void> {
  const before = await traces.counts();
  expect(wordsOf(await browser.go(address.href))).toMatchObject({ problem: '11024', reason });
  expect(await traces.counts()).toEqual({ audit: before.audit + 1, lines: before.lines + 1, sessions: before.sessions });
  expect(await traces.lastLine('refuse')).toMatchObject({ kind: 'cas', reason: 'provider' });
}

test('a made-up ticket, a used one, one of another sign-in or of another service, and none open nothing', async () => {
  const browser = new WalkingBrowser(product.app);
  const made = await backFrom(browser);
  made.searchParams.set('ticket', 'ST-1-made-up');
  await refusedWith(browser, made, 'code');
  const used = await backFrom(browser);
  expect(wordsOf(await browser.go(used.href))['ticket']).toBeTruthy();
  await refusedWith(browser, used, 'state');
  const again = await backFrom(browser);
  again.searchParams.set('ticket', used.searchParams.get('ticket')!);
  await refusedWith(browser, again, 'code');
  const mine = await backFrom(browser);
  mine.searchParams.set('ticket', (await backFrom(new WalkingBrowser(product.app), 'mail')).searchParams.get('ticket')!);
  await refusedWith(browser, mine, 'audience');
  const none = await backFrom(browser);
  none.searchParams.delete('ticket');
  await refusedWith(browser, none, 'denied');
  await refusedWith(new WalkingBrowser(product.app), await backFrom(browser), 'browser');
});

const faults: [CasFault, string][] = [
  ['html', 'protocol'],
  ['cut', 'protocol'],
  ['dtd', 'protocol'],
  ['two', 'protocol'],
  ['error', 'unavailable'],
  ['internal', 'unavailable'],
  ['slow', 'timeout'],
];

test.each(faults)(
  'a server that answers with %s gives a typed reason and no session',
  async (fault, reason) => {
    const before = await traces.counts();
    peer.fault = fault;
    const words = await enter();
    peer.fault = undefined;
    expect(words).toEqual({ kind: 'campus', problem: '10502', reason });
    expect(await traces.counts()).toEqual({ audit: before.audit + 1, lines: before.lines + 1, sessions: before.sessions });
    expect(await traces.lastLine('refuse')).toMatchObject({ kind: 'cas', reason: 'provider' });
    // A good one between, so that the circuit breaker does not rest the server.
    expect((await enter())['ticket']).toBeTruthy();
  },
  30_000,
);

test('a server that is away, and one outside without encryption, say so; the test names the step', async () => {
  expect(await enter('open')).toEqual({ kind: 'open', problem: '10502', reason: 'encryption' });
  const dark = await wire.call(authSettingTest, { draft: draftOf('x', `http://127.0.0.1:${closedPort}/cas`) });
  expect(dark).toMatchObject({
    ok: false,
    failure: 'no connection',
    steps: [
      { step: 'dns', ok: true },
      { step: 'metadata', ok: false },
    ],
  });
  const lit = await wire.call(authSettingTest, { draft: draftOf('x', peer.address) });
  expect(lit).toMatchObject({
    failure: null,
    steps: [
      { step: 'dns', ok: true },
      { step: 'metadata', ok: true },
    ],
  });
  const other = await wire.call(authSettingTest, { draft: draftOf('x', `${peer.address}/elsewhere`) });
  expect(other).toMatchObject({ failure: 'this system refused the request' });
});

test('a setting is tried out in a window of its own', async () => {
  const { id } = await wire.call(authSettingAdd, draftOf('trial', peer.address));
  const { tryOut } = await wire.call(authSettingTest, { id });
  const browser = new WalkingBrowser(product.app);
  const back = await browser.go(tryOut!, (url) => url.pathname === '/api/login/callback/trial');
  const answer = await browser.once(new URL(back.url.pathname + back.url.search, productOrigin));
  expect(answer.headers.get('location')).toBe(`/sys_login_authentication?id=${id}`);
  const { test: kept } = await wire.call(authSettingGet, { id });
  expect(kept?.report).toMatchObject({ ok: true, person: { account: 'alice' } });
  expect(kept?.report.attributes).toContainEqual({ name: 'memberOf', values: ['staff', 'a & b'] });
});

test.skipIf(noLemonLdap !== undefined)(
  `a real server, LemonLDAP::NG: signed in by its form, the ticket serves once, and who signs out is signed out there${noLemonLdap === undefined ? '' : ` (skipped: ${noLemonLdap})`}`,
  async () => {
    await wire.employee('dwho');
    const id = (await wire.call(authSettingList, { text: 'lemon' })).list[0]!.id;
    const { steps } = await wire.call(authSettingTest, { id });
    expect(steps.map(({ step, ok }) => [step, ok])).toEqual([
      ['dns', true],
      ['metadata', true],
    ]);
    const browser = new WalkingBrowser(product.app);
    const asks = async () => browser.go('/api/login/start/lemon');
    const page = await asks();
    const form = formOf(page.body);
    form.set('user', 'dwho');
    form.set('password', 'dwho');
    const answer = await browser.once(page.url, { type: 'application/x-www-form-urlencoded', body: form.toString() });
    const back = answer.headers.get('location') ?? '';
    expect(new URL(back).searchParams.get('ticket')).toMatch(/^ST-/);
    const { kind, ticket } = wordsOf(await browser.go(back));
    const entered = await browser.post('/api/login', { kind, ticket });
    expect(entered).toMatchObject({ code: 0, data: { userInfo: { empInfoDto: { account: 'dwho' } } } });
    expect(wordsOf(await browser.go(back))).toMatchObject({ problem: '11024' });
    // Signed in there, no form is shown again, until the way out was gone.
    expect(wordsOf(await asks())).toMatchObject({ kind: 'lemon' });
    const { elsewhere } = (await wire.call(logout, {}, entered.data.accessToken))!;
    await browser.go(elsewhere);
    expect((await asks()).body).toContain('name="password"');
  },
);
