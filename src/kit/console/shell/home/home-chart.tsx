import type { ReactElement } from 'react';
import { Chart } from '../../chart/chart.tsx';
import type { ChartSeries } from '../../chart/chart-types.ts';
import { useT } from '../../i18n/use-t.ts';
import { useOverview } from './use-overview.ts';

/** Sign-ins, refusals and changes of each day; nothing for who may read neither log. */
export function HomeChart(): ReactElement | null {
  const t = useT('kit');
  const { data, isError } = useOverview();
  if (isError || (data && !data.signIns && !data.changes)) return null;
  const series: ChartSeries[] = [
    ...(data?.signIns
      ? [
          { key: 'signIns', label: t('home.series.signIns'), values: data.signIns.days, tone: 'primary' as const },
          { key: 'failed', label: t('home.series.failed'), values: data.signIns.failed, tone: 'danger' as const },
        ]
      : []),
    ...(data?.changes ? [{ key: 'changes', label: t('home.series.changes'), values: data.changes, tone: 'warn' as const }] : []),
  ];
  return (
    <section className="wh-home-chart" aria-label={t('home.chart')}>
      <Chart
        title={t('home.chart')}
        note={t('home.chartNote')}
        level={2}
        data={data && { kind: 'area', at: data.days, series, unit: 'count' }}
      />
    </section>
  );
}
