import { useLanguage } from '../i18n/use-t.ts';
import { useStored } from '../store/store.ts';
import { nameOfCode } from './page-table.ts';

/** What a page or button is called: as it was granted, in the language on screen; its code where nothing names it. */
export function useCodeName(code: string): string {
  const [language] = useLanguage();
  // Names come with the menu and change with it.
  useStored('menu');
  return nameOfCode(code, language) ?? code;
}
