import type { ReactElement } from 'react';
import { textIfAny } from '#kit/console/i18n/i18n.ts';
import { useLanguage } from '#kit/console/i18n/use-t.ts';
import { numberText, timeText } from '#kit/console/table/formats.ts';
import { itemActions } from '../common/source-run.contract.ts';

/** A word of the module that is only known at run time. */
export const wordOf = (key: string): string => textIfAny('user-centre', key) ?? key;

interface CountsTextProps {
  run: { readonly state: string; readonly at?: number; readonly counts: Readonly<Record<string, number>> };
}

/** What a run would do or did, in numbers. */
export function CountsText({ run }: CountsTextProps): ReactElement {
  const [language] = useLanguage();
  const counts = itemActions.filter((action) => action !== 'unchanged' && (run.counts[action] ?? 0) > 0);
  return (
    <span className="so-counts">
      {run.at !== undefined && <span>{timeText(run.at, language)} · </span>}
      <span data-run={run.state}>{wordOf(`source.runState.${run.state}`)}</span>
      {counts.map((action) => (
        <span key={action}>
          {' · '}
          {wordOf(`sourceRun.action.${action}`)} {numberText(run.counts[action] ?? 0, language)}
        </span>
      ))}
    </span>
  );
}
