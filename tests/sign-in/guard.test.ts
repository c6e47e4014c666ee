import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { revertChanges } from '../../src/kit/common/change/journal.contract.ts';
import { startProduct } from '../../src/app/start-product.ts';
import { clock } from '../../src/platform/clock.ts';
import { readSettings } from '../../src/platform/settings.ts';
import {
  authSettingAdd,
  authSettingDisable,
  authSettingEnable,
  authSettingGet,
  authSettingList,
  authSettingRemove,
  authSettingReorder,
  authSettingTest,
  authSettingUpdate,
  guardConfirm,
} from '../../src/modules/sign-in/common/auth-setting.contract.ts';
import { peopleDn, searchDn, searchPassword, startSlapd, type Slapd } from '../peers/slapd.ts';
import { appLoginAuthGet, userSourceList } from '../../src/modules/sign-in/common/app-login.contract.ts';
import { rootDepartmentId } from '../../src/modules/people/common/root.ts';
import { sourceAdd, sourceDelete } from '../../src/modules/people-sources/common/source.contract.ts';
import { signIn, startTestProduct, testPassword, type TestProduct } from '../product.ts';
import { codeOf, wireOf, type Wire } from './console.ts';

let slapd: Slapd;
let product: TestProduct;
let wire: Wire;
let id: string;

beforeAll(async () => {
  slapd = await startSlapd([{ uid: 'admin', password: 'admin-in-ldap-1' }]);
  product = await startTestProduct(undefined, { ALLOWED_NETWORKS: slapd.allowed.join(',') });
  wire = wireOf(product);
  const added = await wire.call(authSettingAdd, {
    kind: 'ldap',
    code: 'dir',
    name: { zh_CN: '目录' },
    ldap: {
      connection: { servers: [{ host: '127.0.0.1', port: slapd.port }], security: 'plain', ca: '', bindDn: searchDn, baseDn: peopleDn },
      lookup: { mode: 'search', filter: '(uid={account})', pattern: '' },
    },
    match: { attribute: 'uid', field: 'account' },
    secret: searchPassword,
  });
  ({ id } = added);
  await wire.call(authSettingTest, { id, account: 'admin', password: 'admin-in-ldap-1' });
}, 90_000);
afterAll(async () => {
  await product?.stop();
  await slapd?.stop();
});

const fresh = (): Promise<string> => signIn(product.app, 'admin', testPassword);
const localId = async (): Promise<string> => (await wire.call(authSettingList, {})).list.find(({ kind }) => kind === 'local')!.id;
const byLdap = async (): Promise<number> => codeOf(await wire.signIn({ kind: 'dir', account: 'admin', password: 'admin-in-ldap-1' }));
const byLocal = async (): Promise<number> => codeOf(await wire.signIn({ account: 'admin', password: testPassword }));

/** Five minutes pass without a confirmation. */
async function letTimePass(): Promise<void> {
  await product.database.db
    .updateTable('sign_in_guard')
    .set({ confirm_before: Date.now() - 1 })
    .where('ended_at', 'is', null)
    .execute();
  await expect.poll(async () => (await wire.call(authSettingList, {})).guard).toBeNull();
}

test('the only proven way can not be closed', async () => {
  expect((await wire.ask(authSettingDisable, { ids: [await localId()] })).code).toBe(11022);
});

test('what is not confirmed in five minutes goes back by itself; then it is too late', async () => {
  const { guard } = await wire.call(authSettingEnable, { ids: [id] });
  expect(await wire.call(authSettingGet, { id })).toMatchObject({ enabled: true, trial: true });
  expect(await byLdap()).toBe(0);
  await letTimePass();
  expect(await wire.call(authSettingGet, { id })).toMatchObject({ enabled: false, trial: false });
  expect((await wire.ask(guardConfirm, { guardId: guard!.guardId }, await fresh())).code).toBe(11021);
  const row = await product.database.db
    .selectFrom('audit_log')
    .selectAll()
    .where('operation', '=', 'authenticate.rollBack')
    .executeTakeFirst();
  expect(row).toMatchObject({ account: 'system', code: 0 });
});

test('a session from before the change confirms nothing; one from after it does', async () => {
  const { guard } = await wire.call(authSettingEnable, { ids: [id] });
  expect((await wire.ask(guardConfirm, { guardId: guard!.guardId })).code).toBe(10412);
  expect((await wire.ask(authSettingDisable, { ids: [id] })).code).toBe(10412);
  await wire.call(guardConfirm, { guardId: guard!.guardId }, await fresh());
  expect(await wire.call(authSettingGet, { id })).toMatchObject({ enabled: true, trial: false });
});

test('with a second way that a super administrator came in by, the first can be closed; the sessions it began end; it comes back unconfirmed', async () => {
  expect(await byLdap()).toBe(0);
  await product.database.db.updateTable('auth_setting_use').set({ last_at: 0 }).where('way', '=', 'dir').execute();
  expect((await wire.ask(authSettingDisable, { ids: [await localId()] })).code).toBe(11022);
  expect(await byLdap()).toBe(0);
  const { guard } = await wire.call(authSettingDisable, { ids: [await localId()] });
  expect(guard).not.toBeNull();
  // The way that is left may not be kept for some people either.
  const { version } = await wire.call(authSettingGet, { id });
  const audit = await product.database.db.selectFrom('role').select('id').where('preset', '=', 'audit').executeTakeFirstOrThrow();
  expect((await wire.ask(authSettingUpdate, { id, version, people: { roleIds: [audit.id] } })).code).toBe(11022);
  expect(await byLocal()).toBe(10401);
  expect(codeOf(await wire.signIn({ account: 'powerless', password: testPassword }))).toBe(10401);
  expect(
    (await product.app.inject({ url: '/api/sysConsole/getUser', headers: { accesstoken: product.powerless.token } })).json(),
  ).toMatchObject({ code: 65003 });
  await letTimePass();
  expect(await byLocal()).toBe(0);
});

test('a changed connection of an enabled way is on trial too, with its secret; taken back by hand it is the former one', async () => {
  const row = await wire.call(authSettingGet, { id });
  const ldap = { ...row.ldap!, connection: { ...row.ldap!.connection, baseDn: 'ou=nobody,dc=example,dc=test' } };
  const changed = await wire.call(authSettingUpdate, { id, version: row.version, ldap, secret: 'another' });
  expect(changed).toMatchObject({ trial: true, enabled: true });
  expect(await byLdap()).toBe(10502);
  const { guard } = await wire.call(authSettingList, {});
  await wire.call(guardConfirm, { guardId: guard!.guardId, undo: true });
  expect(await byLdap()).toBe(0);
});

test('names and order need no confirmation, an enabled or the built-in one is not deleted', async () => {
  const row = await wire.call(authSettingGet, { id });
  expect(await wire.call(authSettingUpdate, { id, version: row.version, name: { zh_CN: '总部目录' } })).toMatchObject({ trial: false });
  await wire.call(authSettingReorder, { ids: [id, await localId()] });
  expect((await wire.call(authSettingList, {})).list.map(({ code }) => code)).toEqual(['dir', 'local']);
  const app = await wire.call(appLoginAuthGet, {});
  expect(app).toMatchObject({ appId: 'console', defaultKind: 'dir', rememberAccount: false });
  expect(app.kinds.map(({ code, order, on }) => [code, order, on])).toEqual([
    ['dir', 1, true],
    ['local', 2, true],
  ]);
  expect((await wire.ask(appLoginAuthGet, { appId: 'another' })).code).toBe(10404);
  const own = { id, name: { zh_CN: '总部目录' }, kind: 'ldap', enabled: true, origin: 'setting', connection: null };
  expect(await wire.call(userSourceList, {})).toEqual([own]);
  // A source of people can be begun with: how it is reached, never its password.
  const config = { servers: [{ host: 'ldap.example.com', port: 636 }], bindDn: 'cn=reader', userBases: ['ou=people', 'ou=guests'] };
  const draft = { kind: 'ldap', name: '人事目录', code: 'people', rootDepartmentId, config, secrets: { password: 'read-only' } } as const;
  const { id: sourceId } = await wire.call(sourceAdd, draft);
  const found = (await wire.call(userSourceList, {})).find((one) => one.id === sourceId);
  const connection = { servers: config.servers, security: 'ldaps', ca: '', bindDn: 'cn=reader', baseDn: 'ou=people' };
  expect(found).toEqual({ id: sourceId, name: { zh_CN: '人事目录' }, kind: 'ldap', enabled: false, origin: 'source', connection });
  await wire.call(sourceDelete, { ids: [sourceId] });
  expect((await wire.ask(authSettingRemove, { ids: [id] })).code).toBe(10412);
  expect((await wire.ask(authSettingRemove, { ids: [await localId()] })).code).toBe(10412);
});

test('undoing a change by the history passes the same guard', async () => {
  const line = await product.database.db
    .selectFrom('change_operation')
    .select('id')
    .where('object_id', '=', id)
    .where('action', '=', 'enable')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  const undone = await wire.ask(revertChanges, { operationIds: [line.id] });
  expect(undone.code).toBe(0);
  expect(await wire.call(authSettingGet, { id })).toMatchObject({ enabled: false, trial: true });
  await letTimePass();
  expect(await wire.call(authSettingGet, { id })).toMatchObject({ enabled: true, trial: false });
});

test('what was unconfirmed when the server went away is taken back before anybody is served again', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'wheelhouse-guard-'));
  const settings = readSettings({ DATA_DIR: folder, ADMIN_PASSWORD: testPassword, LOG_LEVEL: 'silent' }, folder);
  const first = await startProduct(settings, { listen: false });
  const { db } = first.services.database;
  const { id: local } = await db.selectFrom('auth_setting').select('id').executeTakeFirstOrThrow();
  await db.updateTable('auth_setting').set({ enabled: false }).execute();
  await db
    .insertInto('sign_in_guard')
    .values({
      id: local,
      subject: 'authSetting',
      name: 'local',
      back: JSON.stringify([{ id: local, fields: { enabled: true } }]),
      made_at: Date.now(),
      made_by: local,
      confirm_before: Date.now() + 60_000,
      ended_at: null,
      outcome: null,
    })
    .execute();
  await first.stop();
  // The minute is over while nobody serves.
  const backToNow = clock.follow(() => Date.now() + 61_000);
  const again = await startProduct(settings, { listen: false }).finally(backToNow);
  try {
    expect(await again.services.database.db.selectFrom('auth_setting').select('enabled').executeTakeFirstOrThrow()).toEqual({
      enabled: true,
    });
  } finally {
    await again.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}, 60_000);
