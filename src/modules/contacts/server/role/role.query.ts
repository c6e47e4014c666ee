import type { Reply } from '#kit/common/contract.ts';
import { roleModule, type RoleModule } from '#kit/server/role-module/role-module.ts';
import type { RoleCall } from '#kit/server/access/role.view.ts';
import type { Db } from '#kit/server/directory.ts';
import { contactMembers, contactRole } from '../../common/role.contract.ts';
import { roleOrder } from './reorder.ts';
import { contactGifts } from './role.kind.ts';
import { sentenceOf } from './sentence.ts';

/** What a role gives. */
type Gift = ReturnType<typeof contactGifts.giftsOf> extends Promise<Map<string, infer G>> ? G : never;

/** A role that gives nothing. */
const emptyGift: Gift = { authRange: [], searchRange: { same: true, rows: [] }, exactMatch: [], functions: [], order: null };

/** What a role gives. */
export const giftOf = async (db: Db, roleId: string): Promise<Gift> => (await contactGifts.giftsOf(db, [roleId])).get(roleId) ?? emptyGift;

/** Who reads a sentence. */
export const readerOf = (call: RoleCall) => ({
  db: call.db,
  range: call.caller.scope(),
  language: call.caller.language,
  texts: call.services.texts,
});

/** Contact roles with what they give, in words. */
export const contactRoles: RoleModule<Reply<typeof contactRole.list>['list'][number], Reply<typeof contactRole.find>> = roleModule(
  contactRole,
  {
    gifts: contactGifts,
    view: async (gift, call) => {
      const { authRange, searchRange, functions } = gift ?? emptyGift;
      return {
        authRange: await sentenceOf(readerOf(call), authRange),
        searchRange: searchRange.same
          ? call.services.texts.text(call.caller.language, 'contacts', 'range.sameAsAuth')
          : await sentenceOf(readerOf(call), searchRange.rows),
        functions: functions.length,
      };
    },
    order: roleOrder,
    files: [contactMembers],
  },
);
