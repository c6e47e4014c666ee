import { app } from '../common/app.contract.ts';
import { appRollout, linkAdd } from '../common/release.contract.ts';
import { appVersion, versionOnline } from '../common/version.contract.ts';
import type { House } from '../../../../tests/access/house.ts';

let made = 0;

/** An app of a department. */
export const appIn = async ({ boss }: House, ownerDeptId: string): Promise<string> =>
  (await boss.call(app.add, { name: { zh_CN: `应用样本 ${(made += 1)}` }, ownerDeptId })).id;

/** A version of an app, from a store; on shelf where it is said. */
export async function versionOf({ boss }: House, appId: string, online = false): Promise<string> {
  made += 1;
  const { id } = await boss.call(appVersion.add, {
    appId,
    source: 'store',
    platform: 2,
    versionName: `1.${made}`,
    buildNo: String(made),
    storeUrl: 'https://store.example/orbit',
    notes: { zh_CN: '说明' },
  });
  if (online) await boss.call(versionOnline, { ids: [id] });
  return id;
}

/** A version with a rollout that runs. */
export async function rolledOut(house: House, appId: string): Promise<string> {
  const versionId = await versionOf(house, appId, true);
  await house.boss.call(appRollout.start, { versionId, stages: [{ percent: 10 }, { percent: 100 }] });
  return versionId;
}

/** An install link of an app. */
export const linkOf = async ({ boss }: House, appId: string): Promise<string> => (await boss.call(linkAdd, { appId })).id;
