import type { DemoActor } from '#kit/server/demo/demo-actor.ts';
import { demoCast } from '#kit/server/demo/demo-cast.ts';
import type { DemoPart } from '#kit/server/demo/demo-part.ts';
import { accessSystem } from '#modules/access/common/system.contract.ts';
import { demoDepartment } from '#modules/people/server/public.ts';
import { connectParam, connectSecret, connectWidget } from '../../common/connect.contract.ts';

/** Widgets of the sample company whose pages belong to its HR system, and the parameters that they are given. */
export const connectDemo: DemoPart = {
  actions: ({ calendar }) => [{ at: calendar.at(22, '11:15', 8), what: async (stage) => widgets(await stage.as(demoCast.chief)) }],
};

async function widgets(actor: DemoActor): Promise<void> {
  const ownerDeptId = await demoDepartment(actor, 'HQ');
  const { list } = await actor.call(accessSystem.list, { pageSize: 100 });
  const systemId = list.find(({ code }) => code === 'hr')!.id;
  const connect = (widgetId: string, name: string) =>
    actor.call(connectWidget.add, {
      name,
      widgetId,
      systemId,
      ownerDeptId,
      entryUrl: `https://apps.example.com/${widgetId}`,
      hosts: ['apps.example.com'],
    });
  const { id } = await connect('leave', '请假');
  await connect('expenses', '费用报销');
  await actor.call(connectSecret, { id });
  const common = { ownerDeptId, widgetId: null, platform: null };
  await actor.call(connectParam.add, { ...common, name: 'theme', value: 'blue', description: '页面主题色' });
  await actor.call(connectParam.add, { ...common, name: 'theme', value: 'green', widgetId: 'leave', description: '请假页面的主题色' });
  await actor.call(connectParam.add, { ...common, name: 'approval-days', kind: 'number', value: '3', widgetId: 'leave' });
  await actor.call(connectParam.add, { ...common, name: 'tenant', value: '8800', visible: 'serverOnly' });
  await actor.call(connectParam.add, {
    ...common,
    name: 'report-key',
    kind: 'secret',
    secret: 'a-secret-of-the-sample',
    visible: 'serverOnly',
  });
}
