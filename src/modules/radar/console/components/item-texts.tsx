import type { ReactElement } from 'react';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { nothing } from '#kit/console/table/cell.tsx';
import { timeText } from '#kit/console/table/formats.ts';
import type { RadarRow, RadarState } from '../../common/radar.contract.ts';

const dayMillis = 86_400_000;

/** How long it still is, or has been over, in words. */
export function useDaysText(): (dueAt: number) => string {
  const t = useT('radar');
  return (dueAt) => {
    const left = dueAt - Date.now();
    const count = Math.floor(Math.abs(left) / dayMillis);
    if (left > 0) return count === 0 ? t('days.today') : t('days.left', { count });
    return count === 0 ? t('days.overToday') : t('days.over', { count });
  };
}

/** When it ends, and how long that still is. */
export function DueText({ row }: { row: Pick<RadarRow, 'dueAt' | 'state'> }): ReactElement {
  const [language] = useLanguage();
  const words = useDaysText();
  const { dueAt } = row;
  if (dueAt === null) return <span className="whk-nothing">{nothing}</span>;
  return (
    <span className="wr-due">
      <time dateTime={new Date(dueAt).toISOString()}>{timeText(dueAt, language)}</time>
      <small data-state={row.state}>{words(dueAt)}</small>
    </span>
  );
}

/** How it stands: by shape, colour and word. */
export function StateTag({ state, snoozed = false }: { state: RadarState; snoozed?: boolean }): ReactElement {
  const t = useT('radar');
  return (
    <span className="wr-state" data-state={state}>
      {t(`radarItem.state.${state}`)}
      {snoozed && <small>{t('tiles.snoozed')}</small>}
    </span>
  );
}

/** What it is, and of which kind. */
export function NameText({ row }: { row: Pick<RadarRow, 'name' | 'title'> }): ReactElement {
  return (
    <span className="wr-name">
      {row.name}
      <small>{row.title}</small>
    </span>
  );
}
