import type { ReactElement } from 'react';
import type { Reply } from '#kit/common/contract.ts';
import { valueText } from '#kit/console/chart/chart-text.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import type { statOverview, StatTotals } from '../../common/stat.contract.ts';

/** The most important figures, each with its change to the time before. */
export function StatHeads({ data }: { data: Reply<typeof statOverview> | undefined }): ReactElement {
  const t = useT('call-logs');
  const [language] = useLanguage();
  if (!data) return <div className="wcl-heads" aria-busy="true" />;
  const { now, before } = data;
  const share = (totals: StatTotals): number | null => (totals.calls === 0 ? null : (totals.failures / totals.calls) * 100);
  const cached = (totals: StatTotals): number | null => (totals.calls === 0 ? null : (totals.cached / totals.calls) * 100);
  return (
    <dl className="wcl-heads">
      <Head
        label={t('stat.head.calls')}
        value={valueText(now.calls, 'count', language)}
        note={<Change now={now.calls} before={before.calls} />}
      />
      <Head
        label={t('stat.head.failures')}
        value={valueText(share(now), 'percent', language)}
        bad={now.failures > 0}
        note={valueText(now.failures, 'count', language)}
      />
      <Head
        label={t('stat.head.p95')}
        value={valueText(now.p95, 'ms', language)}
        note={t('stat.p50p99', { p50: valueText(now.p50, 'ms', language), p99: valueText(now.p99, 'ms', language) })}
      />
      <Head
        label={t('stat.head.traffic')}
        value={valueText(now.bytesIn + now.bytesOut, 'bytes', language)}
        note={<Change now={now.bytesIn + now.bytesOut} before={before.bytesIn + before.bytesOut} />}
      />
      <Head
        label={t('stat.head.cached')}
        value={valueText(cached(now), 'percent', language)}
        note={valueText(now.cached, 'count', language)}
      />
      <Head label={t('stat.head.limited')} value={valueText(now.limited, 'count', language)} />
    </dl>
  );
}

interface HeadProps {
  label: string;
  value: string;
  note?: ReactElement | string;
  bad?: boolean;
}

function Head({ label, value, note, bad = false }: HeadProps): ReactElement {
  return (
    <div data-bad={bad}>
      <dt>{label}</dt>
      <dd>
        <strong>{value}</strong>
        {note !== undefined && <small>{note}</small>}
      </dd>
    </div>
  );
}

/** Change of a figure against the period before. */
export function Change({ now, before, word = 'before' }: { now: number; before: number; word?: 'before' | 'week' | 'year' }): ReactElement {
  const t = useT('call-logs');
  const [language] = useLanguage();
  if (before === 0) return <>{t('stat.beforeNone')}</>;
  const change = ((now - before) / before) * 100;
  const sign = change > 0 ? '+' : change < 0 ? '−' : '±';
  return (
    <>
      {t(word === 'before' ? 'stat.before' : `stat.since.${word}`, {
        change: `${sign}${valueText(Math.abs(change), 'percent', language)}`,
      })}
    </>
  );
}
