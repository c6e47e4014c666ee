import { Segmented } from 'antd';
import { useState, type ReactElement } from 'react';
import { Chart } from '#kit/console/chart/chart.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { Part } from './part.tsx';
import { robotStatistics } from '../../common/company/log.contract.ts';

const spans = [7, 30, 90] as const;
const series = ['in', 'out', 'command', 'reply', 'schedule'] as const;

/** How much a robot does: by day, in which groups, of what. */
export function StatisticsPanel({ robotId }: { robotId: string }): ReactElement {
  const t = useT('robots');
  const [days, setDays] = useState<number>(30);
  const { data, error, refetch } = useRead(robotStatistics, { id: robotId, days });
  const options = spans.map((span) => ({ value: span, label: t('stat.days', { n: span }) }));
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  const named = (name: string): string => {
    const [direction = '', event = ''] = name.split(':');
    return `${t(`robotLog.direction.${direction as (typeof series)[number]}`)} · ${event}`;
  };
  return (
    <Part label={t('tab.statistics')} actions={<Segmented<number> value={days} options={options} onChange={setDays} />}>
      {data && <p>{t('stat.ms', { ms: data.ms })}</p>}
      <Chart
        title={t('stat.calls')}
        data={
          data && {
            kind: 'bar',
            stacked: true,
            unit: 'count',
            at: data.days.map(({ at }) => at),
            series: series.map((name) => ({
              key: name,
              label: t(`robotLog.direction.${name}`),
              values: data.days.map((day) => day[name]),
            })),
          }
        }
      />
      <Chart
        title={t('stat.failed')}
        data={
          data && {
            kind: 'bar',
            unit: 'count',
            at: data.days.map(({ at }) => at),
            series: [{ key: 'failed', label: t('stat.failed'), values: data.days.map(({ failed }) => failed), tone: 'danger' }],
          }
        }
      />
      <Chart
        title={t('stat.groups')}
        data={
          data && { kind: 'rank', unit: 'count', rows: data.groups.map(({ name, n }, at) => ({ key: `${at}`, label: name, value: n })) }
        }
      />
      <Chart
        title={t('stat.events')}
        data={
          data && { kind: 'rank', unit: 'count', rows: data.events.map(({ name, n }) => ({ key: name, label: named(name), value: n })) }
        }
      />
    </Part>
  );
}
