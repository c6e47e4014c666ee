import { functionReview } from '#kit/server/role-module/role-module.ts';
import { contactWords } from '../../common/words.ts';
import { contactGifts } from './role.kind.ts';
import { readerOf } from './role.query.ts';
import { sentenceOf } from './sentence.ts';

/** Contact roles in the review of rights: whom their holders see, and what they may do there. */
export const contactReview = functionReview(contactGifts, contactWords, (call, { authRange }) => sentenceOf(readerOf(call), authRange));
