import { applyPlan, getPlan } from '#kit/common/change/plan.contract.ts';
import type { DemoActor } from '#kit/server/demo/demo-actor.ts';
import { demoCast } from '#kit/server/demo/demo-cast.ts';
import type { DemoAction, DemoStage } from '#kit/server/demo/demo-part.ts';
import { employeeExport, employeeImportPreview } from '../../common/employee-bulk.contract.ts';
import { employeeDisable, employeeList, employeeUpdate, employeeGet } from '../../common/employee.contract.ts';
import type { DemoTown } from './company.ts';
import { planPeople } from './founding.ts';
import { newcomers } from './milestones.ts';

/** The hour before somebody looks: the yearly graduates fill the company up, and the job tray of `admin` has something of everything. */
export function today(town: DemoTown, { size, calendar }: Pick<DemoStage, 'size' | 'calendar'>): DemoAction[] {
  const { shanghaiHr, admin, japanHr } = demoCast;
  return [
    {
      at: calendar.ago(62),
      what: async (stage) => {
        const { total } = await (await stage.as(demoCast.admin)).call(employeeList, { pageSize: 1 });
        if (total < size.people)
          await newcomers(town, await stage.as(shanghaiHr), {
            company: 'SH',
            people: size.people - total,
            by: shanghaiHr,
            hired: calendar.ago(62),
          });
      },
    },
    { at: calendar.ago(48), what: async (stage) => tray(town, await stage.as(admin), calendar.ago(48)) },
    { at: calendar.ago(21), what: async (stage) => small(town, await stage.as(japanHr)) },
  ];
}

/** An export, a file that can't be read, an import with mistakes in it, and one that waits for a decision. */
async function tray(town: DemoTown, admin: DemoActor, at: number): Promise<void> {
  const full = await admin.call(employeeExport, { filter: { departmentId: town.idOf('UK') }, format: 'xlsx' });
  await admin.jobEnd(full.jobId);
  const broken = await admin.upload('people.csv', Buffer.from('Colour,Shape\nred,round\n'));
  const unread = await admin.ask(employeeImportPreview, { fileId: broken });
  if (isJob(unread.data)) await admin.jobEnd(unread.data.jobId);
  // Neither of these files changes how many people there are: one brings known people, the other is not applied.
  const known = town.residents.filter(({ leftOn, company }) => leftOn === null && company === 'DE').slice(0, 25);
  for (const { person } of known) person.workplace = 'Frankfurt am Main, Westhafen';
  const people = known.map(({ person }) => person);
  const id = await planPeople(town, admin, { people, bad: 4, by: demoCast.germanyHr, file: 'Frankfurt-Westhafen.xlsx' });
  const { counts } = await admin.call(getPlan, { id });
  const { jobId } = await admin.call(applyPlan, { id, expected: counts });
  await admin.jobEnd(jobId);
  const waiting = Array.from({ length: 12 }, () => town.maker.newcomer(town.anyLeaf('UK'), at));
  await planPeople(town, admin, { people: waiting, bad: 2, by: demoCast.britainHr, file: 'London-graduates.xlsx' });
}

function isJob(data: unknown): data is { jobId: string } {
  return typeof data === 'object' && data !== null && 'jobId' in data;
}

/** Two ordinary changes of this morning. */
async function small(town: DemoTown, actor: DemoActor): Promise<void> {
  const [one, other] = [town.anybody('JP'), town.anybody('JP')];
  if (!one || !other || one === other) return;
  const { version } = await actor.call(employeeGet, { id: one.id });
  await actor.call(employeeUpdate, { id: one.id, version, title: '主任', jobLevel: 'P6' });
  await actor.call(employeeDisable, { ids: [other.id], reason: '退職のため' });
}
