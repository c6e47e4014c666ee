import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '#kit/testing/test-database.ts';
import { newId } from '#kit/server/ids.ts';
import { departmentList, departmentTree } from '../../common/department.contract.ts';
import { rootDepartmentId } from '../../common/root.ts';
import { treeOf } from './department.nodes.ts';
import { previewMove } from './department.preview.ts';
import { getDepartment, listDepartments } from './department.query.ts';
import { moveDepartment, removeDepartments, reorderDepartments, switchDepartments, updateDepartment } from './department.service.ts';
import { getEmployee } from '../employee/employee.query.ts';
import { adminOf, boss, by, Company, seen, watchEffects } from '../testing/people-fixture.ts';

let company: Company;
beforeAll(async () => {
  company = new Company(await testDatabase());
  watchEffects();
});
afterAll(() => company.database.close());

const db = () => company.database.db;
const tree = (input: Record<string, unknown> = {}, caller = boss()) => treeOf(db(), caller, departmentTree.input.parse(input));
const versionOf = async (id: string) => (await getDepartment(db(), boss(), id)).version;
const move = async (id: string, parentId: string, more: { beforeId?: string; version?: number } = {}, caller = boss()) => {
  const version = more.version ?? (await versionOf(id));
  return company.write((tx) => moveDepartment(tx, caller, { id, parentId, ...more, version }));
};
const childrenOf = async (parentId: string, caller = boss()) => (await tree({ parentId }, caller)).nodes.map(({ name }) => name);

test('a new department is the last child and gets its place in the tree', async () => {
  const a = await company.department('甲');
  const b = await company.department('乙', a.id, { code: 'B1' });
  expect(b.path.startsWith(`${a.path}.`)).toBe(true);
  expect(await getDepartment(db(), boss(), b.id)).toMatchObject({
    fullName: 'Company / 甲 / 乙',
    code: 'B1',
    version: 1,
    enabled: true,
    hasChildren: false,
    directCount: 0,
  });
  await expect(company.department('乙', a.id)).rejects.toMatchObject({ answer: 10411, data: { field: 'name' } });
  await expect(company.department('丙', a.id, { code: 'B1' })).rejects.toMatchObject({ answer: 10411, data: { field: 'code' } });
  const race = await Promise.allSettled([company.department('丁', a.id), company.department('丁', a.id)]);
  expect(race.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('the tree opens at a department with all above it, and not at one out of range', async () => {
  const top = await company.department('顶层');
  const middle = await company.department('中层', top.id);
  const low = await company.department('底层', middle.id);
  const names = async (caller = boss()) => (await tree({ of: low.id }, caller)).nodes.map(({ name }) => name);
  expect(await names()).toEqual(['Company', '顶层', '中层', '底层']);
  expect((await tree({ of: low.id }, adminOf([middle.path]))).nodes.map(({ name, inRange }) => [name, inRange])).toEqual([
    ['Company', false],
    ['顶层', false],
    ['中层', true],
    ['底层', true],
  ]);
  expect(await names(adminOf([(await company.department('别处')).path]))).toEqual([]);
});

test('a move takes all below along, leaves people untouched, tells the grants, and can’t make a circle', async () => {
  const [from, to] = [await company.department('旧址'), await company.department('新址')];
  const moved = await company.department('搬迁部', from.id);
  const deep = await company.department('三组', moved.id);
  const person = await company.person([deep.id]);
  const before = await getEmployee(db(), boss(), person);
  const grants = seen.grants;
  const preview = await previewMove(db(), boss(), { id: moved.id, parentId: to.id });
  expect(preview).toMatchObject({ departments: 2, people: 1, from: 'Company / 旧址 / 搬迁部', to: 'Company / 新址' });
  await move(moved.id, to.id);
  expect((await company.pathOf(deep.id)).startsWith(`${to.path}.`)).toBe(true);
  expect(seen.grants).toBe(grants + 1);
  const after = await getEmployee(db(), boss(), person);
  expect([after.version, after.updatedAt]).toEqual([before.version, before.updatedAt]);
  expect(after.departments[0]?.fullName).toBe('Company / 新址 / 搬迁部 / 三组');
  await expect(move(to.id, deep.id)).rejects.toMatchObject({ answer: 12001 });
  await expect(move(to.id, to.id)).rejects.toMatchObject({ answer: 12001 });
  await expect(move(rootDepartmentId, to.id)).rejects.toMatchObject({ answer: 12006 });
  await expect(move(moved.id, from.id, { version: 1 })).rejects.toMatchObject({ answer: 10409 });
});

test('a child added while its parent moves lies under the new place', async () => {
  const [from, to] = [await company.department('并发甲'), await company.department('并发乙')];
  const moved = await company.department('并发丙', from.id);
  const [, child] = await Promise.all([move(moved.id, to.id), company.department('并发丁', moved.id)]);
  expect((await company.pathOf(child.id)).startsWith(`${await company.pathOf(moved.id)}.`)).toBe(true);
  const crossed = await Promise.allSettled([move(from.id, to.id), move(to.id, from.id)]);
  expect(crossed.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('no deeper than 20 levels', async () => {
  let parent = await company.department('深处');
  for (let level = 3; level <= 20; level += 1) parent = await company.department(`第 ${level} 级`, parent.id);
  await expect(company.department('第 21 级', parent.id)).rejects.toMatchObject({ answer: 12002 });
  const pair = await company.department('两级');
  await company.department('第二级', pair.id);
  const above = (await getDepartment(db(), boss(), parent.id)).parentId!;
  await expect(move(pair.id, above)).rejects.toMatchObject({ answer: 12002 });
});

test('an order is kept for the next reader, and of two at once one gets the present order', async () => {
  const parent = await company.department('排序');
  const ids: string[] = [];
  for (const name of ['一', '二', '三', '四']) ids.push((await company.department(name, parent.id)).id);
  const [one, two, three, four] = ids as [string, string, string, string];
  const version = await versionOf(parent.id);
  const request = [four, one, two, three];
  const reorder = (order: string[]) => company.write((tx) => reorderDepartments(tx, boss(), { parentId: parent.id, ids: order, version }));
  const ends = await Promise.allSettled([reorder(request), reorder(request.toReversed())]);
  const lost = ends.find((end) => end.status === 'rejected');
  const order = (await tree({ parentId: parent.id })).nodes.map(({ id }) => id);
  expect(lost?.reason).toMatchObject({ answer: 10409, data: { current: { version: version + 1, ids: order } } });
  const again = await versionOf(parent.id);
  await expect(
    company.write((tx) => reorderDepartments(tx, boss(), { parentId: parent.id, ids: [one, two, three], version: again })),
  ).rejects.toMatchObject({ answer: 10409 });
  await move(one, parent.id, { beforeId: (await tree({ parentId: parent.id })).nodes[0]!.id });
  expect((await childrenOf(parent.id))[0]).toBe('一');
});

test('only an empty department is deleted, or after its people and children went elsewhere', async () => {
  const [full, target] = [await company.department('撤销部'), await company.department('接收部')];
  const child = await company.department('子部', full.id);
  const person = await company.person([full.id, target.id]);
  const remove = (ids: string[], more: Record<string, string> = {}) =>
    company.write((tx) => removeDepartments(tx, by(boss()), { ids, ...more }));
  await expect(remove([full.id])).rejects.toMatchObject({
    answer: 10410,
    data: {
      usedBy: [
        { kind: 'department', id: child.id },
        { kind: 'employee', id: person },
      ],
    },
  });
  expect(await remove([full.id], { moveTo: target.id })).toBe(1);
  expect((await getDepartment(db(), boss(), child.id)).parentId).toBe(target.id);
  expect((await getEmployee(db(), boss(), person)).departments.map(({ departmentId, primary }) => [departmentId, primary])).toEqual([
    [target.id, true],
  ]);
  await expect(remove([rootDepartmentId])).rejects.toMatchObject({ answer: 12006 });
  await expect(remove([newId()])).rejects.toMatchObject({ answer: 10404 });
});

test('a disabled department can’t be chosen anew; its people stay', async () => {
  const place = await company.department('停用部');
  const person = await company.person([place.id]);
  expect(await company.write((tx) => switchDepartments(tx, boss(), { ids: [place.id], enabled: false }))).toBe(1);
  await expect(company.person([place.id])).rejects.toMatchObject({ issues: [{ path: 'assignments', key: 'issue.departmentDisabled' }] });
  expect((await getEmployee(db(), boss(), person)).departments[0]?.departmentId).toBe(place.id);
  expect((await tree({ includeDisabled: false })).nodes.some(({ id }) => id === place.id)).toBe(false);
});

test('an administrator of a part sees that part, the names above it and nothing else', async () => {
  const mine = await company.department('我的公司');
  const inner = await company.department('内部组', mine.id);
  const foreign = await company.department('别的公司');
  await company.person([inner.id]);
  const admin = () => adminOf([mine.path]);
  const { nodes } = await tree({ withCount: true }, admin());
  expect(nodes.map(({ name, inRange, totalCount, directCount }) => [name, inRange, totalCount, directCount])).toEqual([
    ['Company', false, null, null],
    ['我的公司', true, 1, 0],
    ['内部组', true, 1, 1],
  ]);
  expect(await childrenOf(foreign.id, admin())).toEqual([]);
  expect(await childrenOf(rootDepartmentId, admin())).toEqual(['我的公司']);
  expect((await tree({ text: 'wdgs' }, admin())).nodes.map(({ name }) => name)).toEqual(['Company', '我的公司']);
  expect((await listDepartments(db(), admin(), departmentList.input.parse({}))).list.map(({ id }) => id).toSorted()).toEqual(
    [mine.id, inner.id].toSorted(),
  );
  await expect(getDepartment(db(), admin(), foreign.id)).rejects.toMatchObject({ answer: 10910 });
  await expect(move(inner.id, foreign.id, {}, admin())).rejects.toMatchObject({ answer: 10910 });
  await expect(previewMove(db(), admin(), { id: foreign.id, parentId: mine.id })).rejects.toMatchObject({ answer: 10910 });
  await expect(company.write((tx) => removeDepartments(tx, by(admin()), { ids: [foreign.id] }))).rejects.toMatchObject({ answer: 10910 });
  await expect(
    company.write(async (tx) => updateDepartment(tx, admin(), { id: foreign.id, version: 1, phone: '1' })),
  ).rejects.toMatchObject({ answer: 10910 });
});
