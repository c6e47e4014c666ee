import type { ReactElement } from 'react';
import './chart.css';

interface SparklineProps {
  values: readonly number[];
  /** What it shows, with its last or highest figure: said in place of the picture. */
  label: string;
  /** Drawn in the colour of failures where there were any. */
  failures?: readonly number[];
}

const width = 96;
const height = 24;

/** A line of a few values, small enough for a row of a list; it needs no chart library. */
export function Sparkline({ values, label, failures = [] }: SparklineProps): ReactElement {
  const most = Math.max(1, ...values);
  const x = (index: number): number => (values.length < 2 ? width / 2 : (index / (values.length - 1)) * (width - 4) + 2);
  const y = (value: number): number => height - 3 - (value / most) * (height - 6);
  const points = values.map((value, index) => `${x(index).toFixed(1)},${y(value).toFixed(1)}`);
  return (
    <svg className="whc-spark" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      {points.length > 0 && <polygon points={`2,${height - 2} ${points.join(' ')} ${width - 2},${height - 2}`} />}
      <polyline points={points.join(' ')} />
      {failures.map((value, index) => value > 0 && <circle key={x(index)} cx={x(index)} cy={y(values[index] ?? 0)} r="2" />)}
    </svg>
  );
}
