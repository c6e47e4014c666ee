import { afterAll, beforeAll, expect, test } from 'vitest';
import { addressOf, type Input } from '../src/kit/common/contract.ts';
import { changeApproval } from '../src/modules/approvals/common/permissions.ts';
import { policyEnable, policySave } from '../src/modules/approvals/common/policy.contract.ts';
import { requestApprove, requestGet } from '../src/modules/approvals/common/request.contract.ts';
import { licenceManage } from '../src/modules/licence/common/permissions.ts';
import { applyPlan, getPlan } from '../src/kit/common/change/plan.contract.ts';
import { getButton, getMenu, type MenuNode } from '../src/kit/common/session/menu.contract.ts';
import { getUser } from '../src/kit/common/session/session.contract.ts';
import { foldWarnings } from '../src/kit/server/warning/fold-warnings.ts';
import '../src/kit/server/warning/warning.table.ts';
import { modules } from '../src/app/modules.ts';
import * as licence from '../src/modules/licence/common/licence.contract.ts';
import { storeOf } from '../src/modules/licence/server/licence.query.ts';
import { openLicence } from '../src/modules/licence/server/open-licence.ts';
import { lookAfterLicence, noteTime } from '../src/modules/licence/server/upkeep.ts';
import { watchLicence } from '../src/modules/licence/server/licence.warnings.ts';
import { makeKeys, signLicence } from '../src/modules/licence/server/testing/make-licence.ts';
import { operationList } from '../src/modules/logs/common/operation-log.contract.ts';
import { employeeExport } from '../src/modules/people/common/employee-bulk.contract.ts';
import * as employee from '../src/modules/people/common/employee.contract.ts';
import { employeeRehire } from '../src/modules/people/common/life/life.contract.ts';
import { rootDepartmentId } from '../src/modules/people/common/root.ts';
import { noticePersonAdd } from '../src/modules/warnings/common/notice-person.contract.ts';
import { openBus } from '../src/platform/bus/bus.ts';
import { House } from './access/house.ts';
import { idIn } from './journeys/console-client.ts';
import { signIn, testPassword } from './product.ts';

const dayMillis = 86_400_000;
const { privateKey, publicPem } = makeKeys();
let house: House;
let issued = Date.now() - 1_000_000;

beforeAll(async () => {
  house = await House.open({ LICENSE_PUBLIC_KEY: publicPem.replaceAll('\n', String.raw`\n`) });
}, 90_000);
afterAll(() => house?.stop());

/** A licence that differs from a good one in these; each is issued after the one before. */
const payload = (more: object = {}): object => ({
  licenseId: `L-${(issued += 1000)}`,
  customer: '示例公司',
  edition: 'enterprise',
  issuedAt: issued,
  expiresAt: Date.now() + 365 * dayMillis,
  graceDays: 10,
  modules: '*',
  ...more,
});
const fileOf = (more?: object): string => signLicence(privateKey, 'test', payload(more));
const upload = (file: string): Promise<string> => house.boss.upload('site.lic', Buffer.from(file));
const install = async (more?: object) => house.boss.ask(licence.licenceUpdate, { fileId: await upload(fileOf(more)) });
const used = async (): Promise<number> => {
  const { list } = await house.boss.call(licence.licenceUsage, {});
  return list.find(({ kind }) => kind === 'employees')?.used ?? -1;
};
const draft = (account: string) => ({ account, name: account, assignments: [{ departmentId: rootDepartmentId, primary: true }] });
const codesIn = (nodes: readonly MenuNode[]): string[] => nodes.flatMap(({ code, children }) => [code, ...codesIn(children)]);

test('Without a file everything works and nothing is counted; who looks after the licence reads how it stands', async () => {
  const { boss } = house;
  expect(await boss.call(licence.licenceGet, {})).toMatchObject({
    state: 'none',
    daysLeft: null,
    licence: null,
    ownKey: true,
    required: false,
  });
  expect((await boss.call(getUser, {})).licence).toEqual({ state: 'none', daysLeft: null });
  const { client } = await house.administrator({ codes: ['muc_user_management'], range: { kind: 'all' } });
  expect((await client.call(getUser, {})).licence).toBeUndefined();
  const { rows } = await house.product.database.pool.query<{ n: number }>(
    'select count(*) as n from licence_seat where counted or used <> 0',
  );
  expect(rows[0]?.n).toBe(0);
});

test('A file is refused when a byte was changed, for another installation, when it is old, too early or made for a newer product', async () => {
  const { boss } = house;
  const preview = async (file: string) => boss.ask(licence.licencePreview, { fileId: await upload(file) });
  const changed = JSON.parse(fileOf()) as { payload: string };
  const text = Buffer.from(changed.payload, 'base64url').toString().replace('enterprise', 'enterprisf');
  const reasons: [string, string][] = [
    [JSON.stringify({ ...changed, payload: Buffer.from(text).toString('base64url') }), 'signature'],
    [JSON.stringify({ ...changed, v: 2 }), 'formatVersion'],
    ['{ "v": 1 }', 'shape'],
    [signLicence(makeKeys().privateKey, 'test', payload()), 'signature'],
    [fileOf({ notBefore: Date.now() + 2 * dayMillis }), 'notYet'],
    [fileOf({ minVersion: '99.0' }), 'productVersion'],
    [fileOf({ customer: '' }), 'payload'],
    [fileOf({ note: 'x'.repeat(70_000) }), 'size'],
  ];
  for (const [file, reason] of reasons) expect([reason, await preview(file)]).toMatchObject([reason, { code: 11040, data: { reason } }]);
  expect(await preview(fileOf({ installationId: 'another' }))).toMatchObject({ code: 11041 });
  const { installationId } = await boss.call(licence.licenceGet, {});
  const good = fileOf({ installationId, licenseId: 'L-good', seats: 'gold', limits: { employees: 5000, rockets: 2 } });
  const old = signLicence(privateKey, 'test', { ...payload(), issuedAt: issued - 500_000 });
  expect(await preview(good)).toMatchObject({
    code: 0,
    data: {
      state: 'valid',
      limits: [
        { kind: 'employees', before: null, after: 5000, over: 0 },
        { kind: 'devices', after: null },
      ],
    },
  });
  expect(await boss.ask(licence.licenceUpdate, { fileId: await upload(good) })).toMatchObject({ code: 0, data: { state: 'valid' } });
  const shown = await boss.call(licence.licenceGet, {});
  expect(shown.licence).toMatchObject({ licenseId: 'L-good', limits: { employees: 5000 }, state: 'active' });
  expect(shown.licence?.more).toEqual([
    { name: 'seats', value: 'gold' },
    { name: 'limits', value: '{"rockets":2}' },
  ]);
  expect(await preview(good)).toMatchObject({ code: 11040, data: { reason: 'installed' } });
  expect(await preview(old)).toMatchObject({ code: 11040, data: { reason: 'older' } });
  const history = await boss.call(licence.licenceHistory, {});
  expect(history.list.map(({ licenseId, state }) => [licenseId, state])).toEqual([['L-good', 'active']]);
});

test('200 people at the last seat are one; disabling frees it on this node and any other, and a larger file opens at once', async () => {
  const { boss, product } = house;
  await install({ limits: { employees: (await used()) + 1 } });
  const answers = await Promise.all(Array.from({ length: 200 }, (_, n) => boss.ask(employee.employeeAdd, draft(`rush-${n}`))));
  const max = await used();
  expect(Object.entries(Object.groupBy(answers, ({ code }) => String(code))).map(([code, all]) => [code, all?.length])).toEqual([
    ['0', 1],
    ['10423', 199],
  ]);
  expect(answers.find(({ code }) => code === 10423)?.data).toEqual({ limit: 'employees', used: max, max });
  const id = idIn(answers.find(({ code }) => code === 0)?.data, 'id');
  const bus = await openBus({ database: product.database });
  const other = openLicence({ ...product.services, bus, modules });
  await other.refresh();
  const db = product.database.db;
  const taken = () => db.transaction().execute((tx) => other.take(tx, 'employees', 1));
  await expect(taken()).rejects.toMatchObject({ answer: 10423 });
  await boss.call(employee.employeeDisable, { ids: [id] });
  expect(await other.free(db, 'employees')).toBe(1);
  await boss.call(employee.employeeEnable, { ids: [id] });
  expect(await other.free(db, 'employees')).toBe(0);
  expect(await boss.ask(employee.employeeEnable, { ids: [product.powerless.id] })).toMatchObject({ code: 0 });
  await install({ limits: { employees: max + 1 } });
  expect(await other.free(db, 'employees')).toBe(1);
  await expect.poll(() => other.terms().limits.employees).toBe(max + 1);
  expect(await boss.ask(employee.employeeAdd, draft('seat-more'))).toMatchObject({ code: 0 });
  await bus.close();
});

test('The seats stand for undone deletions, restored people and imports as for everybody else', async () => {
  const { boss } = house;
  await install({ limits: { employees: (await used()) + 1 } });
  const { id } = await boss.call(employee.employeeAdd, draft('leaver'));
  await boss.call(employee.employeeDisable, { ids: [id] });
  await boss.call(employee.employeeRemove, { ids: [id] });
  await install({ limits: { employees: await used() } });
  expect(await boss.ask(employee.employeeRestore, { ids: [id] })).toMatchObject({ code: 0 });
  const { version } = await boss.call(employee.employeeGet, { id });
  const back = { id, version, assignments: [{ departmentId: rootDepartmentId, primary: true }] };
  expect(await boss.ask(employeeRehire, back)).toMatchObject({ code: 10423 });
  await install({ limits: { employees: (await used()) + 2 } });
  const { rows: names } = await house.product.database.pool.query<{ name: string }>(
    "select name ->> 'zh_CN' as name from department where id = $1",
    [rootDepartmentId],
  );
  const root = names[0]?.name ?? '';
  const rows = ['账号,姓名,主部门', ...Array.from({ length: 4 }, (_, n) => `sheet-${n},表格${n},${root}`)];
  const planId = await boss.planOf(await boss.upload('people.csv', Buffer.from(rows.join('\n'))));
  const plan = await boss.call(getPlan, { id: planId });
  expect(plan.counts).toEqual({ create: 2, refused: 2 });
  // Somebody takes a seat before the plan is applied.
  await boss.call(employee.employeeAdd, draft('quicker'));
  const { jobId } = await boss.call(applyPlan, { id: planId, expected: plan.counts });
  expect((await boss.jobEnd(jobId)).result).toMatchObject({ outcome: { create: 1, refused: 1 } });
  expect(await boss.ask(employee.employeeAdd, draft('late'))).toMatchObject({ code: 10423 });
});

test('After its end and the days of grace nobody is added, while signing in, exporting and disabling go on', async () => {
  const { boss, product } = house;
  const ended = { expiresAt: Date.now() - 20 * dayMillis };
  expect(await boss.ask(licence.licencePreview, { fileId: await upload(fileOf({ ...ended, issuedAt: Date.now() - 1 })) })).toMatchObject({
    code: 11040,
    data: { reason: 'ends' },
  });
  await install({ expiresAt: Date.now() + 5 * dayMillis });
  expect(await boss.call(getUser, {})).toMatchObject({ licence: { state: 'expiring', daysLeft: 5 } });
  await setEnd(Date.now() - 5 * dayMillis);
  expect(await boss.call(getUser, {})).toMatchObject({ licence: { state: 'grace', daysLeft: 5 } });
  expect(await boss.ask(employee.employeeAdd, draft('in-grace'))).toMatchObject({ code: 0 });
  await setEnd(Date.now() - 11 * dayMillis);
  expect(await boss.call(licence.licenceGet, {})).toMatchObject({ state: 'restricted', daysLeft: null });
  expect(await boss.ask(employee.employeeAdd, draft('too-late'))).toMatchObject({ code: 10423, data: { limit: 'employees', max: null } });
  expect(await signIn(product.app, 'powerless', testPassword)).not.toBe('');
  const { jobId } = await boss.call(employeeExport, { format: 'csv', columns: ['name'] });
  expect((await boss.jobEnd(jobId)).state).toBe('done');
  expect(await boss.call(employee.employeeDisable, { ids: [product.powerless.id] })).toEqual({ count: 1 });
});

/** What nobody can wait for: the present licence ended then. */
async function setEnd(at: number): Promise<void> {
  const { pool } = house.product.database;
  await pool.query('update licence set expires_at = $1 where active', [at]);
  await pool.query('update licence_seat set restricted_at = $1', [at + 10 * dayMillis]);
  await storeOf(house.product.services).refresh();
}

test('A clock that was set back by a year counts as the latest time seen, and is told of; a new file ends that', async () => {
  const { product, boss } = house;
  await install({ expiresAt: Date.now() + 100 * dayMillis });
  expect(await boss.ask(employee.employeeAdd, draft('clock-before'))).toMatchObject({ code: 0 });
  await product.database.pool.query('update licence_site set seen_at = $1', [Date.now() + 365 * dayMillis]);
  await noteTime(product.services);
  await storeOf(product.services).refresh();
  expect(await boss.call(licence.licenceGet, {})).toMatchObject({ state: 'restricted', countedTime: expect.any(Number) });
  expect(await boss.ask(employee.employeeAdd, draft('clock-back'))).toMatchObject({ code: 10423 });
  await watchLicence(product.services);
  const kinds = async () => {
    await foldWarnings(product.database.db);
    const open = await product.database.db
      .selectFrom('warning')
      .select('kind')
      .where('kind', 'like', 'licence.%')
      .where('holds', '=', true)
      .execute();
    return open.map(({ kind }) => kind).toSorted();
  };
  await expect.poll(kinds).toEqual(['licence.clock', 'licence.expiry']);
  await install();
  expect(await boss.call(licence.licenceGet, {})).toMatchObject({ state: 'valid', countedTime: null });
  expect(await boss.ask(employee.employeeAdd, draft('clock-again'))).toMatchObject({ code: 0 });
});

test('A module that is not licensed has no menu, no buttons and answers 10423; its data is there again with the next file', async () => {
  const { boss } = house;
  const before = codesIn(await boss.call(getMenu, {}));
  expect(before).toContain('logs_system_operation');
  await install({ modules: ['messaging'] });
  const menu = codesIn(await boss.call(getMenu, {}));
  expect(menu.filter((code) => code.startsWith('logs'))).toEqual([]);
  expect(before.filter((code) => !code.startsWith('logs'))).toEqual(menu);
  expect((await boss.call(getButton, {})).filter(({ code }) => code.startsWith('logs'))).toEqual([]);
  expect(await boss.ask(operationList, {})).toMatchObject({ code: 10423, data: { module: 'logs' } });
  expect((await boss.call(licence.licenceGet, {})).modules).toEqual([{ code: 'logs', covered: false }]);
  await install({ modules: ['19'] });
  expect(codesIn(await boss.call(getMenu, {}))).toEqual(before);
  expect((await boss.call(operationList, {})).list.length).toBeGreaterThan(0);
});

test('A limit that is nearly reached is told of in steps, and usage is kept by the day, shown, exported and asked for', async () => {
  const { boss, product } = house;
  const { db } = product.database;
  await lookAfterLicence(product.services);
  await install({ limits: { employees: Math.floor((await used()) / 0.8) } });
  const standing = async () => {
    await watchLicence(product.services);
    await foldWarnings(db);
    const rows = await db
      .selectFrom('warning')
      .select(['object_id', 'severity'])
      .where('kind', '=', 'licence.limit')
      .where('holds', '=', true)
      .execute();
    return rows.map(({ object_id, severity }) => [object_id, severity]);
  };
  await expect.poll(standing).toEqual([['employees:1', 'warning']]);
  await install({ limits: { employees: await used() } });
  await expect.poll(standing).toEqual([['employees:3', 'error']]);
  const [gauge] = (await boss.call(licence.licenceUsage, {})).list;
  expect(gauge).toMatchObject({ kind: 'employees', free: 0, reachedOn: new Date().toISOString().slice(0, 10) });
  expect(gauge?.trend).toHaveLength(1);
  const { rows } = await product.database.pool.query<{ employees: number }>('select employees from licence_usage_day');
  expect(rows).toHaveLength(1);
  const { jobId } = await boss.call(licence.licenceExport, { format: 'csv' });
  expect((await boss.jobEnd(jobId)).result).toMatchObject({ rows: 1 });
  const request = await product.app.inject({ url: addressOf(licence.licenceRequest), headers: { accesstoken: boss.token } });
  expect(request.json()).toMatchObject({
    installationId: (await boss.call(licence.licenceGet, {})).installationId,
    used: { employees: gauge?.used },
  });
});

test('Notice persons of the licence are chosen, and the licence is for who sees the whole site', async () => {
  const { boss } = house;
  await install();
  const { id } = await boss.call(noticePersonAdd, { employeeId: await house.person(), channels: ['console'] });
  expect(await boss.call(licence.licencePersonsSet, { ids: [id] })).toEqual({ count: 1 });
  expect((await boss.call(licence.licencePersonsGet, {})).list).toEqual([expect.objectContaining({ id, licence: true })]);
  expect(await boss.ask(licence.licencePersonsSet, { ids: [rootDepartmentId] })).toMatchObject({ code: 10400 });
  expect(await boss.call(licence.licencePersonsSet, { ids: [] })).toEqual({ count: 1 });
});

test('Under a policy a licence waits for a second person, who reads that its effect can’t be computed; then it is installed', async () => {
  const { boss } = house;
  const pages = [licenceManage, changeApproval].flatMap(({ code, button }) => [code, ...Object.values(button)]);
  const second = await house.administrator({ codes: pages, range: { kind: 'all' } });
  const policy = await boss.call(policySave, { name: 'Licences', operations: ['@licence'], atLeast: 100 });
  await boss.call(policyEnable, { ids: [policy.id] });
  const fileId = await upload(fileOf({ licenseId: 'L-agreed' }));
  const asked = await boss.ask(licence.licenceUpdate, { fileId, approvalReason: 'The old one ends next month' } as Input<
    typeof licence.licenceUpdate
  >);
  // One file may change any number of things, whatever number the policy begins at.
  expect(asked.code).toBe(11070);
  const id = String(Reflect.get(Object(asked.data), 'requestId'));
  expect(await second.client.call(requestGet, { id })).toMatchObject({ unseen: true, objects: ['L-agreed'], counts: {} });
  expect((await boss.call(licence.licenceGet, {})).licence?.licenseId).not.toBe('L-agreed');
  await second.client.call(requestApprove, { id, version: 1 });
  await expect.poll(async () => (await boss.call(licence.licenceGet, {})).licence?.licenseId).toBe('L-agreed');
  await house.product.database.pool.query('update change_policy set enabled = false');
});
