import { useLanguage, useT } from '../i18n/use-t.ts';
import { nameOfCode, pageNamed } from '../routes/page-table.ts';
import { useStored } from '../store/store.ts';

/** What the page of a route is called: as it was granted, in the language on screen. */
export function usePageTitle(routeName: string): string {
  const t = useT('kit');
  const [language] = useLanguage();
  // Titles come with the menu and change with it.
  useStored('menu');
  const page = pageNamed(routeName);
  return (page ? nameOfCode(page.code, language) : t('frame.home')) ?? routeName;
}
