import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { languages } from '#kit/common/language.ts';
import { id, longText, time } from '#kit/common/schema.ts';
import { autoReplyPage as page } from './permissions.ts';
import { answers, keyword, windows } from './reply-fields.ts';
import { answerModes, replyLimits, replySources, stepResults } from './words.ts';

/** A rule that is being written: it stands in the place of the stored one with this id, or behind all others. */
const draftRule = z.strictObject({
  id: id().nullable().default(null),
  name: z.string().trim().max(60),
  keywords: z.array(keyword).max(replyLimits.keywords),
  answers,
  mode: z.enum(answerModes),
  windows,
});

const step = z.object({
  ruleId: z.string().nullable(),
  name: z.string(),
  result: z.enum(stepResults),
  /** The keyword that matched. */
  keyword: z.string().nullable(),
});
/** How one rule was asked. */
export type TestStep = z.output<typeof step>;

const shownAnswer = z.object({
  language: z.enum(languages),
  /** The text as it would be sent, or the title of the content. */
  text: z.string(),
  content: z.boolean(),
  /** The content can't be sent any more. */
  broken: z.boolean(),
});

const line = z.object({
  text: z.string(),
  by: z.enum(replySources),
  rule: z.string(),
  /** Other rules that match it too, in their order. */
  overlaps: z.array(z.string()),
});
/** One sentence of a file. */
export type TestLine = z.output<typeof line>;

/** Asks the rules about a sentence, or about those of a file, as the live path does; nothing is sent or counted. */
export const replyTest = endpoint({
  method: 'POST',
  path: 'mpm/reply/test',
  reads: true,
  access: { code: page.button.test },
  scope: 'department',
  errors: [11080],
  timeout: 30_000,
  input: z
    .strictObject({
      snoId: id(),
      text: longText(replyLimits.message).trim().min(1).optional(),
      /** A csv or xlsx whose first column holds sentences, 500 at most. */
      fileId: id().optional(),
      empId: id().optional(),
      at: time().optional(),
      rules: z.array(draftRule).max(20).default([]),
    })
    .refine(({ text, fileId }) => (text === undefined) !== (fileId === undefined), { path: ['text'] }),
  reply: z.object({
    /** Of one sentence. */
    one: z
      .object({
        by: z.enum(replySources),
        ruleId: z.string().nullable(),
        rule: z.string(),
        steps: z.array(step),
        answers: z.array(shownAnswer),
        /** Another answer is not sent now: so many were sent within the hour, or the last system reply is too near. */
        held: z.enum(['hour', 'minutes']).nullable(),
      })
      .nullable(),
    /** Of a file. */
    lines: z.array(line),
    counts: z.object({ sentences: z.int(), answered: z.int(), unanswered: z.int(), overlapping: z.int() }),
  }),
  summary:
    'Which rule answers a sentence, why each earlier one does not, and what would be sent; for a file of sentences a table with overlaps and what nobody answers',
});
