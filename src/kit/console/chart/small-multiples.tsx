import { useId, type ReactElement } from 'react';
import { Chart } from './chart.tsx';
import type { ChartSeries, TimeData } from './chart-types.ts';

/** One of the charts. */
export interface Multiple {
  readonly key: string;
  readonly title: string;
  /** A figure beside the title. */
  readonly note?: string;
  readonly series: readonly ChartSeries[];
}

interface SmallMultiplesProps {
  /** What all of them show. */
  label: string;
  items: readonly Multiple[];
  /** Of all of them; each brings its own series. */
  data: Omit<TimeData, 'series' | 'top'>;
  /** Each has a scale of its own: shapes are compared, and not sizes. */
  ownScale?: boolean;
}

/** Many small charts of the same moments on one scale, so that they can be compared at a glance; pointing at one points at all. */
export function SmallMultiples({ label, items, data, ownScale = false }: SmallMultiplesProps): ReactElement {
  const group = useId();
  const top = ownScale ? undefined : topOf(items, data.stacked === true);
  return (
    <section className="whc-multiples" aria-label={label}>
      {items.map(({ key, title, note, series }) => (
        <Chart
          key={key}
          title={title}
          {...(note !== undefined && { note })}
          data={{ ...data, series, ...(top !== undefined && { top }) }}
          small
          group={group}
          level={4}
        />
      ))}
    </section>
  );
}

/** The highest value of all, rounded up to one that an axis would end with. */
function topOf(items: readonly Multiple[], stacked: boolean): number {
  let most = 0;
  for (const { series } of items)
    for (let index = 0; index < (series[0]?.values.length ?? 0); index += 1) {
      const values = series.map(({ values: all }) => all[index] ?? 0);
      most = Math.max(most, stacked ? values.reduce((sum, value) => sum + value, 0) : Math.max(...values));
    }
  if (most === 0) return 1;
  const power = 10 ** Math.floor(Math.log10(most));
  return [1, 2, 2.5, 5, 10].map((step) => step * power).find((step) => step >= most) ?? most;
}
