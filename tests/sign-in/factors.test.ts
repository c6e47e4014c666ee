import { generate } from 'otplib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  factorAdd,
  factorAsk,
  factorList,
  factorRemove,
  factorVerify,
  recoveryRenew,
  totpBegin,
} from '../../src/kit/common/session/factor.contract.ts';
import { getUser, sessionList } from '../../src/kit/common/session/session.contract.ts';
import { guardConfirm } from '../../src/modules/sign-in/common/auth-setting.contract.ts';
import { getAuthenticate, updateAuthenticate } from '../../src/modules/sign-in/common/authenticate.contract.ts';
import { holderResetFactor } from '../../src/modules/system/common/role.contract.ts';
import { signIn, startTestProduct, testPassword, type TestProduct } from '../product.ts';
import { codeOf, wireOf, type Wire } from './console.ts';
import { tracesOf, type Traces } from './traces.ts';

let product: TestProduct;
let wire: Wire;
let traces: Traces;
let id: string;
let secret = '';
let recovery: string[] = [];

beforeAll(async () => {
  product = await startTestProduct();
  wire = wireOf(product);
  traces = tracesOf(product);
  id = await wire.employee('fay');
  await product.setPassword(id);
}, 60_000);
afterAll(() => product?.stop());

interface Begun {
  accessToken: string;
  factor: { due: string; kinds: string[]; trustedDays: number } | null;
}
const begin = async (more: object = {}): Promise<Begun> =>
  (await wire.signIn({ account: 'fay', password: testPassword, ...more })).json<{ data: Begun }>().data;
/** A code of a step of the clock: each serves once, so every use takes another. */
const codeAt = (steps: number): Promise<string> => generate({ secret, epoch: Math.floor(Date.now() / 1000) + steps * 30 });
/** Codes already used are forgotten, as if time had passed. */
const timePasses = () => product.database.db.updateTable('factor').set({ last_step: 0 }).execute();

test('an app is set up with a code that proves it; its secret lies sealed, and recovery codes are told once', async () => {
  const { accessToken: token } = await begin();
  const begun = await wire.call(totpBegin, {}, token);
  ({ secret } = begun);
  expect(begun.uri).toContain('otpauth://totp/');
  expect((await wire.ask(factorAdd, { name: 'Phone', code: '000000' }, token)).code).toBe(10400);
  const added = await wire.call(factorAdd, { name: 'Phone', code: await codeAt(0) }, token);
  expect(added).toMatchObject({ session: null });
  recovery = added.recoveryCodes;
  expect(new Set(recovery).size).toBe(10);
  const row = await product.database.db.selectFrom('factor').selectAll().where('uid', '=', id).executeTakeFirstOrThrow();
  expect(row.secret).not.toContain(secret);
  expect(await wire.call(factorList, {}, token)).toMatchObject({ list: [{ kind: 'totp', name: 'Phone' }], recovery: 10, required: false });
});

test('from then on the password alone opens nothing but the question; a wrong code, and one used before, are refused and logged', async () => {
  const lines = async () => (await product.database.db.selectFrom('login_log').selectAll().where('event', '=', 'signIn').execute()).length;
  const before = await lines();
  const { accessToken: token, factor } = await begin();
  expect(factor).toEqual({ due: 'confirm', kinds: ['totp'], trustedDays: 7 });
  expect(await lines()).toBe(before);
  for (const operation of [getUser, sessionList, factorList]) expect((await wire.ask(operation, {}, token)).code).toBe(10431);
  // A password must not be enough to add another factor.
  expect((await wire.ask(totpBegin, {}, token)).code).toBe(10431);
  expect((await wire.ask(factorVerify, { code: '123456' }, token)).code).toBe(10401);
  expect(await traces.lastLine('refuse')).toMatchObject({ account: 'fay', reason: 'factorFailed', kind: 'local' });
  await timePasses();
  const code = await codeAt(0);
  const whole = await wire.call(factorVerify, { code }, token);
  expect(whole).toMatchObject({ factor: null, userInfo: { empInfoDto: { account: 'fay' } } });
  expect((await wire.ask(getUser, {}, token)).code).toBe(65001);
  expect((await wire.ask(getUser, {}, whole.accessToken)).code).toBe(0);
  expect(await traces.lastLine('signIn')).toMatchObject({ account: 'fay', factor: 'totp' });
  const { accessToken: again } = await begin();
  expect((await wire.ask(factorVerify, { code }, again)).code).toBe(10401);
});

test('of many at once with one code a single one comes in; after five guesses there is a lock, also on the right code', async () => {
  await timePasses();
  // One after another: sign-ins at once count as guesses of each other until they are through.
  const tokens = [await begin(), await begin(), await begin()];
  const code = await codeAt(0);
  const answers = await Promise.all(tokens.map(({ accessToken }) => wire.ask(factorVerify, { code }, accessToken)));
  expect(answers.map((answer) => answer.code).toSorted((one, other) => one - other)).toEqual([0, 10401, 10401]);
  await timePasses();
  const { accessToken } = await begin();
  let last = 0;
  for (let guess = 0; guess < 6; guess += 1) last = (await wire.ask(factorVerify, { code: '111111' }, accessToken)).code;
  expect(last).toBe(10429);
  expect((await wire.ask(factorVerify, { code: await codeAt(1) }, accessToken)).code).toBe(10429);
  await product.database.db.deleteFrom('sign_in_attempt').execute();
});

test('a recovery code serves once, also with the password in one call; new ones end the old', async () => {
  const first = await begin({ otp: recovery[0] });
  expect(first.factor).toBeNull();
  expect(codeOf(await wire.signIn({ account: 'fay', password: testPassword, otp: recovery[0] }))).toBe(10401);
  const { recoveryCodes } = await wire.call(recoveryRenew, {}, first.accessToken);
  expect(codeOf(await wire.signIn({ account: 'fay', password: testPassword, otp: recovery[1] }))).toBe(10401);
  // The picture is asked for after two refusals.
  await product.database.db.deleteFrom('sign_in_attempt').execute();
  expect((await begin({ otp: recoveryCodes[0]!.toUpperCase() })).factor).toBeNull();
});

test('a trusted browser is not asked, until the password changes; another person in it is', async () => {
  await timePasses();
  const { accessToken } = await begin();
  const answer = await product.app.inject({
    method: 'POST',
    url: '/api/sysConsole/factor/verify',
    headers: { accesstoken: accessToken },
    payload: { code: await codeAt(0), trustDevice: true },
  });
  const trusted = answer.cookies.find(({ name }) => name === 'whd')!;
  expect(trusted).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
  const enter = async (account: string) => {
    const { verifyId } = (await product.app.inject('/api/sysConsole/getVerifyId')).json<{ data: { verifyId: string } }>().data;
    const entered = await product.app.inject({
      method: 'POST',
      url: '/api/login',
      headers: { cookie: `whd=${trusted.value}` },
      payload: { account, password: testPassword, verifyId },
    });
    return entered.json<{ data: Begun }>().data.factor;
  };
  expect(await enter('fay')).toBeNull();
  const { version, factor: rules } = await wire.call(getAuthenticate, {});
  const changed = await wire.call(updateAuthenticate, { version, factor: { ...rules, trustedDays: 0 } });
  await expect.poll(() => enter('fay')).toMatchObject({ due: 'confirm', trustedDays: 0 });
  await wire.call(guardConfirm, { guardId: changed.guardId!, undo: true });
  await expect.poll(() => enter('fay')).toBeNull();
});

test('a role that asks for a factor has it set up at the sign-in; the last one then stays', async () => {
  const uid = await wire.employee('roland');
  await product.setPassword(uid);
  const { db } = product.database;
  const role = await db.selectFrom('role').select('id').where('preset', '=', 'audit').executeTakeFirstOrThrow();
  await db
    .insertInto('role_member')
    .values({ role_id: role.id, kind: 'employee', object_id: uid, since: Date.now(), until: null, by: null })
    .execute();
  await db.insertInto('access_change').values({ at: Date.now() }).execute();
  const { version, factor: rules } = await wire.call(getAuthenticate, {});
  const { guardId } = await wire.call(updateAuthenticate, { version, factor: { ...rules, requiredRoleIds: [role.id], offered: false } });
  await wire.call(guardConfirm, { guardId: guardId! }, await signIn(product.app, 'admin', testPassword));
  const enter = async () => (await wire.signIn({ account: 'roland', password: testPassword })).json<{ data: Begun }>().data;
  await expect.poll(async () => (await enter()).factor?.due).toBe('enrol');
  const { accessToken: token } = await enter();
  expect((await wire.ask(getUser, {}, token)).code).toBe(10431);
  expect((await wire.ask(factorVerify, { code: '123456' }, token)).code).toBe(10412);
  ({ secret } = await wire.call(totpBegin, {}, token));
  const { session, id: factorId } = await wire.call(factorAdd, { name: 'Key', code: await codeAt(0) }, token);
  expect((await wire.ask(getUser, {}, session!.accessToken)).code).toBe(0);
  expect(await traces.lastLine('signIn')).toMatchObject({ account: 'roland', factor: 'totp' });
  expect((await wire.ask(factorRemove, { id: factorId }, session!.accessToken)).code).toBe(10412);
  // Another administrator takes it away: sessions end, and the next sign-in sets a new one up.
  expect(await wire.call(holderResetFactor, { empId: uid, reason: 'lost' })).toEqual({ count: 1 });
  const warned = () => product.database.db.selectFrom('warning').select('kind').where('object_id', '=', uid).execute();
  await expect.poll(warned).toEqual([{ kind: 'admin.factor' }]);
  expect((await wire.ask(getUser, {}, session!.accessToken)).code).toBe(65003);
  expect((await enter()).factor?.due).toBe('enrol');
});

test('a passkey is refused where nothing of it fits, without a fault', async () => {
  const { accessToken } = await begin();
  await wire.call(factorAsk, {}, accessToken);
  const passkey = { id: 'x', rawId: 'x', type: 'public-key' as const, response: { clientDataJSON: 'e30' } };
  expect((await wire.ask(factorVerify, { passkey }, accessToken)).code).toBe(10401);
  expect((await wire.ask(factorVerify, {}, accessToken)).code).toBe(10401);
});
