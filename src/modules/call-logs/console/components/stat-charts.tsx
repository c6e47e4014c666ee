import type { ReactElement } from 'react';
import { valueText } from '#kit/console/chart/chart-text.ts';
import { Chart } from '#kit/console/chart/chart.tsx';
import { SmallMultiples } from '#kit/console/chart/small-multiples.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { statSeries, type StatLine } from '../../common/stat.contract.ts';
import type { StatState } from './use-stat-filters.ts';

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);
const classesShown = 6;
const rowsShown = 10;

/** Failures by their class, the most frequent at the bottom. */
export function ClassChart({ state }: { state: StatState }): ReactElement {
  const t = useT('call-logs');
  const { data } = useRead(statSeries, { ...state.asked, groupBy: 'class', offset: state.offset });
  const failing = data?.lines.filter(({ key }) => key !== 'ok').slice(0, classesShown);
  return (
    <Chart
      title={t('stat.chart.classes')}
      onSpan={state.choose}
      data={
        data &&
        failing && {
          kind: 'bar',
          stacked: true,
          unit: 'count',
          at: data.at,
          series: failing.map(({ key, label, calls }) => ({ key, label, values: calls })),
        }
      }
    />
  );
}

const share = ({ calls, failures }: StatLine): (number | null)[] =>
  calls.map((count, index) => (count === 0 ? null : ((failures[index] ?? 0) / count) * 100));

/** Where and when calls failed: a row an interface, worst first. */
export function HeatChart({ state }: { state: StatState }): ReactElement {
  const t = useT('call-logs');
  const { data } = useRead(statSeries, { ...state.asked, groupBy: 'interface', most: 24, offset: state.offset });
  const rows = data?.lines
    .filter(({ failures }) => sum(failures) > 0)
    .toSorted((one, other) => sum(other.failures) - sum(one.failures))
    .slice(0, rowsShown);
  return (
    <Chart
      title={t('stat.chart.heat')}
      data={
        data &&
        rows && {
          kind: 'heat',
          unit: 'percent',
          tone: 'danger',
          at: data.at,
          rows: rows.map((line) => ({ key: line.key, label: line.label, values: share(line) })),
        }
      }
    />
  );
}

/** Calls of the busiest groups beside one another, failures in red, on one scale. */
export function SmallCharts({ state }: { state: StatState }): ReactElement | null {
  const t = useT('call-logs');
  const [language] = useLanguage();
  const { data } = useRead(statSeries, { ...state.asked, groupBy: state.groupBy, offset: state.offset });
  if (!data || data.lines.length < 2) return null;
  return (
    <section>
      <h2 className="wcl-heading">{t(`stat.group.${state.groupBy}`)}</h2>
      <SmallMultiples
        label={t('stat.chart.calls')}
        data={{ kind: 'area', unit: 'count', at: data.at }}
        items={data.lines.map((line) => ({
          key: line.key,
          title: line.label,
          note: valueText(sum(line.calls), 'count', language),
          series: [
            { key: 'calls', label: t('stat.chart.calls'), tone: 'primary', values: line.calls },
            { key: 'failed', label: t('jobs.state.failed'), tone: 'danger', values: line.failures },
          ],
        }))}
      />
    </section>
  );
}
