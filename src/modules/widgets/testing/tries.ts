import { app } from '#modules/apps/common/app.contract.ts';
import { rootDepartmentId } from '#modules/people/common/root.ts';
import { mamRole, widgetRole } from '../common/role.contract.ts';
import { widget } from '../common/widget.contract.ts';
import { widgetRelationList, widgetRelationSave } from '../common/widget-relation.contract.ts';
import { widgetVersionAdd, widgetVersionOnline } from '../common/widget-version.contract.ts';
import { widgetRollout } from '../common/widget-rollout.contract.ts';
import type { House } from '../../../../tests/access/house.ts';
import { widgetZip } from '../../../../tests/make-zip.ts';
import { newRole, roleTries, type RoleArea } from '../../../../tests/conformance/role-areas.ts';
import type { TrySample } from '../../../../tests/conformance/samples.ts';

let made = 0;
const word = (): string => `widget${(made += 1)}`;

const linkDraft = (widgetIdentifier: string, ownerDeptId: string) => ({
  name: { zh_CN: widgetIdentifier },
  widgetIdentifier,
  ownerDeptId,
  kind: 'link' as const,
  mobileLink: 'https://example.com',
});
/** A widget of an address. */
export const newLink = async ({ boss }: House, ownerDeptId = rootDepartmentId): Promise<string> =>
  (await boss.call(widget.add, linkDraft(word(), ownerDeptId))).id;
/** A version of a new widget of a package, and a file for the next one. */
async function newWidgetVersion(house: House, ownerDeptId = rootDepartmentId) {
  const widgetIdentifier = word();
  const { boss } = house;
  const { id: widgetId } = await boss.call(widget.add, { ...linkDraft(widgetIdentifier, ownerDeptId), kind: 'package', mobileLink: null });
  const fileId = await boss.upload('package.zip', widgetZip(widgetIdentifier, 1));
  const { id } = await boss.call(widgetVersionAdd, { widgetId, fileId });
  const next = await boss.upload('package.zip', widgetZip(widgetIdentifier, 2));
  return { id, widgetId, next };
}
/** A new app. */
export const newApp = async ({ boss }: House, ownerDeptId = rootDepartmentId): Promise<string> =>
  (await boss.call(app.add, { name: { zh_CN: word() }, ownerDeptId })).id;
/** A version that is related to a new app. */
export async function relatedVersion(house: House, ownerDeptId = rootDepartmentId) {
  const version = await newWidgetVersion(house, ownerDeptId);
  await house.boss.call(widgetRelationSave, { widgetVersionId: version.id, rows: [{ appId: await newApp(house), platform: 2 }] });
  const { list } = await house.boss.call(widgetRelationList, { widgetVersionId: version.id });
  return { ...version, relationId: list[0]!.id };
}
const online = async (house: House): Promise<string> => {
  const { id } = await relatedVersion(house);
  await house.boss.call(widgetVersionOnline, { ids: [id] });
  return id;
};

/** A version that goes out in stages. */
async function rolled(house: House): Promise<{ versionId: string }> {
  const versionId = await online(house);
  await house.boss.call(widgetRollout.start, { versionId, stages: [{ percent: 10 }, { percent: 100 }] });
  return { versionId };
}

/** App roles, and the roles of widgets. */
export const appRoles: RoleArea = { area: 'mam', contract: mamRole };
export const widgetRoles: RoleArea = {
  area: 'widget',
  contract: widgetRole,
  draft: async (house, departmentId) => ({ widgetId: await newLink(house, departmentId) }),
  without: ['exportMembers', 'importMembers'],
};

/** Inputs of writes to widgets, their versions and roles. */
export const tries: Readonly<Record<string, TrySample>> = {
  ...roleTries(appRoles),
  ...roleTries(widgetRoles),
  'role/mam/saveResources': async (house) => ({
    roleId: await newRole(house, appRoles),
    version: 1,
    codes: [`widget:${await newLink(house)}`],
  }),
  'role/widget/saveResources': async (house) => ({ roleId: await newRole(house, widgetRoles), version: 1, functions: ['approve'] }),
  'mam/widget/online': async (house) => ({ ids: [await newLink(house)] }),
  'mam/widget/offline': async (house) => ({ ids: [await newLink(house)] }),
  'mam/widgetVersion/add': async (house) => {
    const { widgetId, next } = await newWidgetVersion(house);
    return { widgetId, fileId: next };
  },
  'mam/widgetVersion/update': async (house) => ({ id: (await newWidgetVersion(house)).id, version: 1, mode: 'forced' }),
  'mam/widgetVersion/delete': async (house) => ({ ids: [(await newWidgetVersion(house)).id] }),
  'mam/widgetVersion/online': async (house) => ({ ids: [(await relatedVersion(house)).id] }),
  'mam/widgetVersion/offline': async (house) => ({ ids: [await online(house)] }),
  'mam/widgetVersion/rollback': async (house) => ({ id: (await relatedVersion(house)).id, reason: 'x' }),
  'mam/widgetRollout/save': async (house) => ({ versionId: (await newWidgetVersion(house)).id, stages: [{ percent: 10 }] }),
  'mam/widgetRollout/start': async (house) => ({ versionId: (await newWidgetVersion(house)).id, stages: [{ percent: 10 }] }),
  ...Object.fromEntries(['advance', 'pause', 'halt', 'finish', 'cancel'].map((step) => [`mam/widgetRollout/${step}`, rolled])),
  'mam/widgetRollout/resume': async (house) => {
    const wish = await rolled(house);
    await house.boss.call(widgetRollout.pause, wish);
    return wish;
  },
  'mam/widgetRelation/save': async (house) => ({
    widgetVersionId: (await newWidgetVersion(house)).id,
    rows: [{ appId: await newApp(house), platform: 1 }],
  }),
  'mam/widgetRelation/delete': async (house) => ({ ids: [(await relatedVersion(house)).relationId] }),
};
