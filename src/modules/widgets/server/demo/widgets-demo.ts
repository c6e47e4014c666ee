import type { DemoActor } from '#kit/server/demo/demo-actor.ts';
import { demoCast } from '#kit/server/demo/demo-cast.ts';
import type { DemoPart } from '#kit/server/demo/demo-part.ts';
import { demoDepartment } from '#modules/people/server/public.ts';
import { mamResources, mamRole, mamSaveResources } from '../../common/role.contract.ts';
import { widget, widgetCategory, widgetOnline } from '../../common/widget.contract.ts';

/** Widgets of the sample company, and the app roles that give them. */
export const widgetsDemo: DemoPart = {
  actions: ({ calendar }) => [
    { at: calendar.at(20, '10:05', 8), what: async (stage) => widgets(await stage.as(demoCast.chief)) },
    { at: calendar.at(21, '15:20', 8), what: async (stage) => roles(await stage.as(demoCast.chief)) },
  ],
};

async function widgets(actor: DemoActor): Promise<void> {
  const group = await demoDepartment(actor, 'HQ');
  const [office, people] = [
    (await actor.call(widgetCategory.add, { name: { zh_CN: '办公', en_US: 'Office', ja_JP: '業務' } })).id,
    (await actor.call(widgetCategory.add, { name: { zh_CN: '人事', en_US: 'People', ja_JP: '人事' } })).id,
  ];
  const link = (categoryId: string, code: string, name: { zh_CN: string; en_US: string; ja_JP: string }) => ({
    name,
    categoryId,
    widgetIdentifier: code,
    kind: 'link' as const,
    ownerDeptId: group,
    mobileLink: `https://apps.example.com/${code}`,
    pcLink: `https://apps.example.com/${code}/desktop`,
  });
  const handbook = link(office, 'handbook', { zh_CN: '员工手册', en_US: 'Handbook', ja_JP: '社員ハンドブック' });
  const expenses = link(office, 'expenses', { zh_CN: '费用报销', en_US: 'Expenses', ja_JP: '経費精算' });
  const leave = link(people, 'leave', { zh_CN: '请假', en_US: 'Leave', ja_JP: '休暇申請' });
  const ids = [
    (await actor.call(widget.add, handbook)).id,
    (await actor.call(widget.add, { ...expenses, audience: 'roles', signIn: 'ticket' })).id,
    (await actor.call(widget.add, leave)).id,
  ];
  await actor.call(widgetOnline, { ids });
}

async function roles(actor: DemoActor): Promise<void> {
  const { roleId } = await actor.call(mamRole.save, { name: '报销人员', code: 'expense_users' });
  const { version, widgets: all } = await actor.call(mamResources, { roleId });
  const given = all.filter(({ forEveryone }) => !forEveryone).map(({ id }) => `widget:${id}`);
  await actor.call(mamSaveResources, { roleId, version, codes: [...given, 'func:chat', 'func:contacts'] });
  await actor.call(mamRole.assignDepartments, { roleId, ids: [await demoDepartment(actor, 'SH')] });
}
