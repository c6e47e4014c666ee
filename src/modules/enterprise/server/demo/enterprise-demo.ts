import type { DemoActor } from '#kit/server/demo/demo-actor.ts';
import { demoCast } from '#kit/server/demo/demo-cast.ts';
import type { DemoPart } from '#kit/server/demo/demo-part.ts';
import { demoDepartment, demoPerson } from '#modules/people/server/public.ts';
import { fileRule, whiteAdd } from '../../common/file-rule.contract.ts';
import { memberLimitAdd } from '../../common/member-limit.contract.ts';
import { segmentLimit } from '../../common/segment-limit.contract.ts';

/** Limits of the sample company: networks of files and messages, owners of files, and who may contact whom. */
export const enterpriseDemo: DemoPart = {
  actions: ({ calendar }) => [
    { at: calendar.at(11, '14:10', 8), what: async (stage) => segments(await stage.as(demoCast.chief)) },
    { at: calendar.at(12, '15:05', 8), what: async (stage) => members(await stage.as(demoCast.chief)) },
    { at: calendar.at(13, '10:20', 8), what: async (stage) => files(await stage.as(demoCast.chief), calendar.ago(-30 * 24 * 60)) },
    { at: calendar.at(46, '17:30', 8), what: async (stage) => pilotEnds(await stage.as(demoCast.chief)) },
  ],
};

const pilot = '视频会议试点网段';

async function segments(actor: DemoActor): Promise<void> {
  await actor.call(segmentLimit.add, {
    name: '文件仅限办公网',
    segments: [
      { value: '10.8.0.0/16', note: '上海' },
      { value: '10.81.0.0/16', note: '東京' },
      { value: '10.49.0.0/16', note: 'München' },
      { value: '10.44.0.0/16', note: 'London' },
    ],
    actions: ['upload', 'download'],
  });
  await actor.call(segmentLimit.add, {
    name: '访客网络',
    segments: [{ value: '192.168.200.1-192.168.203.254', note: '各地访客 Wi-Fi' }],
    effect: 'denyInside',
    terminalTypes: [4, 5],
  });
  const window = { days: [6, 7], from: '00:00', to: '24:00' as const, zone: 'Europe/Berlin' };
  const weekend = {
    name: 'Kein Versand am Wochenende',
    segments: [{ value: '10.49.64.0/18', note: 'Werk' }],
    actions: ['forward' as const],
  };
  const { id } = await actor.call(segmentLimit.add, { ...weekend, effect: 'denyInside', terminalTypes: [4], window });
  await actor.call(segmentLimit.disable, { ids: [id], reason: 'Betriebsrat fragt noch' });
  await actor.call(segmentLimit.add, { name: pilot, segments: [{ value: '10.8.77.0/24' }], actions: ['preview'] });
}

async function members(actor: DemoActor): Promise<void> {
  const [group, service, audit] = [
    await demoDepartment(actor, 'HQ'),
    await demoDepartment(actor, 'SH-SVC'),
    await demoDepartment(actor, 'HQ-AUD'),
  ];
  await actor.call(memberLimitAdd, {
    name: '审计不被打扰',
    ownerDeptId: group,
    from: [{ kind: 'department', id: service }],
    to: [{ kind: 'department', id: audit }],
    exceptions: [await demoPerson(actor, demoCast.auditor.account)],
    actions: ['chat', 'call'],
  });
  await actor.call(memberLimitAdd, {
    name: '客服只与本公司联系',
    ownerDeptId: service,
    from: [{ kind: 'department', id: service }],
    to: [{ kind: 'department', id: await demoDepartment(actor, 'SH') }],
    effect: 'onlyAllow',
    actions: ['chat', 'sendFile'],
  });
}

async function files(actor: DemoActor, until: number): Promise<void> {
  const { roleId } = await actor.call(fileRule.save, { name: '桌面端文件限办公网', code: 'desktop_office', terminalType: 3 });
  await actor.call(fileRule.assignDepartments, { roleId, ids: [await demoDepartment(actor, 'SH')] });
  await actor.call(whiteAdd, { roleId, ids: [await demoPerson(actor, demoCast.helpDesk.account)], reason: '远程支持', until });
  const phones = await actor.call(fileRule.save, { name: 'Phones: look on only', code: 'phones_observed', terminalType: 2, ruleType: 3 });
  await actor.call(fileRule.assignEmployees, {
    roleId: phones.roleId,
    ids: [await demoPerson(actor, demoCast.britainHr.account), await demoPerson(actor, demoCast.germanyHr.account)],
  });
}

/** What was only tried goes; it can be brought back for a month. */
async function pilotEnds(actor: DemoActor): Promise<void> {
  const { list } = await actor.call(segmentLimit.list, { name: pilot });
  await actor.call(segmentLimit.delete, { ids: list.map(({ id }) => id), reason: '试点结束' });
}
