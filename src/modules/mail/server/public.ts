import type { Language } from '#kit/common/language.ts';
import type { Services } from '#kit/server/services.ts';
import { unreached } from './sender/outbox.ts';

/** Why a mail was not sent, in words; what is no code of ours stays as it is. */
export function failureText(texts: Services['texts'], language: Language, failure: string | null): string | null {
  if (failure === null) return null;
  const key = `failure.${failure.replace(unreached, '')}`;
  const text = texts.text(language, 'mail', key);
  return text === key ? failure : text;
}
