import { appIn, linkOf, rolledOut, versionOf } from './made.ts';
import { nobody, type Sample } from '../../../../tests/conformance/samples.ts';
import type { World } from '../../../../tests/conformance/range/world.ts';

type Ids = { app: string; version: string };
const known = new WeakMap<World, Promise<{ inside: Ids; outside: Ids }>>();

/** An app with a version that is rolled out, on each side. */
function sides(world: World): Promise<{ inside: Ids; outside: Ids }> {
  const one = async (departmentId: string): Promise<Ids> => {
    const app = await appIn(world.house, departmentId);
    return { app, version: await rolledOut(world.house, app) };
  };
  const found =
    known.get(world) ??
    (async () => ({ inside: await one(world.inside.department.id), outside: await one(world.outside.department.id) }))();
  known.set(world, found);
  return found;
}

const ofVersion = (name: string, more: Record<string, unknown> = {}): Sample => ({
  refused: async (world) => [(await sides(world)).outside.version, nobody].map((id) => ({ ...more, [name]: id })),
});
const ofVersions: Sample = {
  refused: async (world) => {
    const { inside, outside } = await sides(world);
    return [[outside.version], [inside.version, outside.version], [nobody]].map((ids) => ({ ids }));
  },
};
const ofApp = (more: Record<string, unknown> = {}, name = 'appId'): Sample => ({
  refused: async (world) => [(await sides(world)).outside.app, nobody].map((id) => ({ ...more, [name]: id })),
});
const ofApps: Sample = {
  refused: async (world) => {
    const { inside, outside } = await sides(world);
    return [[outside.app], [inside.app, nobody]].map((ids) => ({ ids }));
  },
};
const minimum = { platform: 2, buildNo: '9', at: 1 };
const steps = ['advance', 'pause', 'resume', 'halt', 'finish', 'cancel'];

/** How the calls of apps are asked for what lies outside. */
export const ranges: Readonly<Record<string, Sample>> = {
  'mam/app/list': {
    hidden: async (world) => ({ input: { pageSize: 200 }, ids: [(await sides(world)).outside.app], counted: true }),
  },
  'mam/app/get': ofApp({}, 'id'),
  'mam/app/online': ofApps,
  'mam/app/offline': ofApps,
  'mam/app/secret/rotate': ofApp({}, 'id'),
  'mam/app/icon': ofApp({}, 'id'),
  'mam/package/parse': ofApp({ fileId: nobody }),
  'mam/version/list': {
    hidden: async (world) => ({ input: { pageSize: 200 }, ids: [(await sides(world)).outside.version], counted: true }),
  },
  'mam/version/get': ofVersion('id'),
  'mam/version/add': ofApp({ source: 'store', platform: 2, versionName: '1', buildNo: '1', storeUrl: 'https://store.example/x' }),
  'mam/version/update': ofVersion('id', { version: 1, remindHours: 2 }),
  'mam/version/delete': ofVersions,
  'mam/version/clone': ofVersion('id'),
  'mam/version/online': {
    refused: async (world) => [[await versionOf(world.house, (await sides(world)).outside.app)], [nobody]].map((ids) => ({ ids })),
  },
  'mam/version/offline': ofVersions,
  'mam/version/history': ofApp(),
  'mam/version/replace': ofVersion('id', {
    version: 1,
    content: { storeUrl: 'https://store.example/x', versionName: '1', buildNo: '1' },
  }),
  'mam/app/check': ofApp({ platform: 2 }, 'id'),
  'mam/terminal/list': ofApp(),
  'mam/terminal/export': ofApp({ format: 'csv' }),
  'mam/rollout/funnel': ofVersion('versionId'),
  'mam/rollout/reasons': ofVersion('versionId'),
  'mam/rollout/health': ofVersion('versionId'),
  'mam/rollout/save': ofVersion('versionId', { stages: [{ percent: 10 }] }),
  'mam/limitUser/export': ofVersion('versionId', { format: 'csv' }),
  'mam/limitUser/import': ofVersion('versionId', { fileId: nobody }),
  'mam/versionWidget/copyFrom': {
    refused: async (world) => {
      const { inside, outside } = await sides(world);
      return [
        { appVersionId: outside.version, version: 1, fromId: inside.version },
        { appVersionId: inside.version, version: 1, fromId: outside.version },
      ];
    },
  },
  'mam/version/diff': {
    refused: async (world) => {
      const { inside, outside } = await sides(world);
      return [
        { id: outside.version, otherId: inside.version },
        { id: inside.version, otherId: outside.version },
      ];
    },
  },
  'mam/version/download': ofVersion('id'),
  'mam/version/force/preview': ofApp(minimum),
  'mam/version/force': ofApp(minimum),
  'mam/rollout/get': ofVersion('versionId'),
  'mam/rollout/start': ofVersion('versionId', { stages: [{ percent: 10 }] }),
  ...Object.fromEntries(steps.map((step) => [`mam/rollout/${step}`, ofVersion('versionId')])),
  'mam/limitUser/list': ofVersion('versionId'),
  'mam/limitUser/save': ofVersion('versionId', { version: 1 }),
  'mam/limitUser/explain': {
    refused: async (world) => {
      const { inside, outside } = await sides(world);
      return [
        { versionId: outside.version, empId: world.inside.person.id },
        { versionId: inside.version, empId: world.outside.person.id },
      ];
    },
  },
  'mam/versionWidget/list': ofVersion('appVersionId'),
  'mam/versionWidget/candidates': { free: 'widgets are another module’s; they are narrowed by the range of their departments' },
  'mam/versionWidget/save': ofVersion('appVersionId', { version: 1, rows: [] }),
  'mam/link/list': ofApp(),
  'mam/link/add': ofApp(),
  'mam/link/revoke': {
    refused: async (world) => [await linkOf(world.house, (await sides(world)).outside.app), nobody].map((id) => ({ id })),
  },
};
