import type { ReactElement } from 'react';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { numberText } from '#kit/console/table/formats.ts';
import type { RetentionView } from '../../common/cleaning/clear.contract.ts';
import { useTimeText } from '../components/use-time-text.ts';

/** How long it is kept, with what waits to be in effect. */
export function Days({ row }: { row: RetentionView }): ReactElement {
  const t = useT('logs');
  const [language] = useLanguage();
  const timeText = useTimeText();
  const { pending } = row;
  return (
    <span className="wlc-days">
      {t('retention.days', { keep: numberText(row.keepDays, language), latest: numberText(row.latestDays, language) })}
      {pending && (
        <small className="wl-soft">
          {t('retention.pending', { at: timeText(pending.at), days: numberText(pending.keepDays, language), by: pending.by })}
        </small>
      )}
    </span>
  );
}

/** Whether something goes on. */
export function RunningMark({ row }: { row: RetentionView }): ReactElement {
  const t = useT('logs');
  const state = row.running?.state;
  const text = state ? t(`cleaning.state.${state}`) : t(row.paused ? 'retention.pausedState' : 'retention.idle');
  return (
    <span className="wlc-state" data-state={state ?? 'idle'}>
      {text}
    </span>
  );
}
