import { z } from 'zod';
import { functionsIn, jsonIn, roleGifts } from '#kit/server/role-module/role-gifts.ts';
import { rootDepartmentId } from '#modules/people/common/root.ts';
import { robotService } from '../../common/permissions.ts';
import { mrmRoleCodes } from '../../common/role/role.contract.ts';
import { mrmWords } from '../../common/role/words.ts';
import { everyoneRoleId } from './mrm-functions.ts';

const { save } = robotService.roleAuth.button;
const limits = z.record(z.string(), z.number().nullable());

/** What roles of robots give: functions and limits. Everybody holds the built-in one, always. */
export const mrmGifts = roleGifts({
  area: 'mrm',
  module: 'robots',
  buttons: mrmRoleCodes,
  table: 'mrm_role',
  gives: { functions: functionsIn(mrmWords, save), limits: jsonIn('limits', save, { schema: limits, fresh: {} }) },
  everyone: { id: everyoneRoleId, department: rootDepartmentId },
});
