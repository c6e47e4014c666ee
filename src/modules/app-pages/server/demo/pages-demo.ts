import type { DemoActor } from '#kit/server/demo/demo-actor.ts';
import { demoCast } from '#kit/server/demo/demo-cast.ts';
import type { DemoPart } from '#kit/server/demo/demo-part.ts';
import { app } from '#modules/apps/common/app.contract.ts';
import { clock } from '#platform/clock.ts';
import { demoDepartment } from '#modules/people/server/public.ts';
import { advert, advertSetAvailable, pictureAdd } from '../../common/advert.contract.ts';
import { pageConfig, tagSave, tagWidgets } from '../../common/page.contract.ts';

/** Home pages and adverts of the sample company's app. */
export const pagesDemo: DemoPart = {
  actions: ({ calendar }) => [
    { at: calendar.at(24, '11:10', 8), what: async (stage) => pages(await stage.as(demoCast.chief)) },
    { at: calendar.at(72, '10:40', 8), what: async (stage) => adverts(await stage.as(demoCast.chief)) },
  ],
};

async function pages(actor: DemoActor): Promise<void> {
  const appId = await someApp(actor);
  const { list } = await actor.call(tagWidgets, {});
  const widgets = list.filter(({ online }) => online).map(({ id }, cardIndex) => ({ cardType: 1 as const, cardIndex, widgetId: id }));
  const centre = {
    cardType: 0 as const,
    cardIndex: widgets.length,
    platformType: 1 as const,
    langs: { zh_CN: '应用中心', en_US: 'App centre', ja_JP: 'アプリセンター' },
  };
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

const titles = {
  launch: { zh_CN: '新首页上线', en_US: 'The new home page', ja_JP: '新しいホーム画面' },
  home: { zh_CN: '秋季健康周', en_US: 'Autumn health week', ja_JP: '秋の健康週間' },
} as const;

/** An advert at the start and one on the home page, for two months; a tap on the second opens a widget. */
async function adverts(actor: DemoActor): Promise<void> {
  const appId = await someApp(actor);
  const { list } = await actor.call(tagWidgets, {});
  const widget = list.find(({ online }) => online);
  const [startTime, deptId] = [clock.now(), await demoDepartment(actor, 'HQ')];
  for (const [kind, colours, size] of [
    ['launch', ['#0f766e', '#a7f3d0'], [1080, 1920]],
    ['home', ['#1d4ed8', '#fde68a'], [1920, 600]],
  ] as const) {
    const { id } = await actor.call(advert.add, {
      appId,
      kind,
      title: { ...titles[kind] },
      fileId: await banner(actor, colours, size),
      startTime,
      endTime: startTime + 60 * 86_400_000,
      ...(kind === 'home' && widget && { deptWidgetInfo: [{ deptId, widgetId: widget.id }] }),
    });
    await actor.call(advertSetAvailable, { ids: [id], available: 1 });
  }
}

/** A picture of two colours; without words it needs no language. */
async function banner(
  actor: DemoActor,
  [from, to]: readonly [string, string],
  [width, height]: readonly [number, number],
): Promise<string> {
  const { default: sharp } = await import('sharp');
  const stops = `<stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/>`;
  const sun = `<circle cx="78%" cy="30%" r="${Math.round(Math.min(width, height) / 6)}" fill="#fff" fill-opacity="0.55"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><linearGradient id="g" x2="1" y2="1">${stops}</linearGradient></defs>
    <rect width="100%" height="100%" fill="url(#g)"/>${sun}</svg>`;
  const png = await sharp(Buffer.from(svg)).png().toBuffer();
  return (await actor.call(pictureAdd, { fileId: await actor.upload('banner.png', png) })).fileId;
}

/** The app of the sample company; made where no other part of the play has made one. */
async function someApp(actor: DemoActor): Promise<string> {
  const { list } = await actor.call(app.list, { pageSize: 1, sort: 'createdAt' });
  if (list[0]) return list[0].id;
  const draft = { name: { zh_CN: '移动工作台', en_US: 'Workbench', ja_JP: 'ワークベンチ' }, appKey: 'workbench' };
  return (await actor.call(app.add, { ...draft, ownerDeptId: await demoDepartment(actor, 'HQ') })).id;
}
