import { useLanguage } from '../../i18n/use-t.ts';
import { shortTimeText } from '../../table/formats.ts';

/** Writes a moment as the home page does. */
export function useMoment(): (time: number) => string {
  const [language] = useLanguage();
  return (time) => shortTimeText(time, language);
}
