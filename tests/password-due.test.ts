import { afterAll, beforeAll, expect, test } from 'vitest';
import { modules } from '../src/app/modules.ts';
import { queryOf } from '../src/kit/common/address.ts';
import { addressOf, type Endpoint } from '../src/kit/common/contract.ts';
import { getUser, logout, passwordUpdate } from '../src/kit/common/session/session.contract.ts';
import { sampleInput } from '../src/kit/testing/sample-input.ts';
import { employeeAdd, employeePassword, employeeSignIn } from '../src/modules/people/common/employee.contract.ts';
import { settingGet, settingUpdate } from '../src/modules/people/common/setting.contract.ts';
import { rootDepartmentId } from '../src/modules/people/common/root.ts';
import { presetRoleIds } from '../src/kit/server/access/preset-roles.ts';
import { sysRole } from '../src/modules/system/common/role.contract.ts';
import { ConsoleClient } from './journeys/console-client.ts';
import { signIn, startTestProduct, testPassword, type TestProduct } from './product.ts';

let product: TestProduct;
let admin: ConsoleClient;
let person: ConsoleClient;
let oneTime: string;
const operations = modules.flatMap((module) => module.routes.map((route) => route.operation)).filter(({ access }) => !('open' in access));

beforeAll(async () => {
  product = await startTestProduct(undefined, { PUBLIC_URL: 'https://console.example.test' });
  admin = new ConsoleClient(product.app, product.admin.token);
  const assignments = [{ departmentId: rootDepartmentId, primary: true }];
  const { id } = await admin.call(employeeAdd, { account: 'newcomer', name: 'Newcomer', assignments });
  await admin.call(sysRole.assignEmployees, { roleId: presetRoleIds.super, ids: [id] });
  oneTime = (await admin.call(employeePassword, { id, mode: 'oneTime' })).password!;
  person = new ConsoleClient(product.app, await signIn(product.app, 'newcomer', oneTime));
});
afterAll(() => product.stop());

async function codeOf(operation: Endpoint): Promise<number> {
  const address = addressOf(operation).replace('{sysCode}', 'none');
  const input = sampleInput(operation.input, rootDepartmentId);
  const inBody = operation.method === 'POST';
  const response = await product.app.inject({
    method: operation.method,
    url: inBody ? address : address + queryOf(input),
    headers: { accesstoken: person.token, ...(inBody && { 'content-type': 'application/json' }) },
    ...(inBody && { payload: JSON.stringify(input) }),
  });
  return response.json<{ code: number }>().code;
}

test('With a one-time password even a super administrator can do nothing but change it, see who they are and sign out', async () => {
  const open = operations.filter(({ whilePasswordDue }) => whilePasswordDue).map(({ path }) => path);
  expect(open.toSorted()).toEqual(['logout', 'sysConsole/getUser', 'sysConsole/password/policy', 'sysConsole/password/update']);
  const answers = [];
  for (const operation of operations.filter(({ whilePasswordDue }) => !whilePasswordDue))
    answers.push({ path: operation.path, code: await codeOf(operation) });
  expect(answers.filter(({ code }) => code !== 10430)).toEqual([]);
  expect((await person.call(getUser, {})).mustChangePassword).toBe(true);
});

test('The same password is no new one, and with a new one everything is open', async () => {
  expect((await person.ask(passwordUpdate, { oldPassword: oneTime, newPassword: oneTime })).code).not.toBe(0);
  const changed = await person.call(passwordUpdate, { oldPassword: oneTime, newPassword: testPassword });
  expect(changed.mustChangePassword).toBe(false);
  const old = person.token;
  person.token = changed.accessToken;
  expect(await person.call(getUser, {})).toMatchObject({ mustChangePassword: false, superAdmin: true });
  expect((await new ConsoleClient(product.app, old).ask(getUser, {})).code).toBe(65003);
  expect((await person.ask(sysRole.search, {})).code).toBe(0);
  expect((await person.ask(logout, {})).code).toBe(0);
});

test('A link for setting a password ends: the mail says when, in the company’s language, and a new one serves again', async () => {
  const db = product.database.pool;
  const setting = await admin.call(settingGet, {});
  expect(setting.linkHours).toBe(72);
  await admin.call(settingUpdate, { version: setting.version, locale: 'ja_JP', timeZone: 'Asia/Tokyo', linkHours: 5 });
  expect((await admin.ask(settingUpdate, { version: setting.version + 1, linkHours: 0 })).code).toBe(10400);
  const assignments = [{ departmentId: rootDepartmentId, primary: true }];
  const { id } = await admin.call(employeeAdd, { account: 'invited', name: 'Invited', email: 'invited@example.test', assignments });
  const letter = async () => {
    const { rows } = await db.query<{ id: string; content: string; language: string }>(
      `select * from mail_outbox where template = 'employee.passwordLink' order by id desc limit 1`,
    );
    const values = await product.services.mails.valuesOf(product.database.db, rows[0]!);
    const behind = new URLSearchParams(String(values['link']).split('#')[1]);
    return { language: rows[0]!.language, until: String(values['until']), once: behind.get('once')! };
  };
  await admin.call(employeePassword, { id, mode: 'link' });
  const first = await letter();
  const state = await admin.call(employeeSignIn, { id });
  expect(state.password).toBe('oneTime');
  expect((state.passwordEndsAt! - state.passwordChangedAt!) / 3_600_000).toBeCloseTo(5, 1);
  expect(first).toMatchObject({ language: 'ja_JP', until: expect.stringMatching(/^\d{4}\/\d\d\/\d\d \d+:\d\d \(Asia\/Tokyo\)$/) });
  await db.query('update credential set ends_at = $1 where uid = $2', [Date.now() - 1, id]);
  await expect(signIn(product.app, 'invited', first.once)).rejects.toThrow(/10401/);
  expect(await admin.call(employeeSignIn, { id })).toMatchObject({ password: 'expired' });
  await admin.call(employeePassword, { id, mode: 'link' });
  const second = await letter();
  expect(second.once).not.toBe(first.once);
  const invited = new ConsoleClient(product.app, await signIn(product.app, 'invited', second.once));
  // Whoever came in by it in time may take their time; the password of one's own has no end.
  await db.query('update credential set ends_at = $1 where uid = $2', [Date.now() - 1, id]);
  await invited.call(passwordUpdate, { oldPassword: second.once, newPassword: testPassword });
  expect(await admin.call(employeeSignIn, { id })).toMatchObject({ password: 'set', passwordEndsAt: null });
  await signIn(product.app, 'invited', testPassword);
});
