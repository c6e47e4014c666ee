import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { memberFilesContract } from '#kit/common/role/member-files.contract.ts';
import { holdingContract } from '#kit/common/role/role.contract.ts';
import { roleDetail, roleRow } from '#kit/common/role/role.schema.ts';
import { id, pageOf, version } from '#kit/common/schema.ts';
import { configGroupShapes, configGroupsInput, configGroupsStored } from './config-groups.ts';
import { mdmHolderPage, mdmRightsPage, mdmRoleCodes, mdmUserPage } from './permissions.ts';
import { configGroups, fileFunctions, functionGroups } from './words.ts';

const extra = {
  /** How many functions it gives. */
  functions: z.int(),
  /** Groups of settings that it sets. */
  groups: z.array(z.enum(configGroups)),
  /** The role that everybody holds who holds no other. */
  builtIn: z.boolean(),
};
/** A role in a list. */
export const mdmRoleRow = roleRow.extend(extra);
/** A role with what its form shows. */
export const mdmRoleDetail = roleDetail.extend(extra);

/** What every role has; the lists of holders by POST, and by GET as in the first areas. */
export const mdmHolding = holdingContract('mdm', mdmRoleCodes, { lists: 'both' });

/** Operations on roles of module mdm. */
export const mdmRole = Object.freeze({
  ...mdmHolding,
  list: endpoint({ ...mdmHolding.list, reply: pageOf(mdmRoleRow), summary: 'Device roles: the built-in one first, then by name' }),
  find: endpoint({ ...mdmHolding.find, reply: mdmRoleDetail }),
  delete: endpoint({ ...mdmHolding.delete, errors: [...(mdmHolding.delete.errors ?? []), 18201] }),
});

/** The people of a role in files. */
export const mdmMembers = memberFilesContract('mdm', { import: mdmUserPage.button.import, export: mdmUserPage.button.export });

/** Functions of a role, and what there is to choose from. */
export const mdmResources = endpoint({
  method: 'GET',
  path: 'role/mdm/resources',
  access: { code: mdmRightsPage.code },
  scope: 'role',
  input: z.object({ roleId: id() }),
  reply: z.object({
    roleId: z.string(),
    version: version(),
    functions: z.array(z.enum(fileFunctions)),
    catalogue: z.array(
      z.object({
        group: z.enum(Object.keys(functionGroups) as [keyof typeof functionGroups, ...(keyof typeof functionGroups)[]]),
        code: z.enum(fileFunctions),
        name: z.string(),
        meaning: z.string(),
        risk: z.boolean(),
        /** How many roles give it. */
        roles: z.int(),
      }),
    ),
  }),
  summary: 'Functions that a device role gives',
});

/** Sets the functions of a role. */
export const mdmSaveResources = endpoint({
  method: 'POST',
  path: 'role/mdm/saveResources',
  access: { code: mdmRightsPage.button.save },
  scope: 'role',
  audit: 'role.mdm.saveResources',
  dryRun: true,
  input: z.strictObject({
    roleId: id(),
    version: version(),
    functions: z
      .array(z.enum(fileFunctions))
      .max(fileFunctions.length)
      .transform((all) => [...new Set(all)].toSorted()),
  }),
  reply: z.object({ version: version() }),
  summary: 'Sets the functions that a device role gives',
});

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
