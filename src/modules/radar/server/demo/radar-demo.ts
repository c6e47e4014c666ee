import { demoCast } from '#kit/server/demo/demo-cast.ts';
import type { DemoPart, DemoStage } from '#kit/server/demo/demo-part.ts';
import { radarAdd, radarList, radarSnooze, radarUpdate } from '../../common/radar.contract.ts';

const dayMinutes = 1_440;
const domain = '域名 galaxy-group.example';

/** What the company keeps an eye on beside what the modules know: some near, some far, one renewed and one put off. */
export const radarDemo: DemoPart = {
  actions: ({ calendar }) => {
    const inDays = (days: number): number => calendar.ago(-days * dayMinutes);
    return [
      { at: calendar.at(12, '10:40', 8), what: (stage) => writeDown(stage, inDays) },
      { at: calendar.at(45, '16:15', 8), what: (stage) => addContract(stage, inDays) },
      { at: calendar.at(48, '09:30', 8), what: (stage) => renew(stage, inDays) },
    ];
  },
};

async function writeDown(stage: DemoStage, inDays: (days: number) => number): Promise<void> {
  const actor = await stage.as(demoCast.chief);
  await actor.call(radarAdd, {
    name: domain,
    dueAt: inDays(-20),
    impact: '官网、邮件与外网门户全部无法访问',
    link: 'https://registrar.example/domains',
  });
  await actor.call(radarAdd, {
    name: '短信签名备案',
    dueAt: inDays(5),
    impact: '验证码短信发不出去，员工无法重置密码',
    remindDays: [60, 30, 7, 1],
  });
}

async function addContract(stage: DemoStage, inDays: (days: number) => number): Promise<void> {
  const actor = await stage.as(demoCast.admin);
  const { id } = await actor.call(radarAdd, {
    name: '机房存储维保合同',
    dueAt: inDays(26),
    impact: '硬盘故障时没有备件与现场服务',
    remindDays: [90, 30],
  });
  await actor.call(radarSnooze, { ids: [id], until: inDays(10), reason: '采购已走流程，等待签字' });
}

/** The domain is paid for another year. */
async function renew(stage: DemoStage, inDays: (days: number) => number): Promise<void> {
  const actor = await stage.as(demoCast.chief);
  const { list } = await actor.call(radarList, { text: domain });
  for (const { id, version } of list) await actor.call(radarUpdate, { id, version, dueAt: inDays(345) });
}
