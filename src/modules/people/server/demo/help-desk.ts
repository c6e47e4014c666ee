import { pick, seededRandom } from '#kit/common/random.ts';
import type { DemoActor } from '#kit/server/demo/demo-actor.ts';
import { demoCast } from '#kit/server/demo/demo-cast.ts';
import type { DemoAction, DemoStage } from '#kit/server/demo/demo-part.ts';
import { employeeDisable, employeeEnable, employeePassword, employeeSessionEnd, employeeUnlock } from '../../common/employee.contract.ts';
import type { DemoTown, Resident } from './company.ts';
import { reasons } from './reasons.ts';

type Case = (actor: DemoActor, someone: Resident, stage: DemoStage) => Promise<void>;

/** What people call the service desk about. */
const cases: readonly Case[] = [
  async (actor, { id }) => {
    await actor.call(employeePassword, { id, mode: 'oneTime' });
  },
  async (actor, { id }) => {
    await actor.call(employeePassword, { id, mode: 'oneTime' });
  },
  async (actor, { id, person }, stage) => {
    for (let n = 0; n < 6; n += 1)
      await stage.guess(person.account, { address: `10.8.20.${10 + (n % 2)}`, userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)' });
    await actor.call(employeeUnlock, { ids: [id] });
  },
  async (actor, { id }) => {
    const reason = reasons('zh_CN', 'lostPhone');
    await actor.call(employeeDisable, { ids: [id], reason });
    await actor.call(employeeSessionEnd, { ids: [id] });
    await actor.call(employeeEnable, { ids: [id], reason });
  },
];

const firstDay = 7;

/** The service desk at work: forgotten passwords, locks, lost phones. */
export function helpDesk(town: DemoTown, { size, calendar }: Pick<DemoStage, 'size' | 'calendar'>): DemoAction[] {
  const next = seededRandom(size.seed + 4);
  const days = Array.from({ length: Math.floor((calendar.length - firstDay) / 3) }, (_, at) => firstDay + at * 3);
  return days
    .filter(() => next() < size.pace)
    .map((day): DemoAction => {
      const kind = pick(cases, next());
      return {
        at: calendar.at(day, '11:30', 8) + Math.floor(next() * 200) * 60_000,
        what: async (stage) => {
          const someone = town.anybody('SH');
          if (someone) await kind(await stage.as(demoCast.helpDesk), someone, stage);
        },
      };
    });
}
