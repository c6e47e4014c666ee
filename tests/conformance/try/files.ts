import { draftGet } from '../../../src/modules/file-security/common/draft.contract.ts';
import { encryptionGet } from '../../../src/modules/file-security/common/encryption.contract.ts';
import { fileRule } from '../../../src/modules/file-security/common/file-rule.contract.ts';
import { fileSettingsGet } from '../../../src/modules/file-security/common/settings.contract.ts';
import { outerNetGet } from '../../../src/modules/file-security/common/outer-net.contract.ts';
import { mdmRole } from '../../../src/modules/file-security/common/role.contract.ts';
import { rootDepartmentId } from '../../../src/modules/people/common/root.ts';
import type { House } from '../../access/house.ts';
import { crowdOfOne } from './crowds.ts';
import type { TrySample } from './samples.ts';

let made = 0;
const word = (): string => `files${(made += 1)}`;

/** A device role that holds nobody. */
const newMdmRole = async (house: House): Promise<string> =>
  (await house.boss.call(mdmRole.save, { name: word(), code: word(), ownerDeptId: rootDepartmentId })).roleId;
const held = async (house: House): Promise<{ roleId: string; id: string; version: number }> => {
  const [roleId, id] = [await newMdmRole(house), await house.person()];
  await house.boss.call(mdmRole.assignEmployees, { roleId, ids: [id] });
  return { roleId, id, version: (await house.boss.call(mdmRole.find, { roleId })).version };
};
/** A draft that differs from the version in force. */
const drafted = async (house: House) => {
  const found = await house.boss.call(draftGet, {});
  if (found.changes.length > 0) return found;
  await house.boss.call(fileRule.add, { name: word(), kind: 'download', actions: ['download'], everyone: true });
  return house.boss.call(draftGet, {});
};

/** Inputs of writes to device roles, file rules and their settings. */
export const fileTries: Readonly<Record<string, TrySample>> = {
  'role/mdm/save': async () => ({ name: word(), code: word() }),
  'role/mdm/update': async (house) => {
    const { roleId, version } = await held(house);
    return { roleId, version, name: word() };
  },
  'role/mdm/copy': async (house) => ({ roleId: (await held(house)).roleId, name: word(), code: word() }),
  'role/mdm/delete': async (house) => ({ ids: [(await held(house)).roleId] }),
  'role/mdm/enable': async (house) => {
    const { roleId } = await held(house);
    await house.boss.call(mdmRole.disable, { ids: [roleId] });
    return { ids: [roleId] };
  },
  'role/mdm/disable': async (house) => ({ ids: [(await held(house)).roleId] }),
  'role/mdm/assignEmployees': async (house) => ({ roleId: await newMdmRole(house), ids: [await house.person()] }),
  'role/mdm/assignDepartments': async (house) => ({ roleId: await newMdmRole(house), ids: [await house.department(word())] }),
  'role/mdm/assignCrowds': async (house) => ({ roleId: await newMdmRole(house), ids: [await crowdOfOne(house)] }),
  'role/mdm/removeMembers': async (house) => {
    const { roleId, id } = await held(house);
    return { roleId, kind: 'employee', ids: [id] };
  },
  'role/mdm/saveResources': async (house) => {
    const { roleId, version } = await held(house);
    return { roleId, version, functions: ['file.preview'] };
  },
  'user/role/group/config/update': async (house) => {
    const { roleId, version } = await held(house);
    return { roleId, version, groups: { unbind: { selfUnbind: 0, needsApproval: 1, coolDownHours: 1, eraseOnUnbind: null } } };
  },
  'security/file/outerNet/update': async (house) => {
    const { version, segments } = await house.boss.call(outerNetGet, {});
    return { version, segments: [...segments, { value: `10.${(made += 1) % 250}.0.0/16` }] };
  },
  'security/file/encryption/update': async (house) => {
    const { version, ticketSeconds } = await house.boss.call(encryptionGet, {});
    return { version, ticketSeconds: ticketSeconds === 60 ? 90 : 60 };
  },
  'security/file/settings/update': async (house) => {
    const { version, decisionDays } = await house.boss.call(fileSettingsGet, {});
    return { version, decisionDays: decisionDays === 30 ? 31 : 30 };
  },
  'security/file/draft/publish': async (house) => {
    const { published, hash } = await drafted(house);
    return { number: published.number, hash, note: word() };
  },
  'security/file/draft/discard': async (house) => ({ hash: (await drafted(house)).hash }),
  'security/file/set/restore': async (house) => {
    await drafted(house);
    return { number: 1 };
  },
};
