import { z } from 'zod';
import { functionsIn, jsonIn, roleGifts } from '#kit/server/role-module/role-gifts.ts';
import { rootDepartmentId } from '#modules/people/common/root.ts';
import { mdmRightsPage, mdmRoleCodes } from '../../common/permissions.ts';
import { fileWords } from '../../common/words.ts';
import { everyoneRoleId } from '../directory.ts';
import { fileSecurityChanged } from '../rule/changes.ts';
import { groupsIn } from '../rule/read-book.ts';
import { assertUnlockableAndUnnamed } from './unlockable.ts';

const { save, saveConfig } = mdmRightsPage.button;
const groups = z.unknown().transform(groupsIn);

/** What roles of module mdm give: functions and groups of settings. Everybody holds the built-in one, always. */
export const mdmGifts = roleGifts({
  area: 'mdm',
  module: 'file-security',
  buttons: mdmRoleCodes,
  table: 'mdm_role',
  gives: { functions: functionsIn(fileWords, save), groups: jsonIn('groups', saveConfig, { schema: groups, fresh: {} }) },
  everyone: { id: everyoneRoleId, department: rootDepartmentId, refusal: 18201 },
  check: assertUnlockableAndUnnamed,
  changed: fileSecurityChanged,
});
