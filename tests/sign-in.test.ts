import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signIn, startTestProduct, testPassword, type TestProduct } from './product.ts';

let product: TestProduct;
let app: FastifyInstance;

beforeAll(async () => {
  product = await startTestProduct();
  app = product.app;
}, 60_000);
afterAll(() => product.stop());

const verification = async (): Promise<string> =>
  (await app.inject('/api/sysConsole/getVerifyId')).json<{ data: { verifyId: string } }>().data.verifyId;

let guesses = 0;

/** Each guess comes from an address of its own, so that only the account's failures count. */
async function guess(account: string, password: string, extra: Record<string, unknown> = {}): Promise<LightMyRequestResponse> {
  return app.inject({
    method: 'POST',
    url: '/api/login',
    remoteAddress: `10.0.0.${(guesses += 1)}`,
    payload: { account, password, verifyId: await verification(), ...extra },
  });
}
const codeOf = (response: LightMyRequestResponse): number => response.json<{ code: number }>().code;
const withToken = (token: string, cookie?: string) => ({ accesstoken: token, ...(cookie && { cookie }) });

test('an unknown account, a wrong password and a person without a password read the same', async () => {
  const wrong = await guess('powerless', 'wrong-password-1');
  const unknown = await guess('nobody-here', 'wrong-password-1');
  expect(codeOf(wrong)).toBe(10401);
  expect(unknown.body).toBe(wrong.body);
});

test('what came along with a pasted account and shows nothing is no part of it', async () => {
  const answer = await guess('\ufeff power\u200bless\u200d ', testPassword);
  expect([codeOf(answer), answer.body.includes('powerless')]).toEqual([0, true]);
  expect(codeOf(await guess('\u200b\ufeff', testPassword))).toBe(10400);
});

test('of 200 parallel wrong passwords at most five are looked at; the right one is refused alike during the lock', async () => {
  const ids = await Promise.all(Array.from({ length: 200 }, verification));
  const answers = await Promise.all(
    ids.map((verifyId, at) =>
      app.inject({
        method: 'POST',
        url: '/api/login',
        remoteAddress: `10.1.${at % 16}.${at % 200}`,
        payload: { account: 'powerless', password: `wrong-${at}`, verifyId },
      }),
    ),
  );
  const codes = answers.map(codeOf);
  expect(codes.filter((code) => code === 10401).length).toBeLessThanOrEqual(5);
  expect(codes.filter((code) => code === 10429).length).toBeGreaterThanOrEqual(195);
  expect(codeOf(await guess('powerless', testPassword))).toBe(10429);
});

test('after two failures a picture code is asked for; absent, empty and wrong ones never pass', async () => {
  const account = 'powerless';
  await guess(account, 'wrong-password-2');
  const asked = (await app.inject({ url: `/api/sysConsole/getVerifyId?account=${account}`, remoteAddress: '10.9.9.9' })).json<{
    data: { needVerifyCode: boolean; verifyId: string };
  }>().data;
  expect(asked.needVerifyCode).toBe(true);
  const picture = await app.inject(`/api/sysConsole/verifycode?verifyId=${asked.verifyId}`);
  expect(picture.headers['content-type']).toContain('image/svg+xml');
  for (const verifyCode of [undefined, '', '0000']) {
    const answer = await guess(account, testPassword, { ...(verifyCode !== undefined && { verifyCode }) });
    expect([10401, 10429]).toContain(codeOf(answer));
  }
});

test('a verification serves once', async () => {
  const verifyId = await verification();
  const payload = { account: 'admin', password: testPassword, verifyId };
  expect(codeOf(await app.inject({ method: 'POST', url: '/api/login', remoteAddress: '10.2.0.1', payload }))).toBe(0);
  expect(codeOf(await app.inject({ method: 'POST', url: '/api/login', remoteAddress: '10.2.0.1', payload }))).toBe(10401);
});

test("a browser's token works only beside its cookie, and a cookie alone never", async () => {
  const response = await app.inject({
    method: 'POST',
    url: '/api/login',
    headers: { 'x-wheelhouse-browser': '1' },
    payload: { account: 'admin', password: testPassword, verifyId: await verification() },
  });
  const token = response.json<{ data: { accessToken: string } }>().data.accessToken;
  const cookie = String(response.headers['set-cookie']).split(';')[0]!;
  const user = (headers: Record<string, string>) => app.inject({ url: '/api/sysConsole/getUser', headers });
  expect(codeOf(await user(withToken(token, cookie)))).toBe(0);
  expect(codeOf(await user(withToken(token)))).toBe(65001);
  expect(codeOf(await user({ cookie }))).toBe(65001);
});

test('an ended session is told so, a signed-out one is simply unknown, and step-up changes the token', async () => {
  const token = await signIn(app, 'admin', testPassword);
  const other = await signIn(app, 'admin', testPassword);
  const post = (url: string, headers: Record<string, string>, payload: object = {}) =>
    app.inject({ method: 'POST', url, headers, payload });
  const rows = (await app.inject({ url: '/api/sysConsole/session/list', headers: withToken(other) })).json<{
    data: { list: { id: string; current: boolean }[] };
  }>().data.list;
  const mine = rows.find((row) => row.current)!;
  expect(codeOf(await post('/api/sysConsole/session/end', withToken(token), { ids: [mine.id] }))).toBe(0);
  expect(codeOf(await app.inject({ url: '/api/sysConsole/getUser', headers: withToken(other) }))).toBe(65003);

  const renewed = await post('/api/sysConsole/confirm', withToken(token), { password: testPassword });
  const next = renewed.json<{ data: { accessToken: string } }>().data.accessToken;
  expect(codeOf(await app.inject({ url: '/api/sysConsole/getUser', headers: withToken(token) }))).toBe(65001);
  expect(codeOf(await post('/api/logout', withToken(next)))).toBe(0);
  expect(codeOf(await app.inject({ url: '/api/sysConsole/getUser', headers: withToken(next) }))).toBe(65001);
});

test('disabling a person ends their sessions at once', async () => {
  const { token, id } = product.powerless;
  expect(codeOf(await app.inject({ url: '/api/sysConsole/getUser', headers: withToken(token) }))).toBe(0);
  const done = await app.inject({
    method: 'POST',
    url: '/api/muc/employee/disable',
    headers: withToken(product.admin.token),
    payload: { ids: [id] },
  });
  expect(codeOf(done)).toBe(0);
  expect(codeOf(await app.inject({ url: '/api/sysConsole/getUser', headers: withToken(token) }))).toBe(65003);
});
