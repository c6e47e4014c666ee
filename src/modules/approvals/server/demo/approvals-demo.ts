import { code as waits } from '#kit/common/codes.ts';
import { presetRoleIds } from '#kit/server/access/preset-roles.ts';
import type { DemoActor } from '#kit/server/demo/demo-actor.ts';
import { demoCast, type CastMember } from '#kit/server/demo/demo-cast.ts';
import type { DemoAction, DemoPart } from '#kit/server/demo/demo-part.ts';
import { sysRole } from '#modules/system/common/role.contract.ts';
import { policyEnable, policySave } from '../../common/policy.contract.ts';
import { settle } from '../upkeep.ts';
import { requestApprove, requestBypass, requestGet, requestReject, requestWithdraw } from '../../common/request.contract.ts';

/** Two policies of the sample company, and changes that waited or wait for a second person. */
export const approvalsDemo: DemoPart = {
  night: settle,
  actions: ({ calendar }) => {
    const { chief, admin } = demoCast;
    const asked = new Map<string, string>();
    const ask = (code: string, name: string, reason: string) => async (actor: DemoActor) =>
      void asked.set(code, await askToDelete(actor, { code, name, description: reason }));
    const decide = (code: string, how: (actor: DemoActor, id: string) => Promise<void>) => async (actor: DemoActor) => {
      const id = asked.get(code);
      if (id !== undefined) await how(actor, id);
    };
    const by = (member: CastMember, at: number, what: (actor: DemoActor) => Promise<void>): DemoAction => ({
      at,
      what: async (stage) => what(await stage.as(member)),
    });
    return [
      by(chief, calendar.at(19, '10:05', 8), policies),
      by(chief, calendar.at(21, '15:40', 8), ask('survey_admin', '问卷临时管理员', '问卷活动已结束，角色不再需要')),
      by(admin, calendar.at(22, '09:30', 8), decide('survey_admin', approve)),
      by(chief, calendar.at(34, '16:50', 8), ask('kiosk_operators', 'Kiosk operators', 'The kiosks move to another system')),
      by(admin, calendar.at(35, '10:10', 8), decide('kiosk_operators', reject)),
      by(chief, calendar.at(48, '11:25', 8), ask('shuttle_pilot', '班车试点管理员', '班车试点已经结束，不再需要管理员')),
      by(chief, calendar.at(48, '13:50', 8), decide('shuttle_pilot', withdraw)),
      by(chief, calendar.ago(41 * 60), ask('wiki_editors', 'ウィキ編集者', '旧ウィキは読み取り専用になりました')),
      by(chief, calendar.ago(20 * 60), ask('door_guards', '临时门禁管理员', '外包合同今晚终止，角色须立即失效')),
      by(chief, calendar.ago(20 * 60 - 4), decide('door_guards', bypass)),
      by(admin, calendar.ago(150), ask('pilot_readers', '试点只读', '试点报告已提交，只读角色可以收回')),
      by(chief, calendar.ago(95), ask('visitor_desk', 'Visitor desk', 'The desk is run by the landlord from next week on')),
    ];
  },
};

async function policies(actor: DemoActor): Promise<void> {
  const { id: roles } = await actor.call(policySave, {
    name: '删除角色需第二人同意',
    operations: ['role.sys.delete'],
    emergencyRoleIds: [presetRoleIds.super],
  });
  const { id: erase } = await actor.call(policySave, {
    name: '一次删除大量对象',
    operations: ['@erase'],
    atLeast: 500,
    expiresHours: 48,
  });
  // Switched on at once: from then on policies themselves are changed by two.
  await actor.call(policyEnable, { ids: [roles, erase] });
}

/** Makes a role that has done its work and asks to delete it; answers the request. */
async function askToDelete(actor: DemoActor, role: { code: string; name: string; description: string }): Promise<string> {
  const { roleId } = await actor.call(sysRole.save, role);
  const request = { ids: [roleId], approvalReason: role.description };
  const answer = await actor.ask(sysRole.delete, request);
  const id: unknown = typeof answer.data === 'object' && answer.data !== null ? Reflect.get(answer.data, 'requestId') : undefined;
  if (answer.code !== waits.approval || typeof id !== 'string')
    throw new Error(`${role.name} did not wait for approval: ${answer.code} ${answer.msg}`);
  return id;
}

async function approve(actor: DemoActor, id: string): Promise<void> {
  const { version } = await actor.call(requestGet, { id });
  await actor.call(requestApprove, { id, version, comment: '已核对，无人持有' });
}

async function reject(actor: DemoActor, id: string): Promise<void> {
  const { version } = await actor.call(requestGet, { id });
  await actor.call(requestReject, { id, version, comment: '展厅仍在使用，请先与会务确认' });
}

async function withdraw(actor: DemoActor, id: string): Promise<void> {
  const { version } = await actor.call(requestGet, { id });
  await actor.call(requestWithdraw, { id, version, comment: '试点延长' });
}

/** It can't wait for the morning; somebody looks at it afterwards. */
async function bypass(actor: DemoActor, id: string): Promise<void> {
  const { version } = await actor.call(requestGet, { id });
  await actor.call(requestBypass, { id, version, comment: '夜间无人可审批，事后请复核' });
}
