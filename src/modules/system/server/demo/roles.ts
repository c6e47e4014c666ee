import type { DemoActor } from '#kit/server/demo/demo-actor.ts';
import { demoCast, type DemoRole } from '#kit/server/demo/demo-cast.ts';
import type { DemoAction, DemoStage } from '#kit/server/demo/demo-part.ts';
import { presetRoleIds } from '#kit/server/access/preset-roles.ts';
import { pick, seededRandom } from '#kit/common/random.ts';
import { employeeList } from '#modules/people/common/employee.contract.ts';
import { userManagement as people } from '#modules/people/common/permissions.ts';
import { demoDepartment, demoPerson } from '#modules/people/server/public.ts';
import { resourcePage } from '../../common/permissions.ts';
import { sysRole } from '../../common/role.contract.ts';

interface DemoRoleDraft {
  code: string;
  name: string;
  description: string;
  grants: readonly string[];
  range: 'all' | 'ownDept' | 'ownDeptAndBelow' | { departments: readonly string[] };
  members: readonly DemoRole[];
}

const { add, update, enable, disable, batchUpdate, unmask, restore, rehire, password, unlock, endSession } = people.button;
const change = [people.code, add, update, enable, disable, people.button.delete, people.button.import, people.button.export];
const tree = [people.button.addDept, people.button.updateDept, people.button.moveDept, people.button.reorderDept];
const office = [...change, restore, rehire, batchUpdate, unmask, ...tree];

/** The role of who looks after the people of one company. */
const companyHr = (company: string, name: string, member: DemoRole): DemoRoleDraft => ({
  code: `hr_${company.toLowerCase()}`,
  name,
  description: `Galaxy Group / ${company}`,
  grants: office,
  range: { departments: [company] },
  members: [member],
});

const drafts: readonly DemoRoleDraft[] = [
  {
    code: 'group_hr',
    name: '集团人事管理员',
    description: '维护全集团的组织与员工',
    grants: [...office, people.button.enableDept, people.button.disableDept, people.button.deleteDept],
    range: 'all',
    members: ['groupHr'],
  },
  companyHr('SH', '上海公司人事', 'shanghaiHr'),
  companyHr('JP', '日本人事担当', 'japanHr'),
  companyHr('DE', 'Personalabteilung Deutschland', 'germanyHr'),
  companyHr('UK', 'HR United Kingdom', 'britainHr'),
  {
    code: 'service_desk',
    name: '服务台',
    description: '重置密码、解除锁定、结束会话',
    grants: [people.code, password, unlock, endSession, enable, disable],
    range: 'all',
    members: ['helpDesk'],
  },
  {
    code: 'people_reader',
    name: 'Read everything',
    description: 'For auditors: sees people, roles and their history, changes nothing',
    grants: [people.code, resourcePage.code],
    range: 'all',
    members: ['auditor'],
  },
  {
    code: 'team_assistant',
    name: '部门秘书',
    description: '维护本部门员工的联系方式与职位',
    grants: [people.code, update],
    range: 'ownDept',
    members: [],
  },
  {
    code: 'division_controller',
    name: 'Division controller',
    description: 'Exports the people of the own division for the budget',
    grants: [people.code, people.button.export],
    range: 'ownDeptAndBelow',
    members: [],
  },
];

const dayMillis = 86_400_000;

/** The roles of the sample company: made on the first day, then given, taken, copied, widened and switched off. */
export function roleActions({ size, calendar }: Pick<DemoStage, 'size' | 'calendar'>): DemoAction[] {
  const chief = async (stage: DemoStage): Promise<DemoActor> => stage.as(demoCast.chief);
  const next = seededRandom(size.seed + 3);
  const weekly = Array.from({ length: Math.floor((calendar.length - 12) / 4) }, (_, week) => 10 + week * 4);
  return [
    { at: calendar.at(0, '11:00', 8), what: async (stage) => foundRoles(await stage.as(demoCast.admin)) },
    ...weekly.map((day): DemoAction => {
      const [role, company, chance] = [next(), next(), next()];
      return {
        at: calendar.at(day, '16:20', 8),
        what: async (stage) => {
          const actor = await chief(stage);
          const code = role < 0.6 ? 'team_assistant' : 'division_controller';
          const until = chance < 0.4 ? calendar.at(day, '16:20', 8) + (60 + Math.floor(chance * 300)) * dayMillis : null;
          await appoint(actor, { code, company: pick(['SH', 'SH', 'JP', 'DE', 'UK'], company), chance, until });
        },
      };
    }),
    { at: calendar.at(17, '17:05', 8), what: async (stage) => retire(await chief(stage)) },
    { at: calendar.at(33, '10:40', 8), what: async (stage) => widen(await chief(stage)) },
    { at: calendar.at(41, '11:15', 8), what: async (stage) => temporary(await chief(stage), calendar.ago(-45 * 24 * 60)) },
    { at: calendar.at(52, '15:30', 8), what: async (stage) => switchOff(await chief(stage)) },
    { at: calendar.at(24, '15:10', 0), what: async (stage) => refused(await stage.as(demoCast.auditor)) },
  ];
}

async function foundRoles(admin: DemoActor): Promise<void> {
  await admin.call(sysRole.assignEmployees, { roleId: presetRoleIds.super, ids: [await demoPerson(admin, demoCast.chief.account)] });
  await admin.call(sysRole.assignEmployees, { roleId: presetRoleIds.audit, ids: [await demoPerson(admin, demoCast.auditor.account)] });
  for (const { code, name, description, grants, range, members } of drafts) {
    const { roleId } = await admin.call(sysRole.save, { name, code, description });
    const saved = await admin.call(sysRole.saveResources, { roleId, version: 1, codes: [...grants] });
    const departmentIds = typeof range === 'object' ? await Promise.all(range.departments.map((one) => demoDepartment(admin, one))) : [];
    const kind = typeof range === 'object' ? 'chosen' : range;
    await admin.call(sysRole.saveRanges, { roleId, version: saved.version, range: { kind, departmentIds } });
    const ids = await Promise.all(members.map((member) => demoPerson(admin, demoCast[member].account)));
    if (ids.length > 0) await admin.call(sysRole.assignEmployees, { roleId, ids });
  }
  await admin.call(sysRole.assignDepartments, {
    roleId: await roleIdOf(admin, 'service_desk'),
    ids: [await demoDepartment(admin, 'SH-IT-DSK')],
  });
}

async function roleIdOf(actor: DemoActor, code: string): Promise<string> {
  const { list } = await actor.call(sysRole.search, { text: code });
  return found(list.find((one) => one.code === code)?.id, code);
}

function found(id: string | undefined, what: string): string {
  if (id === undefined) throw new Error(`The sample company has no ${what}`);
  return id;
}

interface Appointment {
  code: string;
  company: string;
  chance: number;
  until: number | null;
}

/** Two more people of a company hold a role. */
async function appoint(actor: DemoActor, { code, company, chance, until }: Appointment): Promise<void> {
  const { list } = await actor.call(employeeList, {
    departmentId: await demoDepartment(actor, company),
    status: ['active'],
    pageSize: 100,
    sort: 'account',
  });
  if (list.length === 0) return;
  const ids = [pick(list, chance).id, pick(list, (chance + 0.37) % 1).id];
  await actor.call(sysRole.assignEmployees, { roleId: await roleIdOf(actor, code), ids: [...new Set(ids)], until });
}

/** The first who were appointed have other work now. */
async function retire(actor: DemoActor): Promise<void> {
  const roleId = await roleIdOf(actor, 'team_assistant');
  const { list } = await actor.call(sysRole.getRoleEmpList, { roleId, pageSize: 1, sort: 'since' });
  if (list[0]) await actor.call(sysRole.removeMembers, { roleId, kind: 'employee', ids: [list[0].id] });
}

/** The German office administers London's people while nobody else can. */
async function widen(actor: DemoActor): Promise<void> {
  const roleId = await roleIdOf(actor, 'hr_de');
  const { version, range } = await actor.call(sysRole.ranges, { roleId });
  const now = range.departments.map(({ id }) => id);
  const wider = { kind: 'chosen' as const, departmentIds: [...now, await demoDepartment(actor, 'UK-HR')] };
  const saved = await actor.call(sysRole.saveRanges, { roleId, version, range: wider });
  await actor.call(sysRole.saveRanges, { roleId, version: saved.version, range: { kind: 'chosen', departmentIds: now } });
}

/** A copy of a role that ends by itself. */
async function temporary(actor: DemoActor, expiresAt: number): Promise<void> {
  const copied = { roleId: await roleIdOf(actor, 'people_reader'), name: 'External audit 2026', code: 'external_audit' };
  const { roleId } = await actor.call(sysRole.copy, copied);
  const { version } = await actor.call(sysRole.find, { roleId });
  await actor.call(sysRole.update, { roleId, version, description: 'For the yearly audit by an outside firm', expiresAt });
  const { list } = await actor.call(employeeList, { departmentId: await demoDepartment(actor, 'HQ-AUD'), pageSize: 3, sort: 'account' });
  if (list.length > 0) await actor.call(sysRole.assignEmployees, { roleId, ids: list.map(({ id }) => id), until: expiresAt });
}

/** A role that is no longer wanted. */
async function switchOff(actor: DemoActor): Promise<void> {
  const { roleId } = await actor.call(sysRole.save, { name: '年会签到', code: 'party_check_in', description: '年会现场签到，活动已结束' });
  await actor.call(sysRole.saveResources, { roleId, version: 1, codes: [people.code] });
  await actor.call(sysRole.disable, { ids: [roleId] });
}

/** An auditor tries what only others may: refused, and audited. */
async function refused(actor: DemoActor): Promise<void> {
  await actor.ask(sysRole.save, { name: 'Auditors', code: 'auditors' });
}
