import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { memberFilesContract } from '#kit/common/role/member-files.contract.ts';
import { holdingContract } from '#kit/common/role/role.contract.ts';
import { roleDetail, roleRow } from '#kit/common/role/role.schema.ts';
import { id, pageOf, version } from '#kit/common/schema.ts';
import {
  messagingRoleCodes,
  messagingRolePage,
  relateAuthPage,
  relateDeptPage,
  relateGroupPage,
  relateUserPage,
  roleUserPage,
} from './permissions.ts';
import { functionGroups, messagingFunctions, roleLimits } from './words.ts';

const extra = {
  functions: z.int(),
  /** The role that everybody holds who holds no other. */
  builtIn: z.boolean(),
};
const holding = holdingContract('imm', messagingRoleCodes);
/** Whoever may open a tab chooses the role in the list beside it. */
const chosen = {
  anyOf: [messagingRolePage.code, relateUserPage.code, relateDeptPage.code, relateGroupPage.code, relateAuthPage.code],
} as const;

/** Operations on messaging roles: who holds them; what they give follows below. */
export const messagingRole = Object.freeze({
  ...holding,
  list: endpoint({
    method: 'POST',
    path: 'role/imm/list',
    reads: true,
    access: chosen,
    scope: 'role',
    input: holding.list.input,
    reply: pageOf(roleRow.extend(extra)),
    summary: 'Messaging roles of departments in range, the built-in one among them',
  }),
  find: endpoint({
    method: 'GET',
    path: 'role/imm/find',
    access: chosen,
    scope: 'role',
    input: z.object({ roleId: id() }),
    reply: roleDetail.extend(extra),
    summary: 'One messaging role',
  }),
});

/** The people of a messaging role in files. */
export const messagingMembers = memberFilesContract('imm', { import: relateUserPage.button.import, export: relateUserPage.button.export });

const limit = (name: keyof typeof roleLimits) => z.int().min(0).max(roleLimits[name].most).nullable();
/** Numbers of a role; null: the usual one. */
export const limitsOfRole = z.strictObject({
  ownedGroups: limit('ownedGroups'),
  groupMembers: limit('groupMembers'),
  historyDays: limit('historyDays'),
});
/** Numbers of a role. */
export type LimitsOfRole = z.output<typeof limitsOfRole>;

/** What holders of a messaging role may do. */
export const messagingResources = endpoint({
  method: 'GET',
  path: 'role/imm/resources',
  access: { code: relateAuthPage.code },
  scope: 'role',
  input: z.object({ roleId: id() }),
  reply: z.object({
    roleId: z.string(),
    version: version(),
    functions: z.array(z.enum(messagingFunctions)),
    limits: limitsOfRole,
    catalogue: z.array(
      z.object({
        group: z.enum(Object.keys(functionGroups) as [keyof typeof functionGroups]),
        code: z.enum(messagingFunctions),
        name: z.string(),
        meaning: z.string(),
        risk: z.boolean(),
      }),
    ),
  }),
  summary: 'Functions and limits of a messaging role, with what each means',
});

/** Sets what holders of a messaging role may do. */
export const messagingSaveResources = endpoint({
  method: 'POST',
  path: 'role/imm/saveResources',
  access: { code: relateAuthPage.button.save },
  scope: 'role',
  audit: 'immRole.function',
  dryRun: true,
  input: z.strictObject({
    roleId: id(),
    version: version(),
    functions: z
      .array(z.enum(messagingFunctions))
      .max(60)
      .transform((all) => [...new Set(all)].toSorted())
      .optional(),
    limits: limitsOfRole.optional(),
  }),
  reply: z.object({ version: version() }),
  summary: 'Sets the functions and limits of a messaging role',
});

/** What somebody may do in messaging, and why. */
export const messagingExplain = endpoint({
  method: 'GET',
  path: 'role/imm/explain',
  access: { code: roleUserPage.code },
  scope: 'employee',
  input: z.object({ empId: id() }),
  reply: z.object({
    /** Roles that decide for the person. */
    roles: z.array(z.string()),
    limits: z.object({ ownedGroups: z.int(), groupMembers: z.int(), historyDays: z.int() }),
    functions: z.array(
      z.object({
        code: z.enum(messagingFunctions),
        name: z.string(),
        allowed: z.boolean(),
        /** Roles that give it to the person. */
        by: z.array(z.string()),
        /** Enabled roles that would give what the person has not. */
        wouldGive: z.array(z.string()),
      }),
    ),
  }),
  summary: 'Which functions of messaging somebody has and by which roles, which roles would give the others, and the numbers that hold',
});
