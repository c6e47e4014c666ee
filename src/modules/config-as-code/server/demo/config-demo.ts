import type { DemoActor } from '#kit/server/demo/demo-actor.ts';
import { demoCast } from '#kit/server/demo/demo-cast.ts';
import type { DemoPart } from '#kit/server/demo/demo-part.ts';
import { areaList, areaLock, bundleList, configDrift, configExport, configPlan } from '../../common/config.contract.ts';

/** Roles and menus of the sample company as text, what has changed since, and a plan that waits for somebody to read it. */
export const configDemo: DemoPart = {
  actions: ({ calendar }) => [
    { at: calendar.at(30, '17:45', 8), what: async (stage) => keep(await stage.as(demoCast.chief)) },
    { at: calendar.ago(58), what: async (stage) => compare(await stage.as(demoCast.chief)) },
  ],
};

const areas = ['roles', 'resources'];

async function keep(actor: DemoActor): Promise<void> {
  const { jobId } = await actor.call(configExport, { areas });
  await actor.jobEnd(jobId);
}

async function compare(actor: DemoActor): Promise<void> {
  const [bundle] = (await actor.call(bundleList, {})).list;
  if (!bundle) return;
  await actor.jobEnd((await actor.call(configPlan, { bundleId: bundle.id, prune: true })).jobId);
  // Changes by hand are still taken, and listed.
  const { list } = await actor.call(areaList, { pageSize: 100 });
  const roles = list.find(({ area }) => area === 'roles');
  if (roles) await actor.call(areaLock, { area: roles.area, version: roles.version, bundleId: bundle.id, allowHand: true });
  await actor.jobEnd((await actor.call(configDrift, { areas })).jobId);
}
