import { afterAll, beforeAll, expect, test } from 'vitest';
import { revertChanges } from '../../src/kit/common/change/journal.contract.ts';
import type { Input } from '../../src/kit/common/contract.ts';
import { getUser, passwordUpdate } from '../../src/kit/common/session/session.contract.ts';
import { openExisting } from '../../src/app/open-existing.ts';
import { unlockSignIn } from '../../src/app/rescue.ts';
import { guardConfirm } from '../../src/modules/sign-in/common/auth-setting.contract.ts';
import { addressRuleSimulate, getAuthenticate, updateAuthenticate } from '../../src/modules/sign-in/common/authenticate.contract.ts';
import { departmentAdd } from '../../src/modules/people/common/department.contract.ts';
import { rootDepartmentId } from '../../src/modules/people/common/root.ts';
import { loginBlockAddress } from '../../src/modules/logs/common/login-log.contract.ts';
import { signIn, startTestProduct, testPassword, type TestProduct } from '../product.ts';
import { codeOf, wireOf, type Wire } from './console.ts';
import { tracesOf, type Traces } from './traces.ts';

let product: TestProduct;
let wire: Wire;
let traces: Traces;

beforeAll(async () => {
  product = await startTestProduct();
  wire = wireOf(product);
  traces = tracesOf(product);
}, 60_000);
afterAll(() => product?.stop());

type Change = Omit<Input<typeof updateAuthenticate>, 'version'>;

/** Changes the policy with the version of now. */
async function change(parts: Change) {
  const { version } = await wire.call(getAuthenticate, {});
  return wire.ask(updateAuthenticate, { version, ...parts });
}

/** Changes it and confirms that from a new session. */
async function settle(parts: Change): Promise<void> {
  const { code, data, msg } = await change(parts);
  if (code !== 0) throw new Error(`${code} ${msg}`);
  if (data.guardId) await wire.call(guardConfirm, { guardId: data.guardId }, await signIn(product.app, 'admin', testPassword));
}

const person = async (account: string): Promise<string> => {
  const id = await wire.employee(account);
  await product.setPassword(id);
  return id;
};
const tokenOf = async (account: string, from?: string): Promise<string> => {
  const answer = await wire.signIn({ account, password: testPassword }, from);
  return answer.json<{ data: { accessToken: string } }>().data.accessToken;
};
const rule = (more: object) => ({
  networks: [],
  days: [],
  from: null,
  until: null,
  who: 'everyone' as const,
  roleIds: [],
  action: 'deny' as const,
  ...more,
});

test('the document follows the settings until somebody changes it, shows no secret, and refuses an old version', async () => {
  const policy = await wire.call(getAuthenticate, {});
  expect(policy).toMatchObject({
    version: 1,
    session: { idleMinutes: 30, wholeHours: 12, perPerson: 1000 },
    loginKinds: ['local'],
    guard: null,
  });
  expect(JSON.stringify(policy)).not.toMatch(/secret|hash/i);
  await settle({ rememberAccount: true, banner: { zh_CN: '维护中', en_US: 'Maintenance' } });
  expect((await wire.ask(updateAuthenticate, { version: 1, rememberAccount: false })).code).toBe(10409);
  const shown = (await product.app.inject('/api/mpVersion')).json<{ data: object }>().data;
  expect(shown).toMatchObject({ rememberAccount: true, banner: { en_US: 'Maintenance' } });
});

test('password rules rule: length, words of the house, history, age', async () => {
  const id = await person('rita');
  await settle({
    password: {
      preset: 'modern',
      minLength: 20,
      classes: 3,
      history: 3,
      maxAgeDays: 30,
      minAgeHours: 2,
      contextWords: ['Kestrel'],
      breachedList: true,
    },
  });
  const token = await tokenOf('rita');
  const issueOf = async (newPassword: string): Promise<string> => {
    const answer = await wire.ask(passwordUpdate, { oldPassword: testPassword, newPassword }, token);
    return answer.code === 0 ? '' : ((answer.data as unknown as { issues: { message: string }[] }).issues[0]?.message ?? answer.msg);
  };
  expect(await issueOf('Short-but-fine-7')).toContain('20');
  expect(await issueOf('wet-kestrel-Over-the-bay-9')).toMatch(/contain|name/i);
  expect(await issueOf('no-capital-and-no-digit-here')).not.toBe('');
  expect(await issueOf('Fine-Enough-For-Anybody-77')).toContain('2');
  const { db } = product.database;
  await db
    .updateTable('credential')
    .set({ changed_at: Date.now() - 31 * 86_400_000 })
    .where('uid', '=', id)
    .execute();
  const again = await wire.signIn({ account: 'rita', password: testPassword });
  expect(again.json()).toMatchObject({ code: 0, data: { mustChangePassword: true } });
  await settle({
    password: {
      preset: 'modern',
      minLength: 8,
      classes: 0,
      history: 0,
      maxAgeDays: 0,
      minAgeHours: 0,
      contextWords: [],
      breachedList: true,
    },
  });
});

test('the lock comes after as many failures as the document says, the picture as it says', async () => {
  await person('locke');
  await settle({ lock: { failures: 3, windowMinutes: 5, grow: false }, pictureCodeAfter: 1 });
  const wrong = async (): Promise<number> => codeOf(await wire.signIn({ account: 'locke', password: 'wrong' }));
  const first = await wire.signIn({ account: 'locke', password: 'wrong' });
  expect(first.json()).toMatchObject({ code: 10401, data: { needVerifyCode: true } });
  expect([await wrong(), await wrong(), await wrong()]).toEqual([10401, 10401, 10429]);
  await settle({ lock: { failures: 5, windowMinutes: 15, grow: true }, pictureCodeAfter: 2 });
});

test('one session too many ends the oldest, or is refused; a shorter idle life is true for sessions that are open', async () => {
  const id = await person('sessile');
  // Written as another node would: nothing in this process is told of it.
  const store = (session: object) =>
    product.database.db
      .updateTable('authenticate')
      .set({ session: JSON.stringify(session) })
      .execute();
  const inForce = async (perPerson: number) => expect.poll(async () => (await product.policy()).session.perPerson).toBe(perPerson);
  await store({ idleMinutes: 30, wholeHours: 12, perPerson: 2, oldestOut: true });
  await inForce(2);
  const tokens = [await tokenOf('sessile'), await tokenOf('sessile'), await tokenOf('sessile')];
  const codes = async () => Promise.all(tokens.map(async (token) => (await wire.ask(getUser, {}, token)).code));
  expect(await codes()).toEqual([65003, 0, 0]);
  await store({ idleMinutes: 10, wholeHours: 12, perPerson: 1, oldestOut: false });
  await inForce(1);
  expect(codeOf(await wire.signIn({ account: 'sessile', password: testPassword }))).toBe(10432);
  expect(await traces.lastLine('refuse')).toMatchObject({ account: 'sessile', reason: 'busy' });
  const { db } = product.database;
  await db
    .updateTable('session')
    .set({ seen_at: Date.now() - 11 * 60_000 })
    .where('uid', '=', id)
    .execute();
  await db
    .insertInto('session_change')
    .values({ at: Date.now(), uids: [id] })
    .execute();
  await expect.poll(codes).toEqual([65003, 65001, 65001]);
  await product.database.db.updateTable('authenticate').set({ session: null }).execute();
  await inForce(1000);
});

test('a rule that keeps out who makes it is refused, one for others holds; the simulator says the same', async () => {
  const otherwise = 'allow' as const;
  const own = await change({ addressRules: { rules: [rule({ networks: ['127.0.0.0/8'] })], otherwise } });
  expect(own).toMatchObject({ code: 11050, msg: 'The address rule would lock you out: 127.0.0.1' });
  expect((await change({ addressRules: { rules: [rule({ networks: ['10.0.0.0/33'] })], otherwise } })).code).toBe(11051);
  const id = await person('addy');
  const rules = {
    rules: [rule({ networks: ['10.66.0.0/16', '2001:db8::/32'] }), rule({ networks: ['10.67.0.0/16'], from: '00:00', until: '00:00' })],
    otherwise,
  };
  await settle({ addressRules: rules });
  expect(codeOf(await wire.signIn({ account: 'addy', password: testPassword }, '10.66.1.1'))).toBe(10401);
  expect(await traces.lastLine('refuse')).toMatchObject({ account: 'addy', reason: 'addressRule' });
  expect(codeOf(await wire.signIn({ account: 'addy', password: testPassword }, '10.67.1.1'))).toBe(10401);
  expect(await traces.lastLine('refuse')).toMatchObject({ account: 'addy', reason: 'timeRule' });
  // After two refusals a picture is asked for.
  await product.database.db.deleteFrom('sign_in_attempt').execute();
  expect(codeOf(await wire.signIn({ account: 'addy', password: testPassword }, '10.68.1.1'))).toBe(0);
  const said = (address: string) => wire.call(addressRuleSimulate, { empId: id, address });
  expect(await said('::ffff:10.66.1.1')).toEqual({ rule: 1, action: 'deny', name: 'addy' });
  expect(await said('2001:db8::7')).toMatchObject({ rule: 1, action: 'deny' });
  expect(await said('10.68.1.1')).toMatchObject({ rule: null, action: 'allow' });
  await settle({ addressRules: { rules: [], otherwise } });
});

test('rules and second factors may be about departments with all below, and name only what there is', async () => {
  const { id: departmentId } = await wire.call(departmentAdd, { parentId: rootDepartmentId, name: { zh_CN: '外勤' }, code: 'field' });
  const id = await wire.employee('fielder', { assignments: [{ departmentId, primary: true }] });
  await product.setPassword(id);
  await person('insider');
  const rules = {
    rules: [rule({ who: 'departments', departmentIds: [departmentId], networks: ['10.71.0.0/16'] })],
    otherwise: 'allow' as const,
  };
  await settle({ addressRules: rules });
  const at = async (account: string, from: string) => codeOf(await wire.signIn({ account, password: testPassword }, from));
  expect([await at('fielder', '10.71.1.1'), await at('insider', '10.71.1.2')]).toEqual([10401, 0]);
  expect(await wire.call(addressRuleSimulate, { empId: id, address: '10.71.1.1' })).toEqual({ rule: 1, action: 'deny', name: 'fielder' });
  const { factor } = await wire.call(getAuthenticate, {});
  await settle({ addressRules: { rules: [], otherwise: 'allow' }, factor: { ...factor, requiredDepartmentIds: [departmentId] } });
  const [due, free] = [
    await wire.signIn({ account: 'fielder', password: testPassword }),
    await wire.signIn({ account: 'insider', password: testPassword }),
  ];
  expect([due.json(), free.json()]).toMatchObject([{ data: { factor: { due: 'enrol' } } }, { data: { factor: null } }]);
  await settle({ factor });
  const nobody = '01900000-0000-7000-8000-000000000001';
  const issues = async (parts: Change) =>
    ((await change(parts)).data as unknown as { issues: { path: string }[] }).issues.map(({ path }) => path);
  expect(await issues({ addressRules: { rules: [rule({ who: 'crowds', crowdIds: [nobody] })], otherwise: 'allow' } })).toEqual([
    'addressRules.rules.0.crowdIds',
  ]);
  expect(await issues({ factor: { ...factor, requiredCrowdIds: [nobody], requiredDepartmentIds: [nobody] } })).toEqual([
    'factor.requiredDepartmentIds',
    'factor.requiredCrowdIds',
  ]);
});

test('a deny rule that nobody confirms is gone after five minutes; undoing by the history passes the same guard', async () => {
  const before = (await wire.call(getAuthenticate, {})).addressRules;
  const made = await change({ addressRules: { rules: [rule({ networks: ['10.70.0.0/16'] })], otherwise: 'allow' } });
  expect(made.data.guard).toMatchObject({ subject: 'authenticate', confirmable: false });
  expect((await change({ addressRules: { rules: [], otherwise: 'allow' } })).code).toBe(10412);
  const { db } = product.database;
  await db
    .updateTable('sign_in_guard')
    .set({ confirm_before: Date.now() - 1 })
    .where('ended_at', 'is', null)
    .execute();
  await expect.poll(async () => (await wire.call(getAuthenticate, {})).addressRules).toEqual(before);
  const line = await db
    .selectFrom('change_operation')
    .select('id')
    .where('kind', '=', 'authenticate')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect((await wire.ask(revertChanges, { operationIds: [line.id] })).code).toBe(0);
  const { guard } = await wire.call(getAuthenticate, {});
  expect(guard).not.toBeNull();
  await wire.call(guardConfirm, { guardId: guard!.guardId, undo: true });
});

test('an address is blocked for some time, never the own one and only under the guard; an ended rule holds nobody and is still shown', async () => {
  await person('blocked');
  const hour = 3_600_000;
  const block = (address: string, until = Date.now() + hour) =>
    wire.ask(loginBlockAddress, { address, until, reason: 'Many wrong passwords' });
  expect((await block('127.0.0.1')).code).toBe(11050);
  expect((await block('10.71.0.1', Date.now() + 31 * 24 * hour)).code).toBe(10400);
  expect((await block('10.71.0.1', Date.now() - 1)).code).toBe(10400);
  const { data } = await block('::ffff:10.71.0.1');
  const attempt = async (from: string): Promise<number> => codeOf(await wire.signIn({ account: 'blocked', password: testPassword }, from));
  expect([await attempt('10.71.0.1'), await attempt('10.71.0.2')]).toEqual([10401, 0]);
  expect(await traces.lastLine('refuse')).toMatchObject({ account: 'blocked', reason: 'addressRule' });
  expect((await block('10.71.0.3')).code).toBe(10412);
  await wire.call(guardConfirm, { guardId: data.guardId! }, await signIn(product.app, 'admin', testPassword));
  const { db } = product.database;
  const audited = await db.selectFrom('audit_log').select('code').where('operation', '=', 'authenticate.addressRule').execute();
  expect(audited.map(({ code }) => code).toSorted((one, other) => one - other)).toEqual([0, 10400, 10400, 10412, 11050]);
  const ended = (await wire.call(getAuthenticate, {})).addressRules.rules.map((one) => ({ ...one, expiresAt: Date.now() - 1 }));
  await settle({ addressRules: { rules: ended, otherwise: 'allow' } });
  await db.deleteFrom('sign_in_attempt').execute();
  expect(await attempt('10.71.0.1')).toBe(0);
  expect((await wire.call(getAuthenticate, {})).addressRules.rules).toMatchObject([{ networks: ['10.71.0.1'], action: 'deny' }]);
  await settle({ addressRules: { rules: [], otherwise: 'allow' } });
});

test('an administrator who was away for longer than allowed does not come in, until a new password says so', async () => {
  const id = await person('idler');
  const { db } = product.database;
  const role = await db.selectFrom('role').select('id').where('preset', '=', 'audit').executeTakeFirstOrThrow();
  await db
    .insertInto('role_member')
    .values({ role_id: role.id, kind: 'employee', object_id: id, since: 0, until: null, by: null })
    .execute();
  await db
    .updateTable('credential')
    .set({ changed_at: Date.now() - 91 * 86_400_000 })
    .where('uid', '=', id)
    .execute();
  await db.insertInto('access_change').values({ at: Date.now() }).execute();
  await expect.poll(async () => codeOf(await wire.signIn({ account: 'idler', password: testPassword }))).toBe(10401);
  expect(await traces.lastLine('refuse')).toMatchObject({ account: 'idler', reason: 'disabled' });
  await db.deleteFrom('sign_in_attempt').execute();
  await product.setPassword(id, `${testPassword}-again`);
  expect(codeOf(await wire.signIn({ account: 'idler', password: `${testPassword}-again` }))).toBe(0);
});

test('what the machine opens is open for a quarter of an hour, over closed ways and rules, for super administrators', async () => {
  const { db } = product.database;
  await db.updateTable('auth_setting').set({ enabled: false }).execute();
  const rules = { rules: [rule({ networks: ['0.0.0.0/0', '::/0'] })], otherwise: 'deny' };
  await db
    .updateTable('authenticate')
    .set({ address_rules: JSON.stringify(rules) })
    .execute();
  await expect.poll(async () => codeOf(await wire.signIn({ account: 'admin', password: testPassword }))).toBe(10401);
  expect(await traces.lastLine('refuse')).toMatchObject({ account: 'admin', reason: 'disabled' });
  const database = await openExisting(product.settings, 'test');
  await unlockSignIn(database, { operator: 'a test', factors: false, now: Date.now() }).finally(() => database.close());
  expect(codeOf(await wire.signIn({ account: 'admin', password: testPassword }))).toBe(0);
  expect(codeOf(await wire.signIn({ account: 'addy', password: testPassword }))).toBe(10401);
  expect((await product.app.inject('/api/mpVersion')).json()).toMatchObject({ data: { loginKinds: [{ code: 'local' }] } });
  await db
    .updateTable('sign_in_rescue')
    .set({ until: Date.now() - 1 })
    .execute();
  expect(codeOf(await wire.signIn({ account: 'admin', password: testPassword }))).toBe(10401);
  const row = await db.selectFrom('audit_log').select('name').where('operation', '=', 'signIn.rescue').executeTakeFirst();
  expect(row).toEqual({ name: 'a test' });
});
