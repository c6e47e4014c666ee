import type { DemoActor } from '#kit/server/demo/demo-actor.ts';
import { demoCast } from '#kit/server/demo/demo-cast.ts';
import type { DemoPart } from '#kit/server/demo/demo-part.ts';
import { accessSystem } from '#modules/access/common/system.contract.ts';
import { demoDepartment } from '#modules/people/server/public.ts';
import { sysApi, sysApiGrant } from '../../common/open-api.contract.ts';

/** Functions that the sample company lets its HR system call, each for the departments that it is for. */
export const openApiDemo: DemoPart = {
  actions: ({ calendar }) => [{ at: calendar.at(23, '14:05', 8), what: async (stage) => functions(await stage.as(demoCast.chief)) }],
};

async function functions(actor: DemoActor): Promise<void> {
  const { list } = await actor.call(accessSystem.list, { pageSize: 100 });
  const systemId = list.find(({ code }) => code === 'hr')!.id;
  const readers = await actor.call(sysApi.add, { code: 'contacts/employees' });
  await actor.call(sysApiGrant, { id: readers.id, systemId, rate: 10 });
  const send = await actor.call(sysApi.add, { code: 'messages/send' });
  await actor.call(sysApiGrant, { id: send.id, systemId, departmentIds: [await demoDepartment(actor, 'SH')], rate: 5 });
}
