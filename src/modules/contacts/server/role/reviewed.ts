import type { ReviewedArea } from '#kit/server/access/reviewed-area.ts';
import { riskyFunctions } from '../../common/words.ts';
import { giftsOf, readerOf } from './role.query.ts';
import { sentenceOf } from './sentence.ts';

/** Contact roles in the review of rights: whom their holders see, and what they may do there. */
export const contactReview: ReviewedArea = {
  area: 'contact',
  given: async (call, roleIds) => {
    const gifts = await giftsOf(call, roleIds);
    const word = (key: string): string => call.services.texts.text(call.caller.language, 'contacts', key);
    return new Map(
      await Promise.all(
        [...gifts].map(async ([id, { authRange, functions }]) => {
          const gives = functions.map((code) => ({ code, name: word(`function.${code}`), dangerous: riskyFunctions.includes(code) }));
          return [id, { range: await sentenceOf(readerOf(call), authRange), gives }] as const;
        }),
      ),
    );
  },
};
