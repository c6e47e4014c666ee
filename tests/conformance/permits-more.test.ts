import { afterAll, beforeAll, expect, test } from 'vitest';
import { modules } from '../../src/app/modules.ts';
import { listJournal } from '../../src/kit/common/change/journal.contract.ts';
import { listRecycled } from '../../src/kit/common/change/recycle-bin.contract.ts';
import { codesOf } from '../../src/kit/common/contract.ts';
import { limitUserSave, versionWidgetSave } from '../../src/modules/apps/common/release.contract.ts';
import { changeApproval } from '../../src/modules/approvals/common/permissions.ts';
import { policyEnable, policySave } from '../../src/modules/approvals/common/policy.contract.ts';
import { requestComment } from '../../src/modules/approvals/common/request.contract.ts';
import { fileRule as sendRule } from '../../src/modules/file-security/common/file-rule.contract.ts';
import { operationList } from '../../src/modules/logs/common/operation-log.contract.ts';
import { searchSave } from '../../src/modules/logs/common/saved/search.contract.ts';
import { noticePersonAdd } from '../../src/modules/warnings/common/notice-person.contract.ts';
import { departmentRemove } from '../../src/modules/people/common/department.contract.ts';
import { userManagement } from '../../src/modules/people/common/permissions.ts';
import { employeeDisable } from '../../src/modules/people/common/employee.contract.ts';
import { rootDepartmentId } from '../../src/modules/people/common/root.ts';
import { widgetRelationList } from '../../src/modules/widgets/common/widget-relation.contract.ts';
import { House } from '../access/house.ts';
import { appIn, versionOf } from './apps-made.ts';
import { everyCode } from './range/world.ts';
import { openGranted, type Granted } from './permits.ts';
import { newAdverts } from './try/pages.ts';
import { newLink, relatedVersion } from './try/widgets.ts';

const operations = modules.flatMap((module) => module.routes.map((route) => route.operation));
const named = (path: string) => operations.find((one) => one.path === path)!;

let house: House;
let granted: Granted;
let inputs: Readonly<Record<string, Record<string, unknown>>>;
beforeAll(async () => {
  house = await House.open();
  granted = await openGranted(house);
  const { boss } = house;
  const [id, gone, target] = [await house.department('甲'), await house.department('乙'), await house.department('丙')];
  await house.role({ departments: [target] });
  await boss.call(departmentRemove, { ids: [gone] });
  const lineOf = async (objectId: string) => (await boss.call(listJournal, { objectId, kind: ['department'] })).list[0]!;
  const line = await lineOf(id);
  const logged = (await boss.call(operationList, { batchId: line.batchId })).list[0]!;
  const deletion = (await boss.call(listRecycled, { pageSize: 100 })).list.find(({ objectId }) => objectId === gone)!.operationId;
  const search = await boss.call(searchSave, { name: 'x', log: 'operation', filters: {}, roleIds: [granted.roleId] });
  const { id: notice } = await boss.call(noticePersonAdd, { employeeId: await house.person(), channels: ['console'] });
  const asked = await request();
  // Somebody who had a say in it, and lost the right since.
  await granted.hold([...seen, userManagement.button.disable]);
  await granted.client.call(requestComment, { id: asked.id, comment: 'Who is it?' });
  const reason = 'Because it is so';
  inputs = {
    'device/bind/impact': { kind: 'switch' },
    'journal/revert': { operationIds: [line.id] },
    'journal/revert/preview': { operationIds: [line.id] },
    'logs/operation/object': { objectKind: 'department', objectId: id },
    'logs/operation/revert': { id: logged.id },
    'logs/operation/revert/preview': { id: logged.id },
    'logs/report/save': { name: 'x', searchId: search.id, schedule: 'daily', personIds: [notice] },
    'recycle/restore': { ids: [deletion] },
    'recycle/restore/preview': { ids: [deletion] },
    'recycle/hold': { ids: [deletion] },
    'recycle/purge': { ids: [deletion] },
    'config/export': { areas: ['roles'] },
    'config/plan': { areas: ['roles'], fileId: await granted.client.upload('x.csv', Buffer.from('a,b\n')) },
    'config/drift': { areas: ['roles'] },
    ...(await ofSendRule()),
    ...(await ofHomeAdvert()),
    ...(await ofVersions()),
    'muc/dept/merge': { sourceIds: [target], targetId: id },
    'change/request/approve': { ...asked, comment: reason },
    'change/request/reject': { ...asked, comment: reason },
    'change/request/withdraw': { ...asked, comment: reason },
    'change/request/bypass': { ...asked, comment: reason },
  };
}, 300_000);
afterAll(() => house.stop());

/** Writes to a rule of sending; the first codes of these are those of rules of downloading. */
async function ofSendRule(): Promise<Record<string, Record<string, unknown>>> {
  const add = (name: string) => house.boss.call(sendRule.add, { kind: 'send', actions: ['send'], everyone: true, name });
  const [{ id }, off] = [await add('One'), await add('Two')];
  await house.boss.call(sendRule.disable, { ids: [off.id] });
  const path = 'security/file/rule';
  return {
    [`${path}/update`]: { id, version: 1, name: 'Three' },
    [`${path}/delete`]: { ids: [id] },
    [`${path}/enable`]: { ids: [off.id] },
    [`${path}/disable`]: { ids: [id] },
    [`${path}/reorder`]: { ids: [off.id, id] },
    [`${path}/copy`]: { id, name: 'Four' },
  };
}

/** Writes to an advert of the home page; the first codes of these are those of launch adverts. */
async function ofHomeAdvert(): Promise<Record<string, Record<string, unknown>>> {
  const [first, second] = await newAdverts(house, { kind: 'home', count: 2 });
  const ids = [first];
  const path = 'mam/advert';
  return {
    [`${path}/update`]: { id: first, version: 1, title: { zh_CN: '新' } },
    [`${path}/delete`]: { ids },
    [`${path}/sort`]: { ids: [second, first] },
    [`${path}/setavailable`]: { ids, available: 1 },
    [`${path}/setDisplay`]: { ids, pcEnable: 0 },
  };
}

/** Writes that take something away; the first codes of these are those of adding. */
async function ofVersions(): Promise<Record<string, Record<string, unknown>>> {
  const versionId = await versionOf(house, await appIn(house, rootDepartmentId));
  const row = { kind: 'department' as const, id: rootDepartmentId };
  await house.boss.call(limitUserSave, { versionId, version: 1, add: [row] });
  const rows = [{ widgetId: await newLink(house), kind: 'required' as const }];
  const { version } = await house.boss.call(versionWidgetSave, { appVersionId: versionId, version: 2, rows });
  const related = await relatedVersion(house);
  const { appId } = (await house.boss.call(widgetRelationList, { widgetVersionId: related.id })).list[0]!;
  return {
    'mam/limitUser/save': { versionId, version, remove: [rootDepartmentId] },
    'mam/versionWidget/save': { appVersionId: versionId, version, rows: [] },
    'mam/widgetRelation/save': { widgetVersionId: related.id, rows: [{ appId, platform: 2, fromBuild: 5 }] },
  };
}

/** A change that waits for others. */
async function request(): Promise<{ id: string; version: number }> {
  const approver = await house.administrator({ codes: everyCode, range: { kind: 'all' } });
  const { id } = await house.boss.call(policySave, { name: 'x', operations: ['employee.disable'], approverIds: [approver.id] });
  await house.boss.call(policyEnable, { ids: [id] });
  const answer = await house.boss.ask(employeeDisable, { ids: [await house.person()], approvalReason: 'They left last week' } as never);
  return { id: String(Reflect.get(Object(answer.data), 'requestId')), version: 1 };
}

/** Whoever does not see what is named is told that it is not there. */
const seen = [userManagement.code, changeApproval.code];
const seeing: Readonly<Record<string, readonly string[]>> = {
  'logs/operation/object': [],
  'change/request/withdraw': [...seen, userManagement.button.disable],
  'change/request/bypass': [...seen, userManagement.button.disable],
};
const declared = operations.filter(({ permitMore }) => permitMore !== undefined).map(({ path }) => path);

test('every operation that says what else it asks for is tried without it', () => {
  expect(Object.keys(inputs).toSorted()).toEqual(declared.toSorted());
});

test.each(declared)('%s: who holds its own code alone is refused for what it says it asks for besides', async (path) => {
  const operation = named(path);
  await granted.hold([...codesOf(operation.access).slice(0, 1), ...(seeing[path] ?? seen)]);
  await house.confirm(granted.client);
  const { code, data } = await granted.client.ask(operation, inputs[path]!);
  expect([code, data]).toEqual([65002, data]);
});
