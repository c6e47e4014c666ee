import { createHash, createHmac, createPublicKey, randomUUID, verify } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addressOf } from '../../src/kit/common/contract.ts';
import { downloadFile } from '../../src/kit/common/files/file.contract.ts';
import { applyPlan, getPlan } from '../../src/kit/common/change/plan.contract.ts';
import { crowdAdd } from '../../src/modules/crowds/common/crowd.contract.ts';
import { app } from '../../src/modules/apps/common/app.contract.ts';
import { bucketOf } from '../../src/modules/apps/server/release/rolled-to.ts';
import { lookAt } from '../../src/modules/apps/server/release/watch.ts';
import { employeeGet, employeeUpdate } from '../../src/modules/people/common/employee.contract.ts';
import { rootDepartmentId } from '../../src/modules/people/common/root.ts';
import * as client from '../../src/modules/widgets/common/client.contract.ts';
import {
  mamCrowds,
  mamDepartments,
  mamExplain,
  mamHolderExport,
  mamResources,
  mamRole,
  mamRoleExport,
  mamSaveResources,
  widgetRole,
} from '../../src/modules/widgets/common/role.contract.ts';
import { widget, widgetCategory, widgetOffline, widgetOnline, widgetSecret } from '../../src/modules/widgets/common/widget.contract.ts';
import { widgetRelationList, widgetRelationSave } from '../../src/modules/widgets/common/widget-relation.contract.ts';
import {
  widgetVersionAdd,
  widgetVersionDelete,
  widgetVersionDiff,
  widgetVersionGet,
  widgetVersionHistory,
  widgetVersionList,
  widgetVersionOnline,
  widgetVersionRollback,
} from '../../src/modules/widgets/common/widget-version.contract.ts';
import { widgetRollout } from '../../src/modules/widgets/common/widget-rollout.contract.ts';
import { widgetRollouts } from '../../src/modules/widgets/server/rollout/rolled-widgets.ts';
import { House } from '../access/house.ts';
import { makeZip, widgetZip } from '../make-zip.ts';
import { TestTerminal } from './test-terminal.ts';

let house: House;
let [appId, categoryId, ann, bob] = ['', '', '', ''];
let phone: TestTerminal;
let other: TestTerminal;
const boss = () => house.boss;

beforeAll(async () => {
  house = await House.open();
  await house.confirm(boss());
  appId = (await boss().call(app.add, { name: { zh_CN: '工作台' }, appKey: 'wheelhouse', ownerDeptId: rootDepartmentId })).id;
  categoryId = (await boss().call(widgetCategory.add, { name: { zh_CN: '办公', en_US: 'Office' } })).id;
  [ann, bob] = [await house.person(undefined, 'Ann'), await house.person(undefined, 'Bob')];
  phone = await terminalOf(ann);
  other = await terminalOf(bob);
}, 120_000);
afterAll(() => house.stop());

async function terminalOf(uid: string): Promise<TestTerminal> {
  await house.product.setPassword(uid);
  const terminal = new TestTerminal(house.product.app, 2);
  await terminal.login((await boss().call(employeeGet, { id: uid })).account);
  return terminal;
}

let made = 0;
async function newWidget(audience: 'everyone' | 'roles' = 'roles') {
  made += 1;
  const widgetIdentifier = `expenses-${made}`;
  const draft = {
    name: { zh_CN: `报销 ${made}`, en_US: `Expenses ${made}` },
    widgetIdentifier,
    ownerDeptId: rootDepartmentId,
    categoryId,
    audience,
  };
  return { ...(await boss().call(widget.add, { ...draft, signIn: 'ticket' })), widgetIdentifier };
}

async function newVersion(one: { id: string; widgetIdentifier: string }, build: number, more = {}): Promise<string> {
  const fileId = await boss().upload('package.zip', widgetZip(one.widgetIdentifier, build, more));
  const { id } = await boss().call(widgetVersionAdd, { widgetId: one.id, fileId });
  await boss().call(widgetRelationSave, { widgetVersionId: id, rows: [{ appId, platform: 2, fromBuild: 50 }] });
  return id;
}

async function onlineWidget(audience: 'everyone' | 'roles' = 'roles') {
  const one = await newWidget(audience);
  const versionId = await newVersion(one, 1);
  await boss().call(widgetVersionOnline, { ids: [versionId] });
  await boss().call(widgetOnline, { ids: [one.id] });
  return { ...one, versionId };
}

async function linesOf(jobId: string): Promise<string[]> {
  const { fileId } = (await boss().jobEnd(jobId)).result as { fileId: string };
  const url = `${addressOf(downloadFile)}?fileId=${fileId}`;
  const { payload } = await house.product.app.inject({ method: 'GET', url, headers: { accesstoken: boss().token } });
  return payload
    .replace(/^\uFEFF/, '')
    .trim()
    .split(/\r?\n/);
}

const shown = async (terminal: TestTerminal): Promise<client.ClientWidget[]> =>
  (await terminal.call(client.clientWidgetList, {})).categories.flatMap(({ widgets }) => widgets);
const sees = async (terminal: TestTerminal, id: string): Promise<boolean> =>
  (await shown(terminal)).some(({ widgetId }) => widgetId === id);

test('A widget uploaded, put online and given to a role reaches who holds the role, with a package that its signature fits', async () => {
  const one = await onlineWidget();
  expect(await sees(phone, one.id)).toBe(false);
  const { roleId } = await boss().call(mamRole.save, { name: 'Travellers', code: 'travellers' });
  const { version, widgets } = await boss().call(mamResources, { roleId });
  expect(widgets.map(({ id }) => id)).toContain(one.id);
  await boss().call(mamSaveResources, { roleId, version, codes: [`widget:${one.id}`, 'func:chat', 'channel:beta'] });
  await boss().call(mamRole.assignEmployees, { roleId, ids: [ann] });

  const { categories, publicKey } = await phone.call(client.clientWidgetList, {});
  const found = categories.find(({ id }) => id === categoryId)?.widgets.find(({ widgetId }) => widgetId === one.id);
  expect(found).toMatchObject({ name: `Expenses ${made}`, package: { buildNo: 1, entry: 'index.html' } });
  const { sha256, signature, buildNo, versionId } = found!.package!;
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey }, format: 'jwk' });
  expect(verify(null, Buffer.from(`${one.id}\n${buildNo}\n${sha256}`), key, Buffer.from(signature, 'base64url'))).toBe(true);
  const bytes = widgetZip(one.widgetIdentifier, 1);
  expect(sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
  const answer = await phone.ask(client.clientWidgetPackage, { versionId });
  expect(answer).toMatchObject({ status: 200, headers: { 'content-length': String(bytes.length) } });
  // Nobody else gets it, by whatever way.
  expect(await sees(other, one.id)).toBe(false);
  expect(await other.ask(client.clientWidgetPackage, { versionId })).toMatchObject({ code: 10404 });

  expect(await boss().call(mamExplain, { empId: ann, widgetId: one.id })).toMatchObject({
    allowed: true,
    because: 'roles',
    roles: [{ id: roleId, way: 'employee', wayName: 'Ann' }],
  });
  expect(await boss().call(mamExplain, { empId: bob, widgetId: one.id })).toMatchObject({
    allowed: false,
    because: 'none',
    wouldGive: [{ id: roleId }],
  });
  // What the two lists show, their files hold.
  const roles = await linesOf((await boss().call(mamRoleExport, { filter: { code: 'travellers' }, format: 'csv' })).jobId);
  expect(roles).toHaveLength(2);
  expect(roles[1]).toMatch(/^Travellers,travellers,.*,1,1,1,[^,]+,/);
  const holders = await linesOf((await boss().call(mamHolderExport, { filter: { roleId }, format: 'csv' })).jobId);
  expect(holders[1]).toMatch(/^Ann,/);
  expect(holders.join('\n')).toContain('Travellers');
  expect(holders.join('\n')).not.toContain('Bob');
  await boss().call(mamRole.removeMembers, { roleId, kind: 'employee', ids: [ann] });
  expect(await sees(phone, one.id)).toBe(false);
});

test('Departments and dynamic groups that hold an app role are written to a file, and read from one into another role', async () => {
  const sales = await house.department('Sales');
  const draft = { kind: 'fixed' as const, name: { zh_CN: 'Pilots' }, code: 'pilots', ownerDeptId: rootDepartmentId, includes: [ann] };
  const { id: pilots } = await boss().call(crowdAdd, draft);
  const [from, to] = [
    (await boss().call(mamRole.save, { name: 'From', code: 'from_role' })).roleId,
    (await boss().call(mamRole.save, { name: 'To', code: 'to_role' })).roleId,
  ];
  await boss().call(mamRole.assignDepartments, { roleId: from, ids: [sales], until: Date.UTC(2031, 0, 1) });
  await boss().call(mamRole.assignCrowds, { roleId: from, ids: [pilots] });
  for (const files of [mamDepartments, mamCrowds]) {
    const lines = await linesOf((await boss().call(files.export, { roleId: from, format: 'csv' })).jobId);
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatch(files.kind === 'department' ? /Sales,2031-01-01/ : /^Pilots,,1,/);
    const fileId = await boss().upload('holders.csv', Buffer.from([...lines, 'Nowhere,,,,'].join('\n')));
    const planId = ((await boss().jobEnd((await boss().call(files.import, { roleId: to, fileId })).jobId)).result as { planId: string })
      .planId;
    expect((await boss().call(getPlan, { id: planId })).counts).toMatchObject({ change: 1, refused: 1 });
    await boss().jobEnd((await boss().call(applyPlan, { id: planId, expected: { change: 1, refused: 1 } })).jobId);
  }
  expect((await boss().call(mamRole.getRoleDeptList, { roleId: to, pageNum: 1, pageSize: 10 })).list).toMatchObject([
    { id: sales, until: Date.UTC(2031, 0, 1) },
  ]);
  expect((await boss().call(mamRole.getRoleGroupList, { roleId: to, pageNum: 1, pageSize: 10 })).list).toMatchObject([{ id: pilots }]);
});

test('A ticket says who uses a widget and what they may do in it, under the widget’s own secret', async () => {
  const one = await onlineWidget();
  const { roleId } = await boss().call(widgetRole.save, { name: 'Approvers', code: 'approvers', widgetId: one.id, functions: ['approve'] });
  await boss().call(widgetRole.assignDepartments, { roleId, ids: [rootDepartmentId] });
  expect(await phone.ask(client.clientWidgetTicket, { widgetId: one.id })).toMatchObject({ code: 10412, data: { state: 'noSecret' } });
  const { version } = await boss().call(widget.get, { id: one.id });
  const { secret } = await boss().call(widgetSecret, { id: one.id, version });
  const { ticket } = await phone.call(client.clientWidgetTicket, { widgetId: one.id });
  const [head, body, signature] = ticket.split('.');
  expect(createHmac('sha256', secret).update(`${head}.${body}`).digest('base64url')).toBe(signature);
  expect(JSON.parse(Buffer.from(body!, 'base64url').toString())).toMatchObject({
    sub: ann,
    aud: one.widgetIdentifier,
    functions: ['approve'],
    appKey: 'wheelhouse',
  });
  await boss().call(widgetOffline, { ids: [one.id] });
  expect(await phone.ask(client.clientWidgetTicket, { widgetId: one.id })).toMatchObject({ code: 10404 });
});

test('A newer version is fetched, and a rollback brings the earlier one back', async () => {
  const one = await onlineWidget('everyone');
  const second = await newVersion(one, 2, { 'more.js': 'more()' });
  const check = async (buildNo: number) =>
    (await phone.call(client.clientWidgetCheck, { widgets: [{ widgetId: one.id, buildNo }] })).list[0];
  expect(await check(1)).toMatchObject({ action: 'keep' });
  await boss().call(widgetVersionOnline, { ids: [second] });
  expect(await check(1)).toMatchObject({ action: 'fetch', package: { buildNo: 2 } });
  expect(await boss().call(widgetVersionGet, { id: second })).toMatchObject({
    before: { versionName: '1.1', added: ['more.js'], changed: ['index.html', 'widget.json'], removed: [] },
  });
  expect(await boss().call(widgetVersionDiff, { id: one.versionId, otherId: second })).toMatchObject({
    versionName: '1.2',
    added: [],
    removed: ['more.js'],
  });
  const other = await onlineWidget('everyone');
  expect(await boss().ask(widgetVersionDiff, { id: second, otherId: other.versionId })).toMatchObject({ code: 10404 });
  // An app of an older build than is related keeps none.
  const old = await phone.ask(client.clientWidgetCheck, { widgets: [{ widgetId: one.id, buildNo: 1 }] }, { headers: { buildno: '49' } });
  expect(old.data.list[0]).toMatchObject({ action: 'remove' });
  await boss().call(widgetVersionRollback, { id: one.versionId, reason: 'It broke' });
  expect(await check(2)).toMatchObject({ action: 'fetch', package: { buildNo: 1 } });
  const { list: told } = await boss().call(widgetVersionHistory, { widgetId: one.id, versionId: second });
  expect(told.map(({ action, reason }) => [action, reason])).toEqual([
    ['disable', 'It broke'],
    ['enable', ''],
    ['create', ''],
  ]);
  const { list } = await boss().call(widgetVersionList, { widgetId: one.id });
  expect(list.map(({ buildNo, status }) => [buildNo, status])).toEqual([
    [2, 3],
    [1, 2],
  ]);
  expect((await boss().call(widgetRelationList, { appId })).list.some(({ widgetVersionId }) => widgetVersionId === second)).toBe(true);
});

test('A version goes out in stages: its ring first, halted where it can’t be opened, with the version before back there', async () => {
  const { services } = house.product;
  const one = await onlineWidget('everyone');
  await boss().call(employeeUpdate, { id: bob, version: (await boss().call(employeeGet, { id: bob })).version, email: 'bob@example.com' });
  await boss().call(widget.update, { id: one.id, version: (await boss().call(widget.get, { id: one.id })).version, contacts: [bob] });
  const second = await newVersion(one, 2);
  const ring = [{ kind: 'employee' as const, id: ann }];
  const plan = { versionId: second, stages: [{ percent: 0.1, ring, advance: 'byHand' as const }, { percent: 100 }] };
  expect(await boss().ask(widgetRollout.start, { ...plan, gates: { silence: 5 } })).toMatchObject({ code: 10400 });
  const { id } = await boss().call(widgetRollout.start, plan);
  await boss().call(widgetVersionOnline, { ids: [second] });
  const check = async (terminal: TestTerminal, buildNo: number) =>
    (await terminal.call(client.clientWidgetCheck, { widgets: [{ widgetId: one.id, buildNo }] })).list[0];
  const tell = (kind: 'opened' | 'failed') =>
    phone.call(client.clientWidgetReport, { events: [{ id: randomUUID(), widgetId: one.id, versionId: second, kind }] });
  const stands = async () => (await boss().call(widgetRollout.get, { versionId: second })).rollout!;
  const { rows } = await sql<{ salt: string }>`select salt from widget_rollout where id = ${id}::uuid`.execute(services.database.db);
  const isEarly = bucketOf(rows[0]!.salt, other.thumbprint) < 0.1;
  expect(await check(phone, 1)).toMatchObject({ action: 'fetch', package: { buildNo: 2 } });
  expect(await check(other, 1)).toMatchObject({ action: isEarly ? 'fetch' : 'keep' });
  expect((await other.ask(client.clientWidgetPackage, { versionId: second })).code).toBe(isEarly ? 0 : 10404);
  expect((await phone.ask(client.clientWidgetPackage, { versionId: second })).status).toBe(200);
  await tell('failed');
  expect(await boss().call(widgetRollout.get, { versionId: second })).toMatchObject({
    rollout: { state: 'running', measured: [{ gate: 'crash' }, { gate: 'install' }] },
    funnel: { downloaded: isEarly ? 2 : 1, failed: 1, started: 0 },
  });
  // Forty others, of which ten can't open it.
  await sql`insert into widget_offer (version_id, device_id, proven, state, downloaded_at, failed_at, last_seen)
    select ${second}::uuid, 'made ' || n, true, 'downloaded', 1, case when n <= 10 then 2 end, 2 from generate_series(1, 40) as n`.execute(
    services.database.db,
  );
  await lookAt(services, widgetRollouts, id, Date.now());
  expect(await stands()).toMatchObject({ state: 'halted', haltedBy: { gate: 'install', limit: 5 } });
  const { rows: mails } = await sql<{ address: string }>`select address from mail_outbox where template = 'app.halted'`.execute(
    services.database.db,
  );
  expect(mails).toEqual([{ address: 'bob@example.com' }]);
  expect(await check(phone, 2)).toMatchObject({ action: 'fetch', package: { buildNo: 1 } });
  // Resumed it serves the same; who opened it keeps it when it is halted again.
  await boss().call(widgetRollout.resume, { versionId: second, reason: 'An old web view' });
  expect(await check(phone, 1)).toMatchObject({ action: 'fetch', package: { buildNo: 2 } });
  await tell('opened');
  await boss().call(widgetRollout.halt, { versionId: second });
  expect(await check(phone, 2)).toMatchObject({ action: 'keep' });
  expect(await check(other, 1)).toMatchObject({ action: 'keep' });
  const third = await newVersion(one, 3);
  expect(await boss().ask(widgetRollout.start, { versionId: third, stages: [{ percent: 100 }] })).toMatchObject({ code: 13021 });
  expect((await boss().call(widgetVersionList, { widgetId: one.id })).list.map(({ rollout }) => rollout?.state)).toEqual([
    undefined,
    'halted',
    undefined,
  ]);
  // A rollback gives the rollout up; the next one waits for its hours.
  await boss().call(widgetVersionRollback, { id: one.versionId, reason: 'It broke' });
  expect((await stands()).state).toBe('cancelled');
  expect(await check(phone, 2)).toMatchObject({ action: 'fetch', package: { buildNo: 1 } });
  const window = { days: [((new Date().getUTCDay() + 2) % 7) + 1], from: '00:00', to: '24:00', zone: 'UTC' };
  await boss().call(widgetRollout.start, { versionId: third, stages: [{ percent: 100 }], window });
  await boss().call(widgetVersionOnline, { ids: [third] });
  expect(await check(other, 1)).toMatchObject({ action: 'keep' });
  await boss().call(widgetRollout.finish, { versionId: third });
  expect(await check(other, 1)).toMatchObject({ action: 'fetch', package: { buildNo: 3 } });
});

test('Opens are counted once, whatever is sent again', async () => {
  const one = await onlineWidget('everyone');
  const event = { id: randomUUID(), widgetId: one.id, versionId: one.versionId, kind: 'opened' as const };
  expect(await phone.call(client.clientWidgetReport, { events: [event, event] })).toEqual({ accepted: 1 });
  expect(await phone.call(client.clientWidgetReport, { events: [event] })).toEqual({ accepted: 0 });
  expect(await boss().call(widget.get, { id: one.id })).toMatchObject({ opened: 1 });
});

test('Every decision is noticed by its epoch', async () => {
  const epoch = async (): Promise<unknown> => (await phone.ask(client.clientWidgetList, {})).headers['epoch'];
  const one = await onlineWidget('everyone');
  const before = await epoch();
  await boss().call(widgetOffline, { ids: [one.id] });
  await expect.poll(epoch).not.toBe(before);
});

test('Packages and widgets that are not right are refused with what is wrong', async () => {
  const one = await newWidget('everyone');
  const add = async (zip: Buffer) => boss().ask(widgetVersionAdd, { widgetId: one.id, fileId: await boss().upload('package.zip', zip) });
  expect(await add(widgetZip('another', 1))).toMatchObject({ code: 13061, data: { found: 'another', expected: one.widgetIdentifier } });
  expect(await add(makeZip({ 'index.html': 'x' }))).toMatchObject({ code: 13060, data: { path: 'widget.json' } });
  expect(await add(makeZip({ 'widget.json': '{', 'index.html': 'x' }))).toMatchObject({ code: 13060, data: { reason: 'not JSON' } });
  expect(await add(makeZip({ '../widget.json': '{}' }))).toMatchObject({ code: 13060 });
  const noEntry = JSON.stringify({ identifier: one.widgetIdentifier, version: '1', build: 1, entry: 'main.html' });
  expect(await add(makeZip({ 'widget.json': noEntry }))).toMatchObject({ code: 13060, data: { path: 'main.html' } });
  const fileId = await boss().upload('package.zip', widgetZip(one.widgetIdentifier, 1));
  const { id } = await boss().call(widgetVersionAdd, { widgetId: one.id, fileId });
  expect(await boss().ask(widgetVersionOnline, { ids: [id] })).toMatchObject({ code: 13062 });
  const early = await boss().ask(widgetOnline, { ids: [one.id] });
  expect(early).toMatchObject({ code: 10412, data: { state: 'noVersion' } });
  // It is said in words, not by the code.
  expect(early.msg).not.toContain('noVersion');
  await boss().call(widgetRelationSave, { widgetVersionId: id, rows: [{ appId, platform: 2 }] });
  await boss().call(widgetVersionOnline, { ids: [id] });
  expect(await boss().ask(widgetVersionDelete, { ids: [id] })).toMatchObject({ code: 10412 });
  expect(await boss().ask(widget.delete, { ids: [one.id] })).toMatchObject({ code: 10410 });
  const link = { name: { zh_CN: 'x' }, kind: 'link' as const, ownerDeptId: rootDepartmentId };
  for (const mobileLink of ['http://example.com', 'https://me:word@example.com', 'https://example.com/{uid}', 'javascript:alert(1)'])
    expect(await boss().ask(widget.add, { ...link, widgetIdentifier: 'link', mobileLink }), mobileLink).toMatchObject({ code: 10400 });
  expect(await boss().ask(mamRole.delete, { ids: ['00000000-0000-7000-8000-000000001301'] })).toMatchObject({ code: 11001 });
});
