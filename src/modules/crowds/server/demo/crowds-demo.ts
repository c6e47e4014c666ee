import type { DemoActor } from '#kit/server/demo/demo-actor.ts';
import { demoCast } from '#kit/server/demo/demo-cast.ts';
import type { DemoPart } from '#kit/server/demo/demo-part.ts';
import { demoDepartment } from '#modules/people/server/public.ts';
import type { CrowdConditions } from '../../common/crowd-conditions.ts';
import { crowdAdd } from '../../common/crowd.contract.ts';

/** People of the sample company who are gathered by rules. */
export const crowdsDemo: DemoPart = {
  actions: ({ calendar }) => [
    { at: calendar.at(8, '10:20', 8), what: async (stage) => crowds(await stage.as(demoCast.chief), await stage.as(demoCast.admin)) },
  ],
};

const all = (...of: CrowdConditions['of']): CrowdConditions => ({ match: 'all', of });

async function crowds(chief: DemoActor, admin: DemoActor): Promise<void> {
  await chief.call(crowdAdd, {
    name: { zh_CN: '近 90 天入职', en_US: 'Joined within 90 days', ja_JP: '入社 90 日以内' },
    code: 'newcomers',
    description: 'Onboarding',
    ownerDeptId: await demoDepartment(chief, 'HQ'),
    conditions: all({ field: 'hireDate', op: 'lastDays', value: 90 }),
  });
  await admin.call(crowdAdd, {
    name: { zh_CN: '橙色工牌', en_US: 'Orange badges', ja_JP: 'オレンジの名札' },
    code: 'orange_badges',
    ownerDeptId: await demoDepartment(admin, 'JP'),
    conditions: all({ field: 'extra.badge', op: 'in', value: ['orange'] }),
  });
  const service = await demoDepartment(admin, 'SH-SVC');
  await admin.call(crowdAdd, {
    name: { zh_CN: '客服（不含呼叫中心早班）', en_US: 'Customer service', ja_JP: 'カスタマーサービス' },
    code: 'service',
    ownerDeptId: service,
    conditions: all({ field: 'department', op: 'isUnder', value: [service] }, { field: 'title', op: 'notEmpty', value: null }),
  });
}
