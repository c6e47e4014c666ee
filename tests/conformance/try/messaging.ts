import { messagingRole } from '../../../src/modules/messaging/common/role.contract.ts';
import { settingGet } from '../../../src/modules/messaging/common/setting.contract.ts';
import { rootDepartmentId } from '../../../src/modules/people/common/root.ts';
import type { House } from '../../access/house.ts';
import { groupTries } from './groups.ts';
import { messageFileTries } from './message-files.ts';
import { crowdOfOne } from './crowds.ts';
import type { TrySample } from './samples.ts';
import { engineGet } from '../../../src/modules/message-addresses/common/engine.contract.ts';

let made = 0;
const word = (): string => `messaging${(made += 1)}`;

/** A messaging role that holds nobody. */
const newMessagingRole = async (house: House): Promise<string> =>
  (await house.boss.call(messagingRole.save, { name: word(), code: word(), ownerDeptId: rootDepartmentId })).roleId;
const held = async (house: House): Promise<{ roleId: string; id: string; version: number }> => {
  const [roleId, id] = [await newMessagingRole(house), await house.person()];
  await house.boss.call(messagingRole.assignEmployees, { roleId, ids: [id] });
  return { roleId, id, version: (await house.boss.call(messagingRole.find, { roleId })).version };
};

/** Inputs of writes to messaging roles and settings. */
export const messagingTries: Readonly<Record<string, TrySample>> = {
  ...groupTries,
  ...messageFileTries,
  'role/imm/save': async () => ({ name: word(), code: word() }),
  'role/imm/update': async (house) => {
    const { roleId, version } = await held(house);
    return { roleId, version, name: word() };
  },
  'role/imm/copy': async (house) => ({ roleId: (await held(house)).roleId, name: word(), code: word() }),
  'role/imm/delete': async (house) => ({ ids: [(await held(house)).roleId] }),
  'role/imm/enable': async (house) => {
    const { roleId } = await held(house);
    await house.boss.call(messagingRole.disable, { ids: [roleId] });
    return { ids: [roleId] };
  },
  'role/imm/disable': async (house) => ({ ids: [(await held(house)).roleId] }),
  'role/imm/assignEmployees': async (house) => ({ roleId: await newMessagingRole(house), ids: [await house.person()] }),
  'role/imm/assignDepartments': async (house) => ({ roleId: await newMessagingRole(house), ids: [await house.department(word())] }),
  'role/imm/assignCrowds': async (house) => ({ roleId: await newMessagingRole(house), ids: [await crowdOfOne(house)] }),
  'role/imm/removeMembers': async (house) => {
    const { roleId, id } = await held(house);
    return { roleId, kind: 'employee', ids: [id] };
  },
  'role/imm/saveResources': async (house) => {
    const { roleId, version } = await held(house);
    return { roleId, version, functions: ['im.single'], limits: { ownedGroups: 5, groupMembers: null, historyDays: null } };
  },
  'im/engine/save': async (house) => ({ version: (await house.boss.call(engineGet, {})).version, pingSeconds: 60 }),
  'im/setting/update': async (house) => {
    const { version, recallMinutes } = await house.boss.call(settingGet, {});
    return { version, recallMinutes: recallMinutes + 1 };
  },
};
