import type { ReactElement } from 'react';
import { Chart } from '../../chart/chart.tsx';
import type { ChartSeries } from '../../chart/chart-types.ts';
import { SmallMultiples } from '../../chart/small-multiples.tsx';
import { Sparkline } from '../../chart/sparkline.tsx';
import { useT } from '../../i18n/use-t.ts';
import { Specimen } from '../specimen.tsx';

const hour = 3_600_000;
const begin = Date.UTC(2026, 4, 18);
const hours = Array.from({ length: 72 }, (_, index) => begin + index * hour);
const days = Array.from({ length: 28 }, (_, index) => begin + index * 24 * hour);
const nothing = (): void => undefined;

/** Made-up figures that go up and down like a working day. */
const wave = (at: readonly number[], size: number, shift = 0): number[] =>
  at.map((_moment, index) => Math.round(size * (1.2 + Math.sin(index / 3.8 + shift)) * (1 + (((index + 3) * 37) % 11) / 20)));

/** Charts of time, ranks, heat, many small ones, and those without data. */
export default function ChartPart(): ReactElement {
  const t = useT('gallery');
  const series = (size: number): ChartSeries[] => [
    { key: 'done', label: t('chart.done'), values: wave(hours, size), tone: 'primary' },
    { key: 'failed', label: t('chart.failed'), values: wave(hours, size / 12, 2), tone: 'danger' },
  ];
  const times: ChartSeries[] = (['p50', 'p95', 'p99'] as const).map((label, index) => ({
    key: label,
    label,
    values: wave(hours, 20 * (index + 1) ** 2, index / 4).map((value, at) => (at > 40 && at < 46 ? null : value)),
  }));
  const places = [t('chart.rowOne'), t('chart.rowTwo'), t('chart.rowThree')];
  return (
    <>
      <Specimen title="chart.area">
        <Chart
          title={t('chart.calls')}
          note={t('chart.note')}
          data={{ kind: 'area', at: hours, series: series(180), unit: 'count', marks: [{ at: hours[30]!, label: t('chart.release') }] }}
          onSpan={nothing}
        />
      </Specimen>
      <Specimen title="chart.bar">
        <Chart
          title={t('chart.calls')}
          data={{
            kind: 'bar',
            at: days,
            stacked: true,
            unit: 'count',
            series: [
              { key: 'done', label: t('chart.done'), values: wave(days, 900), tone: 'ok' },
              { key: 'late', label: t('chart.late'), values: wave(days, 120, 1), tone: 'warn' },
              { key: 'failed', label: t('chart.failed'), values: wave(days, 60, 2), tone: 'danger' },
            ],
          }}
        />
      </Specimen>
      <Specimen title="chart.line">
        <Chart title={t('chart.times')} data={{ kind: 'line', at: hours, series: times, unit: 'ms' }} />
      </Specimen>
      <Specimen title="chart.rank">
        <Chart
          title={t('chart.slowest')}
          data={{ kind: 'rank', unit: 'ms', rows: places.map((label, index) => ({ key: label, label, value: 840 / (index + 1) })) }}
        />
      </Specimen>
      <Specimen title="chart.heat">
        <Chart
          title={t('chart.failures')}
          data={{
            kind: 'heat',
            at: hours.slice(0, 24),
            unit: 'percent',
            tone: 'danger',
            rows: places.map((label, index) => ({ key: label, label, values: wave(hours.slice(0, 24), 3, index) })),
          }}
        />
      </Specimen>
      <Specimen title="chart.multiples">
        <SmallMultiples
          label={t('chart.calls')}
          data={{ kind: 'area', at: hours, unit: 'count' }}
          items={[...places, t('chart.rowFour')].map((title, index) => ({
            key: title,
            title,
            note: String(80 * (index + 1)),
            series: [{ key: 'all', label: t('chart.done'), values: wave(hours, 80 * (index + 1), index), tone: 'primary' }],
          }))}
        />
      </Specimen>
      <Specimen title="chart.spark">
        <Sparkline values={wave(hours.slice(0, 24), 40)} failures={[0, 0, 0, 2]} label={t('chart.calls')} />
      </Specimen>
      <Specimen title="chart.empty">
        <Chart title={t('chart.calls')} data={{ kind: 'line', at: hours, series: [], unit: 'count' }} />
      </Specimen>
      <Specimen title="chart.waiting">
        <Chart title={t('chart.calls')} data={undefined} />
      </Specimen>
    </>
  );
}
