import { z } from 'zod';
import { languages } from '#kit/common/language.ts';
import { longText } from '#kit/common/schema.ts';
import { contentRef } from '#modules/public-content/common/content-ref.ts';
import { quietHours } from '#modules/public-accounts/common/account.contract.ts';
import { keywordMatches, replyLimits } from './words.ts';

const said = () => longText(replyLimits.answerText).trim();

/** A text per language; the first one is required. */
const answerText = z.strictObject({ zh_CN: said().min(1), en_US: said().optional(), ja_JP: said().optional() });

/** One answer: a text of its own, or content of the account. */
const answer = z.union([z.strictObject({ text: answerText }), z.strictObject({ content: contentRef })]);
/** One answer. */
export type Answer = z.output<typeof answer>;
/** Answers in the order in which they are sent. */
export const answers = z.array(answer).max(replyLimits.answers);

/** Hours by the clock of the site, with the weekdays on which they begin; `to` before `from` lies on the next day. */
export const windows = quietHours;
/** Hours by the clock of the site. */
export type Windows = z.output<typeof windows>;

/** A word, a beginning of a sentence, or a pattern, in one language or in any. */
export const keyword = z
  .strictObject({
    text: z.string().trim().min(1).max(replyLimits.pattern),
    match: z.enum(keywordMatches).default('contains'),
    language: z.enum(languages).nullable().default(null),
  })
  // Signs of more than one unit count once: 60 of them are 60.
  .refine(({ text, match }) => match === 'pattern' || [...text].length <= replyLimits.keyword, { path: ['text'] });
/** A word, a beginning of a sentence, or a pattern. */
export type Keyword = z.output<typeof keyword>;
