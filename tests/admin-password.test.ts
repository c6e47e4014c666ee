import { afterAll, beforeAll, expect, test } from 'vitest';
import { resetAdminPassword } from '../src/app/admin-password.ts';
import { openExisting } from '../src/app/open-existing.ts';
import { signIn, startTestProduct, testPassword, type TestProduct } from './product.ts';

let product: TestProduct;

beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

test('Beside the running product: the sessions of admin end, the new password signs in and must be changed', async () => {
  const { app, admin, settings } = product;
  const codeOf = async (token: string): Promise<number> =>
    (await app.inject({ url: '/api/sysConsole/getUser', headers: { accesstoken: token } })).json<{ code: number }>().code;
  expect(await codeOf(admin.token)).toBe(0);
  const database = await openExisting(settings, 'test');
  const password = await resetAdminPassword(database, 'operator on this machine').finally(() => database.close());
  await expect.poll(() => codeOf(admin.token)).toBe(65003);
  await expect(signIn(app, 'admin', testPassword)).rejects.toThrow('10401');
  const token = await signIn(app, 'admin', password);
  const user = (await app.inject({ url: '/api/sysConsole/getUser', headers: { accesstoken: token } })).json<{
    data: { mustChangePassword: boolean };
  }>();
  expect(user.data.mustChangePassword).toBe(true);
});
