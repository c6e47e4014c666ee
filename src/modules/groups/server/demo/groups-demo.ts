import { demoCast } from '#kit/server/demo/demo-cast.ts';
import type { DemoPart, DemoStage } from '#kit/server/demo/demo-part.ts';
import { demoDepartment, demoPerson } from '#modules/people/server/public.ts';
import { group, groupMemberAdd, groupMemberManager, groupMessage } from '../../common/group.contract.ts';
import { groupType, typeHelperSave } from '../../common/type.contract.ts';

/** Groups of the sample company: one follows customer service, one is made by hand, and their type greets who comes in. */
export const groupsDemo: DemoPart = {
  actions: ({ calendar }) => [
    { at: calendar.at(24, '10:15', 8), what: begin },
    { at: calendar.at(66, '17:05', 8), what: tell },
  ],
};

async function begin(stage: DemoStage): Promise<void> {
  const actor = await stage.as(demoCast.chief);
  const person = (one: keyof typeof demoCast): Promise<string> => demoPerson(actor, demoCast[one].account);
  const name = { zh_CN: '项目群', en_US: 'Project group', ja_JP: 'プロジェクトグループ' };
  const { id: typeId } = await actor.call(groupType.add, { name, code: 'project' });
  await actor.call(typeHelperSave, {
    id: typeId,
    version: 1,
    helpers: [
      {
        helper: 'welcome',
        mode: 'always',
        text: { zh_CN: '欢迎 {name} 加入', en_US: 'Welcome, {name}', ja_JP: '{name} さん、ようこそ' },
      },
    ],
  });
  const [service, head] = [await demoDepartment(actor, 'SH-SVC'), await demoDepartment(actor, 'HQ')];
  const shared = { typeId, ownerId: await person('helpDesk') };
  await actor.call(group.add, { ...shared, name: '上海客服', kind: 'department', sourceId: service, ownerDeptId: service });
  const { id: groupId } = await actor.call(group.add, { ...shared, name: '人事系统上线', ownerDeptId: head });
  const empIds = [await person('groupHr'), await person('shanghaiHr'), await person('japanHr'), await person('germanyHr')];
  await actor.call(groupMemberAdd, { groupId, empIds });
  await actor.call(groupMemberManager, { groupId, empIds: empIds.slice(0, 1), manager: true });
}

async function tell(stage: DemoStage): Promise<void> {
  const actor = await stage.as(demoCast.chief);
  const { list } = await actor.call(group.list, {});
  const text = {
    zh_CN: '本周五 20:00 起系统维护一小时',
    en_US: 'Maintenance on Friday at 20:00 for an hour',
    ja_JP: '金曜 20:00 より 1 時間メンテナンスを行います',
  };
  await actor.call(groupMessage, { ids: list.map(({ id }) => id), text });
}
