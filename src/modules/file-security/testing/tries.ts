import { draftGet } from '../common/draft.contract.ts';
import { encryptionGet } from '../common/encryption.contract.ts';
import { fileRule } from '../common/file-rule.contract.ts';
import { fileSettingsGet } from '../common/settings.contract.ts';
import { outerNetGet } from '../common/outer-net.contract.ts';
import { mdmRole } from '../common/role.contract.ts';
import type { House } from '../../../../tests/access/house.ts';
import { heldRole, roleTries, type RoleArea } from '../../../../tests/conformance/role-areas.ts';
import type { TrySample } from '../../../../tests/conformance/samples.ts';

let made = 0;
const word = (): string => `files${(made += 1)}`;

/** Device roles. */
export const devices: RoleArea = { area: 'mdm', contract: mdmRole };
/** A draft that differs from the version in force. */
const drafted = async (house: House) => {
  const found = await house.boss.call(draftGet, {});
  if (found.changes.length > 0) return found;
  await house.boss.call(fileRule.add, { name: word(), kind: 'download', actions: ['download'], everyone: true });
  return house.boss.call(draftGet, {});
};

/** Inputs of writes to device roles, file rules and their settings. */
export const tries: Readonly<Record<string, TrySample>> = {
  ...roleTries(devices),
  'role/mdm/saveResources': async (house) => {
    const { roleId, version } = await heldRole(house, devices);
    return { roleId, version, functions: ['file.preview'] };
  },
  'user/role/group/config/update': async (house) => {
    const { roleId, version } = await heldRole(house, devices);
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
