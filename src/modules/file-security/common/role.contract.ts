import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { memberFilesContract } from '#kit/common/role/member-files.contract.ts';
import { functionList, roleFunctionsContract, roleModuleContract } from '#kit/common/role/role-module.contract.ts';
import { id, version } from '#kit/common/schema.ts';
import { configGroupShapes, configGroupsInput, configGroupsStored } from './config-groups.ts';
import { mdmHolderPage, mdmRightsPage, mdmRoleCodes, mdmUserPage } from './permissions.ts';
import { configGroups, fileFunctions, fileWords } from './words.ts';

const roles = roleModuleContract('mdm', {
  codes: mdmRoleCodes,
  // The lists of holders by POST, and by GET as in the first areas.
  lists: 'both',
  gives: {
    functions: z.int(),
    /** Groups of settings that it sets. */
    groups: z.array(z.enum(configGroups)),
  },
  list: 'Device roles: the built-in one first, then by name',
});

/** Operations on roles of module mdm. */
export const mdmRole = Object.freeze({
  ...roles,
  delete: endpoint({ ...roles.delete, errors: [...(roles.delete.errors ?? []), 18201] }),
});

/** The people of a role in files. */
export const mdmMembers = memberFilesContract('mdm', { import: mdmUserPage.button.import, export: mdmUserPage.button.export });

const functions = roleFunctionsContract('mdm', {
  words: fileWords,
  codes: { read: mdmRightsPage.code, save: mdmRightsPage.button.save },
  audit: 'role.mdm.saveResources',
  input: { functions: functionList(fileFunctions, fileFunctions.length) },
  also: {
    function: {
      /** How many roles give it. */
      roles: z.int(),
    },
  },
  summaries: { read: 'Functions that a device role gives', save: 'Sets the functions that a device role gives' },
});
/** Functions of a role, and what there is to choose from. */
export const mdmResources = functions.resources;
/** Sets the functions of a role. */
export const mdmSaveResources = functions.save;

const whose = z.object({ roleId: id().optional(), empId: id().optional() });
const readConfig = { method: 'GET', access: { anyOf: [mdmRightsPage.code, mdmHolderPage.code] }, scope: 'role', input: whose } as const;
/** Where a value comes from: the role that gave it. */
const origin = z.object({ groupCode: z.enum(configGroups), field: z.string(), roleId: z.string(), roleName: z.string() });

/** Groups of settings of a role, or of a person with the role that gave each value. */
export const groupConfigQuery = endpoint({
  ...readConfig,
  path: 'user/role/group/config/query',
  reply: z.object({
    roleId: z.string().nullable(),
    version: z.int().nullable(),
    groups: configGroupsStored,
    /** Of a person: which role gave each value. */
    origins: z.array(origin),
  }),
  summary: 'Groups of settings of a device role, or those that hold for a person with the role that gave each value',
});

const one = <const G extends keyof typeof configGroupShapes>(group: G) =>
  z.object({
    roleId: z.string().nullable(),
    version: z.int().nullable(),
    /** Null: no role sets it. */
    config: configGroupShapes[group].nullable(),
    origins: z.array(origin),
  });

/** How terminals are unlocked. */
export const signUnlockQuery = endpoint({
  ...readConfig,
  path: 'user/role/signUnlockEnabled/config/query',
  reply: one('signUnlock'),
  summary: 'How terminals are unlocked, by a device role or for a person',
});
/** Whether people unbind their devices themselves. */
export const unbindQuery = endpoint({
  ...readConfig,
  path: 'user/role/unbind/config/query',
  reply: one('unbind'),
  summary: 'Whether people unbind their devices themselves, by a device role or for a person',
});
/** Limits of devices of a role. */
export const deviceBindQuery = endpoint({
  ...readConfig,
  path: 'user/role/device/bind/config',
  reply: one('bind').extend({ people: z.int() }),
  summary: 'Limits of devices that a device role sets, and how many people it reaches',
});

/** Sets groups of settings of a role; null takes a group out. */
export const groupConfigUpdate = endpoint({
  method: 'POST',
  path: 'user/role/group/config/update',
  access: { code: mdmRightsPage.button.saveConfig },
  scope: 'role',
  audit: 'mdmRole.config',
  dryRun: true,
  input: z.strictObject({ roleId: id(), version: version(), groups: configGroupsInput }),
  reply: z.object({ version: version(), groups: configGroupsStored }),
  errors: [18206],
  summary: 'Sets groups of settings of a device role; null takes a group out',
});
