import { afterAll, beforeAll, expect, test } from 'vitest';
import { employeeList } from '../../src/modules/people/common/employee.contract.ts';
import { departmentList } from '../../src/modules/people/common/department.contract.ts';
import { rootDepartmentId } from '../../src/modules/people/common/root.ts';
import * as run from '../../src/modules/people-sources/common/source-run.contract.ts';
import * as tries from '../../src/modules/people-sources/common/source-try.contract.ts';
import { sourceAdd, sourceEnable, sourceGet, sourceUpdate } from '../../src/modules/people-sources/common/source.contract.ts';
import { jsonServer, type JsonServer } from '../../src/modules/people-sources/server/connector/testing/json-server.ts';
import { vendorCompany, wecomAnswers } from '../../src/modules/people-sources/server/connector/testing/vendors.ts';
import { tickEvents } from '../../src/modules/people-sources/server/hook/hook-tick.ts';
import { plainEvent, wecomEvent, wecomTrial, type Sent } from '../../src/modules/people-sources/server/hook/testing/senders.ts';
import { ConsoleClient } from '../journeys/console-client.ts';
import { startTestProduct, type TestProduct } from '../product.ts';

const company = vendorCompany();
const events = { token: 'QDG6eK', key: 'jWmYm7qr5nMoAUwZRjGtBxmz3KA1tkAj3ykkR6q2B2C', appId: 'wwcorp' };
let server: JsonServer;
let product: TestProduct;
let admin: ConsoleClient;
let id = '';

beforeAll(async () => {
  const answers = wecomAnswers(company);
  server = await jsonServer(({ path, ...call }) =>
    path === '/people' ? { body: company.people.map(({ id: one, name }) => ({ id: `own-${one}`, name })) } : answers({ path, ...call }),
  );
  product = await startTestProduct(undefined, { ALLOWED_NETWORKS: `127.0.0.1:${server.port}` });
  admin = new ConsoleClient(product.app, product.admin.token);
  for (let at = 0; at < 40; at += 1) company.people.push({ id: `p${at}`, name: `员工${at}`, departments: [4] });
}, 60_000);
afterAll(async () => {
  await product.stop();
  await server.close();
});

const stateOf = async (runId: string): Promise<run.RunDetail> => admin.call(run.sourceRunGet, { runId });
const isOver = /planned|held|applied|failed/;

async function sync(sourceId = id): Promise<run.RunDetail> {
  const { runId } = await admin.call(run.sourceSync, { id: sourceId });
  await expect.poll(async () => (await stateOf(runId)).state).toMatch(isOver);
  return stateOf(runId);
}
async function apply(runId: string): Promise<void> {
  const { counts, loseSignIn } = await stateOf(runId);
  const total = ['add', 'update', 'move', 'disable', 'quarantine'].reduce((sum, action) => sum + (counts[action] ?? 0), 0);
  await admin.call(run.sourceRunApply, { runId, expected: { loseSignIn, total } });
  await expect.poll(async () => (await stateOf(runId)).state).toBe('applied');
}
async function send(code: string, { query, headers, body }: Sent): Promise<{ status: number; body: string }> {
  const answer = await product.app.inject({ method: 'POST', url: `/hook/source/${code}`, query, headers, payload: body });
  return { status: answer.statusCode, body: answer.body };
}
/** What the tick does once the events are old enough; answers the run it began. */
async function afterBundling(sourceId = id): Promise<run.RunDetail> {
  const before = (await admin.call(run.sourceLog, { id: sourceId })).total;
  await tickEvents({ ...product.services, now: () => Date.now() + 6_000 });
  await expect.poll(async () => (await admin.call(run.sourceLog, { id: sourceId })).total).toBe(before + 1);
  const [newest] = (await admin.call(run.sourceLog, { id: sourceId })).list;
  await expect.poll(async () => (await stateOf(newest!.id)).state).toMatch(isOver);
  return stateOf(newest!.id);
}
const received = async (sourceId = id) =>
  (await admin.call(run.sourceEventList, { id: sourceId })).list.map(
    (one) => `${one.kind} ${one.externalId ?? ''} ${one.result} ${one.status}`,
  );
const person = async (account: string) => (await admin.call(employeeList, { text: account })).list.find((one) => one.account === account);
const codeOf = async (work: Promise<unknown>): Promise<number> => ((await work) as { code: number }).code;

test('A directory of a vendor is tried, mapped by what its preset says, planned and applied; a second run changes nothing', async () => {
  const config = { preset: 'wecom', base: server.base, plain: true, auth: { appId: 'wwcorp' } };
  const draft = { kind: 'http' as const, name: '企业微信', code: 'wecom', rootDepartmentId, applyMode: 'auto' as const };
  const secrets = { secret: 'right', eventToken: events.token, eventKey: events.key };
  const { plain: _plain, ...bare } = config;
  expect(await admin.ask(sourceAdd, { ...draft, config: bare })).toMatchObject({
    code: 10400,
    data: { issues: [{ path: 'config.base' }] },
  });
  expect(await admin.ask(sourceAdd, { ...draft, config: { ...config, auth: {} } })).toMatchObject({
    code: 10400,
    data: { issues: [{ path: 'config.auth.appId' }] },
  });
  expect(await codeOf(admin.ask(sourceAdd, { ...draft, config: { ...config, base: 'http://127.0.0.1:9' } }))).toBe(12104);
  ({ id } = await admin.call(sourceAdd, { ...draft, config, secrets }));
  expect((await admin.call(tries.sourceTest, { id })).lines.map(({ step, ok }) => `${step} ${ok}`)).toEqual([
    'resolve true',
    'connect true',
    'signIn true',
    'read true',
  ]);
  // Whoever changes the company or the address must know the secret.
  expect(await codeOf(admin.ask(tries.sourceTest, { id, config: { ...config, auth: { appId: 'another' } } }))).toBe(12105);

  const { attributes } = await admin.call(tries.sourceSample, { id, n: 5 });
  const { rows } = await admin.call(tries.sourceMappingSuggest, { id, attributes: attributes.map(({ of, name }) => ({ of, name })) });
  const pairs = rows.map((row) => `${row.of} ${row.target} ${row.from.kind === 'attribute' ? row.from.name : ''}`);
  expect(pairs).toEqual(
    expect.arrayContaining([
      'employee account userid',
      'employee mobile $mobile',
      'employee departments $departments',
      'employee left $left',
      'department parent $parent',
    ]),
  );
  await admin.call(sourceUpdate, { id, version: (await admin.call(sourceGet, { id })).version, mapping: rows, applyMode: 'review' });
  const plan = await sync();
  expect(plan).toMatchObject({ state: 'planned', counts: { add: 46 }, invalid: 0, peopleRead: 43, departmentsRead: 3 });
  await apply(plan.id);
  expect(await person('zhangsan')).toMatchObject({
    name: '张三',
    mobile: expect.stringMatching(/0001$/) as unknown,
    title: '工程师',
  });
  const { rows: managers } = await product.database.pool.query(
    "select m.name from employee e join employee m on m.id = e.manager_id where e.account = 'zhangsan'",
  );
  expect(managers).toEqual([{ name: '王五' }]);
  const departments = (await admin.call(departmentList, { text: '平台组' })).list.map(({ fullName }) => fullName);
  expect(departments).toContain('公司 / 研发部 / 平台组');
  expect(await sync()).toMatchObject({ state: 'applied', counts: { unchanged: 46 } });
});

test('An event has those read whom it names, soon and once; replays, wrong signatures and old calls do nothing', async () => {
  const { version } = await admin.call(sourceGet, { id });
  await admin.call(sourceUpdate, { id, version, applyMode: 'auto' });
  const changed = () => wecomEvent({ ...events, now: Date.now() }, 'update_user', { UserID: 'zhangsan', Name: '不采用' });
  // The address is entered and tried there before the source is enabled here.
  const trial = wecomTrial({ ...events, now: Date.now() }, '1616140317555161061');
  const tried = await product.app.inject({ method: 'GET', url: '/hook/source/wecom', query: trial });
  expect([tried.statusCode, tried.body]).toEqual([200, '1616140317555161061']);
  expect((await send('wecom', changed())).status).toBe(403);
  await admin.call(sourceEnable, { ids: [id] });
  const first = changed();
  expect(await send('wecom', first)).toEqual({ status: 200, body: 'success' });
  expect(await send('wecom', first)).toEqual({ status: 200, body: 'success' });
  expect((await send('wecom', wecomEvent({ ...events, now: Date.now() }, 'delete_user', { UserID: 'lisi' }))).status).toBe(200);
  expect((await send('wecom', { ...first, body: first.body.replace('Encrypt', 'Encrypted') })).status).toBe(401);
  expect((await send('wecom', wecomEvent({ ...events, now: Date.now() - 600_000 }, 'delete_user', { UserID: 'p1' }))).status).toBe(401);
  expect((await send('nowhere', first)).status).toBe(401);
  expect(await received()).toEqual([
    'event.other  refused 401',
    'event.other  refused 401',
    'event.remove lisi waiting 200',
    'event.change zhangsan replayed 200',
    'event.change zhangsan waiting 200',
    'event.trial  done 200',
  ]);
  // What has not happened there does not happen here: an event is no order.
  company.people.find((one) => one.id === 'zhangsan')!.name = '张三丰';
  const calls = server.calls.length;
  const done = await afterBundling();
  expect(done).toMatchObject({ kind: 'event', trigger: 'event', state: 'applied', counts: { update: 1, unchanged: 1 } });
  expect(server.calls.slice(calls)).toEqual(['GET /cgi-bin/gettoken', 'GET /cgi-bin/user/get', 'GET /cgi-bin/user/get']);
  expect([(await person('zhangsan'))?.name, (await person('lisi'))?.status]).toEqual(['张三丰', 'active']);
  expect((await received()).filter((line) => line.includes(' read '))).toHaveLength(2);

  company.people = company.people.filter((one) => one.id !== 'lisi');
  await send('wecom', wecomEvent({ ...events, now: Date.now() }, 'delete_user', { UserID: 'lisi' }));
  expect(await afterBundling()).toMatchObject({ state: 'applied', counts: { quarantine: 1 } });
  expect((await person('lisi'))?.status).toBe('quarantined');
});

test('A directory that lost many is held by the brake, and one that breaks off concludes nothing', async () => {
  const all = company.people;
  company.people = all.filter(({ id: one }) => !/^p[12]\d$/.test(one));
  const held = await sync();
  expect(held).toMatchObject({ state: 'held', brake: { rule: expect.stringMatching(/lose|shrink/) as unknown } });
  await admin.call(run.sourceRunReject, { runId: held.id, reason: 'no' });
  company.people = all;
  company.tooOften = 1_000;
  // Three tries, then it is over; nobody is gone by it.
  const { runId } = await admin.call(run.sourceSync, { id });
  await expect.poll(async () => (await stateOf(runId)).state).toBe('failed');
  expect((await stateOf(runId)).failure).toContain('45009');
  company.tooOften = 0;
  expect(await sync()).toMatchObject({ state: 'applied' });
});

test('A system of one’s own signs its events; where people can’t be asked for one by one everything is read', async () => {
  const draft = {
    kind: 'http' as const,
    name: 'HR',
    code: 'hr-own',
    rootDepartmentId,
    delivers: ['employees' as const],
    matching: ['account' as const],
  };
  const config = { base: server.base, plain: true, people: { path: 'people' } };
  expect(
    await admin.ask(sourceAdd, {
      ...draft,
      config: { ...config, people: { path: 'people', paging: { kind: 'cursor' } }, auth: { kind: 'basic' } },
    }),
  ).toMatchObject({
    code: 10400,
    data: { issues: [{ path: 'config.auth.user' }, { path: 'config.people.paging.parameter' }, { path: 'config.people.paging.next' }] },
  });
  const attribute = (target: 'externalId' | 'account' | 'name', name: string) => ({
    target,
    from: { kind: 'attribute' as const, name },
  });
  const mapping = [attribute('externalId', 'id'), attribute('account', 'id'), attribute('name', 'name')];
  const { id: own } = await admin.call(sourceAdd, {
    ...draft,
    config,
    mapping,
    unknownDepartment: 'root',
    secrets: { eventKey: 'a key of our own' },
  });
  const plan = await sync(own);
  expect(plan).toMatchObject({ state: 'planned', invalid: 0 });
  await admin.call(sourceEnable, { ids: [own] });
  const signed = plainEvent({ key: 'a key of our own', now: Date.now() }, { id: 'e-1', objects: [{ id: 'own-p1' }] });
  expect(await send('hr-own', signed)).toEqual({ status: 200, body: '{"received":1}' });
  expect((await send('hr-own', signed)).status).toBe(409);
  expect((await send('hr-own', plainEvent({ key: 'another key', now: Date.now() }, { objects: [] }))).status).toBe(401);
  // A plan of all that waits for somebody is not pushed aside by one person.
  await tickEvents({ ...product.services, now: () => Date.now() + 6_000 });
  expect((await admin.call(run.sourceLog, { id: own })).total).toBe(1);
  await apply(plan.id);
  company.people.find((one) => one.id === 'p1')!.name = '员工甲';
  expect(await afterBundling(own)).toMatchObject({
    kind: 'full',
    trigger: 'event',
    state: 'planned',
    counts: { update: 1, unchanged: 41 },
  });
});
