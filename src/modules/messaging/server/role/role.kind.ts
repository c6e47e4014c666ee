import { z } from 'zod';
import { functionsIn, jsonIn, roleGifts } from '#kit/server/role-module/role-gifts.ts';
import { rootDepartmentId } from '#modules/people/common/root.ts';
import { messagingRoleCodes, relateAuthPage } from '../../common/permissions.ts';
import { messagingWords } from '../../common/words.ts';
import { everyoneRoleId } from '../directory.ts';

const { save } = relateAuthPage.button;
const limits = z.record(z.string(), z.number().nullable());

/** What messaging roles give: functions and limits. Everybody who holds no other holds the built-in one, always. */
export const messagingGifts = roleGifts({
  area: 'imm',
  module: 'messaging',
  buttons: messagingRoleCodes,
  table: 'im_role',
  gives: { functions: functionsIn(messagingWords, save), limits: jsonIn('limits', save, { schema: limits, fresh: {} }) },
  everyone: { id: everyoneRoleId, department: rootDepartmentId },
});
