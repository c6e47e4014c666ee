/** Format of a number on axes, in tooltips and tables. */
export type ChartUnit = 'count' | 'ms' | 'bytes' | 'percent';

/** Colours by meaning; series without one take the next of the palette. */
export type ChartTone = 'primary' | 'ok' | 'warn' | 'danger' | 'soft';

/** One line, or one share of stacked bars. */
export interface ChartSeries {
  readonly key: string;
  readonly label: string;
  /** One value a moment; null where nothing is known, which is a gap and no zero. */
  readonly values: readonly (number | null)[];
  readonly tone?: ChartTone;
}

/** Something that happened, drawn as a line across the chart: a release, a change of a setting. */
export interface ChartMark {
  readonly at: number;
  readonly label: string;
}

/** Values over time. */
export interface TimeData {
  readonly kind: 'line' | 'area' | 'bar';
  /** Moments (epoch ms), ascending, one a value. */
  readonly at: readonly number[];
  readonly series: readonly ChartSeries[];
  readonly unit: ChartUnit;
  /** Series stand on one another. */
  readonly stacked?: boolean;
  readonly marks?: readonly ChartMark[];
  /** The highest value of the scale, where several charts share one. */
  readonly top?: number;
}

/** One value a name, the largest first. */
export interface RankData {
  readonly kind: 'rank';
  readonly rows: readonly { readonly key: string; readonly label: string; readonly value: number; readonly tone?: ChartTone }[];
  readonly unit: ChartUnit;
}

/** A value a row and moment, as the depth of a colour. */
export interface HeatData {
  readonly kind: 'heat';
  readonly at: readonly number[];
  readonly rows: readonly { readonly key: string; readonly label: string; readonly values: readonly (number | null)[] }[];
  readonly unit: ChartUnit;
  readonly tone?: ChartTone;
}

/** Data and labels of a chart. */
export type ChartData = TimeData | RankData | HeatData;
