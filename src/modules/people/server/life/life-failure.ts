import type { Language } from '#kit/common/language.ts';
import { code, moduleOfCode } from '#kit/common/codes.ts';
import { InvalidInput, Refusal } from '#kit/server/refusal.ts';
import type { Services } from '#kit/server/services.ts';
import { codeOfIssue } from '../wording.ts';
import type { KeptStep } from './life.table.ts';

/** What refused something, as it is kept; undefined for what is nobody's rule: that is a fault, and the job tries again. */
export function failureOf(error: unknown): NonNullable<KeptStep['trouble']> | undefined {
  if (error instanceof Refusal) return { code: error.answer, params: { ...error.params } };
  if (!(error instanceof InvalidInput)) return undefined;
  const [issue] = error.issues;
  const answer = issue && codeOfIssue(issue.key);
  return answer === undefined
    ? { code: code.invalid, params: { key: issue?.key ?? '', namespace: issue?.namespace ?? 'kit', ...issue?.params } }
    : { code: answer, params: { ...issue!.params } };
}

/** The same in words. */
export function failureText({ texts }: Pick<Services, 'texts'>, language: Language, trouble: KeptStep['trouble']): string | null {
  if (!trouble) return null;
  const { code: answer, params } = trouble;
  const { key, namespace } = params;
  if (answer === code.invalid && typeof key === 'string' && typeof namespace === 'string')
    return texts.text(language, namespace, key, params);
  return texts.text(language, moduleOfCode(answer), `error.${answer}`, params);
}
