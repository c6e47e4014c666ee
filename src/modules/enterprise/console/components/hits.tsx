import type { ReactElement } from 'react';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { numberText } from '#kit/console/table/formats.ts';

/** How often a limit decided within seven days, and how often it refused. */
export function Hits({ hits: { decided, refused } }: { hits: { decided: number; refused: number } }): ReactElement {
  const t = useT('enterprise');
  const [language] = useLanguage();
  const number = (count: number): string => numberText(count, language);
  return <>{decided === 0 ? '0' : t('limit.hits', { decided: number(decided), refused: number(refused) })}</>;
}
