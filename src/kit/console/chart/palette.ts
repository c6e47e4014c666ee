import type { ChartTone } from './chart-types.ts';

/** Colours of a chart in the theme that is on. */
export interface Palette {
  readonly text: string;
  readonly soft: string;
  readonly line: string;
  readonly surface: string;
  readonly font: string;
  readonly tones: Readonly<Record<ChartTone, string>>;
  /** For series without a meaning of their own: told apart also by who sees few colours, and in grey. */
  readonly series: readonly string[];
}

const light = ['#0f5fd1', '#c2770b', '#1d7f4e', '#8a4fbe', '#b3261e', '#4b6580'] as const;
const dark = ['#6fa8ff', '#e8b45a', '#6fcf97', '#c39bec', '#ff9d94', '#9fb4c9'] as const;

/** Reads the colours that the style sheets set on the document. */
export function readPalette(isDark: boolean): Palette {
  const style = getComputedStyle(document.documentElement);
  const value = (name: string): string => style.getPropertyValue(`--wh-${name}`).trim();
  return {
    text: value('text'),
    soft: value('text-soft'),
    line: value('line'),
    surface: value('surface'),
    font: getComputedStyle(document.body).fontFamily,
    tones: {
      primary: value('primary'),
      ok: isDark ? '#5fb889' : '#2f8f5b',
      warn: isDark ? '#e8b45a' : '#c2770b',
      danger: isDark ? '#ff8a80' : '#c9372c',
      soft: isDark ? '#77869a' : '#8b97a6',
    },
    series: isDark ? dark : light,
  };
}

/** The colour of a series: that of its meaning, else the next of the palette. */
export const colourOf = (palette: Palette, tone: ChartTone | undefined, index: number): string =>
  tone === undefined ? palette.series[index % palette.series.length]! : palette.tones[tone];

/** The class that gives the legend and the tooltip the colour of a series. */
export const swatchOf = (tone: ChartTone | undefined, index: number): string =>
  `whc-swatch whc-${tone ?? `series-${(index % light.length) + 1}`}`;
