import type { DemoActor } from '#kit/server/demo/demo-actor.ts';
import { demoCast } from '#kit/server/demo/demo-cast.ts';
import type { DemoPart, DemoStage } from '#kit/server/demo/demo-part.ts';
import { rootDepartmentId } from '#modules/people/common/root.ts';
import { demoDepartment, demoPerson } from '#modules/people/server/public.ts';
import { mailAccount } from '../../common/boxes/account.contract.ts';
import { mailAuth } from '../../common/boxes/auth.contract.ts';
import { mailMember } from '../../common/boxes/member.contract.ts';
import { mailServer } from '../../common/boxes/server.contract.ts';

/** Mailboxes of the sample company: two servers, boxes of the cast and of the help desk, and who stands in for whom. No server is reached for it. */
export const boxesDemo: DemoPart = {
  actions: ({ calendar }) => [
    { at: calendar.at(26, '09:20', 8), what: begin },
    { at: calendar.at(58, '16:40', 8), what: standIn },
  ],
};

type Cast = keyof typeof demoCast;

const owners: readonly (readonly [Cast, string])[] = [
  ['groupHr', 'people@galaxy.example'],
  ['shanghaiHr', 'people.sh@galaxy.example'],
  ['japanHr', 'people.jp@galaxy.example'],
  ['germanyHr', 'people.de@galaxy.example'],
];

async function begin(stage: DemoStage): Promise<void> {
  const actor = await stage.as(demoCast.chief);
  const person = (one: Cast): Promise<string> => demoPerson(actor, demoCast[one].account);
  const [head, service] = [await demoDepartment(actor, 'HQ'), await demoDepartment(actor, 'SH-SVC')];
  const { id: serverId } = await actor.call(mailServer.add, {
    name: '集团邮件',
    domains: ['galaxy.example'],
    incoming: { host: 'imap.galaxy.example', port: 993 },
    outgoing: { host: 'smtp.galaxy.example', port: 465 },
  });
  await actor.call(mailServer.add, {
    name: '旧邮件系统',
    domains: ['mail.galaxy-old.example'],
    incoming: { host: 'mail.galaxy-old.example', port: 143, security: 'startTls' },
    outgoing: { host: 'mail.galaxy-old.example', port: 587, security: 'startTls' },
  });
  for (const [one, address] of owners) {
    const { name } = demoCast[one];
    await actor.call(mailAccount.add, { address, name: { zh_CN: name }, serverId, employeeId: await person(one) });
  }
  await actor.call(mailAccount.add, {
    address: 'help@galaxy.example',
    name: { zh_CN: '员工服务台', en_US: 'Help desk', ja_JP: '社員ヘルプデスク' },
    kind: 'shared',
    serverId,
    ownerId: await person('helpDesk'),
    ownerDeptId: head,
    aliases: ['desk@galaxy.example'],
    signature: { zh_CN: '银河集团 员工服务台', en_US: 'Galaxy Group, help desk', ja_JP: 'ギャラクシーグループ 社員ヘルプデスク' },
  });
  await actor.call(mailMember.add, {
    departmentId: rootDepartmentId,
    functions: ['read', 'send', 'attachments', 'search'],
    offlineDays: 7,
  });
  await actor.call(mailMember.add, { departmentId: service, terminalTypes: [1, 2], offlineDays: 30 });
}

/** Somebody is away: a colleague reads their mail for a while, and the help desk gets two more hands. */
async function standIn(stage: DemoStage): Promise<void> {
  const actor = await stage.as(demoCast.chief);
  const box = boxOf(actor);
  // Ten days from now.
  const until = stage.calendar.ago(-10 * 24 * 60);
  await actor.call(mailAuth.add, {
    accountId: await box('people.jp@galaxy.example'),
    employeeId: await demoPerson(actor, demoCast.groupHr.account),
    rights: ['read', 'flag', 'sendOnBehalf'],
    until,
    reason: '休假期间代为处理',
  });
  for (const one of ['shanghaiHr', 'groupHr'] as const)
    await actor.call(mailAuth.add, {
      accountId: await box('help@galaxy.example'),
      employeeId: await demoPerson(actor, demoCast[one].account),
      rights: ['read', 'flag', 'move', 'sendAs'],
      reason: '服务台值班',
    });
}

const boxOf =
  (actor: DemoActor) =>
  async (address: string): Promise<string> =>
    (await actor.call(mailAccount.list, { text: address })).list[0]!.id;
