import type { ReactElement } from 'react';
import { textIfAny } from '../i18n/i18n.ts';
import { useLanguage, useT } from '../i18n/use-t.ts';
import { numberText } from '../table/formats.ts';

/** What a change touches beside its objects: people, administrators, sessions, each with its number. */
type Impact = Readonly<Record<string, number>>;

/** Puts what a change touches into words; undefined where it touches nothing. */
export function useImpactWords(): (impact: Impact) => string | undefined {
  const t = useT('kit');
  const [language] = useLanguage();
  const word = ([name, value]: [string, number]): string => {
    const count = numberText(value, language);
    return textIfAny('kit', `impact.${name}`, { count }) ?? t('impact.other', { name, count });
  };
  return (impact) => {
    const touched = Object.entries(impact).filter(([, count]) => count > 0);
    return touched.length === 0 ? undefined : `${t('impact.line')} ${touched.map(word).join(' · ')}`;
  };
}

/** What a change touches beside its objects, also where that is nothing. */
export function ImpactCounts({ impact }: { impact: Impact }): ReactElement {
  const t = useT('kit');
  const words = useImpactWords();
  return (
    <p className="whk-impact" role="status">
      {words(impact) ?? t('impact.none')}
    </p>
  );
}
