import { afterAll, beforeAll, expect, test } from 'vitest';
import { listJournal, revertChanges } from '../../src/kit/common/change/journal.contract.ts';
import { builtinAdminUid } from '../../src/kit/server/caller.ts';
import { presetRoleIds } from '../../src/kit/server/access/preset-roles.ts';
import { rights, sysRole } from '../../src/modules/system/common/role.contract.ts';
import { authentication, resourcePage, sysRoleCodes } from '../../src/modules/system/common/permissions.ts';
import { userManagement } from '../../src/modules/people/common/permissions.ts';
import type { ConsoleClient } from '../journeys/console-client.ts';
import { codeOf, House } from './house.ts';

let house: House;
let north: string;
let northTeam: string;
let south: string;
/** Governs roles, with people and resources to give, in the north alone. */
let keeper: { id: string; roleId: string; client: ConsoleClient };

const people = userManagement.code;
const roleCodes = [
  ...new Set([
    authentication.code,
    authentication.button.explain,
    ...Object.values(sysRoleCodes).flatMap((one: string | object) => (typeof one === 'string' ? one : [])),
  ]),
];

beforeAll(async () => {
  house = await House.open();
  north = await house.department('北方公司');
  northTeam = await house.department('北方平台组', north);
  south = await house.department('南方公司');
  keeper = await house.administrator({ codes: [...roleCodes, people], range: { kind: 'chosen', departmentIds: [north] }, owner: north }, [
    north,
  ]);
});
afterAll(() => house.stop());

const asKeeper = {
  grants: async (roleId: string, codes: string[]) =>
    codeOf(keeper.client, sysRole.saveResources, { roleId, version: await house.version(roleId), codes }),
  range: async (roleId: string, range: { kind: 'all' | 'chosen' | 'ownDept' | 'ownDeptAndBelow' | 'self'; departmentIds?: string[] }) =>
    codeOf(keeper.client, sysRole.saveRanges, { roleId, version: await house.version(roleId), range }),
  assign: (roleId: string, ids: string[]) => codeOf(keeper.client, sysRole.assignEmployees, { roleId, ids }),
};
let made = 0;
const ownRole = async (): Promise<string> => {
  made += 1;
  return (await keeper.client.call(sysRole.save, { name: `Own ${made}`, code: `own_${made}`, ownerDeptId: north })).roleId;
};

test('Nobody grants a code that they do not hold, nor more range than they hold it in', async () => {
  const roleId = await ownRole();
  expect(await asKeeper.grants(roleId, [resourcePage.code])).toBe(11005);
  expect(await asKeeper.grants(roleId, [people])).toBe(0);
  expect(await asKeeper.range(roleId, { kind: 'all' })).toBe(11008);
  expect(await asKeeper.range(roleId, { kind: 'chosen', departmentIds: [south] })).toBe(10910);
  expect(await asKeeper.range(roleId, { kind: 'chosen', departmentIds: [northTeam] })).toBe(0);
});

test('A range that was wide while the role was empty can not be filled', async () => {
  const roleId = await ownRole();
  expect([0, 11008]).toContain(await asKeeper.range(roleId, { kind: 'all' }));
  await house.shape(roleId, { range: { kind: 'all' } });
  expect(await asKeeper.grants(roleId, [people])).toBe(11008);
});

test('Members are people and departments of the range; nobody by a crowd who may not see everybody', async () => {
  const roleId = await ownRole();
  const [inside, outside] = [await house.person([northTeam]), await house.person([south])];
  expect(await asKeeper.assign(roleId, [outside])).toBe(10910);
  expect(await asKeeper.assign(roleId, [inside, outside])).toBe(10910);
  expect(await asKeeper.assign(roleId, [inside])).toBe(0);
  expect(await codeOf(keeper.client, sysRole.assignDepartments, { roleId, ids: [south] })).toBe(10910);
  expect(await codeOf(keeper.client, sysRole.assignCrowds, { roleId, ids: [south] })).not.toBe(0);
  await house.shape(roleId, { employees: [outside] });
  expect(await codeOf(keeper.client, sysRole.removeMembers, { roleId, kind: 'employee', ids: [outside] })).toBe(10910);
});

test('A role that reaches people outside the range is changed by somebody who sees them', async () => {
  const roleId = await house.role({
    codes: [people],
    range: { kind: 'ownDept' },
    owner: north,
    employees: [await house.person([south]), await house.person([northTeam])],
  });
  expect(await codeOf(keeper.client, sysRole.disable, { ids: [roleId] })).toBe(10910);
  expect(await asKeeper.grants(roleId, [])).toBe(10910);
  expect(await asKeeper.range(roleId, { kind: 'self' })).toBe(10910);
  expect(await codeOf(keeper.client, sysRole.delete, { ids: [roleId] })).toBe(10910);
  expect((await house.boss.call(sysRole.find, { roleId })).enabled).toBe(true);
});

test('A range that follows its holder leads nobody out of the range in which its codes are held', async () => {
  const both = await house.person([northTeam, south]);
  const roleId = await ownRole();
  await asKeeper.grants(roleId, [people]);
  expect(await asKeeper.range(roleId, { kind: 'ownDept' })).toBe(0);
  expect(await asKeeper.assign(roleId, [both])).toBe(11008);
  // Nor by giving it away while it is off, and switching it on afterwards.
  await house.shape(roleId, { employees: [both] });
  await house.boss.call(sysRole.disable, { ids: [roleId] });
  expect(await codeOf(keeper.client, sysRole.enable, { ids: [roleId] })).not.toBe(0);
  expect((await house.boss.call(sysRole.find, { roleId })).enabled).toBe(false);
});

test('Who holds a code in one department alone gives it in no department below', async () => {
  const flat = await house.administrator({ codes: [...roleCodes, people], range: { kind: 'ownDept' } }, [north]);
  const { roleId } = await flat.client.call(sysRole.save, { name: 'Flat', code: 'flat', ownerDeptId: north });
  const save = async (codes: string[]) =>
    codeOf(flat.client, sysRole.saveResources, { roleId, version: await house.version(roleId), codes });
  expect(await save([people])).toBe(0);
  const version = await house.version(roleId);
  expect(await codeOf(flat.client, sysRole.saveRanges, { roleId, version, range: { kind: 'ownDeptAndBelow' } })).toBe(0);
  const here = await house.person([north]);
  expect(await codeOf(flat.client, sysRole.assignEmployees, { roleId, ids: [here] })).toBe(11008);
  expect(await codeOf(flat.client, sysRole.assignDepartments, { roleId, ids: [north] })).toBe(11008);
});

test('Nobody touches a role above them: neither fields, members, nor whether it is on', async () => {
  const above = await house.role({ codes: [people, resourcePage.code], range: { kind: 'chosen', departmentIds: [north] }, owner: north });
  const wide = await house.role({ codes: [people], range: { kind: 'all' }, owner: north });
  const inside = await house.person([northTeam]);
  for (const roleId of [above, wide]) {
    expect(await asKeeper.assign(roleId, [inside])).toBe(11006);
    expect(await asKeeper.grants(roleId, [])).toBe(11006);
    expect(await codeOf(keeper.client, sysRole.disable, { ids: [roleId] })).toBe(11006);
    expect(await codeOf(keeper.client, sysRole.delete, { ids: [roleId] })).toBe(11006);
    expect(await codeOf(keeper.client, sysRole.update, { roleId, version: await house.version(roleId), name: 'Mine' })).toBe(11006);
    expect(await codeOf(keeper.client, sysRole.copy, { roleId, name: `Copy ${roleId}`, code: `copy_${roleId.slice(-6)}` })).not.toBe(0);
    expect((await keeper.client.call(sysRole.find, { roleId })).editable).toBe(false);
  }
});

test('The own role is not widened: neither in codes, range nor time', async () => {
  const { roleId } = keeper;
  const codes = [...roleCodes, people];
  expect(await asKeeper.grants(roleId, [...codes, userManagement.button.add])).toBe(11005);
  expect(await asKeeper.range(roleId, { kind: 'chosen', departmentIds: [north, south] })).toBe(10910);
  const second = await house.role({
    codes: [userManagement.button.add],
    range: { kind: 'chosen', departmentIds: [north] },
    owner: north,
    employees: [keeper.id],
  });
  expect(await asKeeper.grants(roleId, [...codes, userManagement.button.add])).toBe(11007);
  expect(await asKeeper.range(second, { kind: 'chosen', departmentIds: [northTeam] })).toBe(11007);
  await house.boss.call(sysRole.delete, { ids: [second] });
});

test('isSupperAdmin, presets and ids are taken from no client', async () => {
  const roleId = await ownRole();
  const version = await house.version(roleId);
  for (const extra of [{ isSupperAdmin: true }, { preset: 'super' }, { module: 'mam' }, { grants: ['x'] }, { members: [] }]) {
    const draft = { name: 'Sneaky', code: 'sneaky', ...extra };
    expect((await keeper.client.ask(sysRole.save, draft)).code).toBe(10400);
    expect((await keeper.client.ask(sysRole.update, { roleId, version, ...extra })).code).toBe(10400);
  }
});

test('The role of the super administrators is touched by them alone, and always holds the built-in one', async () => {
  const superRole = presetRoleIds.super;
  // Roles of no department are for who sees everything, and this one not even for them.
  expect(await asKeeper.assign(superRole, [keeper.id])).toBe(10910);
  const { client } = await house.administrator({ codes: roleCodes, range: { kind: 'all' } });
  expect(await codeOf(client, sysRole.assignEmployees, { roleId: superRole, ids: [keeper.id] })).toBe(11006);
  const { boss } = house;
  await house.confirm(boss);
  const remove = () => codeOf(boss, sysRole.removeMembers, { roleId: superRole, kind: 'employee', ids: [builtinAdminUid] });
  expect(await remove()).toBe(11002);
  const until = Date.now() + 60_000;
  expect(await codeOf(boss, sysRole.assignEmployees, { roleId: superRole, ids: [builtinAdminUid], until })).toBe(11002);
  expect(await codeOf(boss, sysRole.disable, { ids: [superRole] })).toBe(11001);
  expect(await codeOf(boss, sysRole.delete, { ids: [superRole] })).toBe(11001);
  expect(await codeOf(boss, sysRole.copy, { roleId: superRole, name: 'Second super', code: 'second_super' })).toBe(11001);
  expect(await codeOf(boss, sysRole.saveResources, { roleId: superRole, version: await house.version(superRole), codes: [] })).toBe(0);
  const range = { kind: 'self' as const };
  expect(await codeOf(boss, sysRole.saveRanges, { roleId: superRole, version: await house.version(superRole), range })).toBe(11001);
});

test('Undoing gives nobody what they could not give themselves', async () => {
  const { boss } = house;
  const roleId = await house.role({ codes: [people, resourcePage.code], range: { kind: 'chosen', departmentIds: [north] } });
  await house.shape(roleId, { codes: [people] });
  const lineOf = async (field: string): Promise<string> => {
    const { list } = await boss.call(listJournal, { kind: ['sysRole'], objectId: roleId, pageSize: 50 });
    return list.find(({ fields }) => fields.some((one) => one.field === field))!.id;
  };
  const undo = async () => keeper.client.ask(revertChanges, { operationIds: [await lineOf('grants')] });
  const answer = await undo();
  expect(answer.code === 0 ? (answer.data as { reverted: number }).reverted : 0).toBe(0);
  expect((await boss.call(sysRole.resources, { roleId })).codes).toEqual([people]);
  // A deleted role above comes back by nobody below.
  const above = await house.role({ codes: [resourcePage.code], range: { kind: 'all' } });
  // A picker names what was chosen, however many roles there are; what is gone has no name.
  const named = async () => (await boss.call(sysRole.search, { ids: [roleId, above] })).list.map(({ id }) => id);
  expect(await named()).toHaveLength(2);
  await boss.call(sysRole.delete, { ids: [above] });
  expect(await named()).toEqual([roleId]);
  const { list } = await boss.call(listJournal, { kind: ['sysRole'], objectId: above, pageSize: 1 });
  const restored = await keeper.client.ask(revertChanges, { operationIds: [list[0]!.id] });
  expect(restored.code === 0 ? (restored.data as { reverted: number }).reverted : 0).toBe(0);
  expect(await codeOf(boss, sysRole.find, { roleId: above })).toBe(10404);
});

test('Who may rename roles but not give them does neither by undoing', async () => {
  const codes = [authentication.code, sysRoleCodes.page, sysRoleCodes.update, sysRoleCodes.members, people];
  const clerk = await house.administrator({ codes, range: { kind: 'chosen', departmentIds: [north] } }, [north]);
  const roleId = await house.role({ codes: [people], range: { kind: 'chosen', departmentIds: [northTeam] } });
  const someone = await house.person([northTeam]);
  await house.shape(roleId, { employees: [someone] });
  await house.boss.call(sysRole.removeMembers, { roleId, kind: 'employee', ids: [someone] });
  const { list } = await house.boss.call(listJournal, { kind: ['sysRole'], objectId: roleId, pageSize: 1 });
  const undone = await clerk.client.ask(revertChanges, { operationIds: [list[0]!.id] });
  expect(undone.code === 0 ? (undone.data as { reverted: number }).reverted : 0).toBe(0);
  expect((await house.boss.call(sysRole.find, { roleId })).members.employees).toBe(0);
});

test('Undoing a change of a role brings back members, codes and range as they were', async () => {
  const { boss } = house;
  const [one, two] = [await house.person([north]), await house.person([south])];
  const roleId = await house.role({
    codes: [people],
    range: { kind: 'chosen', departmentIds: [north] },
    employees: [one],
    departments: [south],
  });
  const stateOf = async () => ({
    codes: (await boss.call(sysRole.resources, { roleId })).codes,
    range: (await boss.call(sysRole.ranges, { roleId })).range,
    members: (await boss.call(sysRole.find, { roleId })).members,
    why: (await boss.call(rights.explain, { empId: one, code: people })).granted,
  });
  const before = await stateOf();
  const last = async (): Promise<string> =>
    (await boss.call(listJournal, { kind: ['sysRole'], objectId: roleId, pageSize: 1 })).list[0]!.id;
  const steps = [
    () => house.shape(roleId, { codes: [resourcePage.code] }),
    () => house.shape(roleId, { range: { kind: 'all' } }),
    () => house.shape(roleId, { employees: [two] }),
    () => boss.call(sysRole.removeMembers, { roleId, kind: 'employee', ids: [one] }),
    () => boss.call(sysRole.removeMembers, { roleId, kind: 'department', ids: [south] }),
    () => boss.call(sysRole.disable, { ids: [roleId] }),
    () => boss.call(sysRole.delete, { ids: [roleId] }),
  ];
  for (const step of steps) {
    await step();
    expect(await boss.call(revertChanges, { operationIds: [await last()] })).toMatchObject({ reverted: 1, conflicts: [] });
    expect(await stateOf()).toEqual(before);
  }
});

test('The super administrators ask for the password again, also when it is an undo', async () => {
  const someone = await house.person([north]);
  const superRole = presetRoleIds.super;
  await house.confirm(house.boss);
  await house.boss.call(sysRole.assignEmployees, { roleId: superRole, ids: [someone] });
  await house.boss.call(sysRole.removeMembers, { roleId: superRole, kind: 'employee', ids: [someone] });
  const { list } = await house.boss.call(listJournal, { kind: ['sysRole'], objectId: superRole, pageSize: 1 });
  await house.ageConfirmations();
  expect(await codeOf(house.boss, sysRole.assignEmployees, { roleId: superRole, ids: [someone] })).toBe(10428);
  expect(await codeOf(house.boss, revertChanges, { operationIds: [list[0]!.id] })).toBe(10428);
  await house.confirm(house.boss);
  expect(await house.boss.call(revertChanges, { operationIds: [list[0]!.id] })).toMatchObject({ reverted: 1 });
  expect((await house.boss.call(rights.explain, { empId: someone, code: people })).superAdmin).toBe(true);
});
