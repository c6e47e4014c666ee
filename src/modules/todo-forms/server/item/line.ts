import { inEach, languages, type Language, type LocalDraft, type LocalText } from '#kit/common/language.ts';
import type { FormData } from '../../common/form/evaluate.types.ts';
import { listLineOf } from '../../common/form/list-line.ts';
import type { FormVersion } from '../../common/form/version.ts';
import type { ItemLine } from './item.table.ts';

/** What lists show of an item: the title that its system gave, else that of the form, else the name of the template. */
export function lineOf(
  { title, templateName }: { readonly title: string | undefined; readonly templateName: LocalDraft },
  version: FormVersion,
  data: FormData,
): ItemLine {
  const made = Object.fromEntries(languages.map((language) => [language, listLineOf(version, data, language)])) as Record<
    Language,
    ReturnType<typeof listLineOf>
  >;
  const names = inEach(templateName);
  const titleIn = (language: Language): string => title ?? (made[language].title?.trim() || names[language]);
  const inAll = (text: (language: Language) => string): LocalText => ({ zh_CN: text('zh_CN'), en_US: text('en_US'), ja_JP: text('ja_JP') });
  return {
    title: inAll(titleIn),
    summary: made.zh_CN.summary.map((_, at) => inAll((language) => made[language].summary[at] ?? '')),
  };
}
