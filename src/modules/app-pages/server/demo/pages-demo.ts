import type { DemoActor } from '#kit/server/demo/demo-actor.ts';
import { demoCast } from '#kit/server/demo/demo-cast.ts';
import type { DemoPart } from '#kit/server/demo/demo-part.ts';
import { app } from '#modules/apps/common/app.contract.ts';
import { demoDepartment } from '#modules/people/server/public.ts';
import { pageConfig, tagSave, tagWidgets } from '../../common/page.contract.ts';

/** Home pages of the sample company's app. */
export const pagesDemo: DemoPart = {
  deeds: ({ calendar }) => [{ at: calendar.at(24, '11:10', 8), what: async (stage) => pages(await stage.as(demoCast.chief)) }],
};

async function pages(actor: DemoActor): Promise<void> {
  const appId = await someApp(actor);
  const { list } = await actor.call(tagWidgets, {});
  const widgets = list.filter(({ online }) => online).map(({ id }, cardIndex) => ({ cardType: 1 as const, cardIndex, widgetId: id }));
  const centre = { cardType: 0 as const, cardIndex: widgets.length, platformType: 1 as const, name: '应用中心' };
  const home = {
    tagIndex: 0,
    tagType: 1 as const,
    langs: { zh_CN: '首页', en_US: 'Home', ja_JP: 'ホーム' },
    cardArray: [...widgets, centre],
  };
  const me = { tagIndex: 1, tagType: 0 as const, systemKey: 'me' as const, langs: { zh_CN: '我', en_US: 'Me', ja_JP: 'マイページ' } };
  const { id } = await actor.call(pageConfig.add, { name: '集团首页', appId });
  await actor.call(tagSave, { configId: id, version: 1, releaseType: 1, isPageEditConsole: 1, tagList: [home, me] });
  const rows = [{ kind: 'department' as const, id: await demoDepartment(actor, 'SH') }];
  const shanghai = await actor.call(pageConfig.add, { name: '上海公司首页', appId, rows });
  await actor.call(pageConfig.reorder, { ids: [shanghai.id, id] });
  await actor.call(tagSave, { configId: shanghai.id, version: 2, releaseType: 0, isPageEditConsole: 0, tagList: [home, me] });
}

/** The app of the sample company; made where no other part of the play has made one. */
async function someApp(actor: DemoActor): Promise<string> {
  const { list } = await actor.call(app.list, { pageSize: 1, sort: 'createdAt' });
  if (list[0]) return list[0].id;
  const draft = { name: { zh_CN: '移动工作台', en_US: 'Workbench', ja_JP: 'ワークベンチ' }, appKey: 'workbench' };
  return (await actor.call(app.add, { ...draft, ownerDeptId: await demoDepartment(actor, 'HQ') })).id;
}
