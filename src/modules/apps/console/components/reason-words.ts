import { textIfAny } from '#kit/console/i18n/i18n.ts';
import { useLanguage } from '#kit/console/i18n/use-t.ts';

/** Returns what a reason is called that a terminal gave: terminals may send codes of their own, which are shown as they came. */
export function useReasonWords(): (code: string) => string {
  useLanguage();
  return (code) => textIfAny('apps', `reason.${code}`) ?? textIfAny('apps', `offer.${code}`) ?? code;
}
