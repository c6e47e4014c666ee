import type { DemoActor } from '#kit/server/demo/demo-actor.ts';
import { demoCast, type CastMember } from '#kit/server/demo/demo-cast.ts';
import type { DemoAction, DemoStage } from '#kit/server/demo/demo-part.ts';
import { applyPlan, getPlan } from '#kit/common/change/plan.contract.ts';
import { departmentAdd, departmentGet, departmentUpdate } from '../../common/department.contract.ts';
import { employeeImportPreview } from '../../common/employee-bulk.contract.ts';
import { employeeAdd, employeePassword } from '../../common/employee.contract.ts';
import { rootDepartmentId } from '../../common/root.ts';
import type { DemoTown } from './company.ts';
import type { DemoPerson } from './people.ts';
import { sheetOf } from './sheets.ts';
import { demoCompanies, groupName, type DemoCompany } from './structure.ts';

/** Where the administrators work, and as what. */
const places: Readonly<Record<Exclude<keyof typeof demoCast, 'admin'>, { department: string; title: string }>> = {
  chief: { department: 'HQ-IT', title: '集团首席信息官' },
  groupHr: { department: 'HQ-HR', title: '集团人力资源总监' },
  shanghaiHr: { department: 'SH-HR', title: '人事经理' },
  helpDesk: { department: 'SH-IT-DSK', title: '服务台主管' },
  japanHr: { department: 'JP-HR', title: '人事部マネージャー' },
  germanyHr: { department: 'DE-HR', title: 'Personalleiterin' },
  britainHr: { department: 'UK-HR', title: 'HR Manager' },
  auditor: { department: 'HQ-AUD', title: 'Internal Auditor' },
};

/** Who brings the people of a company in, and on which working day. */
const movers: readonly { company: DemoCompany['key']; by: CastMember; day: number }[] = [
  { company: 'HQ', by: demoCast.groupHr, day: 1 },
  { company: 'SH', by: demoCast.shanghaiHr, day: 2 },
  { company: 'JP', by: demoCast.japanHr, day: 3 },
  { company: 'DE', by: demoCast.germanyHr, day: 4 },
  { company: 'UK', by: demoCast.britainHr, day: 5 },
];

/** Share of the people who are there from the beginning. */
const initialShare = 0.93;

/** The first days: the tree, its administrators, and the people of each company from a file with a few mistakes. */
export function founding(town: DemoTown, { size, calendar }: Pick<DemoStage, 'size' | 'calendar'>): DemoAction[] {
  return [
    { at: calendar.at(0, '09:00', 8), what: async (stage) => foundTree(town, await stage.as(demoCast.admin)) },
    { at: calendar.at(0, '09:50', 8), what: async (stage) => addCast(town, await stage.as(demoCast.admin)) },
    ...movers.map(({ company: key, by, day }): DemoAction => ({
      at: calendar.at(day, '10:10', by.hoursEast),
      what: async (stage) => {
        const company = demoCompanies.find((one) => one.key === key)!;
        const people = town.maker.company(company, town.departments, Math.round(size.people * initialShare * company.share));
        const actor = await stage.as(by);
        await importPeople(town, actor, { people, bad: Math.min(6, Math.floor(people.length / 20)), by, file: `${key}-2026.xlsx` });
        await town.settle(actor, key, people);
        await appointHeads(town, actor, key);
      },
    })),
  ];
}

async function foundTree(town: DemoTown, admin: DemoActor): Promise<void> {
  const { version } = await admin.call(departmentGet, { id: rootDepartmentId });
  await admin.call(departmentUpdate, { id: rootDepartmentId, version, name: groupName, code: 'GALAXY' });
  for (const { code, parent, name, level, company } of town.departments) {
    const { id } = await admin.call(departmentAdd, {
      parentId: parent === null ? rootDepartmentId : town.idOf(parent),
      name,
      code,
      kind: level === 1 ? 'company' : 'department',
      ...(level === 1 && { phone: company.phone, address: company.address, email: `${company.key.toLowerCase()}@galaxy.example` }),
      ...(level < 3 && { costCentre: code }),
    });
    town.ids.set(code, id);
  }
}

async function addCast(town: DemoTown, admin: DemoActor): Promise<void> {
  for (const [role, { department, title }] of Object.entries(places)) {
    const member = demoCast[role as keyof typeof places];
    const { company } = town.department(department);
    const { id } = await admin.call(employeeAdd, {
      account: member.account,
      name: member.name,
      nameEn: member.nameEn,
      email: `${member.account}@galaxy.example`,
      title,
      jobLevel: 'M2',
      workplace: company.place,
      timeZone: company.timeZone,
      locale: member.language,
      assignments: [{ departmentId: town.idOf(department), primary: true }],
    });
    await admin.call(employeePassword, { id, mode: 'set', password: admin.password, mustChange: false });
  }
}

/** A file of people on its way into the product. */
export interface DemoImport {
  readonly people: readonly DemoPerson[];
  readonly bad: number;
  readonly by: CastMember;
  readonly file: string;
}

/** Reads a file into a plan and answers the plan's id. */
export async function planPeople(town: DemoTown, actor: DemoActor, { people, bad, by, file }: DemoImport): Promise<string> {
  const { language } = by;
  const content = await sheetOf({ people, pathOf: (code) => town.pathOf(code, language), language, bad });
  const fileId = await actor.upload(file, content);
  const { jobId } = await actor.call(employeeImportPreview, { fileId, createDepartments: false });
  const { result } = await actor.jobEnd(jobId);
  if (typeof result !== 'object' || result === null || !('planId' in result)) throw new Error(`${file} did not become a plan`);
  return String(result['planId']);
}

/** Reads a file into a plan and applies it. */
export async function importPeople(town: DemoTown, actor: DemoActor, given: DemoImport): Promise<void> {
  const id = await planPeople(town, actor, given);
  const { counts } = await actor.call(getPlan, { id });
  const { jobId } = await actor.call(applyPlan, { id, expected: counts });
  const { state } = await actor.jobEnd(jobId);
  if (state !== 'done') throw new Error(`${given.file} was not applied: ${state}`);
}

/** Every department gets whom the file names as its head. */
async function appointHeads(town: DemoTown, actor: DemoActor, company: DemoCompany['key']): Promise<void> {
  const rows = await town.rows(actor, company);
  for (const { id, person } of town.residents.filter((one) => one.company === company && one.person.head)) {
    const row = rows.get(person.department);
    if (row) await actor.call(departmentUpdate, { id: row.id, version: row.version, managerIds: [id] });
  }
}
