import { afterAll, beforeAll, expect, test } from 'vitest';
import { authSettingAdd, authSettingEnable, authSettingTest } from '../../src/modules/sign-in/common/auth-setting.contract.ts';
import { wechatGet, wechatTest, wechatUpdate } from '../../src/modules/sign-in/common/wechat.contract.ts';
import { noticePersonAdd, noticePersonTest } from '../../src/modules/warnings/common/notice-person.contract.ts';
import { startWechat, type WechatPeer } from '../peers/wechat.ts';
import { startTestProduct, type TestProduct } from '../product.ts';
import { productOrigin, WalkingBrowser, wordsOf } from './browser-walk.ts';
import { wireOf, type Wire } from './console.ts';
import { forceEnabled } from './force.ts';
import { tracesOf, type Traces } from './traces.ts';

let peer: WechatPeer;
let product: TestProduct;
let wire: Wire;
let traces: Traces;
let id: string;

beforeAll(async () => {
  peer = await startWechat();
  product = await startTestProduct(undefined, { ALLOWED_NETWORKS: peer.allowed });
  wire = wireOf(product);
  traces = tracesOf(product);
  await wire.employee('alice');
  ({ id } = await wire.call(authSettingAdd, {
    kind: 'wechat',
    code: 'wecom',
    name: { zh_CN: '企业微信' },
    wechat: { use: 'login' },
    match: { attribute: 'userid', field: 'account' },
  }));
}, 60_000);
afterAll(async () => {
  await product?.stop();
  await peer?.stop();
});

const change = async (parts: object) => {
  const { version } = await wire.call(wechatGet, {});
  return wire.ask(wechatUpdate, { version, ...parts });
};

test('the service says in its own words what is wrong; the secret is never answered, and goes to no other address', async () => {
  expect((await wire.call(wechatGet, {})).lastTest).toBeNull();
  expect(
    (await change({ corpId: peer.corpId, agentId: '1000002', secret: 'wrong', apiBase: peer.address, loginBase: peer.address })).code,
  ).toBe(0);
  expect(await wire.call(wechatTest, {})).toMatchObject({ ok: false, errcode: 40001, message: 'invalid credential' });
  expect((await change({ secret: peer.secret })).code).toBe(0);
  // A test of something else says nothing of what is stored now.
  expect((await wire.call(wechatGet, {})).lastTest).toBeNull();
  expect(await wire.call(wechatTest, {})).toMatchObject({ ok: true, errcode: 0 });
  const view = await wire.call(wechatGet, {});
  expect(view).toMatchObject({ hasSecret: true, lastTest: { ok: true } });
  expect(JSON.stringify(view)).not.toContain(peer.secret);
  expect(await change({ apiBase: 'https://elsewhere.example.com' })).toMatchObject({ code: 10400, data: { issues: [{ path: 'secret' }] } });
  expect((await wire.ask(wechatUpdate, { version: 1, agentId: '7' })).code).toBe(10409);
});

test('it is enabled after a try-out, like other ways', async () => {
  expect((await wire.ask(authSettingEnable, { ids: [id] })).code).toBe(11020);
  const { tryOut, steps } = await wire.call(authSettingTest, { id });
  expect(steps.every(({ ok }) => ok)).toBe(true);
  peer.user = 'alice';
  const browser = new WalkingBrowser(product.app);
  const back = await browser.go(tryOut!, (url) => url.pathname === '/api/login/callback/wecom');
  await browser.once(new URL(back.url.pathname + back.url.search, productOrigin));
  expect((await wire.ask(authSettingEnable, { ids: [id] })).code).toBe(0);
});

test('who scans comes in as the employee of the member; the log says wechat; a stale token is renewed once', async () => {
  await forceEnabled(product, id);
  await product.database.db.updateTable('sign_in_guard').set({ ended_at: Date.now(), outcome: 'confirmed' }).execute();
  const browser = new WalkingBrowser(product.app);
  peer.user = 'alice';
  peer.staleOnce = true;
  const { kind, ticket } = wordsOf(await browser.go('/api/login/start/wecom'));
  expect((await browser.post('/api/login', { kind, ticket })).data).toMatchObject({ userInfo: { empInfoDto: { account: 'alice' } } });
  expect(await traces.lastLine('signIn')).toMatchObject({ kind: 'wechat', account: 'alice' });
  const tokens = peer.tokens;
  expect(wordsOf(await new WalkingBrowser(product.app).go('/api/login/start/wecom'))['ticket']).toBeTruthy();
  expect(peer.tokens).toBe(tokens);
});

test('no member, a made-up code and an unknown member open nothing', async () => {
  const words = async () => wordsOf(await new WalkingBrowser(product.app).go('/api/login/start/wecom'));
  peer.user = null;
  expect(await words()).toMatchObject({ problem: '11024', reason: 'identity' });
  peer.user = 'stranger';
  expect(await words()).toMatchObject({ problem: '11023' });
  const browser = new WalkingBrowser(product.app);
  const back = (await browser.go('/api/login/start/wecom', (url) => url.pathname === '/api/login/callback/wecom')).url;
  back.searchParams.set('code', 'made-up');
  expect(wordsOf(await browser.go(back.href))).toMatchObject({ problem: '11024', reason: 'code' });
});

test('the application for notices is one of its own: warnings reach employees by account, number or mobile, as text, and failures are told', async () => {
  const notices = async (parts: object) => {
    const { version } = await wire.call(wechatGet, { use: 'notice' });
    return wire.ask(wechatUpdate, { use: 'notice', version, ...parts });
  };
  const employeeId = await wire.employee('bob', { mobile: '+8613800001111', employeeNo: 'E-77' });
  const person = await wire.call(noticePersonAdd, { employeeId, channels: ['wechat', 'console'] });
  const trial = () => wire.call(noticePersonTest, { id: person.id, channel: 'wechat' });
  // Not set up, though the one for signing in is.
  expect(await trial()).toMatchObject({ ok: false, answer: 'not set up' });
  expect((await notices({ corpId: peer.corpId, agentId: '1000009', secret: peer.secret, apiBase: peer.address })).code).toBe(0);
  expect(await wire.call(wechatTest, { use: 'notice' })).toMatchObject({ ok: true });
  expect((await wire.call(wechatGet, {})).agentId).toBe('1000002');
  expect(await trial()).toMatchObject({ ok: false, answer: 'invaliduser' });
  peer.members.set('13800001111', 'bob').set('2', 'E-77').set('3', 'bob-wecom');
  peer.staleOnce = true;
  expect(await trial()).toMatchObject({ ok: true });
  expect(peer.sent.at(-1)).toMatchObject({
    touser: 'bob',
    agentid: 1000009,
    text: { content: expect.stringContaining('/sys_warning_manager') },
  });
  expect((await notices({ match: 'employeeNo' })).code).toBe(0);
  expect(await trial()).toMatchObject({ ok: true });
  expect(peer.sent.at(-1)!.touser).toBe('E-77');
  peer.members.set('13800001111', 'bob-wecom');
  expect((await notices({ match: 'mobile' })).code).toBe(0);
  expect(await trial()).toMatchObject({ ok: true });
  expect(peer.sent.at(-1)!.touser).toBe('bob-wecom');
  peer.members.delete('13800001111');
  expect(await trial()).toMatchObject({ ok: false, answer: '46004 user not exist' });
  // Outside addresses are nobody's at WeCom.
  expect((await wire.ask(noticePersonAdd, { name: 'x', email: 'x@example.com', channels: ['wechat'] })).code).toBe(10400);
  // Changing this application touches no way to sign in.
  expect(await product.database.db.selectFrom('sign_in_guard').select('id').where('ended_at', 'is', null).execute()).toEqual([]);
});

test('while a way uses it a change holds until it is confirmed', async () => {
  expect((await change({ agentId: '1000003' })).code).toBe(0);
  const { db } = product.database;
  const guard = await db.selectFrom('sign_in_guard').selectAll().where('ended_at', 'is', null).executeTakeFirst();
  expect(guard).toMatchObject({ subject: 'wechatConfig' });
  await db
    .updateTable('sign_in_guard')
    .set({ confirm_before: Date.now() - 1 })
    .where('ended_at', 'is', null)
    .execute();
  await expect.poll(async () => (await wire.call(wechatGet, {})).agentId).toBe('1000002');
}, 20_000);
