import type { ReactElement } from 'react';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { bytesText, numberText } from '#kit/console/table/formats.ts';
import type { EstimateResult } from '../../common/cleaning/clear.contract.ts';
import { useTimeText } from '../components/use-time-text.ts';

/** What a request would remove, in words. */
export function EstimateText({ result }: { result: EstimateResult }): ReactElement {
  const t = useT('logs');
  const [language] = useLanguage();
  const timeText = useTimeText();
  const waits = result.waitsFor.length > 0 && <p className="wl-soft">{t('retention.waitsFor', { streams: result.waitsFor.join(', ') })}</p>;
  if (result.months.length === 0)
    return (
      <div role="status">
        <p>{t('retention.estimateNone')}</p>
        {waits}
      </div>
    );
  const number = (value: number): string => numberText(value, language);
  const months = result.months.length > 2 ? `${result.months[0]} … ${result.months.at(-1)}` : result.months.join(', ');
  return (
    <div role="status">
      <p>
        <strong>
          {t('retention.estimateRows', {
            rows: number(result.rows),
            bytes: bytesText(result.bytes, language),
            people: number(result.people),
            months,
          })}
        </strong>
      </p>
      <p className="wl-soft">
        {t('retention.estimateMore', {
          held: number(result.heldRows),
          archive: bytesText(result.archiveBytes, language),
          seconds: number(result.seconds),
          first: result.firstRun === null ? '—' : timeText(result.firstRun),
        })}
      </p>
      {waits}
    </div>
  );
}
