import { functionsIn, roleGifts } from '#kit/server/role-module/role-gifts.ts';
import { rootDepartmentId } from '#modules/people/common/root.ts';
import { contactRoleCodes, functionPage } from '../../common/permissions.ts';
import { contactWords } from '../../common/words.ts';
import { everyoneRoleId } from '../directory.ts';
import { contactsChanged } from '../rule/changes.ts';
import { checkRanges } from './check-ranges.ts';
import { rangeParts } from './range-parts.ts';

/** What contact roles give: whom their holders see and find, and what they may do. Everybody who holds no other holds the built-in one, always. */
export const contactGifts = roleGifts({
  area: 'contact',
  module: 'contacts',
  buttons: contactRoleCodes,
  table: 'contact_role',
  gives: { ...rangeParts, functions: functionsIn(contactWords, functionPage.button.save) },
  everyone: { id: everyoneRoleId, department: rootDepartmentId, refusal: 20001 },
  check: checkRanges,
  changed: contactsChanged,
});
