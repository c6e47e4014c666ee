import type { Language } from '#kit/common/language.ts';
import type { Texts } from '#kit/server/texts.ts';
import type { CallClass } from './failure.ts';

/** What happened and the next thing to do, in the reader's language. */
export function sentencesOf(
  { texts }: { texts: Texts },
  language: Language,
  { class: how, params }: { class: CallClass; params: Readonly<Record<string, unknown>> },
): { sentence: string; next: string } {
  const reason = typeof params['issues'] === 'string' ? params['issues'] : typeof params['reason'] === 'string' ? params['reason'] : '';
  const filled = { ms: '', n: '', name: '', path: '', ...params, reason };
  return {
    sentence: texts.text(language, 'gateway', `class.${how}`, filled),
    next: texts.text(language, 'gateway', `next.${how}`, filled),
  };
}
