import { createContext, use } from 'react';
import type { Language } from '#kit/common/language.ts';
import { useLanguage } from '#kit/console/i18n/use-t.ts';

/** Language of the labels of a form; that of the console unless set. */
export const FormLanguageContext = createContext<Language | undefined>(undefined);

/** The language in which a form is drawn. */
export function useFormLanguage(): Language {
  const [own] = useLanguage();
  return use(FormLanguageContext) ?? own;
}
