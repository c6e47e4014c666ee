import type { z } from 'zod';
import { wordIssue } from '#kit/common/issue-wording.ts';
import { textIfAny } from '../i18n/i18n.ts';

/** Message of an issue, in the language on screen. */
export function issueText(issue: z.core.$ZodIssue): string {
  return wordIssue(issue, (key, params) => textIfAny('kit', key, params as Record<string, string | number>));
}

/** The first mistake of a value by a schema; undefined when it fits. */
export function mistakeIn(schema: z.ZodType, value: unknown): string | undefined {
  const answer = schema.safeParse(value, { reportInput: true });
  const [issue] = answer.error?.issues ?? [];
  return issue && issueText(issue);
}
