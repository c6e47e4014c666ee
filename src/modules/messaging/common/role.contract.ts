import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { memberFilesContract } from '#kit/common/role/member-files.contract.ts';
import { functionList, roleFunctionsContract, roleModuleContract } from '#kit/common/role/role-module.contract.ts';
import { id } from '#kit/common/schema.ts';
import { messagingRoleCodes, relateAuthPage, relateUserPage, roleUserPage } from './permissions.ts';
import { messagingWords, messagingFunctions, roleLimits } from './words.ts';

/** Operations on messaging roles: who holds them; what they give follows below. */
export const messagingRole = roleModuleContract('imm', {
  codes: messagingRoleCodes,
  gives: { functions: z.int() },
  list: 'Messaging roles of departments in range, the built-in one among them',
  one: 'One messaging role',
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

const functions = roleFunctionsContract('imm', {
  words: messagingWords,
  codes: { read: relateAuthPage.code, save: relateAuthPage.button.save },
  audit: 'immRole.function',
  input: { functions: functionList(messagingFunctions, 60).optional(), limits: limitsOfRole.optional() },
  also: { reply: { limits: limitsOfRole } },
  summaries: {
    read: 'Functions and limits of a messaging role, with what each means',
    save: 'Sets the functions and limits of a messaging role',
  },
});
/** What holders of a messaging role may do. */
export const messagingResources = functions.resources;
/** Sets what holders of a messaging role may do. */
export const messagingSaveResources = functions.save;

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
