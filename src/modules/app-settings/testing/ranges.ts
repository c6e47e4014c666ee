import { newLoginLink, newSetting } from './tries.ts';
import { nobody, type Sample, type Values } from '../../../../tests/conformance/samples.ts';
import type { World } from '../../../../tests/conformance/range/world.ts';
import { newApp } from '#modules/widgets/testing/tries.ts';

interface Side {
  app: string;
  link: string;
  setting: string;
  appOfSetting: string;
}
const known = new WeakMap<World, Promise<{ inside: Side; outside: Side }>>();

function sides(world: World): Promise<{ inside: Side; outside: Side }> {
  const one = async (departmentId: string): Promise<Side> => {
    const { id, appId } = await newSetting(world.house, departmentId);
    const [app, link] = [await newApp(world.house, departmentId), await newLoginLink(world.house, departmentId)];
    return { app, link, setting: id, appOfSetting: appId };
  };
  const found =
    known.get(world) ??
    (async () => ({ inside: await one(world.inside.department.id), outside: await one(world.outside.department.id) }))();
  known.set(world, found);
  return found;
}

type Thing = 'app' | 'link' | 'setting';
const one = (thing: Thing, name: string, more: Values = {}): Sample => ({
  refused: async (world) => [(await sides(world)).outside[thing], nobody].map((id) => ({ ...more, [name]: id })),
});
const many = (thing: Thing): Sample => ({
  refused: async (world) => {
    const { inside, outside } = await sides(world);
    return [[outside[thing]], [inside[thing], outside[thing]], [nobody]].map((ids) => ({ ids }));
  },
});
const hidden = (thing: Thing): Sample => ({
  hidden: async (world) => ({ input: { pageNum: 1, pageSize: 200 }, ids: [(await sides(world)).outside[thing]], counted: true }),
});
const link = { name: { zh_CN: 'x' }, kind: 'help', address: 'tel:110' };
const setting = { name: { zh_CN: 'x' }, code: 'x', type: 'boolean', defaultValue: true };
const content = { version: 0, content: { title: { zh_CN: 'x' } } };

/** How calls of settings of apps are asked for what lies outside. */
export const ranges: Readonly<Record<string, Sample>> = {
  'mam/loginLink/list': hidden('link'),
  'mam/loginLink/get': one('link', 'id'),
  'mam/loginLink/add': one('app', 'appId', link),
  'mam/loginLink/update': one('link', 'id', { version: 1, name: { zh_CN: 'Mine' } }),
  'mam/loginLink/delete': many('link'),
  'mam/loginLink/sort': many('link'),
  'mam/loginPage/get': one('app', 'appId'),
  'mam/loginPage/save': one('app', 'appId', content),
  'mam/loginPage/publish': one('app', 'appId', { version: 1 }),
  'mam/loginPage/picture': one('app', 'appId', { fileId: nobody }),
  'mam/loginAuth/get': one('app', 'appId'),
  'mam/loginAuth/enable': one('app', 'appId', { version: 0, settingId: nobody }),
  'mam/loginAuth/disable': one('app', 'appId', { version: 0, settingId: nobody }),
  'mam/loginAuth/save': one('app', 'appId', { version: 0, content: { kinds: [] } }),
  'mam/otherConfig/list': hidden('setting'),
  'mam/otherConfig/get': one('setting', 'id'),
  'mam/otherConfig/add': one('app', 'appId', setting),
  'mam/otherConfig/delete': many('setting'),
  'mam/otherConfig/reset': many('setting'),
  'mam/otherConfig/export': { free: 'the job reads what the list shows' },
  'mam/otherConfig/import': one('app', 'appId', { fileId: nobody }),
  'mam/otherConfig/save': {
    refused: async (world) => {
      const { inside, outside } = await sides(world);
      return [
        { appId: outside.appOfSetting, rows: [{ id: outside.setting, version: 1, value: true }] },
        {
          appId: inside.appOfSetting,
          rows: [{ id: inside.setting, version: 1, rules: [{ deptIds: [world.outside.department.id], value: true }] }],
        },
        { appId: inside.appOfSetting, rows: [{ id: nobody, version: 1, value: true }] },
      ];
    },
  },
  'mam/otherConfig/explain': {
    refused: async (world) => {
      const { inside, outside } = await sides(world);
      return [
        { appId: outside.app, empId: world.inside.person.id, platform: 2 },
        { appId: inside.app, empId: world.outside.person.id, platform: 2 },
        { appId: inside.app, empId: nobody, platform: 2 },
      ];
    },
  },
};
