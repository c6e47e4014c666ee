import { messagingRole } from '../common/role.contract.ts';
import { settingGet } from '../common/setting.contract.ts';
import { heldRole, roleTries, type RoleArea } from '../../../../tests/conformance/role-areas.ts';
import type { TrySample } from '../../../../tests/conformance/samples.ts';

/** Messaging roles. */
export const messaging: RoleArea = { area: 'imm', contract: messagingRole };

/** Inputs of writes to messaging roles and settings. */
export const tries: Readonly<Record<string, TrySample>> = {
  ...roleTries(messaging),
  'role/imm/saveResources': async (house) => {
    const { roleId, version } = await heldRole(house, messaging);
    return { roleId, version, functions: ['im.single'], limits: { ownedGroups: 5, groupMembers: null, historyDays: null } };
  },
  'im/setting/update': async (house) => {
    const { version, recallMinutes } = await house.boss.call(settingGet, {});
    return { version, recallMinutes: recallMinutes + 1 };
  },
};
