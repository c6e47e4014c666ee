import { discardPlan } from '#kit/common/change/plan.contract.ts';
import { listBatches, revertChanges } from '#kit/common/change/journal.contract.ts';
import type { DemoActor } from '#kit/server/demo/demo-actor.ts';
import { demoCast, type CastMember } from '#kit/server/demo/demo-cast.ts';
import type { DemoAction, DemoStage } from '#kit/server/demo/demo-part.ts';
import {
  departmentAdd,
  departmentDisable,
  departmentGet,
  departmentMove,
  departmentRemove,
  departmentUpdate,
} from '../../common/department.contract.ts';
import { employeeBatchUpdate, employeeExport } from '../../common/employee-bulk.contract.ts';
import {
  employeeAdd,
  employeeDisable,
  employeeGet,
  employeeList,
  employeePurge,
  employeeRemove,
  employeeRestore,
  employeeUpdate,
} from '../../common/employee.contract.ts';
import { employeeRehire } from '../../common/life/life.contract.ts';
import type { BulkFields } from '../../common/employee-fields.ts';
import type { DemoTown, Resident } from './company.ts';
import { importPeople, planPeople } from './founding.ts';
import { reasons } from './reasons.ts';
import type { DemoCompany } from './structure.ts';

type Setting = Pick<DemoStage, 'size' | 'calendar'>;

/** What everybody remembers of these 90 days: reorganisations, bulk changes, mistakes that were taken back. */
export function milestones(town: DemoTown, { size, calendar }: Setting): DemoAction[] {
  const by = (member: CastMember, day: number, time: string, what: (actor: DemoActor, at: number) => Promise<void>): DemoAction => {
    const at = calendar.at(day, time, member.hoursEast);
    return { at, what: async (stage) => what(await stage.as(member), at) };
  };
  const { shanghaiHr, japanHr, germanyHr, britainHr, groupHr } = demoCast;
  const few = Math.max(3, Math.round(size.people * 0.006));
  return [
    by(shanghaiHr, 9, '15:20', (actor, at) => newcomers(town, actor, { company: 'SH', people: few, by: shanghaiHr, hired: at })),
    by(britainHr, 12, '15:00', (actor) =>
      batch(actor, { department: town.idOf('UK-IT'), set: { workplace: 'London, Canary Wharf' }, reason: reasons('en_US', 'moved') }),
    ),
    by(groupHr, 15, '10:30', (actor) => reorganise(town, actor)),
    by(shanghaiHr, 20, '17:10', (actor) => mistake(town, actor)),
    by(groupHr, 22, '11:05', (actor) => project(town, actor)),
    by(japanHr, 29, '16:00', (actor, at) => newcomers(town, actor, { company: 'JP', people: few, by: japanHr, hired: at })),
    by(groupHr, 36, '09:40', (actor) => closeShift(town, actor)),
    by(germanyHr, 40, '13:15', (actor, at) => thrownAway(town, actor, at)),
    by(britainHr, 44, '09:10', (actor, at) => newcomers(town, actor, { company: 'UK', people: few, by: britainHr, hired: at })),
    by(groupHr, 47, '15:40', (actor, at) => sharedAccounts(town, actor, at)),
    by(japanHr, 50, '17:00', (actor) => exported(actor, town.idOf('JP'))),
    by(germanyHr, 53, '11:00', (actor) => contractorsLeave(town, actor)),
    by(demoCast.admin, 55, '10:00', (actor) => purgeOne(actor)),
  ];
}

interface Newcomers {
  company: DemoCompany['key'];
  people: number;
  by: CastMember;
  hired: number;
}

/** People who join together come from a file. */
export async function newcomers(town: DemoTown, actor: DemoActor, { company, people: number, by, hired }: Newcomers): Promise<void> {
  const people = Array.from({ length: number }, () => town.maker.newcomer(town.anyLeaf(company), hired));
  const file = `${company}-${new Date(hired).toISOString().slice(0, 10)}.xlsx`;
  await importPeople(town, actor, { people, bad: Math.min(3, Math.floor(number / 5)), by, file });
  await town.settle(actor, company, people);
}

async function batch(actor: DemoActor, request: { department: string; set: BulkFields; reason: string }): Promise<void> {
  const filter = { departmentId: request.department, status: ['active' as const] };
  const { total } = await actor.call(employeeList, { ...filter, pageSize: 1 });
  if (total === 0) return;
  const { jobId } = await actor.call(employeeBatchUpdate, { filter, set: request.set, expected: total, reason: request.reason });
  await actor.planEnd(jobId);
}

/** A division of its own for what was a unit of another. */
async function reorganise(town: DemoTown, actor: DemoActor): Promise<void> {
  const name = { zh_CN: '数字化中心', en_US: 'Digital Centre', ja_JP: 'デジタル本部' };
  const { id } = await actor.call(departmentAdd, { parentId: town.idOf('SH'), name, code: 'SH-DGT' });
  for (const code of ['SH-RD-AI', 'SH-RD-UX'].filter((one) => town.ids.has(one))) {
    const { version } = await actor.call(departmentGet, { id: town.idOf(code) });
    await actor.call(departmentMove, { id: town.idOf(code), parentId: id, version, reason: reasons('zh_CN', 'reorganised') });
  }
  const renamedId = town.ids.get('SH-RD-AI');
  if (renamedId === undefined) return;
  const ai = await actor.call(departmentGet, { id: renamedId });
  const renamed = { zh_CN: '智能算法部', en_US: 'Applied Intelligence', ja_JP: 'AIソリューション部' };
  await actor.call(departmentUpdate, { id: ai.id, version: ai.version, name: renamed });
}

/** A bulk change with the wrong value, and the way back. */
async function mistake(town: DemoTown, actor: DemoActor): Promise<void> {
  const department = town.idOf('SH-IT');
  await batch(actor, { department, set: { jobLevel: 'P2' }, reason: '年度职级调整' });
  const [last] = (await actor.call(listBatches, { operation: 'employee.batchUpdate', pageSize: 1 })).list;
  if (last) await actor.call(revertChanges, { batchId: last.id, reason: reasons('zh_CN', 'mistake') });
}

/** A virtual department whose members stay where they are. */
async function project(town: DemoTown, actor: DemoActor): Promise<void> {
  const name = { zh_CN: '北极星项目组', en_US: 'Project Polaris', ja_JP: 'ポラリス・プロジェクト' };
  const { id } = await actor.call(departmentAdd, { parentId: town.idOf('HQ'), name, code: 'HQ-POLARIS', kind: 'virtual' });
  const members = (['SH', 'SH', 'SH', 'JP', 'JP', 'DE', 'UK', 'HQ'] as const).flatMap((company) => town.anybody(company) ?? []);
  for (const one of new Set(members)) {
    const { version } = await actor.call(employeeGet, { id: one.id });
    const assignments = [
      { departmentId: town.idOf(one.person.department), primary: true },
      { departmentId: id, primary: false },
    ];
    await actor.call(employeeUpdate, { id: one.id, version, assignments });
  }
  const [lead] = members;
  const { version } = await actor.call(departmentGet, { id });
  if (lead) await actor.call(departmentUpdate, { id, version, managerIds: [lead.id] });
}

/** A team is given up: disabled, and deleted after its people went to another. */
async function closeShift(town: DemoTown, actor: DemoActor): Promise<void> {
  const [late, early] = [town.ids.get('SH-SVC-CAL-2'), town.ids.get('SH-SVC-CAL-1')];
  if (late === undefined || early === undefined) return;
  const reason = reasons('zh_CN', 'reorganised');
  await actor.call(departmentDisable, { ids: [late], reason });
  await actor.call(departmentRemove, { ids: [late], moveTo: early, reason });
  town.ids.delete('SH-SVC-CAL-2');
  for (const { person } of town.residents) if (person.department === 'SH-SVC-CAL-2') person.department = 'SH-SVC-CAL-1';
}

/** A file that was looked at and not wanted. */
async function thrownAway(town: DemoTown, actor: DemoActor, at: number): Promise<void> {
  const people = Array.from({ length: 8 }, () => town.maker.newcomer(town.anyLeaf('DE'), at));
  const id = await planPeople(town, actor, { people, bad: 2, by: demoCast.germanyHr, file: 'Bewerber.xlsx' });
  await actor.call(discardPlan, { id });
}

const dayMillis = 86_400_000;

/** Accounts that nobody is behind: each has an owner and an end. */
async function sharedAccounts(town: DemoTown, actor: DemoActor, at: number): Promise<void> {
  const accounts = [
    ['reception.shanghai', '前台公用账号', 'shared', 'SH-ADM'],
    ['reception.tokyo', '受付共用アカウント', 'shared', 'JP-ADM'],
    ['line1.terminal', '装配一线终端', 'shared', 'SH-MFG-ASM-1'],
    ['backup.service', 'Backup service', 'service', 'SH-IT-OPS'],
  ] as const;
  for (const [account, name, employmentType, department] of accounts) {
    const ownerId = town.residents.find(({ person }) => person.department === department && person.head)?.id;
    if (ownerId === undefined) continue;
    const assignments = [{ departmentId: town.idOf(department), primary: true }];
    await actor.call(employeeAdd, { account, name, employmentType, ownerId, expiresAt: at + 330 * dayMillis, assignments });
  }
}

async function exported(actor: DemoActor, departmentId: string): Promise<void> {
  const { jobId } = await actor.call(employeeExport, { filter: { departmentId }, format: 'xlsx' });
  await actor.jobEnd(jobId);
}

/** The contracts of some end at once; two of them come back. */
async function contractorsLeave(town: DemoTown, actor: DemoActor): Promise<void> {
  const isLeaving = ({ company, leftOn, person }: Resident): boolean =>
    company === 'DE' && leftOn === null && person.employmentType === 'contractor' && !person.head;
  const leaving = town.residents.filter(isLeaving).slice(0, 9);
  const ids = leaving.map(({ id }) => id);
  if (ids.length < 3) return;
  await actor.call(employeeDisable, { ids, reason: 'Vertragsende' });
  await actor.call(employeeRemove, { ids, reason: 'Vertragsende' });
  const back = ids.slice(0, 2);
  await actor.call(employeeRestore, { ids: back, reason: 'Vertrag verlängert' });
  for (const id of back) {
    const { version, departments } = await actor.call(employeeGet, { id });
    const assignments = departments.map(({ departmentId, primary, title }) => ({ departmentId, primary, title }));
    await actor.call(employeeRehire, { id, version, assignments, reason: 'Vertrag verlängert' });
  }
  for (const one of leaving.slice(2)) town.residents.splice(town.residents.indexOf(one), 1);
}

/** Somebody asked for the erasure of what is kept. */
async function purgeOne(actor: DemoActor): Promise<void> {
  const { list } = await actor.call(employeeList, { deleted: true, pageSize: 1, sort: 'account' });
  if (list[0]) await actor.call(employeePurge, { ids: [list[0].id], reason: 'Art. 17 GDPR' });
}
