import { afterAll, beforeAll, expect, test } from 'vitest';
import { listJournal, revertChanges } from '../src/kit/common/change/journal.contract.ts';
import { applyPlan, getPlan, listPlanItems } from '../src/kit/common/change/plan.contract.ts';
import { previewTree } from '../src/modules/contacts/common/insight.contract.ts';
import { holdingContract } from '../src/kit/common/role/role.contract.ts';
import { contactAuth, contactRoleCodes } from '../src/modules/contacts/common/permissions.ts';
import { presetRoleIds } from '../src/kit/server/access/preset-roles.ts';
import { sysRole } from '../src/modules/system/common/role.contract.ts';
import { contactRanges, contactRole, contactRoleReorder, contactSaveRanges } from '../src/modules/contacts/common/role.contract.ts';
import {
  belongsImport,
  belongsList,
  belongsSave,
  specialResources,
  specialSaveResources,
  specialUser,
} from '../src/modules/contacts/common/special.contract.ts';
import { departmentRemove } from '../src/modules/people/common/department.contract.ts';
import { departmentMerge, departmentMergePreview } from '../src/modules/people/common/department-merge.contract.ts';
import { employeeGet } from '../src/modules/people/common/employee.contract.ts';
import { rootDepartmentId } from '../src/modules/people/common/root.ts';
import { codeOf, House } from './access/house.ts';

let house: House;
beforeAll(async () => {
  house = await House.open();
}, 120_000);
afterAll(() => house.stop());

const draft = (name: string) => ({ name, code: name.toLowerCase(), ownerDeptId: rootDepartmentId });

test('A department that a range names is not deleted; merged into another, ranges and special rules name that one, and undoing brings it back', async () => {
  const { boss } = house;
  const [gone, target] = [await house.department('旧部'), await house.department('新部')];
  const { roleId } = await boss.call(contactRole.save, draft('Range'));
  await boss.call(contactSaveRanges, { roleId, version: 1, kind: 'auth', rows: [{ kind: 'depts', ids: [gone] }] });
  const { roleId: ruleId } = await boss.call(specialUser.save, { ...draft('Rule'), mode: 'limited' });
  await boss.call(belongsSave, { roleId: ruleId, parties: [{ kind: 'department', id: gone }] });
  expect(await codeOf(boss, departmentRemove, { ids: [gone] })).toBe(10410);
  const wish = { sourceIds: [gone], targetId: target };
  const { references } = await boss.call(departmentMergePreview, wish);
  expect(references.map(({ kind, count, refused }) => [kind, count, refused])).toEqual(
    expect.arrayContaining([
      ['contactRange', 1, null],
      ['specialUser', 1, null],
    ]),
  );
  const end = await boss.jobEnd((await boss.call(departmentMerge, wish)).jobId);
  expect(end.state).toBe('done');
  const named = async () => [
    (await boss.call(contactRanges, { roleId, kind: 'auth' })).rows.map(({ objects }) => objects.map(({ id, broken }) => [id, broken])),
    (await boss.call(belongsList, { roleId: ruleId })).list.map(({ id }) => id),
  ];
  expect(await named()).toEqual([[[[target, false]]], [target]]);
  const { list } = await boss.call(listJournal, { kind: ['contactRole'], objectId: roleId });
  await boss.call(revertChanges, { batchId: list[0]!.batchId });
  expect(await named()).toEqual([[[[gone, false]]], [gone]]);
});

test('Whom a special rule protects comes from a file as a plan; who is not known is refused with the line', async () => {
  const { boss } = house;
  const [ann, bob] = [await house.person(), await house.person()];
  const account = async (id: string): Promise<string> => (await boss.call(employeeGet, { id })).account;
  const { roleId } = await boss.call(specialUser.save, { ...draft('File'), mode: 'hidden' });
  await boss.call(belongsSave, { roleId, parties: [{ kind: 'employee', id: ann }] });
  const csv = `账号\n${await account(ann)}\n\u200b${await account(bob)}\u202c\nnobody-at-all\n`;
  const fileId = await boss.upload('people.csv', Buffer.from(csv));
  const { result } = await boss.jobEnd((await boss.call(belongsImport, { roleId, fileId })).jobId);
  const { planId } = result as { planId: string };
  const { list } = await boss.call(listPlanItems, { planId });
  expect(list.map(({ action }) => action).toSorted()).toEqual(['change', 'refused']);
  // Whose account was not found is told under the column's name, not the code's; what came along unseen is no part of it.
  expect(list.flatMap(({ issues }) => issues)).toMatchObject([{ label: '账号', message: expect.any(String) as string }]);
  expect(await boss.call(getPlan, { id: planId })).toMatchObject({ kind: 'cpdRole', module: 'contacts' });
  await boss.jobEnd((await boss.call(applyPlan, { id: planId, expected: { change: 1, refused: 1 } })).jobId);
  expect((await boss.call(belongsList, { roleId })).list.map(({ id }) => id).toSorted()).toEqual([ann, bob].toSorted());
});

test('The fields and functions of a special rule are set as a whole, under its version, and the rest of the rule stays', async () => {
  const { boss } = house;
  const { roleId } = await boss.call(specialUser.save, { ...draft('Resources'), mode: 'searchOnly', deniedFunctions: ['reach.mail'] });
  const before = await boss.call(specialResources, { roleId });
  expect(before).toEqual({ roleId, version: 1, fields: [], deniedFunctions: ['reach.mail'] });
  const saved = await boss.call(specialSaveResources, {
    roleId,
    version: 1,
    fields: [{ fieldKey: 'mobile', show: false }],
    deniedFunctions: ['number.sms', 'number.dial', 'number.sms'],
  });
  const after = {
    version: 2,
    fields: [{ fieldKey: 'mobile', show: false, mask: 'none' }],
    deniedFunctions: ['number.dial', 'number.sms'],
  };
  expect([saved, await boss.call(specialResources, { roleId })]).toEqual([{ version: 2 }, { roleId, ...after }]);
  expect(await boss.call(specialUser.find, { roleId })).toMatchObject({ ...after, mode: 'searchOnly' });
  expect(await codeOf(boss, specialSaveResources, { roleId, version: 1, fields: [], deniedFunctions: [] })).toBe(10409);
});

test('Who holds a contact role is asked for by POST, and by GET as in the first areas: both answer the same', async () => {
  const { boss } = house;
  const [person, departmentId] = [await house.person(), await house.department('持有')];
  const { roleId } = await boss.call(contactRole.save, draft('Lists'));
  await boss.call(contactRole.assignEmployees, { roleId, ids: [person] });
  await boss.call(contactRole.assignDepartments, { roleId, ids: [departmentId] });
  const { byGet } = contactRole;
  const asked = async (lists: NonNullable<typeof byGet>) => {
    const answers = {
      getRoleEmpList: await boss.call(lists.getRoleEmpList, { roleId, pageSize: 5 }),
      getRoleDeptList: await boss.call(lists.getRoleDeptList, { roleId }),
      getOrgRolePaged: await boss.call(lists.getOrgRolePaged, { deptId: departmentId }),
      roleEmpList: await boss.call(lists.roleEmpList, { roleId }),
    };
    return { answers, methods: Object.keys(answers).map((name) => lists[name as keyof typeof answers].method) };
  };
  const [posted, got] = [await asked(contactRole), await asked(byGet!)];
  expect([posted.methods, got.methods]).toEqual([Array(4).fill('POST'), Array(4).fill('GET')]);
  expect(posted.answers).toEqual(got.answers);
  const { getRoleEmpList, getRoleDeptList, getOrgRolePaged, roleEmpList } = posted.answers;
  expect([getRoleEmpList, getRoleDeptList, getOrgRolePaged].map(({ list }) => list.map(({ id }) => id))).toEqual([
    [person],
    [departmentId],
    [roleId],
  ]);
  expect(roleEmpList.list.map(({ id }) => id)).toEqual([person]);
});

test('An area of which all lists are asked for by POST has them by no other method', () => {
  const only = holdingContract('mdm', contactRoleCodes, { lists: 'POST' });
  const { getRoleEmpList, roleEmpList, getRoleDeptList, getOrgRolePaged } = only;
  const lists = [getRoleEmpList, roleEmpList, getRoleDeptList, getOrgRolePaged];
  expect(lists.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST role/mdm/getRoleEmpList',
    'POST role/mdm/search/roleEmpList',
    'POST role/mdm/getRoleDeptList',
    'POST role/mdm/getOrgRolePaged',
  ]);
  expect(only.byGet).toBeUndefined();
});

test('Roles stand in the order in which they were put, the built-in one first, and new ones behind', async () => {
  const { boss } = house;
  const names = async (): Promise<string[]> =>
    (await boss.call(contactRole.list, { name: 'Order', pageSize: 50 })).list.map(({ name }) => name);
  const ids = new Map<string, string>();
  for (const name of ['OrderA', 'OrderB', 'OrderC']) ids.set(name, (await boss.call(contactRole.save, draft(name))).roleId);
  expect(await names()).toEqual(['OrderA', 'OrderB', 'OrderC']);
  await boss.call(contactRoleReorder, { ids: ['OrderC', 'OrderA'].map((name) => ids.get(name)!) });
  expect(await names()).toEqual(['OrderC', 'OrderB', 'OrderA']);
  await boss.call(contactRole.save, draft('OrderAa'));
  expect(await names()).toEqual(['OrderC', 'OrderB', 'OrderA', 'OrderAa']);
  const [first] = (await boss.call(contactRole.list, {})).list;
  expect(first?.builtIn).toBe(true);
  expect(await codeOf(boss, contactRoleReorder, { ids: [first!.id] })).toBe(20001);
  expect((await boss.call(contactRole.list, { name: 'Order', ownerDeptId: await house.department('别处') })).total).toBe(0);
  expect((await boss.call(contactRole.list, { name: 'Order', ownerDeptId: rootDepartmentId })).total).toBe(4);
});

test('Nobody looks through a super administrator who is none, nor through somebody beyond their range', async () => {
  const { boss } = house;
  const [super_, plain, beyond] = [await house.person(), await house.person(), await house.person([await house.department('外部')])];
  await boss.call(sysRole.assignEmployees, { roleId: presetRoleIds.super, ids: [super_] });
  const codes = [contactAuth.code, contactAuth.button.preview];
  const { client } = await house.administrator({ codes, range: { kind: 'all' } });
  expect(await codeOf(client, previewTree, { asEmpId: plain })).toBe(0);
  expect(await codeOf(client, previewTree, { asEmpId: super_ })).toBe(10910);
  expect(await codeOf(boss, previewTree, { asEmpId: super_ })).toBe(0);
  const inside = await house.department('内部');
  const near = await house.administrator({ codes, range: { kind: 'chosen', departmentIds: [inside] } });
  expect(await codeOf(near.client, previewTree, { asEmpId: await house.person([inside]) })).toBe(0);
  expect(await codeOf(near.client, previewTree, { asEmpId: beyond })).toBe(10910);
});
