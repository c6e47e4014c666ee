import type { DemoActor } from '#kit/server/demo/demo-actor.ts';
import { demoCast } from '#kit/server/demo/demo-cast.ts';
import type { DemoPart } from '#kit/server/demo/demo-part.ts';
import { foldWarnings } from '#kit/server/warning/fold-warnings.ts';
import { demoPerson } from '#modules/people/server/public.ts';
import { noticePersonAdd, noticePersonStatus } from '../../common/notice-person.contract.ts';
import { ruleAdd } from '../../common/rule.contract.ts';
import { silenceAdd } from '../../common/silence.contract.ts';
import { warningAck, warningAssign, warningList, warningResolve } from '../../common/warning.contract.ts';
import { warningRound } from '../round/warning-round.ts';

/** Who is told of what goes wrong in the sample company, and what became of it. */
export const warningsDemo: DemoPart = {
  night: async (services) => {
    // Rounds of a running product are a second apart.
    await foldWarnings(services.database.db, 0);
    await warningRound(services);
  },
  actions: ({ calendar }) => [
    { at: calendar.at(8, '10:15', 8), what: async (stage) => persons(await stage.as(demoCast.chief)) },
    { at: calendar.at(26, '11:30', 8), what: async (stage) => rule(await stage.as(demoCast.chief)) },
    { at: calendar.ago(44), what: async (stage) => silence(await stage.as(demoCast.chief), calendar.ago(-20 * 24 * 60)) },
    // What others notice by themselves, and what becomes of that.
    { at: calendar.ago(36), what: async (stage) => stage.rest() },
    { at: calendar.ago(34), what: async (stage) => stage.rest() },
    { at: calendar.ago(30), what: async (stage) => look(await stage.as(demoCast.chief)) },
  ],
};

async function persons(actor: DemoActor): Promise<void> {
  const everything = { kind: '*', minSeverity: 'warning' as const };
  const { id: helpDesk } = await actor.call(noticePersonAdd, {
    employeeId: await demoPerson(actor, demoCast.helpDesk.account),
    channels: ['console', 'mail'],
    subscriptions: [everything],
    language: 'zh_CN',
    timeZone: 'Asia/Shanghai',
    quiet: { from: '22:00', to: '07:00', days: [0, 1, 2, 3, 4, 5, 6] },
  });
  await actor.call(noticePersonAdd, {
    employeeId: await demoPerson(actor, demoCast.chief.account),
    channels: ['console', 'mail'],
    subscriptions: [{ ...everything, minSeverity: 'error' }],
    language: 'zh_CN',
    escalateTo: helpDesk,
    escalateAfterMinutes: 60,
    licence: true,
  });
  await actor.call(noticePersonAdd, {
    employeeId: await demoPerson(actor, demoCast.auditor.account),
    channels: ['console'],
    subscriptions: [
      { kind: 'audit.seal', minSeverity: 'warning' },
      { kind: 'admin.risk', minSeverity: 'info' },
    ],
    language: 'en_US',
  });
  // Switched off: there is no such robot.
  const robot = { name: '值班群机器人', webhookUrl: 'https://robots.galaxy.example/on-call', webhookPreset: 'wecom' as const };
  const { id } = await actor.call(noticePersonAdd, { ...robot, channels: ['webhook'] });
  await actor.call(noticePersonStatus, { id, status: 'disabled' });
}

async function rule(actor: DemoActor): Promise<void> {
  await actor.call(ruleAdd, {
    kind: 'job.failed',
    name: '人员导入失败',
    match: { nameHas: '导入' },
    severity: 'error',
    repeatHours: 12,
    digest: 'hourly',
    ownerId: await demoPerson(actor, demoCast.groupHr.account),
  });
}

async function silence(actor: DemoActor, until: number): Promise<void> {
  const weekly = { days: [0], from: '02:00', to: '05:00', timeZone: 'Asia/Shanghai' };
  await actor.call(silenceAdd, { severities: ['info', 'warning'], until, weekly, reason: '每周日凌晨例行维护' });
}

/** One is seen to, one is somebody's, one is over; the others stay as they are. */
async function look(actor: DemoActor): Promise<void> {
  const [first, second, third] = (await actor.call(warningList, { pageSize: 20, sort: 'firstAt' })).list;
  if (first) await actor.call(warningAck, { ids: [first.id], comment: '正在处理' });
  if (third) await actor.call(warningResolve, { ids: [third.id], comment: '已核实，属计划内操作' });
  if (second) await actor.call(warningAssign, { ids: [second.id], employeeId: await demoPerson(actor, demoCast.helpDesk.account) });
}
