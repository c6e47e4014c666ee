import type { Language } from '#kit/common/language.ts';
import type { Texts } from '#kit/server/texts.ts';
import type { CallClass } from './failure.ts';

const worded = ['secret', 'token', 'pool', 'depth', 'path'];

/** A reason of our own in the reader's language; one that the other side gave stays as it came. */
export const reasonWords = (texts: Texts, language: Language, reason: string): string =>
  worded.includes(reason) ? texts.text(language, 'gateway', `reason.${reason}`) : reason;

/** What happened and the next thing to do, in the reader's language. */
export function sentencesOf(
  { texts }: { texts: Texts },
  language: Language,
  { class: how, params }: { class: CallClass; params: Readonly<Record<string, unknown>> },
): { sentence: string; next: string } {
  const given = typeof params['issues'] === 'string' ? params['issues'] : typeof params['reason'] === 'string' ? params['reason'] : '';
  const filled = { ms: '', n: '', name: '', path: '', ...params, reason: reasonWords(texts, language, given) };
  // Nothing was sent: the other side was not asked at all.
  const what = how === 'signIn' && given === 'secret' ? 'noSecret' : how;
  return {
    sentence: texts.text(language, 'gateway', `class.${what}`, filled),
    next: texts.text(language, 'gateway', `next.${how}`, filled),
  };
}
