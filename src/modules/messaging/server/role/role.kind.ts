import { z } from 'zod';
import { code } from '#kit/common/codes.ts';
import { jsonIn, knownOf, roleGifts, textsIn } from '#kit/server/role-module/role-gifts.ts';
import { Refusal } from '#kit/server/refusal.ts';
import { rootDepartmentId } from '#modules/people/common/root.ts';
import { messagingRoleCodes, relateAuthPage } from '../../common/permissions.ts';
import { messagingFunctions, riskyFunctions } from '../../common/words.ts';
import { everyoneRoleId } from '../directory.ts';

const { save } = relateAuthPage.button;

/** What messaging roles give: functions and limits. Everybody who holds no other holds the built-in one, always. */
export const messagingGifts = roleGifts({
  area: 'imm',
  module: 'messaging',
  buttons: messagingRoleCodes,
  table: 'im_role',
  gift: z.object({ functions: knownOf(messagingFunctions), limits: z.record(z.string(), z.number().nullable()) }),
  parts: { functions: textsIn('functions', save), limits: jsonIn('limits', save) },
  // A new role gives what does not reach many at once.
  fresh: { functions: messagingFunctions.filter((one) => !riskyFunctions.includes(one)).toSorted(), limits: {} },
  everyone: {
    id: everyoneRoleId,
    department: rootDepartmentId,
    refusal: () => new Refusal(code.wrongState, { state: 'builtIn' }, { state: 'builtIn' }),
  },
});

/** Messaging roles in the change engine. */
export const messagingRoleKind = messagingGifts.kind;
