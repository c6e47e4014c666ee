import {
  oncePerWorld,
  nobody,
  fixed,
  deletedByIds,
  type ModuleSamples,
  type Sample,
  type TrySample,
  type Values,
} from '../../../../tests/conformance/samples.ts';
import { peopleOutside as people, roleOnBothSides } from '../../../../tests/conformance/range/role-on-both-sides.ts';
import type { World } from '../../../../tests/conformance/range/world.ts';
import { heldRole, reads, roleTries, versioned, type RoleArea } from '../../../../tests/conformance/role-areas.ts';
import type { House } from '../../../../tests/access/house.ts';
import { departmentAdd } from '#modules/people/common/department.contract.ts';
import { rootDepartmentId } from '#modules/people/common/root.ts';
import { robot } from '../common/company/robot.contract.ts';
import { mrmRole } from '../common/role/role.contract.ts';
import { robotSchedule } from '../common/schedule/schedule.contract.ts';
import { robotSettingGet } from '../common/setting/setting.contract.ts';
import { usedAssistant } from '../server/assistant/own-assistant.ts';

let made = 0;
const word = (): string => `own-robot-${(made += 1)}`;
const page = { pageNum: 1, pageSize: 200 };
/** Robot roles. */
const mrm: RoleArea = { area: 'mrm', contract: mrmRole };
const { role, ofRole } = roleOnBothSides(mrmRole);

/** The assistant of somebody, as the first use of it makes one. */
async function assistantOf(house: House, employeeId: string): Promise<string> {
  const { services, database } = house.product;
  return (await usedAssistant(database.db, services, employeeId, 'Assistant')).id;
}
const newAssistant = async (house: House): Promise<string> => assistantOf(house, await house.person());

interface Place {
  readonly companyDeptId: string;
  readonly ownerId: string;
}

/** A schedule of a robot of its own. */
async function newSchedule(house: House, { companyDeptId, ownerId }: Place): Promise<{ id: string; robotId: string }> {
  const robotId = (await house.boss.call(robot.add, { name: { zh_CN: word() }, code: word(), companyDeptId, ownerId })).id;
  const content = { kind: 'text' as const, text: { zh_CN: '早安' } };
  const { id } = await house.boss.call(robotSchedule.add, { robotId, name: word(), cron: '0 9 * * *', zone: 'Asia/Tokyo', content });
  return { id, robotId };
}
const anySchedule = async (house: House): Promise<string> =>
  (await newSchedule(house, { companyDeptId: rootDepartmentId, ownerId: await house.person() })).id;

const assistants = oncePerWorld(async ({ house, inside, outside }: World) => ({
  inside: await assistantOf(house, inside.person.id),
  outside: await assistantOf(house, outside.person.id),
}));
const schedules = oncePerWorld(async ({ house, inside, outside }: World) => {
  const of = (side: World['inside']) => newSchedule(house, { companyDeptId: side.department.id, ownerId: side.person.id });
  return { inside: await of(inside), outside: await of(outside) };
});

const refused = (make: (world: World) => readonly Values[] | Promise<readonly Values[]>): Sample => ({ refused: make });
const ofAssistants = (more: Values = {}): Sample =>
  refused(async (world) => {
    const { inside, outside } = await assistants(world);
    return [[outside], [inside, outside], [nobody]].map((ids) => ({ ids, ...more }));
  });
const ofSchedules = (more: Values = {}): Sample =>
  refused(async (world) => {
    const { inside, outside } = await schedules(world);
    return [[outside.id], [inside.id, outside.id], [nobody]].map((ids) => ({ ids, ...more }));
  });

const tries: Readonly<Record<string, TrySample>> = {
  ...roleTries(mrm),
  'role/mrm/saveResources': async (house) => {
    const { roleId, version } = await heldRole(house, mrm);
    return {
      roleId,
      version,
      functions: ['robot.create'],
      limits: { robots: 9, schedules: null, commandsPerRobot: null, callsPerDay: null },
    };
  },
  'robot/setting/update': async (house) => {
    const { version, rate } = await house.boss.call(robotSettingGet, {});
    return { version, rate: (rate ?? 20) + 1 };
  },
  'robot/persional/update': async (house) => ({ id: await newAssistant(house), version: 1, functions: ['reminder'] }),
  'robot/persional/disable': async (house) => ({ ids: [await newAssistant(house)] }),
  'robot/persional/enable': async (house) => {
    const id = await newAssistant(house);
    await house.product.database.pool.query('update assistant set enabled = false where id = $1', [id]);
    return { ids: [id] };
  },
  'robot/persional/delete': async (house) => ({ ids: [await newAssistant(house)] }),
  'robot/persional/reset': async (house) => {
    const id = await newAssistant(house);
    await house.product.database.pool.query(`update assistant set functions = '["digest"]' where id = $1`, [id]);
    return { ids: [id] };
  },
  'robot/schedule/pause': async (house) => ({ ids: [await anySchedule(house)], paused: true }),
};

const named = 'Roles of other departments are named in roles-outside.test.ts';
const roleSamples: Readonly<Record<string, Sample>> = {
  ...Object.fromEntries(['list', 'search', 'find', 'save', 'copy', 'resources'].map((verb) => [`role/mrm/${verb}`, { free: named }])),
  'role/mrm/enable': { free: 'What switching on reaches is what switching off reaches' },
  'role/mrm/getRoleGroupList': { free: 'There are no crowds yet' },
  'role/mrm/getOrgRolePaged': refused(({ outside }) => [
    { ...page, deptId: outside.department.id },
    { ...page, deptId: nobody },
  ]),
  'role/mrm/update': refused(async (world) => [{ ...(await role(world)), expiresAt: Date.now() + 1000 }]),
  'role/mrm/delete': refused(async (world) => [{ ids: [(await role(world)).roleId] }]),
  'role/mrm/disable': refused(async (world) => [{ ids: [(await role(world)).roleId] }]),
  'role/mrm/getRoleEmpList': {
    hidden: async (world) => ({ input: { ...page, roleId: (await role(world)).roleId }, ids: [world.outside.person.id], counted: true }),
  },
  'role/mrm/getRoleDeptList': {
    hidden: async (world) => ({
      input: { ...page, roleId: (await role(world)).roleId },
      ids: [world.outside.department.id],
      counted: true,
    }),
  },
  'role/mrm/search/roleEmpList': {
    hidden: async (world) => ({ input: { ...page, roleId: (await role(world)).roleId }, ids: [world.outside.person.id], counted: true }),
  },
  'role/mrm/assignEmployees': ofRole(people),
  'role/mrm/assignDepartments': ofRole(({ outside }) => [{ ids: [outside.department.id] }, { ids: [nobody] }]),
  'role/mrm/assignCrowds': ofRole(() => [{ ids: [nobody] }]),
  'role/mrm/removeMembers': ofRole((world) => people(world).map((one) => ({ kind: 'employee', ...one }))),
  'role/mrm/exportMembers': { free: 'The job shows whom the list of members shows; tests/access/reviews.test.ts' },
  'role/mrm/importMembers': { free: 'Accounts outside the range become refused lines of the plan; tests/access/reviews.test.ts' },
  'role/mrm/explain': refused(({ outside }) => [{ empId: outside.person.id }, { empId: nobody }]),
  'role/mrm/saveResources': refused(async (world) => [{ ...(await role(world)), functions: [] }]),
};

const ofCompany = (more: Values = {}): Sample =>
  refused(({ outside }) => [outside.department.id, nobody].map((companyDeptId) => ({ companyDeptId, ...more })));

const ranges: Readonly<Record<string, Sample>> = {
  ...roleSamples,
  'robot/setting/get': ofCompany(),
  'robot/setting/update': refused(({ outside }) => [
    { version: 1, rate: 5 },
    { companyDeptId: outside.department.id, version: 0, rate: 5 },
  ]),
  'robot/setting/test': ofCompany({ rate: 5 }),
  'robot/setting/companies': {
    hidden: async ({ boss }) => {
      const { id } = await boss.call(departmentAdd, { parentId: rootDepartmentId, kind: 'company', name: { zh_CN: word() } });
      return { input: {}, ids: [id] };
    },
  },
  'robot/persional/list': { hidden: async (world) => ({ input: page, ids: [(await assistants(world)).outside], counted: true }) },
  'robot/persional/get': refused(async (world) => [{ id: (await assistants(world)).outside }, { id: nobody }]),
  'robot/persional/update': refused(async (world) =>
    [(await assistants(world)).outside, nobody].map((id) => ({ id, version: 1, functions: ['reminder'] })),
  ),
  'robot/persional/delete': ofAssistants(),
  'robot/persional/enable': ofAssistants(),
  'robot/persional/disable': ofAssistants(),
  'robot/persional/reset': ofAssistants(),
  'robot/persional/statistics': { free: 'Counts those whom the list shows' },
  'robot/schedule/list': { hidden: async (world) => ({ input: page, ids: [(await schedules(world)).outside.id], counted: true }) },
  'robot/schedule/get': refused(async (world) => [{ id: (await schedules(world)).outside.id }, { id: nobody }]),
  'robot/schedule/add': refused(async (world) =>
    [(await schedules(world)).outside.robotId].map((robotId) => ({
      robotId,
      name: word(),
      cron: '0 9 * * *',
      zone: 'Asia/Tokyo',
      content: { kind: 'text', text: { zh_CN: 'x' } },
    })),
  ),
  'robot/schedule/update': refused(async (world) =>
    [(await schedules(world)).outside.id, nobody].map((id) => ({ id, version: 1, name: word() })),
  ),
  'robot/schedule/delete': ofSchedules(),
  'robot/schedule/pause': ofSchedules({ paused: true }),
  'robot/schedule/runNow': refused(async (world) => [{ id: (await schedules(world)).outside.id }, { id: nobody }]),
  'robot/schedule/next': refused(async (world) =>
    [(await schedules(world)).outside.robotId, nobody].map((robotId) => ({ robotId, cron: '0 9 * * *', zone: 'UTC' })),
  ),
};

/** Samples of roles, settings, assistants and schedules. */
export const own: ModuleSamples & { readonly tries: object; readonly ranges: object; readonly restores: object } = {
  tries,
  ranges,
  restores: {
    mrmRole: { path: 'role/mrm/delete' },
    ...fixed('robotSetting'),
    assistant: deletedByIds('robot/persional/delete', newAssistant),
    robotSchedule: deletedByIds('robot/schedule/delete', anySchedule),
  },
  roleAreas: [mrm],
  roles: {
    'role/mrm/explain': { free: 'Names a person' },
    'role/mrm/resources': reads(),
    'role/mrm/saveResources': versioned(() => ({ functions: [] })),
  },
  telling: ['role/mrm/getRoleDeptList'],
};
