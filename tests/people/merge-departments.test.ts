import { afterAll, beforeAll, expect, test } from 'vitest';
import { listJournal, revertChanges } from '../../src/kit/common/change/journal.contract.ts';
import { getJob } from '../../src/kit/common/jobs/job.contract.ts';
import { memberLimitAdd, memberLimitGet } from '../../src/modules/enterprise/common/member-limit.contract.ts';
import { propertyAdd } from '../../src/modules/property/common/property.contract.ts';
import { propertyValues, propertyValueSet } from '../../src/modules/property/common/value.contract.ts';
import { sysRole } from '../../src/modules/system/common/role.contract.ts';
import * as crowd from '../../src/modules/crowds/common/crowd.contract.ts';
import {
  departmentAdd,
  departmentDisable,
  departmentGet,
  departmentList,
  departmentRemove,
} from '../../src/modules/people/common/department.contract.ts';
import { departmentMerge, departmentMergePreview } from '../../src/modules/people/common/department-merge.contract.ts';
import { employeeAdd, employeeGet } from '../../src/modules/people/common/employee.contract.ts';
import { userManagement as page } from '../../src/modules/people/common/permissions.ts';
import { rootDepartmentId } from '../../src/modules/people/common/root.ts';
import { codeOf, House } from '../access/house.ts';

let house: House;
const boss = () => house.boss;

beforeAll(async () => {
  house = await House.open();
}, 120_000);
afterAll(() => house.stop());

async function done(jobId: string): Promise<Record<string, unknown>> {
  await expect.poll(async () => (await boss().call(getJob, { id: jobId })).state).toMatch(/done|failed/);
  return { ...(await boss().call(getJob, { id: jobId })) };
}

const departmentsOf = async (id: string) =>
  (await boss().call(employeeGet, { id })).departments.map(({ departmentId, primary, title }) => ({ departmentId, primary, title }));
const roleOf = async (roleId: string) => {
  const { list: members } = await boss().call(sysRole.getRoleDeptList, { roleId });
  const { range } = await boss().call(sysRole.ranges, { roleId });
  return { members: members.map(({ id }) => id), range: range.departments.map(({ id }) => id) };
};
const valuesAt = async (propertyId: string) =>
  (await boss().call(propertyValues, { propertyId, scopeKind: 'department' })).list.map(({ scopeId, value }) => [scopeId, value]);

/** Two departments, and everything that names the one that goes. */
async function town() {
  const [gone, target] = [await house.department('撤并部'), await house.department('接收部')];
  const [twin, other] = [await house.department('一组', gone), await house.department('二组', gone)];
  const twinThere = await house.department('一组', target);
  const [one, both, below] = [await house.person([gone]), await house.person([target, gone]), await house.person([twin])];
  const roleId = await house.role({
    codes: [page.code],
    range: { kind: 'chosen', departmentIds: [gone] },
    departments: [gone],
  });
  const rule = { match: 'all' as const, of: [{ field: 'department', op: 'is' as const, value: [gone] }] };
  const wish = {
    name: { zh_CN: '撤并部的人' },
    code: 'merge-crowd',
    kind: 'dynamic' as const,
    ownerDeptId: rootDepartmentId,
    conditions: rule,
  };
  const { id: crowdId } = await boss().call(crowd.crowdAdd, wish);
  const { id: limitId } = await boss().call(memberLimitAdd, {
    name: '撤并限制',
    ownerDeptId: gone,
    from: [{ kind: 'department', id: gone }],
    to: [{ kind: 'department', id: target }],
  });
  const property = async (key: string): Promise<string> =>
    (await boss().call(propertyAdd, { namespace: 'merge', key, type: 'integer', default: 1, description: { zh_CN: key } })).id;
  const [kept, moved] = [await property('kept'), await property('moved')];
  for (const [propertyId, scopeId, value] of [
    [kept, gone, 11],
    [kept, target, 12],
    [moved, gone, 13],
  ] as const)
    await boss().call(propertyValueSet, { propertyId, scopeKind: 'department', scopeId, value });
  return { gone, target, twin, other, twinThere, one, both, below, roleId, crowdId, limitId, kept, moved };
}

test('Merging takes people, children and everything that names the department along as one batch, nobody is signed out, and undoing brings all of it back', async () => {
  const it = await town();
  const client = await house.signIn(it.one);
  const wish = { sourceIds: [it.gone], targetId: it.target, keepNames: true };
  const preview = await boss().call(departmentMergePreview, wish);
  expect(preview).toMatchObject({
    people: 2,
    duplicates: 1,
    children: 2,
    renamed: [{ id: it.twin, from: '一组', to: '一组 (2)' }],
    united: [],
  });
  expect(new Map(preview.references.map(({ kind, count, refused }) => [kind, [count, refused]]))).toEqual(
    new Map<string, unknown>([
      ['crowd', [1, null]],
      ['memberLimit', [1, null]],
      ['propertyValue', [2, null]],
      ['role', [1, null]],
    ]),
  );
  expect((await boss().call(departmentGet, { id: it.gone })).usedBy.map(({ kind }) => kind).toSorted()).toEqual(
    preview.references.map(({ kind }) => kind).toSorted(),
  );
  const before = { role: await roleOf(it.roleId), values: [await valuesAt(it.kept), await valuesAt(it.moved)] };

  const job = await done((await boss().call(departmentMerge, wish)).jobId);
  expect(job).toMatchObject({ state: 'done', result: { people: 2, children: 2, references: 5 } });
  expect(await codeOf(boss(), departmentGet, { id: it.gone })).toBe(10404);
  expect(await departmentsOf(it.one)).toEqual([{ departmentId: it.target, primary: true, title: null }]);
  expect(await departmentsOf(it.both)).toEqual([{ departmentId: it.target, primary: true, title: null }]);
  expect((await boss().call(departmentGet, { id: it.twin })).fullName.endsWith('接收部 / 一组 (2)')).toBe(true);
  expect(await roleOf(it.roleId)).toEqual({ members: [it.target], range: [it.target] });
  // Who held the role by the department has held it all the time.
  expect(await codeOf(client, departmentList, {})).toBe(0);
  expect((await boss().call(crowd.crowdGet, { id: it.crowdId })).conditions).toMatchObject({ of: [{ value: [it.target] }] });
  expect(await boss().call(memberLimitGet, { id: it.limitId })).toMatchObject({ ownerDeptId: it.target, from: [{ id: it.target }] });
  expect(await valuesAt(it.kept)).toEqual([[it.target, 12]]);
  expect(await valuesAt(it.moved)).toEqual([[it.target, 13]]);

  const { batchId } = job['result'] as { batchId: string };
  expect(await boss().call(revertChanges, { batchId })).toMatchObject({ conflicts: [] });
  expect((await boss().call(departmentGet, { id: it.twin })).fullName.endsWith('撤并部 / 一组')).toBe(true);
  expect((await boss().call(departmentGet, { id: it.gone })).usedBy.map(({ kind }) => kind)).toHaveLength(4);
  expect(await departmentsOf(it.one)).toEqual([{ departmentId: it.gone, primary: true, title: null }]);
  expect((await departmentsOf(it.both)).map(({ departmentId }) => departmentId)).toEqual([it.target, it.gone]);
  expect({ role: await roleOf(it.roleId), values: [await valuesAt(it.kept), await valuesAt(it.moved)] }).toEqual(before);
  expect((await boss().call(listJournal, { batchId })).list.length).toBeGreaterThan(0);

  // Children of the same name become one as well.
  const again = await done((await boss().call(departmentMerge, { ...wish, keepNames: false })).jobId);
  expect(again).toMatchObject({ state: 'done', result: { people: 3, children: 1 } });
  expect((await departmentsOf(it.below))[0]?.departmentId).toBe(it.twinThere);
});

test('Where nobody may be put nobody comes by a merge either: it says so before it begins', async () => {
  const gone = await house.department('并入别处');
  await house.person([gone]);
  const { id: virtual } = await boss().call(departmentAdd, { parentId: rootDepartmentId, name: { zh_CN: '虚拟组' }, kind: 'virtual' });
  const off = await house.department('停用部');
  await boss().call(departmentDisable, { ids: [off] });
  for (const operation of [departmentMergePreview, departmentMerge]) {
    const merge = (targetId: string) => boss().ask(operation, { sourceIds: [gone], targetId, keepNames: true });
    expect(await merge(virtual)).toMatchObject({ code: 12005, data: { field: 'targetId' } });
    expect(await merge(off)).toMatchObject({
      code: 10400,
      data: { issues: [{ path: 'targetId', message: expect.stringContaining('停用部') }] },
    });
  }
  expect(
    await codeOf(boss(), departmentMergePreview, { sourceIds: [await house.department('空部门')], targetId: virtual, keepNames: true }),
  ).toBe(0);
  // Names of nothing stand in no message.
  const nobody = '01a00000-0000-7000-8000-00000000dead';
  const draft = { account: 'nowhere', name: 'N', assignments: [{ departmentId: nobody, primary: true }] };
  expect(await boss().ask(employeeAdd, draft)).toMatchObject({ data: { issues: [{ path: 'assignments', message: '没有这个部门' }] } });
});

test('A department that something names is not deleted, a department below the one that goes is no target, and what the caller may not change stops all of it', async () => {
  const [gone, target] = [await house.department('被引用部'), await house.department('目标部')];
  const inner = await house.department('内部', gone);
  const roleId = await house.role({ departments: [gone] });
  expect(await codeOf(boss(), departmentMerge, { sourceIds: [gone], targetId: inner })).toBe(12001);
  expect(await codeOf(boss(), departmentMerge, { sourceIds: [rootDepartmentId], targetId: inner })).toBe(12006);
  await boss().call(departmentRemove, { ids: [inner] });
  expect(await boss().ask(departmentRemove, { ids: [gone] })).toMatchObject({ code: 10410, data: { usedBy: [{ id: roleId }] } });
  const person = await house.person([gone]);
  const { client } = await house.administrator({ codes: [page.code, page.button.mergeDept], range: { kind: 'all' } });
  const preview = await client.call(departmentMergePreview, { sourceIds: [gone], targetId: target });
  expect(preview.references).toMatchObject([{ kind: 'role', count: 1, objects: [], refused: expect.stringMatching(/./) }]);
  expect(await codeOf(client, departmentMerge, { sourceIds: [gone], targetId: target })).toBe(65002);
  expect((await departmentsOf(person))[0]?.departmentId).toBe(gone);
  // A place for its people is none for the role: who would get it there is said by a merge.
  expect(await codeOf(boss(), departmentRemove, { ids: [gone], moveTo: target })).toBe(10410);
  await boss().call(sysRole.removeMembers, { roleId, kind: 'department', ids: [gone] });
  await boss().call(departmentRemove, { ids: [gone], moveTo: target });
  expect((await departmentsOf(person))[0]?.departmentId).toBe(target);

  const foreign = await house.department('别处');
  const own = await house.administrator({ codes: [page.code, page.button.mergeDept], range: { kind: 'chosen', departmentIds: [target] } });
  for (const operation of [departmentMerge, departmentMergePreview]) {
    expect(await codeOf(own.client, operation, { sourceIds: [foreign], targetId: target })).toBe(10910);
    expect(await codeOf(own.client, operation, { sourceIds: [target], targetId: foreign })).toBe(10910);
  }
});
