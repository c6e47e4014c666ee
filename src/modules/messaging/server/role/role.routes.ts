import { accessChanged } from '#kit/server/access/access-changes.ts';
import { functionReview, functionsOf, roleModule, saveGift } from '#kit/server/role-module/role-module.ts';
import { handle } from '#kit/server/handle.ts';
import {
  limitsOfRole,
  messagingExplain,
  messagingMembers,
  messagingResources,
  messagingRole,
  messagingSaveResources,
} from '../../common/role.contract.ts';
import { messagingWords } from '../../common/words.ts';
import { explainAbilities } from './role.explain.ts';
import { messagingGifts } from './role.kind.ts';

const emptyLimits = { ownedGroups: null, groupMembers: null, historyDays: null };

/** Messaging roles: their routes and jobs. */
export const messagingRoles = roleModule(messagingRole, {
  gifts: messagingGifts,
  view: (gift) => ({ functions: gift?.functions.length ?? 0 }),
  files: [messagingMembers],
  own: [
    handle(messagingExplain, explainAbilities),
    handle(messagingResources, async (call, { roleId }) => {
      const { gift, shown } = await functionsOf(call, messagingGifts, messagingWords, roleId);
      return { ...shown, limits: limitsOfRole.parse({ ...emptyLimits, ...gift?.limits }) };
    }),
    handle(messagingSaveResources, (call, { roleId, version, functions, limits }) =>
      // Every process reads again what people may do.
      saveGift(
        call,
        messagingGifts,
        { roleId, version, gift: { ...(functions && { functions }), ...(limits && { limits }) } },
        accessChanged,
      ),
    ),
  ],
});

/** Messaging roles in the review of rights: what their holders may do. */
export const messagingReview = functionReview(messagingGifts, messagingWords);
