import { nobody, oncePerWorld, type Sample, type Values } from '../../../../tests/conformance/samples.ts';
import type { World } from '../../../../tests/conformance/range/world.ts';
import { meTag, newAdvert, newCard, newPage } from './tries.ts';
import { newApp } from '#modules/widgets/testing/tries.ts';

type Pair = Record<'inside' | 'outside', string>;
const page = { pageNum: 1, pageSize: 200 };
const now = Date.now();

interface Made {
  app: Pair;
  advert: Pair;
  page: Pair;
  card: Pair;
}
const worldOf = oncePerWorld(make);
async function make({ house, inside, outside }: World): Promise<Made> {
  const of = async (side: World['inside']) => {
    const dept = side.department.id;
    return {
      app: await newApp(house, dept),
      advert: await newAdvert(house, dept),
      page: await newPage(house, dept),
      card: await newCard(house, dept),
    };
  };
  const [here, there] = [await of(inside), await of(outside)];
  const pair = (name: keyof typeof here): Pair => ({ inside: here[name], outside: there[name] });
  return { app: pair('app'), advert: pair('advert'), page: pair('page'), card: pair('card') };
}

const refused = (inputs: (made: Made, world: World) => readonly Values[]): Sample => ({
  refused: async (world) => inputs(await worldOf(world), world),
});
const one = (kind: keyof Made, name: string, more: Values = {}): Sample =>
  refused((all) => [all[kind].outside, nobody].map((id) => ({ [name]: id, ...more })));
const many = (kind: keyof Made, more: Values = {}): Sample =>
  refused((all) => [[all[kind].outside], [all[kind].inside, all[kind].outside], [nobody]].map((ids) => ({ ids, ...more })));
const hidden = (kind: keyof Made): Sample => ({
  hidden: async (world) => ({ input: page, ids: [(await worldOf(world))[kind].outside], counted: true }),
});
const advertDraft = { title: { zh_CN: 'x' }, kind: 'launch', startTime: now, endTime: now + 86_400_000 };

/** How calls of pages and adverts are asked for what lies outside. */
export const ranges: Readonly<Record<string, Sample>> = {
  'mam/advert/list': hidden('advert'),
  'mam/advert/get': one('advert', 'id'),
  'mam/advert/add': refused((all, world) => [
    { ...advertDraft, appId: all.app.outside },
    { ...advertDraft, appId: nobody },
    { ...advertDraft, appId: all.app.inside, deptIds: [world.outside.department.id] },
  ]),
  'mam/advert/update': one('advert', 'id', { version: 1, title: { zh_CN: 'Mine' } }),
  'mam/advert/delete': many('advert'),
  'mam/advert/sort': many('advert'),
  'mam/advert/setavailable': many('advert', { available: 1 }),
  'mam/advert/setDisplay': many('advert', { pcEnable: 0 }),
  'mam/advert/stat': one('app', 'appId', { kind: 'launch' }),
  'mam/advert/setting/get': one('app', 'appId', { kind: 'launch' }),
  'mam/advert/setting/update': one('app', 'appId', { kind: 'launch', version: 1, keepDays: 1 }),
  'mam/platformCard/list': hidden('card'),
  'mam/platformCard/get': one('card', 'id'),
  'mam/platformCard/add': refused((all) => [all.app.outside, nobody].map((appId) => ({ name: 'x', appId, platformType: 1 }))),
  'mam/platformCard/update': one('card', 'id', { version: 1, name: 'Mine' }),
  'mam/platformCard/delete': many('card'),
  'mam/platformCard/sort': many('card'),
  'mam/pageConfig/list': hidden('page'),
  'mam/pageConfig/get': one('page', 'id'),
  'mam/pageConfig/add': refused((all, world) => [
    { name: 'x', appId: all.app.outside },
    { name: 'x', appId: nobody },
    { name: 'x', appId: all.app.inside, rows: [{ kind: 'employee', id: world.outside.person.id }] },
  ]),
  'mam/pageConfig/update': one('page', 'id', { version: 1, name: 'Mine' }),
  'mam/pageConfig/delete': many('page'),
  'mam/pageConfig/copy': one('page', 'id'),
  'mam/pageConfig/sort': many('page'),
  'mam/pageConfig/releases': one('page', 'id'),
  'mam/pageConfig/withdraw': many('page'),
  'mam/pageConfig/rollback': one('page', 'id', { no: 1 }),
  'mam/tag/list': one('page', 'configId'),
  'mam/tag/save': one('page', 'configId', { version: 1, releaseType: 0, isPageEditConsole: 0, tagList: [meTag] }),
  'mam/tag/widgets': { free: 'It finds what the list of widgets shows in the range' },
  'mam/tag/preview': refused((all, world) => [
    { configId: all.page.outside, empId: world.inside.person.id, language: 'en_US' },
    { configId: all.page.inside, empId: world.outside.person.id, language: 'en_US' },
    { configId: all.page.inside, empId: nobody, language: 'en_US' },
  ]),
};
