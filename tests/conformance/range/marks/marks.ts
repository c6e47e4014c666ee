import { getUser } from '../../../../src/kit/common/session/session.contract.ts';
import { newId } from '../../../../src/kit/server/ids.ts';
import { belongsSave, specialUser } from '../../../../src/modules/contacts/common/special.contract.ts';
import { contactRole, contactSaveRanges } from '../../../../src/modules/contacts/common/role.contract.ts';
import { fileRule, whiteAdd } from '../../../../src/modules/enterprise/common/file-rule.contract.ts';
import { memberLimitAdd } from '../../../../src/modules/enterprise/common/member-limit.contract.ts';
import { reportSave } from '../../../../src/modules/logs/common/saved/report.contract.ts';
import { searchSave } from '../../../../src/modules/logs/common/saved/search.contract.ts';
import { propertyAdd } from '../../../../src/modules/property/common/property.contract.ts';
import { propertyValueSet } from '../../../../src/modules/property/common/value.contract.ts';
import { radarAdd } from '../../../../src/modules/radar/common/radar.contract.ts';
import { sysRole } from '../../../../src/modules/system/common/role.contract.ts';
import { tokenAdd } from '../../../../src/modules/system/common/token.contract.ts';
import { crowdAdd } from '../../../../src/modules/crowds/common/crowd.contract.ts';
import { departmentAdd, departmentRemove, departmentUpdate } from '../../../../src/modules/people/common/department.contract.ts';
import {
  employeeAdd,
  employeeDisable,
  employeeEnable,
  employeeGet,
  employeeRemove,
  employeeUpdate,
} from '../../../../src/modules/people/common/employee.contract.ts';
import { extraAdd } from '../../../../src/modules/people/common/extra/extra.contract.ts';
import { employeeLeave } from '../../../../src/modules/people/common/life/life.contract.ts';
import { userManagement } from '../../../../src/modules/people/common/permissions.ts';
import { sourceAdd, sourceAlarmSave } from '../../../../src/modules/people-sources/common/source.contract.ts';
import { noticePersonAdd } from '../../../../src/modules/warnings/common/notice-person.contract.ts';
import { warningAssign } from '../../../../src/modules/warnings/common/warning.contract.ts';
import { refreshRadar } from '../../../../src/modules/radar/server/refresh.ts';
import { calledIn } from '../calls.ts';
import { appsStory } from './apps.ts';
import { chatsStory } from './chats.ts';
import { devicesStory, filesStory } from './devices.ts';
import { logsStory } from './logs.ts';
import { rolesStory } from './roles.ts';
import { runsStory } from './runs.ts';
import type { World } from '../world.ts';

/** What every name, account and address outside the range bears, as it is written and as pinyin. */
export const marks = ['隐匿', 'yinni', 'verborgen'] as const;

/** Ids of what the story is about. */
export interface Marked {
  /** Outside. */
  department: string;
  person: string;
  crowd: string;
  /** Inside: somebody who is also in the department outside, and somebody who is at home there. */
  beside: string;
  guest: string;
  place: string;
  role: string;
  fileRule: string;
  contactRole: string;
  special: string;
  limit: string;
  property: string;
  source: string;
  ownCrowd: string;
  run: string;
  importPlan: string;
  /** A restored month of the journal. */
  archive: string;
  /** Roles of further areas by the beginning of the paths of their calls, and what else is asked of the areas. */
  roles: Readonly<Record<string, string>>;
  asked: Readonly<Record<string, Record<string, unknown>[]>>;
}

const soon = (): number => Date.now() + 20 * 86_400_000;
const days = (n: number): string => new Date(Date.now() + n * 86_400_000).toISOString().slice(0, 10);

/** Makes people, departments and crowds outside of the range whose names can't be mistaken, and names them in all that lies inside. */
export async function markedStory(world: World): Promise<Marked> {
  const { boss, house, inside } = world;
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
  const rights = await rightsOver(world, { department, person, crowd, beside, guest });
  const ownCrowd = (
    await boss.call(crowdAdd, {
      name: { zh_CN: '内部人群' },
      code: 'inside-crowd',
      ownerDeptId: north,
      conditions: {
        match: 'any',
        of: [
          { field: 'department', op: 'isUnder', value: [department] },
          { field: 'manager', op: 'is', value: person },
          { field: 'inCrowd', op: 'is', value: crowd },
        ],
      },
      includes: [beside],
    })
  ).id;
  await boss.call(employeeLeave, { ids: [guest], at: days(9), successorId: person });
  await boss.call(radarAdd, { name: '内部到期', deptId: north, dueAt: soon(), ownerId: person });
  await house.product.database.pool.query(
    'insert into change_delegation (id, from_uid, to_uid, from_at, until_at) values ($1, $2, $3, 1, $4)',
    [newId(), beside, person, soon()],
  );
  await calledIn(world, north, { employeeId: person, actForId: person });
  const more = await running(world, { department, person, crowd, beside });
  const known = { department, person, beside, source: more.source };
  const { archive } = await logsStory(world, known);
  const past = await runsStory(world, known);
  const areas = await areasStory(world, { department, person, crowd, beside, guest });
  await house.product.database.pool.query('update radar_round set at = 0');
  await refreshRadar(house.product.services);
  return { department, person, crowd, beside, guest, place, ownCrowd, ...rights, ...more, ...past, ...areas, archive };
}

/** What the areas of terminals tell of both sides. */
async function areasStory(world: World, known: Known & Pick<Marked, 'guest'>): Promise<Pick<Marked, 'roles' | 'asked'>> {
  const { roles, widgets, asked } = await rolesStory(world, known);
  return {
    roles,
    asked: {
      ...asked,
      ...(await devicesStory(world, known)),
      ...(await filesStory(world, known, roles['role/mdm']!)),
      ...(await chatsStory(world, known)),
      ...(await appsStory(world, known, widgets)),
    },
  };
}

type Known = Pick<Marked, 'department' | 'person' | 'crowd' | 'beside'>;

/** Roles, rules and limits that name both sides. */
async function rightsOver({ house, boss, inside }: World, known: Known & Pick<Marked, 'guest'>) {
  const { department, person, crowd, beside, guest } = known;
  const north = inside.department.id;
  const { roleId: role } = await boss.call(sysRole.save, { name: '内部角色', code: 'inside_role', ownerDeptId: north });
  await house.shape(role, { codes: [userManagement.code], range: { kind: 'chosen', departmentIds: [north, department] } });
  const members = [beside, guest, person];
  await boss.call(sysRole.assignEmployees, { roleId: role, ids: members, until: soon() });
  await boss.call(sysRole.assignDepartments, { roleId: role, ids: [department, north], until: soon() });
  await boss.call(sysRole.assignCrowds, { roleId: role, ids: [crowd] });
  const { roleId: rule } = await boss.call(fileRule.save, { name: '内部文件', code: 'inside_files', ownerDeptId: north });
  await boss.call(fileRule.assignEmployees, { roleId: rule, ids: members });
  await boss.call(fileRule.assignDepartments, { roleId: rule, ids: [department, north] });
  await boss.call(whiteAdd, { roleId: rule, ids: members, reason: 'x', until: soon() });
  const parties = [
    { kind: 'employee' as const, id: person },
    { kind: 'employee' as const, id: beside },
    { kind: 'department' as const, id: department },
    { kind: 'crowd' as const, id: crowd },
  ];
  const draft = { ownerDeptId: north, name: '内部规则' };
  const { roleId: contact } = await boss.call(contactRole.save, { ...draft, code: 'inside_contact' });
  await boss.call(contactRole.assignEmployees, { roleId: contact, ids: members });
  await boss.call(contactRole.assignDepartments, { roleId: contact, ids: [department, north] });
  const { version } = await boss.call(contactRole.find, { roleId: contact });
  await boss.call(contactSaveRanges, {
    roleId: contact,
    version,
    kind: 'auth',
    rows: [
      { kind: 'depts', ids: [department, north] },
      { kind: 'crowds', ids: [crowd] },
      { kind: 'employees', ids: members },
    ],
  });
  const { roleId: special } = await boss.call(specialUser.save, { ...draft, code: 'inside_special', mode: 'limited' });
  await boss.call(belongsSave, { roleId: special, parties });
  const { id: limit } = await boss.call(memberLimitAdd, {
    ...draft,
    from: [{ kind: 'department', id: north }, ...parties],
    to: parties,
    exceptions: [person],
    enabled: false,
  });
  return { role, fileRule: rule, contactRole: contact, special, limit };
}

/** What runs: warnings, reports, settings, sources, tokens. */
async function running(world: World, { department, person, crowd, beside }: Known) {
  const { house, boss, inside, admin } = world;
  const north = inside.department.id;
  const { pool } = house.product.database;
  const notice = await boss.call(noticePersonAdd, { employeeId: person, channels: ['console'], expiresAt: soon() });
  const warning = newId();
  await pool.query(
    `insert into warning (id, kind, module, object_kind, object_id, object_name, dept_id, severity, raised_severity, facts, state, holds, moment, count, first_at, last_at, opened_at, look_at)
      values ($1, 'job.stuck', 'kit', 'job', 'inside job', '内部任务', $2, 'error', 'error', '{}', 'open', true, false, 1, 1, 1, 1, 9000000000000000)`,
    [warning, north],
  );
  await boss.call(warningAssign, { ids: [warning], employeeId: person });
  await pool.query(
    `insert into warning_notice (id, warning_id, person_id, person_name, uid, channel, reason, severity, state, at, not_before, answer)
      values ($1, $2, $3, '隐匿员甲', $4, 'webhook', 'open', 'error', 'failed', $5, 1, 'verborgen@example.com: no such user')`,
    [newId(), warning, notice.id, person, Date.now()],
  );
  const own = (await admin.call(getUser, {})).roles.map(({ id }) => id);
  const search = await boss.call(searchSave, {
    name: '内部查询',
    log: 'operation',
    filters: { uid: person, departmentId: department },
    roleIds: own,
  });
  await boss.call(reportSave, {
    name: '内部报表',
    searchId: search.id,
    schedule: 'daily',
    format: 'csv',
    personIds: [notice.id],
  });
  await pool.query(
    `insert into change_policy (id, name, operations, loud, off_hours, approver_role_ids, approver_ids, approver_crowd_ids, needed, expires_hours, emergency_role_ids, review_hours, enabled, created_at, updated_at)
     values ($1, 'Names', '{employee.disable}', false, false, '{}', $2, $3, 1, 24, '{}', 24, false, 0, 0)`,
    [newId(), [person, beside], [crowd]],
  );
  const { id: property } = await boss.call(propertyAdd, { namespace: 'names', key: 'shared', description: { zh_CN: 'x' } });
  for (const [scopeKind, scopeId] of [
    ['department', department],
    ['department', north],
    ['employee', person],
    ['employee', beside],
    ['crowd', crowd],
  ] as const)
    await boss.call(propertyValueSet, { propertyId: property, scopeKind, scopeId, value: 'x' });
  const { id: source } = await boss.call(sourceAdd, {
    kind: 'file',
    name: '内部来源',
    code: 'inside-source',
    rootDepartmentId: north,
    config: {},
    mapping: (['externalId', 'account', 'name', 'departmentPath'] as const).map((target) => ({
      target,
      from: { kind: 'attribute' as const, name: target },
    })),
  });
  await boss.call(sourceAlarmSave, { id: source, version: 1, people: [{ employeeId: person }] });
  await boss.call(tokenAdd, { employeeId: beside, name: '内部令牌', codes: [userManagement.code], networks: [], expiresAt: soon() });
  return { property, source };
}
