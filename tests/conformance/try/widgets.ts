import { app } from '../../../src/modules/apps/common/app.contract.ts';
import { rootDepartmentId } from '../../../src/modules/people/common/root.ts';
import { mamRole, widgetRole } from '../../../src/modules/widgets/common/role.contract.ts';
import { widget } from '../../../src/modules/widgets/common/widget.contract.ts';
import { widgetRelationList, widgetRelationSave } from '../../../src/modules/widgets/common/widget-relation.contract.ts';
import { widgetVersionAdd, widgetVersionOnline } from '../../../src/modules/widgets/common/widget-version.contract.ts';
import { widgetRollout } from '../../../src/modules/widgets/common/widget-rollout.contract.ts';
import type { House } from '../../access/house.ts';
import { widgetZip } from '../../make-zip.ts';
import type { TrySample } from './samples.ts';

let made = 0;
const word = (): string => `widget${(made += 1)}`;

const roleDraft = () => ({ name: word(), code: word(), ownerDeptId: rootDepartmentId });
/** An app role that nobody holds. */
export const newMamRole = async ({ boss }: House): Promise<string> => (await boss.call(mamRole.save, roleDraft())).roleId;
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
/** A role of a new widget that nobody holds. */
export const newWidgetRole = async (house: House): Promise<string> =>
  (await house.boss.call(widgetRole.save, { ...roleDraft(), widgetId: await newLink(house) })).roleId;
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

type Contract = typeof mamRole | typeof widgetRole;
const holding = (
  area: 'mam' | 'widget',
  contract: Contract,
  make: (house: House) => Promise<string>,
): Readonly<Record<string, TrySample>> => {
  const held = async (house: House) => {
    const [roleId, id] = [await make(house), await house.person()];
    await house.boss.call(contract.assignEmployees, { roleId, ids: [id] });
    return { roleId, id, version: (await house.boss.call(contract.find, { roleId })).version };
  };
  return {
    [`role/${area}/update`]: async (house) => {
      const { roleId, version } = await held(house);
      return { roleId, version, description: word() };
    },
    [`role/${area}/copy`]: async (house) => ({ roleId: (await held(house)).roleId, name: word(), code: word() }),
    [`role/${area}/delete`]: async (house) => ({ ids: [(await held(house)).roleId] }),
    [`role/${area}/enable`]: async (house) => {
      const { roleId } = await held(house);
      await house.boss.call(contract.disable, { ids: [roleId] });
      return { ids: [roleId] };
    },
    [`role/${area}/disable`]: async (house) => ({ ids: [(await held(house)).roleId] }),
    [`role/${area}/assignEmployees`]: async (house) => ({ roleId: await make(house), ids: [await house.person()] }),
    [`role/${area}/assignDepartments`]: async (house) => ({ roleId: await make(house), ids: [await house.department(word())] }),
    [`role/${area}/removeMembers`]: async (house) => {
      const { roleId, id } = await held(house);
      return { roleId, kind: 'employee', ids: [id] };
    },
  };
};

/** Inputs of writes to widgets, their versions and roles. */
export const widgetTries: Readonly<Record<string, TrySample>> = {
  ...holding('mam', mamRole, newMamRole),
  ...holding('widget', widgetRole, newWidgetRole),
  'role/mam/save': async () => roleDraft(),
  'role/widget/save': async (house) => ({ ...roleDraft(), widgetId: await newLink(house) }),
  'role/mam/saveResources': async (house) => ({ roleId: await newMamRole(house), version: 1, codes: [`widget:${await newLink(house)}`] }),
  'role/widget/saveResources': async (house) => ({ roleId: await newWidgetRole(house), version: 1, functions: ['approve'] }),
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
