import { z } from 'zod';
import { visibleIn } from './visible.ts';

/** The three languages of the product, as they stand on the wire. */
export const languages = ['zh_CN', 'en_US', 'ja_JP'] as const;
export type Language = (typeof languages)[number];
const defaultLanguage: Language = 'zh_CN';

/** A text shown to people in all three languages. */
export type LocalText = Readonly<Record<Language, string>>;

/** A text entered by an administrator: the first language is required, the others fall back to it. */
export const localText = (max = 100) =>
  z.object({
    zh_CN: z.string().trim().min(1).max(max).superRefine(visibleIn(false)),
    en_US: z.string().trim().max(max).superRefine(visibleIn(false)).optional(),
    ja_JP: z.string().trim().max(max).superRefine(visibleIn(false)).optional(),
  });
export type LocalDraft = z.output<ReturnType<typeof localText>>;

/** The text in the reader's language, or in the first one that has it. */
export function pick(text: Partial<Record<Language, string>>, language: Language): string {
  return text[language] || text.zh_CN || text.en_US || text.ja_JP || '';
}

/** Returns an entered text in every language: a missing one is filled with the text its readers see instead. */
export const inEach = (text: Partial<Record<Language, string>>): LocalText => ({
  zh_CN: pick(text, 'zh_CN'),
  en_US: pick(text, 'en_US'),
  ja_JP: pick(text, 'ja_JP'),
});

/** The language that an Accept-Language header asks for: our own names (ja_JP) or BCP 47 tags (ja, zh-Hans-CN). */
export function languageOf(header: string | undefined): Language {
  for (const part of (header ?? '').split(',')) {
    const tag = part.split(';')[0]!.trim().toLowerCase();
    if (tag.startsWith('zh')) return 'zh_CN';
    if (tag.startsWith('en')) return 'en_US';
    if (tag.startsWith('ja')) return 'ja_JP';
  }
  return defaultLanguage;
}
