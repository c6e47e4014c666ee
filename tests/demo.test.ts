import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDemo, type Demo } from '../src/app/demo.ts';
import { startProduct, type Product } from '../src/app/start-product.ts';
import { getPlan } from '../src/kit/common/change/plan.contract.ts';
import { listBatches } from '../src/kit/common/change/journal.contract.ts';
import { addressOf } from '../src/kit/common/contract.ts';
import { listRecycled } from '../src/kit/common/change/recycle-bin.contract.ts';
import { listJobs } from '../src/kit/common/jobs/job.contract.ts';
import { DemoActor } from '../src/kit/server/demo/demo-actor.ts';
import { demoCalendar } from '../src/kit/server/demo/demo-calendar.ts';
import { demoCast } from '../src/kit/server/demo/demo-cast.ts';
import { streams, type Stream } from '../src/kit/server/audit/streams.ts';
import { sealed } from '../src/kit/testing/sealed.ts';
import { verifyStream } from '../src/kit/server/audit/verify.ts';
import { database, dubbo, sap, soap } from '../src/modules/access/common/connection.contract.ts';
import { apiInterface } from '../src/modules/access/common/interface.contract.ts';
import { callGet, callList } from '../src/modules/call-logs/common/call.contract.ts';
import { connectWidget } from '../src/modules/connect/common/connect.contract.ts';
import { attachSystem } from '../src/modules/conversion/common/attach.contract.ts';
import { sysApi } from '../src/modules/open-api/common/open-api.contract.ts';
import { planList } from '../src/modules/config-as-code/common/config.contract.ts';
import { requestList } from '../src/modules/approvals/common/request.contract.ts';
import { fileRule } from '../src/modules/enterprise/common/file-rule.contract.ts';
import { memberLimitList } from '../src/modules/enterprise/common/member-limit.contract.ts';
import { segmentLimit } from '../src/modules/enterprise/common/segment-limit.contract.ts';
import { contactRole } from '../src/modules/contacts/common/role.contract.ts';
import { specialUser } from '../src/modules/contacts/common/special.contract.ts';
import { setList } from '../src/modules/file-security/common/draft.contract.ts';
import { whiteList } from '../src/modules/contacts/common/whitelist.contract.ts';
import { licenceUsage } from '../src/modules/licence/common/licence.contract.ts';
import { clearLogList } from '../src/modules/logs/common/cleaning/clear.contract.ts';
import { holdList } from '../src/modules/logs/common/cleaning/hold.contract.ts';
import { outboxList } from '../src/modules/mail/common/mail-outbox.contract.ts';
import { propertyList } from '../src/modules/property/common/property.contract.ts';
import { serverList } from '../src/modules/servers/common/server.contract.ts';
import { tokenList } from '../src/modules/system/common/token.contract.ts';
import { navQuery } from '../src/modules/terminal-settings/common/nav.contract.ts';
import { noticePersonList } from '../src/modules/warnings/common/notice-person.contract.ts';
import { silenceList } from '../src/modules/warnings/common/silence.contract.ts';
import { warningList } from '../src/modules/warnings/common/warning.contract.ts';
import { radarList } from '../src/modules/radar/common/radar.contract.ts';
import { resourceTree } from '../src/modules/system/common/resource.contract.ts';
import { sysRole } from '../src/modules/system/common/role.contract.ts';
import { crowdList } from '../src/modules/crowds/common/crowd.contract.ts';
import { sourceList } from '../src/modules/people-sources/common/source.contract.ts';
import { departmentList, departmentTree } from '../src/modules/people/common/department.contract.ts';
import { employeeAdd, employeeGet, employeeList } from '../src/modules/people/common/employee.contract.ts';
import { DemoTown } from '../src/modules/people/server/demo/company.ts';
import { change, transfer } from '../src/modules/people/server/demo/life.ts';
import { demoDepartments } from '../src/modules/people/server/demo/structure.ts';
import { readSettings } from '../src/platform/settings.ts';
import { signIn } from './product.ts';
import { ConsoleClient } from './journeys/console-client.ts';

const size = { seed: 7, people: 420, pace: 0.25, divisions: ['HR', 'IT', 'AUD', 'SVC'] };
const folder = mkdtempSync(path.join(tmpdir(), 'wheelhouse-demo-'));
const dataDir = path.join(folder, 'data-demo');
const given = readSettings({ LOG_LEVEL: 'silent', PORT: '0', DATA_DIR: path.join(folder, 'data') }, folder);
let demo: Demo;
let product: Product;
let admin: ConsoleClient;

const clientOf = async (account: string): Promise<ConsoleClient> =>
  new ConsoleClient(product.app, await signIn(product.app, account, demo.password));

beforeAll(async () => {
  demo = await openDemo(given, dataDir, size);
  product = await startProduct(demo.settings, { listen: false });
  admin = await clientOf('admin');
}, 600_000);
afterAll(async () => {
  await product.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('The company has as many people as asked for, in five levels of departments, in three scripts', async () => {
  const people = await admin.call(employeeList, { pageSize: 1000 });
  // Who comes and goes in ninety days leaves a few more or fewer.
  expect(Math.abs(people.total - size.people)).toBeLessThan(10);
  const departments = await admin.call(departmentList, { pageSize: 1000, below: true });
  // The root and the project group come on top; one team was given up, and a division was added.
  expect(departments.total).toBe(demoDepartments(size.divisions).length + 2);
  expect(Math.max(...departments.list.map(({ fullName }) => fullName.split(' / ').length))).toBe(5);
  expect(departments.list.every(({ name }) => name.zh_CN && name.en_US && name.ja_JP)).toBe(true);
  const names = people.list.map(({ name }) => name);
  expect(names.filter((name) => /^\p{Script=Han}{2,4}$/u.test(name)).length).toBeGreaterThan(100);
  expect(
    names.filter((name) => /^[\p{Script=Han}\p{Script=Hiragana}々]+ [\p{Script=Han}\p{Script=Hiragana}]+$/u.test(name)).length,
  ).toBeGreaterThan(40);
  expect(names.filter((name) => /^[\p{Script=Latin}' -]+$/u.test(name)).length).toBeGreaterThan(60);
  expect(departments.list.filter(({ managers }) => managers.length > 0).length).toBeGreaterThan(40);
});

test('The whole company has about 250 departments', () => {
  const all = demoDepartments();
  expect(all.length).toBeGreaterThan(240);
  expect(all.length).toBeLessThan(290);
  expect(new Set(all.map(({ code }) => code)).size).toBe(all.length);
});

test('An administrator who moves somebody within a company leaves their part in a project of the group', async () => {
  const { list } = await admin.call(departmentList, { pageSize: 1000, below: true });
  const project = list.find(({ code }) => code === 'HQ-POLARIS')!.id;
  const members = (await admin.call(employeeList, { departmentId: project, status: ['active'] })).list;
  const town = new DemoTown({ size, calendar: demoCalendar(Date.now()) });
  for (const { code } of town.departments) {
    const id = list.find((one) => one.code === code)?.id;
    if (id !== undefined) town.ids.set(code, id);
  }
  const japanese = town.idsOf('JP');
  const [one] = members.filter(({ departments }) => departments.some(({ departmentId, primary }) => primary && japanese.has(departmentId)));
  const person = town.maker.newcomer(town.anyLeaf('JP'), Date.now());
  town.residents.push({ id: one!.id, person, company: 'JP', leftOn: null });
  const by = demoCast.japanHr;
  const actor = new DemoActor({ app: product.app, clock: { now: Date.now, goTo: () => {}, end: () => {} }, password: demo.password }, by);
  await actor.arrive();
  const visit = { town, actor, by, company: 'JP', day: 0, now: Date.now() } as const;
  await change(visit, transfer);
  const { departments } = await admin.call(employeeGet, { id: one!.id });
  expect(departments.map(({ departmentId, primary }) => ({ departmentId, primary }))).toEqual([
    { departmentId: town.idOf(person.department), primary: true },
    { departmentId: project, primary: false },
  ]);
});

test('The history spans 90 days without a gap of a week', async () => {
  const batches = [];
  for (let after: string | undefined; ;) {
    const page = await admin.call(listBatches, { pageSize: 500, ...(after && { after }) });
    batches.push(...page.list);
    if (page.next === null) break;
    after = page.next;
  }
  const days = [...new Set(batches.map(({ at }) => Math.floor(at / 86_400_000)))].toSorted((one, other) => one - other);
  expect(days.at(-1)! - days[0]!).toBeGreaterThanOrEqual(89);
  expect(Math.max(...days.slice(1).map((day, at) => day - days[at]!))).toBeLessThan(8);
  expect(new Set(batches.map(({ source }) => source))).toEqual(new Set(['form', 'import', 'bulk', 'revert', 'sync']));
  expect(new Set(batches.map(({ by }) => by.name)).size).toBeGreaterThanOrEqual(7);
});

/** People sign in less often than they do something, and nobody of the sample company reads the logs. */
const least: Readonly<Record<Stream, number>> = { audit_log: 500, change_operation: 500, login_log: 50, read_log: 0 };

test('The audit and the journal verify, days of the past are signed', async () => {
  const { services } = product;
  for (const stream of streams) {
    await sealed(services, stream);
    const { damage, checked } = await verifyStream(services.database.db, services.secrets, stream);
    expect(damage).toBeNull();
    expect(checked).toBeGreaterThanOrEqual(least[stream]);
  }
  const { n } = await services.database.db
    .selectFrom('audit_day')
    .select((has) => has.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  expect(n).toBeGreaterThan(60);
});

test('Roles, a renamed page, the recycle bin, the radar and the job tray hold something', async () => {
  const roles = await admin.call(sysRole.list, { pageSize: 100 });
  expect(roles.total).toBeGreaterThanOrEqual(14);
  expect(roles.list.some(({ enabled }) => !enabled)).toBe(true);
  const { nodes } = await admin.call(resourceTree, {});
  expect(nodes.filter(({ changed }) => changed.includes('names')).length).toBe(2);
  expect((await admin.call(listRecycled, { pageSize: 50 })).list.length).toBeGreaterThan(0);
  const ends = await admin.call(radarList, { origin: 'hand' });
  expect(ends.list.map(({ state, snoozedUntil }) => [state, snoozedUntil !== null])).toEqual([
    ['due', false],
    ['soon', true],
    ['ok', false],
  ]);
  const jobs = await admin.call(listJobs, { pageSize: 50 });
  expect(new Set(jobs.list.map(({ state }) => state))).toEqual(new Set(['done', 'failed']));
  const plans = jobs.list.flatMap(({ result }) =>
    typeof result === 'object' && result !== null && 'planId' in result ? String(result['planId']) : [],
  );
  expect((await admin.call(getPlan, { id: plans[0]! })).counts.refused).toBeGreaterThan(0);
});

test('Integration has connections of every kind, each with calls in the log, attachments, connected widgets and granted functions', async () => {
  const page = { pageSize: 100 };
  const connections = [
    ...(await admin.call(database.list, page)).list,
    ...(await admin.call(soap.list, page)).list,
    ...(await admin.call(sap.list, page)).list,
    ...(await admin.call(dubbo.list, page)).list,
  ];
  expect(connections.map(({ usedBy, lastTest }) => [usedBy, lastTest])).toEqual(Array.from({ length: 5 }, () => [1, null]));
  const interfaces = (await admin.call(apiInterface.list, page)).list;
  expect(new Set(interfaces.map(({ kind }) => kind))).toEqual(new Set(['http', 'database', 'soap', 'sap', 'dubbo']));
  // Each kind is live, and was called in the last month, with its steps.
  const live = interfaces.filter(({ liveVersionNo }) => liveVersionNo !== null);
  for (const kind of ['http', 'database', 'soap', 'sap', 'dubbo'] as const) {
    expect([kind, live.some((one) => one.kind === kind)]).toEqual([kind, true]);
    const { list } = await admin.call(callList, { kind: [kind], from: Date.now() - 30 * 86_400_000 });
    expect([kind, list.length > 0]).toEqual([kind, true]);
    expect((await admin.call(callGet, { id: list[0]!.id })).steps[0]?.step).toBe('route');
  }
  expect((await admin.call(attachSystem.list, page)).list).toMatchObject([{ code: 'oa', fetchName: '取附件', rightsName: '附件权限' }]);
  expect((await admin.call(connectWidget.list, page)).list.map(({ widgetId, hasSecret }) => [widgetId, hasSecret])).toEqual(
    expect.arrayContaining([
      ['leave', true],
      ['expenses', false],
    ]),
  );
  expect((await admin.call(sysApi.list, page)).list.map(({ granted }) => granted)).toEqual([1, 1]);
});

test('Rules about files were published after the version that the product comes with', async () => {
  const { list } = await admin.call(setList, {});
  expect(list.map(({ number, publishedBy }) => [number, publishedBy === ''])).toEqual([
    [2, false],
    [1, true],
  ]);
  const [published, shipped] = list.map(({ publishedAt }) => publishedAt);
  expect(published! - shipped!).toBeGreaterThan(20 * 86_400_000);
});

test('Nothing of the newer areas is empty: warnings, mail, approvals, properties, servers, limits, logs, tokens, configuration', async () => {
  const warned = async (state: 'open' | 'acknowledged' | 'resolved') => (await admin.call(warningList, { state: [state] })).total;
  expect(await Promise.all([warned('open'), warned('acknowledged'), warned('resolved')])).not.toContain(0);
  expect((await admin.call(noticePersonList, {})).total).toBe(4);
  expect((await admin.call(silenceList, {})).total).toBe(1);
  const mails = new Set((await admin.call(outboxList, {})).list.map(({ state }) => state));
  expect([...mails]).toEqual(expect.arrayContaining(['queued', 'cancelled']));
  const requests = (await admin.call(requestList, { tab: 'all' })).list.map(({ state }) => state);
  expect(requests.toSorted()).toEqual(['bypassed', 'done', 'pending', 'pending', 'pending', 'rejected', 'withdrawn']);
  expect((await admin.call(listRecycled, { kind: ['segmentLimit'] })).list.length).toBe(1);
  expect((await admin.call(propertyList, { overridden: true })).total).toBeGreaterThan(3);
  expect((await admin.call(serverList, {})).total).toBe(4);
  expect((await admin.call(segmentLimit.list, {})).total).toBe(3);
  expect((await admin.call(memberLimitList, {})).total).toBe(2);
  expect((await admin.call(fileRule.list, {})).total).toBe(2);
  expect((await admin.call(contactRole.list, {})).total).toBe(4);
  const guarded = (await admin.call(specialUser.list, {})).list.map(({ code, enabled, belongs }) => [code, enabled, belongs > 0]);
  expect(guarded).toEqual([
    ['audit_guarded', true, true],
    ['pay_search_only', false, true],
  ]);
  const gathered = (await admin.call(crowdList, {})).list.map(({ code, memberCount }) => [code, memberCount > 0] as const);
  expect(Object.fromEntries(gathered)).toEqual({ newcomers: true, orange_badges: true, service: true });
  const { list: sources } = await admin.call(sourceList, {});
  expect(sources.map(({ code, people, lastRun }) => [code, people, lastRun?.state])).toEqual([['facility_london', 4, 'planned']]);
  expect((await admin.call(whiteList, {})).list.map(({ state }) => state)).toEqual(['active']);
  expect((await admin.call(navQuery, { platform: 1 })).published).not.toBeNull();
  const used = (await admin.call(licenceUsage, {})).list.find(({ kind }) => kind === 'employees');
  expect(used?.trend.length).toBeGreaterThan(40);
  expect((await admin.call(clearLogList, {})).list.map(({ state }) => state)).not.toEqual([]);
  expect((await admin.call(holdList, {})).total).toBe(1);
  expect((await admin.call(tokenList, {})).list.map(({ state }) => state).toSorted()).toEqual(['active', 'expired']);
  expect((await admin.call(planList, {})).list[0]?.counts.delete).toBeGreaterThan(0);
});

test('The administrator of the Tokyo subsidiary sees it and nothing else', async () => {
  const tokyo = await clientOf(demoCast.japanHr.account);
  const all = await admin.call(departmentList, { pageSize: 1000, below: true });
  const own = all.list.find(({ code }) => code === 'JP')!;
  const seen = await tokyo.call(employeeList, { pageSize: 1 });
  expect(seen.total).toBe((await admin.call(employeeList, { departmentId: own.id, pageSize: 1 })).total);
  expect(seen.total).toBeLessThan(size.people / 2);
  const { nodes } = await tokyo.call(departmentTree, { depth: 2 });
  expect(nodes.filter(({ inRange, parentId }) => inRange && parentId === nodes[0]!.id).map(({ code }) => code)).toEqual(['JP']);
});

test('The auditor reads people and roles and changes nothing', async () => {
  const auditor = await clientOf(demoCast.auditor.account);
  expect((await auditor.call(employeeList, { pageSize: 1 })).total).toBe((await admin.call(employeeList, { pageSize: 1 })).total);
  expect((await auditor.call(sysRole.list, { pageSize: 1 })).total).toBeGreaterThan(10);
  const [department] = (await admin.call(departmentList, { pageSize: 1 })).list;
  const added = await auditor.ask(employeeAdd, {
    account: 'somebody',
    name: 'Somebody',
    assignments: [{ departmentId: department!.id, primary: true }],
  });
  expect(added).toMatchObject({ status: 403, code: 65002 });
});

test('Roles and people name their departments in the language of who reads', async () => {
  const { uid } = (await product.services.directory.byAccount(product.services.database.db, demoCast.japanHr.account))!;
  const rangesIn = async (language: string): Promise<string> => {
    const url = `${addressOf(sysRole.roleEmpList)}?pageSize=200`;
    const { body } = await product.app.inject({ url, headers: { accesstoken: admin.token, 'accept-language': language } });
    return JSON.stringify((JSON.parse(body) as { data: { list: { id: string }[] } }).data.list.find(({ id }) => id === uid));
  };
  expect(await rangesIn('en_US')).toContain('Galaxy Japan K.K.');
  expect(await rangesIn('zh_CN')).not.toContain('Galaxy Japan K.K.');
});

test('A second start adds nothing; a folder that is something else is left alone', async () => {
  const before = readFileSync(path.join(dataDir, 'demo.json'), 'utf8');
  const again = await openDemo(given, dataDir, size);
  expect(again).toEqual(demo);
  expect(readFileSync(path.join(dataDir, 'demo.json'), 'utf8')).toBe(before);
  expect(demo.settings.dataDir).toBe(dataDir);
  const other = path.join(folder, 'other');
  mkdirSync(other);
  writeFileSync(path.join(other, 'letter.txt'), 'not ours');
  await expect(openDemo(given, other, size)).rejects.toThrow('holds something else');
});
