import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { memberFilesContract } from '#kit/common/role/member-files.contract.ts';
import type { HoldingCodes } from '#kit/common/role/role-codes.ts';
import { functionList, roleFunctionsContract, roleModuleContract } from '#kit/common/role/role-module.contract.ts';
import { id } from '#kit/common/schema.ts';
import { robotService } from '../permissions.ts';
import { mrmFunctionNames, mrmLimitNames, mrmLimits, mrmWords, type MrmLimit } from './words.ts';

const { code: page, button } = robotService.roleAuth;

/** Codes behind the operations on roles of robots: they stand on one page, with tabs. */
export const mrmRoleCodes: HoldingCodes = {
  page,
  add: button.add,
  update: button.update,
  delete: button.delete,
  enable: button.enable,
  disable: button.disable,
  copy: button.copy,
  members: page,
  assign: button.assign,
  remove: button.remove,
  holders: page,
};

/** Operations on roles of robots: who holds them; what they give follows below. */
export const mrmRole = roleModuleContract('mrm', {
  codes: mrmRoleCodes,
  gives: { functions: z.int() },
  list: 'Robot roles of departments in range, the built-in one among them',
  one: 'One robot role',
});

/** The people of a role in files. */
export const mrmMembers = memberFilesContract('mrm', { import: button.import, export: button.export });

const limitShape = Object.fromEntries(mrmLimitNames.map((name) => [name, z.int().min(0).max(mrmLimits[name].most).nullable()])) as Record<
  MrmLimit,
  z.ZodNullable<z.ZodInt>
>;
/** Numbers of a role; null: the usual one. */
export const limitsOfMrm = z.strictObject(limitShape);
/** Numbers of a role. */
export type LimitsOfMrm = z.output<typeof limitsOfMrm>;

const functions = roleFunctionsContract('mrm', {
  words: mrmWords,
  codes: { read: page, save: button.save },
  audit: 'mrmRole.function',
  input: { functions: functionList(mrmFunctionNames, mrmFunctionNames.length).optional(), limits: limitsOfMrm.optional() },
  also: { reply: { limits: limitsOfMrm } },
  summaries: {
    read: 'Functions and limits of a robot role, with what each means',
    save: 'Sets the functions and limits of a robot role',
  },
});
/** What holders of a role may do. */
export const mrmResources = functions.resources;
/** Sets what holders of a role may do. */
export const mrmSaveResources = functions.save;

/** What somebody may do with robots, assistants, mika and to-dos, and why. */
export const mrmExplain = endpoint({
  method: 'GET',
  path: 'role/mrm/explain',
  access: { code: button.preview },
  scope: 'employee',
  input: z.object({ empId: id() }),
  reply: z.object({
    /** Roles that decide for the person. */
    roles: z.array(z.string()),
    limits: z.array(z.object({ name: z.enum(mrmLimitNames), value: z.int() })),
    functions: z.array(
      z.object({
        code: z.enum(mrmFunctionNames),
        name: z.string(),
        allowed: z.boolean(),
        /** Roles that give it to the person. */
        by: z.array(z.string()),
        /** Enabled roles that would give what the person has not. */
        wouldGive: z.array(z.string()),
      }),
    ),
  }),
  summary:
    'Which functions of robots, assistants, mika and to-dos somebody has and by which roles, which roles would give the others, and the numbers that hold',
});
