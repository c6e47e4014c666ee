import type { RoleDraft } from '#kit/common/role/role.schema.ts';
import { crowdOfOne } from '#modules/crowds/testing/tries.ts';
import { codes, department, everywhere, person, signedIn, word } from '#modules/people/testing/made.ts';
import type { House } from '../../../../tests/access/house.ts';
import type { TrySample } from '../../../../tests/conformance/samples.ts';
import { resourcePage, roleManage } from '../common/permissions.ts';
import { resourceReorder, resourceSave, resourceTree, resourceUpdate } from '../common/resource.contract.ts';
import { sysRole } from '../common/role.contract.ts';

const roleDraft = (): Pick<RoleDraft, 'name' | 'code'> => ({ name: word(), code: word() });
const folder = async (house: House, parent: string | null = null): Promise<{ id: string; code: string }> => {
  const code = word();
  const { id } = await house.boss.call(resourceSave, { code, names: { zh_CN: code }, parent });
  return { id, code };
};
const nodeOf = async (house: House, code: string) => {
  const { nodes, orders } = await house.boss.call(resourceTree, {});
  return { node: nodes.find((one) => one.code === code)!, order: orders[code] ?? 0 };
};

/** Inputs of writes to resources. */
export const resourceTries: Readonly<Record<string, TrySample>> = {
  'sys/resource/save': async (house) => ({ code: word(), names: { zh_CN: word() }, parent: (await folder(house)).code }),
  'sys/resource/update': async (house) => {
    const { node } = await nodeOf(house, resourcePage.code);
    return { id: node.id, version: node.version, names: { zh_CN: word() }, visible: false };
  },
  'sys/resource/reset': async (house) => {
    const { node } = await nodeOf(house, roleManage.code);
    await house.boss.call(resourceUpdate, { id: node.id, version: node.version, names: { zh_CN: word() }, visible: false });
    return { ids: [node.id] };
  },
  'sys/resource/delete': async (house) => ({ ids: [(await folder(house)).id] }),
  'sys/resource/reorder': async (house) => {
    const top = await folder(house);
    const children = [await folder(house, top.code), await folder(house, top.code)];
    const ids = children.map(({ id }) => id).toReversed();
    await house.boss.call(resourceReorder, { parentId: top.id, ids, version: (await nodeOf(house, top.code)).order });
    return { parentId: top.id, ids: ids.toReversed(), version: (await nodeOf(house, top.code)).order };
  },
};

/** Inputs of writes to system roles. */
export const roleTries: Readonly<Record<string, TrySample>> = {
  'role/sys/save': async () => ({ ...roleDraft() }),
  'role/sys/update': async (house) => {
    const { roleId, roleVersion } = await signedIn(house);
    return { roleId, version: roleVersion, name: word(), expiresAt: 1 };
  },
  'role/sys/copy': async (house) => ({ roleId: (await signedIn(house)).roleId, ...roleDraft() }),
  'role/sys/delete': async (house) => ({ ids: [(await signedIn(house)).roleId] }),
  'role/sys/enable': async (house) => {
    const { roleId } = await signedIn(house);
    await house.boss.call(sysRole.disable, { ids: [roleId] });
    return { ids: [roleId] };
  },
  'role/sys/disable': async (house) => ({ ids: [(await signedIn(house)).roleId] }),
  'role/sys/assignEmployees': async (house) => ({
    roleId: await house.role({ codes, range: everywhere }),
    ids: [(await person(house)).id],
  }),
  'role/sys/assignDepartments': async (house) => {
    const { id } = await department(house);
    await person(house, (await department(house, id)).id);
    return { roleId: await house.role({ codes, range: everywhere }), ids: [id], until: Date.now() + 86_400_000 };
  },
  'role/sys/removeMembers': async (house) => {
    const { roleId, id } = await signedIn(house);
    return { roleId, kind: 'employee', ids: [id] };
  },
  'role/sys/saveResources': async (house) => {
    const { roleId, roleVersion } = await signedIn(house);
    return { roleId, version: roleVersion, codes: [] };
  },
  'role/sys/saveRanges': async (house) => {
    const { roleId, roleVersion, home } = await signedIn(house);
    return { roleId, version: roleVersion, range: { kind: 'chosen', departmentIds: [home.id] } };
  },
  'role/sys/assignCrowds': async (house) => ({ roleId: await house.role({ codes, range: everywhere }), ids: [await crowdOfOne(house)] }),
};
