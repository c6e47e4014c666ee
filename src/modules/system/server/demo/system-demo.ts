import type { DemoActor } from '#kit/server/demo/demo-actor.ts';
import type { DemoCalendar } from '#kit/server/demo/demo-calendar.ts';
import { demoCast } from '#kit/server/demo/demo-cast.ts';
import type { DemoPart } from '#kit/server/demo/demo-part.ts';
import { userCentre, userManagement } from '#modules/people/common/permissions.ts';
import { resourcePage } from '../../common/permissions.ts';
import { resourceFind, resourceReorder, resourceSave, resourceTree, resourceUpdate } from '../../common/resource.contract.ts';
import { tokenAdd } from '../../common/token.contract.ts';
import { demoPerson } from '#modules/people/server/public.ts';
import { roleActions } from './roles.ts';

/** The roles and the permission tree of the sample company. */
export const systemDemo: DemoPart = {
  actions: (stage) => [
    ...roleActions(stage),
    { at: stage.calendar.at(8, '15:30', 8), what: async (now) => rename(await now.as(demoCast.chief)) },
    { at: stage.calendar.at(18, '11:20', 8), what: async (now) => tokens(await now.as(demoCast.chief), stage.calendar) },
    { at: stage.calendar.at(27, '16:45', 8), what: async (now) => ownFolder(await now.as(demoCast.chief)) },
  ],
};

const dayMinutes = 24 * 60;

/** Programs that read the company: one that works, one whose time is over. */
async function tokens(actor: DemoActor, calendar: DemoCalendar): Promise<void> {
  const employeeId = await demoPerson(actor, demoCast.groupHr.account);
  const request = { employeeId, codes: [userManagement.code], networks: ['10.8.0.0/16'] };
  await actor.call(tokenAdd, { ...request, name: '薪资系统夜间同步', expiresAt: calendar.ago(-180 * dayMinutes) });
  await actor.call(tokenAdd, { ...request, name: '通讯录迁移', expiresAt: calendar.ago(20 * dayMinutes) });
}

/** Two pages get the names that the company uses, and the groups of the menu another order and back. */
async function rename(actor: DemoActor): Promise<void> {
  const names = [
    [userManagement.code, { zh_CN: '组织与人员', en_US: 'People and departments', ja_JP: '組織と人員' }],
    [resourcePage.code, { zh_CN: '菜单与资源', en_US: 'Menu and resources', ja_JP: 'メニューとリソース' }],
  ] as const;
  for (const [code, requested] of names) {
    const { id, version } = await actor.call(resourceFind, { code });
    await actor.call(resourceUpdate, { id, version, names: requested });
  }
}

/** A folder of the company's own in the menu, not shown yet, below the people. */
async function ownFolder(actor: DemoActor): Promise<void> {
  const { id } = await actor.call(resourceSave, {
    code: 'galaxy_services',
    names: { zh_CN: '员工服务', en_US: 'Employee services', ja_JP: '従業員サービス' },
    icon: 'gift',
    visible: false,
  });
  const { nodes, orders } = await actor.call(resourceTree, {});
  const top = nodes.filter(({ parent }) => parent === null).toSorted((one, other) => one.orderNo - other.orderNo);
  const people = top.find(({ code }) => code === userCentre.code);
  const others = top.filter((node) => node.id !== id && node !== people).map((node) => node.id);
  await actor.call(resourceReorder, { parentId: null, ids: [...(people ? [people.id] : []), id, ...others], version: orders[''] ?? 0 });
}
