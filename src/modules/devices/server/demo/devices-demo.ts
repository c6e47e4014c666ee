import type { DemoActor } from '#kit/server/demo/demo-actor.ts';
import { demoCast } from '#kit/server/demo/demo-cast.ts';
import type { DemoPart } from '#kit/server/demo/demo-part.ts';
import { demoDepartment, demoPerson } from '#modules/people/server/public.ts';
import { devicesOfTheCompany } from './devices-of-the-company.ts';
import { deviceList } from '../../common/device.contract.ts';
import { eraseAdd, erasePreview } from '../../common/erase.contract.ts';
import { bindRule, ruleAssign } from '../../common/rule.contract.ts';
import { safeDevice } from '../../common/safe.contract.ts';
import { whiteEntry } from '../../common/white.contract.ts';

/** Bind rules of the sample company, its equipment, who is exempt for a while, and the devices of some people. */
export const devicesDemo: DemoPart = {
  actions: ({ calendar }) => [
    { at: calendar.at(10, '11:20', 8), what: async (stage) => rules(await stage.as(demoCast.chief)) },
    { at: calendar.at(12, '09:40', 8), what: async (stage) => equipment(await stage.as(demoCast.chief)) },
    { at: calendar.ago(20 * 60), what: async (stage) => replaced(await stage.as(demoCast.chief)) },
    { at: calendar.at(44, '16:10', 8), what: async (stage) => exempt(await stage.as(demoCast.chief), calendar.ago(-20 * 24 * 60)) },
  ],
  night: devicesOfTheCompany,
};

async function rules(actor: DemoActor): Promise<void> {
  const { id: audit } = await actor.call(bindRule.add, {
    name: '审计与财务：先审批',
    mode: 'approval',
    maxPhones: 1,
    checks: [
      { check: 'rooted', action: 'block' },
      { check: 'screenLock', action: 'lock', graceHours: 24 },
    ],
  });
  await actor.call(ruleAssign, { ruleId: audit, kind: 'department', add: [await demoDepartment(actor, 'HQ-AUD')] });
  const { id: service } = await actor.call(bindRule.add, {
    name: '客服：共用设备',
    maxPeople: 6,
    whenFull: 'replaceOldest',
    offlineDays: 3,
  });
  await actor.call(ruleAssign, { ruleId: service, kind: 'department', add: [await demoDepartment(actor, 'SH-SVC')] });
}

async function equipment(actor: DemoActor): Promise<void> {
  const [group, service] = [await demoDepartment(actor, 'HQ'), await demoDepartment(actor, 'SH-SVC')];
  const laptops = Array.from({ length: 6 }, (_, at) => ({
    name: `ThinkPad X1 #${at + 1}`,
    assetNo: `SH-NB-10${at + 1}`,
    platform: 4 as const,
    serial: `PF4K7${at}Q${at}`,
    macs: [`00:1B:44:11:3A:0${at}`],
    ownerDeptId: group,
    uses: ['register' as const, 'login' as const],
  }));
  const tablets = Array.from({ length: 3 }, (_, at) => ({
    name: `客服平板 ${at + 1}`,
    assetNo: `SH-TB-20${at + 1}`,
    platform: 2 as const,
    serial: `R52W${at}0KXYZ`,
    ownerDeptId: service,
    uses: ['register' as const, 'binding' as const],
  }));
  for (const one of [...laptops, ...tablets]) await actor.call(safeDevice.add, one);
}

async function exempt(actor: DemoActor, until: number): Promise<void> {
  const employeeId = await demoPerson(actor, demoCast.helpDesk.account);
  await actor.call(whiteEntry.add, { list: 'login', employeeId, reason: '现场支持期间使用借用电脑', until });
}

/** Devices that are given back together: so many wait for a second person. */
async function replaced(actor: DemoActor): Promise<void> {
  const { list } = await actor.call(deviceList, { state: 'bound', pageSize: 6 });
  if (list.length < 6) return;
  const { token, typed } = await actor.call(erasePreview, { deviceIds: list.map(({ id }) => id) });
  await actor.call(eraseAdd, { previewToken: token, reason: '整批更换设备，旧设备交回', typed });
}
