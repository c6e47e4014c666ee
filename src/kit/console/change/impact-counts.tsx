import type { ReactElement } from 'react';
import { textIfAny } from '../i18n/i18n.ts';
import { useLanguage, useT } from '../i18n/use-t.ts';
import { numberText } from '../table/formats.ts';

/** What a change touches beside its objects: people, administrators, sessions, each with its number. */
export function ImpactCounts({ impact }: { impact: Readonly<Record<string, number>> }): ReactElement {
  const t = useT('kit');
  const [language] = useLanguage();
  const touched = Object.entries(impact).filter(([, count]) => count > 0);
  const word = ([name, value]: [string, number]): string => {
    const count = numberText(value, language);
    return textIfAny('kit', `impact.${name}`, { count }) ?? t('impact.other', { name, count });
  };
  return (
    <p className="whk-impact" role="status">
      {touched.length === 0 ? t('impact.none') : `${t('impact.line')} ${touched.map(word).join(' · ')}`}
    </p>
  );
}
