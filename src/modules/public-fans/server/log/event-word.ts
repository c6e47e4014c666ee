import type { Call } from '#kit/server/handle.ts';

/** What happened in words: as the log calls it, else as the audit calls the action. */
export function eventWord({ services: { texts, words }, caller: { language } }: Pick<Call, 'services' | 'caller'>, kind: string): string {
  const key = `log.${kind}`;
  const text = texts.text(language, 'public-fans', key);
  return text === key ? words.action(kind, language) : text;
}
