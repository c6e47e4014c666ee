import { demoCast } from '#kit/server/demo/demo-cast.ts';
import type { DemoAction, DemoStage } from '#kit/server/demo/demo-part.ts';
import { group } from '#modules/groups/common/group.contract.ts';
import { demoDepartment, demoPerson } from '#modules/people/server/public.ts';
import { robotCommand } from '../../common/company/command.contract.ts';
import { robotTest } from '../../common/company/log.contract.ts';
import { robotReply } from '../../common/company/reply.contract.ts';
import { robot, robotGroupAdd } from '../../common/company/robot.contract.ts';

const alert = {
  version: '4',
  receiver: 'operations',
  status: 'firing',
  groupKey: '{}:{alertname="DiskFull"}',
  commonLabels: { alertname: 'DiskFull' },
  alerts: [
    {
      status: 'firing',
      labels: { alertname: 'DiskFull', instance: 'hr-db-1', severity: 'warning' },
      annotations: { summary: '/data 已用 91 %' },
      generatorURL: 'https://monitor.example.com/graph',
    },
  ],
};

/** Robots of the sample company: monitoring that posts alerts, a service desk that answers, and one that waits for approval. */
async function beginRobots(stage: DemoStage): Promise<void> {
  const actor = await stage.as(demoCast.chief);
  const [head, service] = [await demoDepartment(actor, 'HQ'), await demoDepartment(actor, 'SH-SVC')];
  const ownerId = await demoPerson(actor, demoCast.helpDesk.account);
  const { list: groups } = await actor.call(group.list, {});
  const groupOf = (name: string): string[] => groups.filter((one) => one.name === name).map(({ id }) => id);
  const monitor = await actor.call(robot.add, {
    name: { zh_CN: '监控告警', en_US: 'Monitoring', ja_JP: '監視アラート' },
    code: 'monitoring',
    description: {
      zh_CN: '转发 Alertmanager 的告警',
      en_US: 'Posts the alerts of Alertmanager',
      ja_JP: 'Alertmanager のアラートを転送します',
    },
    avatar: 'bell',
    preset: 'alert',
    companyDeptId: head,
    ownerId,
    inShapes: ['alertmanager', 'grafana', 'own'],
  });
  const [rollout] = groupOf('人事系统上线');
  if (rollout !== undefined) {
    await actor.call(robotGroupAdd, { robotId: monitor.id, groupIds: [rollout] });
    await actor.call(robotTest, { id: monitor.id, direction: 'in', body: JSON.stringify(alert), groupId: rollout });
  }
  const desk = await actor.call(robot.add, {
    name: { zh_CN: '服务台助手', en_US: 'Service desk', ja_JP: 'サービスデスク' },
    code: 'service-desk',
    avatar: 'question',
    preset: 'quiz',
    companyDeptId: service,
    ownerId,
  });
  const chats = groupOf('上海客服');
  if (chats.length > 0) await actor.call(robotGroupAdd, { robotId: desk.id, groupIds: chats });
  const answer = {
    zh_CN: '工作日 9:00–18:00，周末 10:00–16:00',
    en_US: 'Weekdays 9 to 18, weekends 10 to 16',
    ja_JP: '平日 9:00〜18:00、土日 10:00〜16:00',
  };
  await actor.call(robotReply.add, { robotId: desk.id, words: '营业时间', answer, cooldown: 60 });
  await actor.call(robotCommand.add, {
    robotId: desk.id,
    word: 'ticket',
    description: { zh_CN: '说明如何登记工单', en_US: 'How to file a ticket', ja_JP: 'チケットの登録方法' },
    arguments: [{ name: 'title', label: { zh_CN: '标题', en_US: 'title', ja_JP: '件名' } }],
    does: {
      kind: 'text',
      text: {
        zh_CN: '请在服务台登记“{title}”，我们会在两小时内回复',
        en_US: 'Please file “{title}” at the service desk; we answer within two hours',
        ja_JP: '「{title}」をサービスデスクに登録してください。2 時間以内に回答します',
      },
    },
  });
}

/** Somebody asks for a robot that reads everything. */
async function askForReader(stage: DemoStage): Promise<void> {
  const actor = await stage.as(demoCast.chief);
  await actor.call(robot.add, {
    name: { zh_CN: '会议纪要', en_US: 'Minutes', ja_JP: '議事録' },
    code: 'minutes',
    avatar: 'form',
    preset: 'form',
    reads: 'all',
    companyDeptId: await demoDepartment(actor, 'HQ'),
    ownerId: await demoPerson(actor, demoCast.groupHr.account),
  });
}

/** What administrators do with company robots, with the moments. */
export const companyActions = (at: (day: number, time: string) => number): readonly DemoAction[] => [
  { at: at(60, '10:40'), what: beginRobots },
  { at: at(84, '15:20'), what: askForReader },
];
