import { useLanguage } from '../../i18n/use-t.ts';

/** Writes a moment as the home page does. */
export function useMoment(): (time: number) => string {
  const [language] = useLanguage();
  const format = new Intl.DateTimeFormat(language.replace('_', '-'), { dateStyle: 'medium', timeStyle: 'short' });
  return (time) => format.format(time);
}
