import { handle } from '#kit/server/handle.ts';
import { functionReview, functionsOf, roleModule, saveGift } from '#kit/server/role-module/role-module.ts';
import { limitsOfMrm, mrmExplain, mrmMembers, mrmResources, mrmRole, mrmSaveResources } from '../../common/role/role.contract.ts';
import { mrmLimitNames, mrmWords } from '../../common/role/words.ts';
import { explainMrm } from './role.explain.ts';
import { mrmGifts } from './role.kind.ts';

const emptyLimits = Object.fromEntries(mrmLimitNames.map((name) => [name, null]));

/** Roles of robots: their routes and jobs. */
export const mrmRoles = roleModule(mrmRole, {
  gifts: mrmGifts,
  view: (gift) => ({ functions: gift?.functions.length ?? 0 }),
  files: [mrmMembers],
  own: [
    handle(mrmExplain, explainMrm),
    handle(mrmResources, async (call, { roleId }) => {
      const { gift, shown } = await functionsOf(call, mrmGifts, mrmWords, roleId);
      return { ...shown, limits: limitsOfMrm.parse({ ...emptyLimits, ...gift?.limits }) };
    }),
    handle(mrmSaveResources, (call, { roleId, version, functions, limits }) =>
      saveGift(call, mrmGifts, { roleId, version, gift: { ...(functions && { functions }), ...(limits && { limits }) } }),
    ),
  ],
});

/** Roles of robots in the review of rights: what their holders may do. */
export const mrmReview = functionReview(mrmGifts, mrmWords);
