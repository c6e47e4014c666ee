import { afterAll, beforeAll, expect, test } from 'vitest';
import { addressOf } from '../src/kit/common/contract.ts';
import { downloadFile } from '../src/kit/common/files/file.contract.ts';
import { listJournal, revertChanges } from '../src/kit/common/change/journal.contract.ts';
import { limitSimulate } from '../src/modules/enterprise/common/simulate.contract.ts';
import { applyPlan, listPlanItems } from '../src/kit/common/change/plan.contract.ts';
import {
  fileMembers,
  fileRule,
  whiteAdd,
  whiteExport,
  whiteImport,
  whiteList,
  whiteRemove,
} from '../src/modules/enterprise/common/file-rule.contract.ts';
import { fileDepartmentPage, fileMemberPage, fileUserPage, fileWhitePage } from '../src/modules/enterprise/common/permissions.ts';
import { segmentLimit } from '../src/modules/enterprise/common/segment-limit.contract.ts';
import { memberLimitAdd, memberLimitRemove } from '../src/modules/enterprise/common/member-limit.contract.ts';
import { limitsOf } from '../src/modules/enterprise/server/public.ts';
import { employeeGet, employeeUpdate } from '../src/modules/people/common/employee.contract.ts';
import { codeOf, House } from './access/house.ts';

let house: House;
let north = '';
let south = '';
let ann = '';
let bob = '';

beforeAll(async () => {
  house = await House.open();
  [north, south] = [await house.department('North'), await house.department('South')];
  [ann, bob] = [await house.person([north], 'Ann'), await house.person([south], 'Bob')];
}, 120_000);
afterAll(() => house.stop());

let count = 0;
const rule = async (more: object = {}): Promise<string> => {
  count += 1;
  return (await house.boss.call(fileRule.save, { name: `Rule ${count}`, code: `rule_${count}`, ...more })).roleId;
};
const ask = (from: string, more: object = {}) =>
  house.boss.call(limitSimulate, { from, action: 'download', address: '192.168.0.1', ...more });
const change = async (roleId: string, more: object): Promise<void> => {
  const { version } = await house.boss.call(fileRule.find, { roleId });
  await house.boss.call(fileRule.update, { roleId, version, ...more });
};

test('Terminal and rule type are 1 when they are left out, and never empty', async () => {
  const roleId = await rule();
  expect(await house.boss.call(fileRule.find, { roleId })).toMatchObject({ terminalType: 1, ruleType: 1 });
  const { version } = await house.boss.call(fileRule.find, { roleId });
  expect(await house.boss.ask(fileRule.update, { roleId, version, ruleType: null })).toMatchObject({
    code: 10400,
    data: { issues: [{ path: 'ruleType' }] },
  });
  const found = async (input: object) => (await house.boss.call(fileRule.list, input)).list.map(({ id }) => id);
  const mobile = await rule({ terminalType: 2, ruleType: 3 });
  expect(await found({ terminalType: 2 })).toEqual([mobile]);
  expect(await found({ ruleType: 3 })).toEqual([mobile]);
  await house.boss.call(fileRule.delete, { ids: [roleId, mobile] });
});

test('Only from inside: from there works, from outside is refused with the limit, the white list works from both', async () => {
  const { id } = await house.boss.call(segmentLimit.add, { name: 'Office', segments: [{ value: '10.0.0.0/8' }] });
  const roleId = await rule();
  await house.boss.call(fileRule.assignDepartments, { roleId, ids: [north] });
  expect(await ask(ann, { address: '10.1.2.3' })).toMatchObject({ verdict: true, rule: { id } });
  expect(await ask(ann)).toMatchObject({ verdict: false, rule: { id }, priority: 1 });
  // Nobody holds Bob.
  expect(await ask(bob)).toMatchObject({ verdict: true, rule: null });
  // The message skips the file rules and holds Bob too.
  expect(await ask(bob, { action: 'message' })).toMatchObject({ verdict: false, rule: { id } });
  await house.boss.call(whiteAdd, { roleId, ids: [ann, bob], reason: 'On the road' });
  for (const address of ['10.1.2.3', '192.168.0.1'])
    expect(await ask(ann, { address })).toMatchObject({ verdict: true, answers: [{ by: 'whiteList', rule: { id: roleId } }] });
  expect(await ask(bob, { action: 'message' })).toMatchObject({ verdict: true, answers: [{ by: 'whiteList' }] });
  await house.boss.call(whiteRemove, { roleId, ids: [ann, bob] });
  expect(await ask(ann)).toMatchObject({ verdict: false });

  await change(roleId, { ruleType: 3 });
  expect(await ask(ann)).toMatchObject({ verdict: true, answers: [{ by: 'fileRule', rule: { id: roleId }, wouldRefuse: true }] });
  await change(roleId, { ruleType: 2 });
  expect(await ask(ann, { address: '10.1.2.3' })).toMatchObject({ verdict: false, rule: { id: roleId } });
  await change(roleId, { terminalType: 2 });
  expect(await ask(ann, { platform: 4 })).toMatchObject({ verdict: true, rule: null });
  expect(await ask(ann, { platform: 1 })).toMatchObject({ verdict: false, rule: { id: roleId } });
  await house.boss.call(fileRule.disable, { ids: [roleId] });
  expect(await ask(ann, { platform: 1 })).toMatchObject({ verdict: true });
  await house.boss.call(segmentLimit.update, { id, version: 1, terminalTypes: [1] });
  expect(await ask(bob, { action: 'message', platform: 4 })).toMatchObject({ verdict: true });
  await house.boss.call(fileRule.delete, { ids: [roleId] });
});

test('A white list has reasons and ends; a deleted rule comes back with it', async () => {
  const roleId = await rule({ ruleType: 2 });
  await house.boss.call(fileRule.assignEmployees, { roleId, ids: [ann] });
  const add = (more: object) => house.boss.ask(whiteAdd, { roleId, ids: [ann], reason: 'Audit', ...more });
  expect(await add({ reason: ' ' })).toMatchObject({ code: 10400 });
  expect(await add({ until: Date.now() - 1 })).toMatchObject({ code: 10400, data: { issues: [{ path: 'until' }] } });
  const until = Date.now() + 86_400_000;
  expect(await add({ until })).toMatchObject({ code: 0, data: { count: 1 } });
  expect(await add({ until })).toMatchObject({ code: 0, data: { count: 0 } });
  expect((await house.boss.call(whiteList, { roleId })).list).toMatchObject([{ id: ann, name: 'Ann', reason: 'Audit', until }]);
  expect(await ask(ann)).toMatchObject({ verdict: true });
  expect(await ask(ann, { at: until })).toMatchObject({ verdict: false });
  await house.boss.call(fileRule.delete, { ids: [roleId] });
  expect(await ask(ann, { at: until })).toMatchObject({ verdict: true, rule: null });
  const [line] = (await house.boss.call(listJournal, { kind: ['fmmRole'], objectId: roleId })).list;
  await house.boss.call(revertChanges, { operationIds: [line!.id] });
  expect(await ask(ann)).toMatchObject({ verdict: true, answers: [{ by: 'whiteList' }] });
  expect(await ask(ann, { at: until })).toMatchObject({ verdict: false, rule: { id: roleId } });
  await house.boss.call(fileRule.delete, { ids: [roleId] });
});

test('Each kind of member has a button of its own, and a rule over people out of range is not changed', async () => {
  const roleId = await rule({ ownerDeptId: north });
  await house.boss.call(fileRule.assignEmployees, { roleId, ids: [ann] });
  const { client } = await house.administrator(
    {
      codes: [
        fileMemberPage.code,
        fileMemberPage.button.update,
        fileUserPage.code,
        fileUserPage.button.assign,
        fileUserPage.button.remove,
        fileDepartmentPage.code,
        fileWhitePage.code,
        fileWhitePage.button.add,
      ],
      range: { kind: 'chosen', departmentIds: [north] },
    },
    [north],
  );
  expect(await codeOf(client, fileRule.assignDepartments, { roleId, ids: [north] })).toBe(65002);
  await house.boss.call(fileRule.assignDepartments, { roleId, ids: [north] });
  expect(await codeOf(client, fileRule.removeMembers, { roleId, kind: 'department', ids: [north] })).toBe(65002);
  expect(await codeOf(client, fileRule.removeMembers, { roleId, kind: 'employee', ids: [ann] })).toBe(0);
  expect(await codeOf(client, fileRule.assignEmployees, { roleId, ids: [bob] })).toBe(10910);
  expect(await codeOf(client, whiteAdd, { roleId, ids: [bob], reason: 'x' })).toBe(10910);
  expect(await codeOf(client, whiteAdd, { roleId, ids: [ann], reason: 'x' })).toBe(0);
  const { version } = await client.call(fileRule.find, { roleId });
  expect(await codeOf(client, fileRule.update, { roleId, version, ruleType: 2 })).toBe(0);
  await house.boss.call(fileRule.assignEmployees, { roleId, ids: [bob] });
  await house.boss.call(whiteAdd, { roleId, ids: [bob], reason: 'y' });
  expect((await client.call(whiteList, { roleId })).list.map(({ id }) => id)).toEqual([ann]);
  const read = await client.call(fileRule.find, { roleId });
  expect(await codeOf(client, fileRule.update, { roleId, version: read.version, ruleType: 1 })).toBe(10910);
  // A rule that belongs to a department is changed by who sees it, and given to none that they do not see.
  const owned = await rule({ ownerDeptId: north });
  expect(await client.call(fileRule.find, { roleId: owned })).toMatchObject({ ownerDeptId: north, ownerDeptName: 'North' });
  expect(await codeOf(client, fileRule.update, { roleId: owned, version: 1, ownerDeptId: south })).toBe(10910);
  expect(await codeOf(client, fileRule.update, { roleId: owned, version: 1, ruleType: 2 })).toBe(0);
  await house.boss.call(fileRule.update, { roleId: owned, version: 2, ownerDeptId: south });
  expect(await codeOf(client, fileRule.find, { roleId: owned })).toBe(10910);
  expect(await codeOf(client, fileRule.update, { roleId: owned, version: 3, ruleType: 1 })).toBe(10910);
  expect(await codeOf(client, whiteAdd, { roleId: owned, ids: [ann], reason: 'x' })).toBe(10910);
  expect(await codeOf(house.boss, fileRule.update, { roleId: owned, version: 3, ownerDeptId: owned })).toBe(10400);
  // One of no department is read by all who hold the page, and changed by who sees everything.
  const common = await rule();
  expect(await client.call(fileRule.find, { roleId: common })).toMatchObject({ ownerDeptId: null, editable: false });
  expect(await codeOf(client, fileRule.update, { roleId: common, version: 1, ruleType: 2 })).toBe(10910);
  expect(await codeOf(client, whiteAdd, { roleId: common, ids: [ann], reason: 'x' })).toBe(10910);
});

/** Applies what a file says, when the plan has these lines; answers the issues of the refused ones. */
async function imported(
  client: typeof house.boss,
  start: typeof whiteImport | typeof fileMembers.import,
  { roleId, csv, expected }: { roleId: string; csv: string; expected: Record<string, number> },
): Promise<string[]> {
  const fileId = await client.upload('people.csv', Buffer.from(csv));
  const { result } = await client.jobEnd((await client.call(start, { roleId, fileId })).jobId);
  const { planId } = result as { planId: string };
  const { list } = await client.call(listPlanItems, { planId });
  const counts: Record<string, number> = {};
  for (const { action } of list) counts[action] = (counts[action] ?? 0) + 1;
  expect(counts).toEqual(expected);
  await client.jobEnd((await client.call(applyPlan, { id: planId, expected })).jobId);
  return list.flatMap(({ issues }) => issues.map(({ path }) => path));
}

test('Members and white lists come from a file as a plan within the range, and what was exported is imported as the same', async () => {
  const roleId = await rule({ ownerDeptId: north });
  const accountOf = async (id: string): Promise<string> => (await house.boss.call(employeeGet, { id })).account;
  const [annAccount, bobAccount] = [await accountOf(ann), await accountOf(bob)];
  await imported(house.boss, fileMembers.import, { roleId, csv: `账号\n${annAccount}\n`, expected: { change: 1 } });
  expect((await house.boss.call(fileRule.getRoleEmpList, { roleId })).list.map(({ id }) => id)).toEqual([ann]);
  const { client } = await house.administrator(
    {
      codes: [fileMemberPage.code, fileWhitePage.code, ...Object.values(fileWhitePage.button)],
      range: { kind: 'chosen', departmentIds: [north] },
    },
    [north],
  );
  const rows = [`${annAccount},,`, `${annAccount},Audit,2099-01-31`, `${annAccount},Twice,`, `${bobAccount},Outside,`, `nobody,x,`];
  const csv = `account,Reason,until\n${rows.join('\n')}\n`;
  expect(await imported(client, whiteImport, { roleId, csv, expected: { create: 1, refused: 4 } })).toEqual([
    'reason',
    'account',
    'account',
    'account',
  ]);
  expect((await client.call(fileRule.list, { ruleType: 1 })).list.find(({ id }) => id === roleId)).toMatchObject({ exempt: 1, people: 1 });
  expect((await client.call(whiteList, { roleId, ending: '90' })).total).toBe(0);
  const { result } = await client.jobEnd((await client.call(whiteExport, { roleId, format: 'csv' })).jobId);
  const { fileId } = result as { fileId: string };
  const { payload: csvAgain } = await house.product.app.inject({
    method: 'GET',
    url: `${addressOf(downloadFile)}?fileId=${fileId}`,
    headers: { accesstoken: client.token },
  });
  await imported(client, whiteImport, { roleId, csv: csvAgain, expected: { same: 1 } });
  await imported(client, whiteImport, { roleId, csv: `account,reason\n${annAccount},Later\n`, expected: { change: 1 } });
  expect((await client.call(whiteList, { roleId })).list).toMatchObject([{ id: ann, reason: 'Later', until: null }]);
  await house.boss.call(fileRule.delete, { ids: [roleId] });
});

test('What other modules ask is answered for many people at once', async () => {
  const draft = { name: 'North apart', ownerDeptId: north, from: [{ kind: 'department' as const, id: north }] };
  const { id } = await house.boss.call(memberLimitAdd, { ...draft, to: [{ kind: 'department', id: south }] });
  const limits = limitsOf({ database: house.product.database, now: () => Date.now() });
  const verdicts = await limits.members(ann, [bob, ann, ...Array.from({ length: 300 }, () => crypto.randomUUID())], {
    action: 'createGroup',
  });
  expect(verdicts.get(bob)).toEqual({ allowed: false, by: 'memberLimit', rule: { id, name: 'North apart' }, priority: 1 });
  expect(verdicts.get(ann)).toMatchObject({ allowed: true, by: 'self' });
  expect([...verdicts.values()].filter(({ allowed }) => allowed)).toHaveLength(301);
  expect((await limits.members(bob, [ann], { action: 'createGroup' })).get(ann)).toMatchObject({ allowed: true, by: 'nothing' });
  // Whoever leaves the north is held no more.
  const { version } = await house.boss.call(employeeGet, { id: ann });
  await house.boss.call(employeeUpdate, { id: ann, version, assignments: [{ departmentId: south, primary: true }] });
  expect((await limits.members(ann, [bob], { action: 'createGroup' })).get(bob)).toMatchObject({ allowed: true, by: 'nothing' });
  await house.boss.call(memberLimitRemove, { ids: [id] });
});
