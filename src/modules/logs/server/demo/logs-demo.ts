import type { DemoActor } from '#kit/server/demo/demo-actor.ts';
import { demoCast } from '#kit/server/demo/demo-cast.ts';
import type { DemoPart } from '#kit/server/demo/demo-part.ts';
import { demoPerson } from '#modules/people/server/public.ts';
import { clearConfigGet, clearConfigUpdate, clearEstimate, clearRun } from '../../common/cleaning/clear.contract.ts';
import { holdAdd } from '../../common/cleaning/hold.contract.ts';
import { streamAdd } from '../../common/stream.contract.ts';

/** How the sample company keeps its logs: a shorter time for the history of jobs with the cleaning that followed, a hold, a receiver. */
export const logsDemo: DemoPart = {
  actions: ({ calendar }) => [
    { at: calendar.at(23, '10:30', 0), what: async (stage) => hold(await stage.as(demoCast.chief)) },
    { at: calendar.at(28, '15:15', 8), what: async (stage) => receiver(await stage.as(demoCast.chief)) },
    { at: calendar.at(44, '16:05', 8), what: async (stage) => shorten(await stage.as(demoCast.chief)) },
    { at: calendar.at(60, '17:20', 8), what: async (stage) => clean(await stage.as(demoCast.chief)) },
  ],
};

const kind = 'jobHistory';
const keepDays = 30;

async function hold(actor: DemoActor): Promise<void> {
  await actor.call(holdAdd, {
    name: 'Case 2026-017',
    reason: 'Dispute about the Frankfurt move: nothing of this person may go',
    employeeIds: [await demoPerson(actor, demoCast.germanyHr.account)],
  });
}

/** Not switched on yet: the security team still prepares its side. */
async function receiver(actor: DemoActor): Promise<void> {
  await actor.call(streamAdd, { name: '安全运营中心', host: 'siem.galaxy.example', kinds: ['operation', 'consoleLogin'], minSeverity: 5 });
}

async function estimate(actor: DemoActor): Promise<string> {
  const { jobId, id } = await actor.call(clearEstimate, { kind, keepDays, mode: 'delete' });
  await actor.jobEnd(jobId);
  return id;
}

async function shorten(actor: DemoActor): Promise<void> {
  const { version } = await actor.call(clearConfigGet, { kind });
  await actor.call(clearConfigUpdate, { kind, version, keepDays, estimateId: await estimate(actor) });
}

async function clean(actor: DemoActor): Promise<void> {
  const { pending, running } = await actor.call(clearConfigGet, { kind });
  // By its hour it may have begun already.
  if (pending !== null || running !== null) return;
  const { jobId } = await actor.call(clearRun, { kind, estimateId: await estimate(actor) });
  await actor.jobEnd(jobId);
}
