import { crowdAdd } from '../../../src/modules/crowds/common/crowd.contract.ts';
import { departmentAdd, departmentRemove, departmentUpdate } from '../../../src/modules/people/common/department.contract.ts';
import {
  employeeAdd,
  employeeDisable,
  employeeEnable,
  employeeGet,
  employeeRemove,
  employeeUpdate,
} from '../../../src/modules/people/common/employee.contract.ts';
import { extraAdd } from '../../../src/modules/people/common/extra/extra.contract.ts';
import { refreshRadar } from '../../../src/modules/radar/server/refresh.ts';
import { byModule, roleAreas } from '../collected.ts';
import { newRole } from '../role-areas.ts';
import type { Story, Values } from '../samples.ts';
import type { World } from './world.ts';

/** What every name, account and address outside the range bears, as it is written and as pinyin. */
export const marks = ['隐匿', 'yinni', 'verborgen'] as const;

/** Ids of whom the story is about. */
export interface Known {
  /** Outside. */
  department: string;
  person: string;
  crowd: string;
  /** Inside: somebody who is also in the department outside, and somebody who is at home there. */
  beside: string;
  guest: string;
  place: string;
}

/** The story as it was told, with what of it can be asked. */
export interface Marked {
  story: Story;
  /** Inputs by path. */
  asked: Readonly<Record<string, readonly Values[]>>;
  /** What stands for an id, by the name of the field. */
  ids: Readonly<Record<string, readonly string[]>>;
}

const soon = (): number => Date.now() + 20 * 86_400_000;

/** People, departments and a crowd outside of the range whose names can't be mistaken, and people and departments inside who have to do with them. */
async function peopleOf(world: World): Promise<Known> {
  const { boss, inside } = world;
  const north = inside.department.id;
  const { id: department } = await boss.call(departmentAdd, {
    parentId: (await boss.call(employeeGet, { id: world.outside.person.id })).departments[0]!.departmentId,
    name: { zh_CN: '隐匿公司', en_US: 'Verborgen Ltd', ja_JP: '隐匿会社' },
    code: 'verborgen-dept',
  });
  const added = async (name: string, account: string, assignments: { departmentId: string; primary: boolean }[], more = {}) =>
    (await boss.call(employeeAdd, { name, account, assignments, ...more })).id;
  const person = await added('隐匿员甲', 'verborgen-1', [{ departmentId: department, primary: true }], {
    email: 'verborgen@example.com',
    employeeNo: 'verborgen-no',
    nameEn: 'Verborgen One',
  });
  const { id: crowd } = await boss.call(crowdAdd, {
    name: { zh_CN: '隐匿人群' },
    code: 'verborgen-crowd',
    ownerDeptId: department,
    conditions: { match: 'all', of: [{ field: 'department', op: 'isUnder', value: [department] }] },
  });
  await boss.call(extraAdd, { target: 'employee', code: 'buddy', type: 'employee', name: { zh_CN: '伙伴' } });
  await boss.call(extraAdd, { target: 'employee', code: 'branch', type: 'department', name: { zh_CN: '分支' } });
  const named = { managerId: person, dottedManagerIds: [person], extra: { buddy: person, branch: department } };
  const beside = await added('内部员乙', 'inside-beside', [
    { departmentId: north, primary: true },
    { departmentId: department, primary: false },
  ]);
  await boss.call(employeeUpdate, { id: beside, version: 1, ...named });
  const guest = await added('内部员丙', 'inside-guest', [
    { departmentId: department, primary: true },
    { departmentId: north, primary: false },
  ]);
  const moved = await added('内部员丁', 'inside-moved', [{ departmentId: department, primary: true }]);
  await boss.call(employeeUpdate, { id: moved, version: 1, assignments: [{ departmentId: north, primary: true }] });
  await boss.call(employeeAdd, {
    name: '内部员戊',
    account: 'inside-service',
    assignments: [{ departmentId: north, primary: true }],
    employmentType: 'service',
    ownerId: person,
    expiresAt: soon(),
  });
  const { id: place } = await boss.call(departmentAdd, {
    parentId: north,
    name: { zh_CN: '内部员部' },
    managerIds: [person],
    deputyIds: [person],
  });
  const { id: former } = await boss.call(departmentAdd, { parentId: north, name: { zh_CN: '内部旧部' }, managerIds: [person] });
  await boss.call(departmentUpdate, { id: former, version: 1, phone: '1' });
  await boss.call(departmentRemove, { ids: [former] });
  const gone = await added('内部员己', 'inside-gone', [{ departmentId: north, primary: true }], named);
  for (const call of [employeeDisable, employeeRemove]) await boss.call(call, { ids: [gone] });
  // One call, one batch, on both sides.
  for (const call of [employeeDisable, employeeEnable]) await boss.call(call, { ids: [person, beside] });
  return { department, person, crowd, beside, guest, place };
}

/** Makes whom the story is about, and lets every module name them in all that lies inside. */
export async function markedStory(world: World): Promise<Marked> {
  const known = await peopleOf(world);
  const story = { world, known, roles: await rolesOver(world, known) };
  const asked: Record<string, Values[]> = {};
  const ids: Record<string, string[]> = {};
  for (const [, { story: tell }] of byModule) {
    const told = (await tell?.(story)) ?? {};
    for (const [path, inputs] of Object.entries(told.asked ?? {})) (asked[path] ??= []).push(...inputs);
    for (const [field, some] of Object.entries(told.ids ?? {})) (ids[field] ??= []).push(...some);
  }
  await world.house.product.database.pool.query('update radar_round set at = 0');
  await refreshRadar(world.house.product.services);
  return { story, asked, ids };
}

/** Roles of every area: those inside hold people, departments and the crowd on both sides, and somebody inside holds roles of a department outside. */
async function rolesOver({ house, boss, inside }: World, known: Known): Promise<Story['roles']> {
  const { department, person, crowd, beside, guest } = known;
  const north = inside.department.id;
  const own: Record<string, string> = {};
  const foreign: Record<string, string> = {};
  for (const of of roleAreas) {
    const { area, contract, draft } = of;
    const more = (await draft?.(house, north)) ?? {};
    const make = (name: string, code: string, ownerDeptId: string): Promise<string> =>
      newRole(house, of, { name: `${name} ${area}`, code: `${code}_${area}`, ownerDeptId, ...more });
    const roleId = await make('内部角色', 'inside', north);
    await boss.call(contract.assignEmployees, { roleId, ids: [beside, guest, person], until: soon() });
    await boss.call(contract.assignDepartments, { roleId, ids: [department, north], until: soon() });
    await boss.call(contract.assignCrowds, { roleId, ids: [crowd] });
    own[area] = roleId;
    foreign[area] = await make('隐匿角色', 'verborgen', department);
    await boss.call(contract.assignEmployees, { roleId: foreign[area], ids: [beside] });
  }
  return { own, foreign };
}
