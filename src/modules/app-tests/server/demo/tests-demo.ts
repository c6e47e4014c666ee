import type { DemoActor } from '#kit/server/demo/demo-actor.ts';
import { demoCast } from '#kit/server/demo/demo-cast.ts';
import type { DemoPart } from '#kit/server/demo/demo-part.ts';
import { app } from '#modules/apps/common/app.contract.ts';
import { appVersion, versionClone, versionReplace } from '#modules/apps/common/version.contract.ts';
import { demoDepartment } from '#modules/people/server/public.ts';
import { clock } from '#platform/clock.ts';
import { testRelease } from '../../common/test.contract.ts';

/** The next version of the sample company's first app, which one department tries before it is released. */
export const testsDemo: DemoPart = {
  actions: ({ calendar }) => [{ at: calendar.at(88, '09:40', 8), what: async (stage) => begin(await stage.as(demoCast.chief)) }],
};

async function begin(actor: DemoActor): Promise<void> {
  const [first] = (await actor.call(app.list, { pageSize: 1, sort: 'createdAt' })).list;
  if (!first) return;
  const { list } = await actor.call(appVersion.list, { appId: first.id, platform: 2, pageSize: 1 });
  if (!list[0]) return;
  const { id } = await actor.call(versionClone, { id: list[0].id, channel: 'beta' });
  const content = { storeUrl: 'https://apps.example.com/workbench', versionName: '2.3.0', buildNo: '230' };
  await actor.call(versionReplace, { id, version: 1, content });
  await actor.call(testRelease.add, {
    name: '2.3 离线审批',
    versionId: id,
    testers: [{ kind: 'department', id: await demoDepartment(actor, 'SH-SVC') }],
    until: clock.now() + 30 * 86_400_000,
  });
}
