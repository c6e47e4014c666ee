import { appOffline } from '../common/app.contract.ts';
import { appRollout, versionWidgetSave } from '../common/release.contract.ts';
import { rootDepartmentId } from '#modules/people/common/root.ts';
import type { House } from '../../../../tests/access/house.ts';
import { appIn, linkOf, rolledOut, versionOf } from './made.ts';
import { newLink } from '#modules/widgets/testing/tries.ts';
import type { TrySample } from '../../../../tests/conformance/samples.ts';

const newApp = (house: House): Promise<string> => appIn(house, rootDepartmentId);
const rolled = async (house: House): Promise<{ versionId: string }> => ({ versionId: await rolledOut(house, await newApp(house)) });
const minimum = { platform: 2, buildNo: '900', at: 1_900_000_000_000 };

/** Inputs of writes to apps. */
export const tries: Readonly<Record<string, TrySample>> = {
  'mam/app/online': async (house) => {
    const appId = await newApp(house);
    await versionOf(house, appId, true);
    await house.boss.call(appOffline, { ids: [appId] });
    return { ids: [appId] };
  },
  'mam/app/offline': async (house) => ({ ids: [await newApp(house)] }),
  'mam/version/clone': async (house) => ({ id: await versionOf(house, await newApp(house)), platform: 8 }),
  'mam/version/online': async (house) => ({ ids: [await versionOf(house, await newApp(house))] }),
  'mam/version/offline': async (house) => ({ ids: [await versionOf(house, await newApp(house), true)] }),
  'mam/version/force': async (house) => ({ ...minimum, appId: await newApp(house) }),
  'mam/rollout/start': async (house) => ({ versionId: await versionOf(house, await newApp(house), true), stages: [{ percent: 10 }] }),
  ...Object.fromEntries(['advance', 'pause', 'halt', 'finish', 'cancel'].map((step) => [`mam/rollout/${step}`, rolled])),
  'mam/rollout/resume': async (house) => {
    const wish = await rolled(house);
    await house.boss.call(appRollout.pause, wish);
    return wish;
  },
  'mam/limitUser/save': async (house) => ({
    versionId: await versionOf(house, await newApp(house)),
    version: 1,
    add: [{ kind: 'department', id: rootDepartmentId }],
  }),
  'mam/version/update': async (house) => ({ id: await versionOf(house, await newApp(house)), version: 1, remindHours: 48 }),
  'mam/versionWidget/save': async (house) => ({
    appVersionId: await versionOf(house, await newApp(house)),
    version: 1,
    rows: [{ widgetId: await newLink(house), kind: 'required' }],
  }),
  'mam/version/replace': async (house) => ({
    id: await versionOf(house, await newApp(house)),
    version: 1,
    content: { storeUrl: 'https://store.example/other', versionName: '9.9', buildNo: '9009' },
  }),
  'mam/rollout/save': async (house) => ({ versionId: await versionOf(house, await newApp(house)), stages: [{ percent: 10 }] }),
  'mam/versionWidget/copyFrom': async (house) => {
    const appId = await newApp(house);
    const fromId = await versionOf(house, appId);
    const rows = [{ widgetId: await newLink(house), kind: 'required' as const }];
    await house.boss.call(versionWidgetSave, { appVersionId: fromId, version: 1, rows });
    return { appVersionId: await versionOf(house, appId), version: 1, fromId };
  },
  'mam/link/add': async (house) => ({ appId: await newApp(house) }),
  'mam/link/revoke': async (house) => ({ id: await linkOf(house, await newApp(house)) }),
};
