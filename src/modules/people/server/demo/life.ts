import type { Input, Reply } from '#kit/common/contract.ts';
import { pick, seededRandom, type Random } from '#kit/common/random.ts';
import type { DemoActor } from '#kit/server/demo/demo-actor.ts';
import { demoCast, type CastMember } from '#kit/server/demo/demo-cast.ts';
import type { DemoAction, DemoStage } from '#kit/server/demo/demo-part.ts';
import { departmentUpdate } from '../../common/department.contract.ts';
import {
  employeeAdd,
  employeeDisable,
  employeeGet,
  employeeRemove,
  employeeUnmask,
  employeeUpdate,
} from '../../common/employee.contract.ts';
import type { DemoTown, Resident } from './company.ts';
import { reasons } from './reasons.ts';
import type { DemoCompany } from './structure.ts';
import { titleOf } from './titles.ts';

/** A visit of an administrator to the console. */
interface Visit {
  readonly town: DemoTown;
  readonly actor: DemoActor;
  readonly by: CastMember;
  readonly company: DemoCompany['key'];
  readonly day: number;
  readonly now: number;
}

/** Who looks after which company, and every how many working days. */
const keepers: readonly { by: CastMember; company: DemoCompany['key']; every: number; time: string }[] = [
  { by: demoCast.shanghaiHr, company: 'SH', every: 1, time: '09:20' },
  { by: demoCast.japanHr, company: 'JP', every: 2, time: '09:05' },
  { by: demoCast.groupHr, company: 'HQ', every: 4, time: '14:10' },
  { by: demoCast.germanyHr, company: 'DE', every: 2, time: '09:30' },
  { by: demoCast.britainHr, company: 'UK', every: 2, time: '10:15' },
];

/** The first working day on which everybody is there. */
const settled = 6;

/** What happens on ordinary days: people join, move, are promoted, marry, leave; the last day is left for others. */
export function life(town: DemoTown, { size, calendar }: Pick<DemoStage, 'size' | 'calendar'>): DemoAction[] {
  const visits = seededRandom(size.seed + 2);
  const days = Array.from({ length: Math.max(0, calendar.length - settled - 1) }, (_, at) => settled + at);
  return days.flatMap((day) =>
    keepers
      .filter(({ every }) => day % every === 0 && visits() < size.pace)
      .map(({ by, company, time }): DemoAction => {
        const at = calendar.at(day, time, by.hoursEast) + Math.floor(visits() * 90) * 60_000;
        const acts = 1 + Math.floor(visits() * 3);
        return {
          at,
          what: async (stage) => {
            const visit: Visit = { town, actor: await stage.as(by), by, company, day, now: at };
            await clearDesk(visit);
            for (let n = 0; n < acts; n += 1) await choose(town.next)(visit);
          },
        };
      }),
  );
}

type Act = (visit: Visit) => Promise<void>;

const acts: readonly (readonly [weight: number, act: Act])[] = [
  [26, join],
  [16, (visit) => change(visit, promotion)],
  [15, (visit) => change(visit, transfer)],
  [8, (visit) => change(visit, wedding)],
  [9, (visit) => change(visit, furtherDepartment)],
  [6, (visit) => change(visit, ({ now }) => ({ remark: `${reasons(visit.by.language, 'leaveOfAbsence')} ${dayOf(now)}` }))],
  [11, leave],
  [5, newHead],
  [2, twice],
  [2, look],
];

function choose(next: Random): Act {
  let left = next() * acts.reduce((sum, [weight]) => sum + weight, 0);
  return acts.find(([weight]) => (left -= weight) < 0)?.[1] ?? join;
}

const dayOf = (moment: number): string => new Date(moment).toISOString().slice(0, 10);

async function join({ town, actor, company, now }: Visit): Promise<void> {
  const { head: _head, others: _others, department, ...person } = town.maker.newcomer(town.anyLeaf(company), now);
  const { timeZone, locale } = town.department(department).company;
  const { id } = await actor.call(employeeAdd, {
    ...person,
    timeZone,
    locale,
    assignments: [{ departmentId: town.idOf(department), primary: true }],
  });
  town.residents.push({ id, person: { ...person, department, others: [], head: false }, company, leftOn: null });
}

type Idea = (visit: Visit, someone: Resident, held: Held) => Changed;
type Changed = Omit<Input<typeof employeeUpdate>, 'id' | 'version'>;

/** The departments of a person as they are now. */
type Held = Reply<typeof employeeGet>['departments'];

/** Changes somebody of the company as the administrator who looks after it. */
export async function change(visit: Visit, idea: Idea): Promise<void> {
  const { town, actor, company } = visit;
  const someone = town.anybody(company);
  if (!someone) return;
  const { version, departments } = await actor.call(employeeGet, { id: someone.id });
  await actor.call(employeeUpdate, { id: someone.id, version, ...idea(visit, someone, departments) });
}

/** The departments that a person gets in their company. What they do for others besides, in a project of the group, is not its administrator's to end. */
function placed({ town, company }: Visit, { person }: Resident, held: Held): NonNullable<Changed['assignments']> {
  const own = town.idsOf(company);
  const elsewhere = held.filter(({ departmentId, primary }) => !primary && !own.has(departmentId));
  return [
    { departmentId: town.idOf(person.department), primary: true },
    ...person.others.map((code) => ({ departmentId: town.idOf(code), primary: false })),
    ...elsewhere.map(({ departmentId, title }) => ({ departmentId, primary: false, title })),
  ];
}

const promotion: Idea = ({ town }, { person }) => {
  const { company, division } = town.department(person.department);
  const level = Math.min(9, Number(person.jobLevel.slice(1)) + 1);
  person.jobLevel = `P${level}`;
  person.title = titleOf(company.tongue, division, Math.min(0.99, level / 9));
  return { jobLevel: person.jobLevel, title: person.title };
};

/** Transfer of a person to another department of the company. */
export const transfer: Idea = (visit, someone, held) => {
  someone.person.department = visit.town.anyLeaf(visit.company).code;
  someone.person.others = [];
  return { assignments: placed(visit, someone, held) };
};

const wedding: Idea = ({ town }, { person }) => {
  Object.assign(person, town.maker.otherName(person, town.department(person.department).company.tongue));
  return person.nameReading === null ? { name: person.name, nameEn: person.nameEn } : { name: person.name, nameReading: null };
};

const furtherDepartment: Idea = (visit, someone, held) => {
  const other = visit.town.anyLeaf(visit.company).code;
  if (other !== someone.person.department) someone.person.others = [other];
  return { assignments: placed(visit, someone, held) };
};

async function leave({ town, actor, by, company, day }: Visit): Promise<void> {
  const someone = town.anybody(company);
  if (!someone) return;
  await actor.call(employeeDisable, { ids: [someone.id], reason: reasons(by.language, 'resigned') });
  someone.leftOn = day;
}

/** Working days after which the account of somebody who left is deleted. */
const keptDays = 12;

/** Who left some time ago goes to the recycle bin, several at once. */
async function clearDesk({ town, actor, by, company, day }: Visit): Promise<void> {
  const gone = town.residents.filter((one) => one.company === company && one.leftOn !== null && day - one.leftOn >= keptDays);
  if (gone.length < 3) return;
  await actor.call(employeeRemove, { ids: gone.map(({ id }) => id), reason: reasons(by.language, 'left') });
  for (const one of gone) town.residents.splice(town.residents.indexOf(one), 1);
}

async function newHead({ town, actor, company }: Visit): Promise<void> {
  const someone = town.anybody(company);
  const row = someone && (await town.rows(actor, company)).get(someone.person.department);
  if (row) await actor.call(departmentUpdate, { id: row.id, version: row.version, managerIds: [someone.id] });
}

/** Adds somebody who is there already: refused, and audited. */
async function twice({ town, actor, company }: Visit): Promise<void> {
  const someone = town.anybody(company);
  if (!someone) return;
  const { account, name, department } = someone.person;
  await actor.ask(employeeAdd, { account, name, assignments: [{ departmentId: town.idOf(department), primary: true }] });
}

async function look({ town, actor, by, company }: Visit): Promise<void> {
  const someone = pick(
    town.residents.filter((one) => one.company === company),
    town.next(),
  );
  if (someone) await actor.call(employeeUnmask, { id: someone.id, field: 'mobile', reason: reasons(by.language, 'call') });
}
