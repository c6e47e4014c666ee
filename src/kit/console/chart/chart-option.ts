import type { EChartsCoreOption } from 'echarts/core';
import type { Language } from '#kit/common/language.ts';
import { axisText, fullMomentText, momentText, stepOf, valueText } from './chart-text.ts';
import type { ChartData, HeatData, RankData, TimeData } from './chart-types.ts';
import { colourOf, swatchOf, type Palette } from './palette.ts';
import { tooltipNode } from './tooltip-node.ts';

/** How a chart is drawn. */
export interface Look {
  readonly palette: Palette;
  readonly language: Language;
  /** What the picture says, for who does not see it. */
  readonly description: string;
  /** One of many small ones: less ink. */
  readonly small: boolean;
  /** Keys of series that are switched off. */
  readonly hidden: ReadonlySet<string>;
}

/** What the chart library is given for this data. */
export function optionOf(data: ChartData, look: Look): EChartsCoreOption {
  const base = {
    animation: false,
    backgroundColor: 'transparent',
    textStyle: { fontFamily: look.palette.font, color: look.palette.soft },
    aria: { enabled: true, label: { description: look.description } },
  };
  if (data.kind === 'rank') return { ...base, ...rankOption(data, look) };
  return { ...base, ...(data.kind === 'heat' ? heatOption(data, look) : timeOption(data, look)) };
}

const tooltip = ({ palette }: Look) => ({
  confine: true,
  backgroundColor: palette.surface,
  borderColor: palette.line,
  borderWidth: 1,
  padding: [8, 12],
  textStyle: { color: palette.text, fontFamily: palette.font, fontSize: 12 },
  extraCssText: 'box-shadow: 0 4px 16px rgb(0 0 0 / 14%); border-radius: 8px;',
});

const gridOf = (small: boolean) =>
  small ? { left: 4, right: 6, top: 8, bottom: 2, containLabel: true } : { left: 6, right: 14, top: 16, bottom: 4, containLabel: true };

function valueAxis(look: Look, unit: TimeData['unit'], top: number | undefined) {
  const { palette, language, small } = look;
  return {
    type: 'value',
    min: 0,
    ...(top !== undefined && { max: top }),
    ...(unit === 'count' && { minInterval: 1 }),
    splitNumber: small ? 2 : 4,
    axisLabel: { color: palette.soft, fontSize: 11, formatter: (value: number) => axisText(value, unit, language) },
    splitLine: { lineStyle: { color: palette.line, type: [3, 4] } },
    axisLine: { show: false },
    axisTick: { show: false },
  };
}

function timeAxis(look: Look, at: readonly number[]) {
  const { palette, language, small } = look;
  const span = (at.at(-1) ?? 0) - (at[0] ?? 0);
  return {
    type: 'time',
    boundaryGap: false,
    splitNumber: small ? 3 : 8,
    axisLabel: { color: palette.soft, fontSize: 11, hideOverlap: true, formatter: (value: number) => momentText(value, span, language) },
    axisLine: { lineStyle: { color: palette.line } },
    axisTick: { show: !small, lineStyle: { color: palette.line } },
    splitLine: { show: false },
  };
}

interface Hovered {
  readonly dataIndex: number;
}

function timeOption(data: TimeData, look: Look): EChartsCoreOption {
  const { palette, language, small, hidden } = look;
  const step = stepOf(data.at);
  const shown = data.series.map((series, index) => ({ series, index })).filter(({ series }) => !hidden.has(series.key));
  // A bar stands for the time that begins with its moment: it is drawn in the middle of it.
  const shift = data.kind === 'bar' ? step / 2 : 0;
  const lastBars = data.kind === 'bar' && data.at.length > 0 ? { min: data.at[0]!, max: data.at.at(-1)! + step } : {};
  return {
    grid: gridOf(small),
    xAxis: { ...timeAxis(look, data.at), ...lastBars },
    yAxis: valueAxis(look, data.unit, data.top),
    tooltip: {
      ...tooltip(look),
      trigger: 'axis',
      axisPointer: { type: 'line', lineStyle: { color: palette.soft, type: 'solid', width: 1 }, label: { show: false } },
      formatter: (hovered: Hovered | readonly Hovered[]) => {
        const at = (Array.isArray(hovered) ? hovered[0] : hovered) as Hovered | undefined;
        const place = at?.dataIndex ?? 0;
        return tooltipNode(
          fullMomentText(data.at[place] ?? 0, step, language),
          shown.map(({ series, index }) => ({
            swatch: swatchOf(series.tone, index),
            label: series.label,
            value: valueText(series.values[place] ?? null, data.unit, language),
          })),
        );
      },
    },
    series: shown.map(({ series, index }, place) => {
      const colour = colourOf(palette, series.tone, index);
      const points = data.at.map((moment, at) => [moment + shift, series.values[at] ?? null]);
      const lone = data.at.length === 1;
      return {
        name: series.label,
        type: data.kind === 'bar' ? 'bar' : 'line',
        data: points,
        ...(data.stacked === true && { stack: 'all' }),
        itemStyle: { color: colour, ...(data.kind === 'bar' && { borderRadius: data.stacked === true ? 0 : [2, 2, 0, 0] }) },
        ...(data.kind === 'bar'
          ? { barMaxWidth: 26, barCategoryGap: '18%' }
          : {
              showSymbol: lone,
              symbolSize: 5,
              smooth: 0.15,
              smoothMonotone: 'x',
              lineStyle: { color: colour, width: small ? 1.5 : 2 },
              ...(data.kind === 'area' && { areaStyle: { color: colour, opacity: data.stacked === true ? 0.35 : 0.12 } }),
            }),
        emphasis: { disabled: true },
        ...(place === 0 && marksOf(data, look)),
      };
    }),
  };
}

function marksOf({ marks = [] }: TimeData, { palette, small }: Look) {
  if (marks.length === 0) return {};
  return {
    markLine: {
      silent: true,
      symbol: 'none',
      lineStyle: { color: palette.soft, type: [4, 3], width: 1 },
      label: { show: !small, color: palette.soft, fontSize: 11, formatter: '{b}', position: 'end', distance: 3 },
      data: marks.map(({ at, label }) => ({ name: label, xAxis: at })),
    },
  };
}

function rankOption(data: RankData, look: Look): EChartsCoreOption {
  const { palette, language } = look;
  const rows = data.rows;
  return {
    grid: { left: 6, right: 64, top: 4, bottom: 4, containLabel: true },
    xAxis: { ...valueAxis(look, data.unit, undefined), splitNumber: 3, axisLabel: { show: false }, splitLine: { show: false } },
    yAxis: {
      type: 'category',
      inverse: true,
      data: rows.map(({ label }) => label),
      axisLabel: { color: palette.text, fontSize: 12, width: 190, overflow: 'truncate' },
      axisLine: { show: false },
      axisTick: { show: false },
    },
    tooltip: {
      ...tooltip(look),
      trigger: 'item',
      formatter: (hovered: Hovered) => {
        const row = rows[hovered.dataIndex];
        return tooltipNode(row?.label ?? '', [{ label: '', value: valueText(row?.value ?? null, data.unit, language) }]);
      },
    },
    series: [
      {
        type: 'bar',
        data: rows.map(({ value, tone }) => ({
          value,
          itemStyle: { color: colourOf(palette, tone ?? 'primary', 0), borderRadius: [0, 3, 3, 0] },
        })),
        barMaxWidth: 16,
        label: {
          show: true,
          position: 'right',
          color: palette.soft,
          fontSize: 11,
          formatter: ({ dataIndex }: Hovered) => valueText(rows[dataIndex]?.value ?? null, data.unit, language),
        },
        emphasis: { disabled: true },
      },
    ],
  };
}

function heatOption(data: HeatData, look: Look): EChartsCoreOption {
  const { palette, language } = look;
  const step = stepOf(data.at);
  const span = (data.at.at(-1) ?? 0) - (data.at[0] ?? 0);
  const values = data.rows.flatMap((row) => row.values.filter((value) => value !== null));
  const deep = colourOf(palette, data.tone ?? 'primary', 0);
  return {
    grid: { left: 6, right: 10, top: 6, bottom: 4, containLabel: true },
    xAxis: {
      type: 'category',
      data: data.at.map(String),
      axisLabel: {
        color: palette.soft,
        fontSize: 11,
        hideOverlap: true,
        formatter: (value: string) => momentText(Number(value), span, language),
      },
      axisLine: { show: false },
      axisTick: { show: false },
    },
    yAxis: {
      type: 'category',
      inverse: true,
      data: data.rows.map(({ label }) => label),
      axisLabel: { color: palette.text, fontSize: 12, width: 170, overflow: 'truncate' },
      axisLine: { show: false },
      axisTick: { show: false },
    },
    visualMap: { show: false, min: 0, max: Math.max(1e-9, ...values), inRange: { color: [palette.line, deep] } },
    tooltip: {
      ...tooltip(look),
      trigger: 'item',
      formatter: ({ dataIndex }: Hovered) => {
        const width = Math.max(1, data.at.length);
        const row = data.rows[Math.floor(dataIndex / width)];
        const place = dataIndex % width;
        return tooltipNode(row?.label ?? '', [
          {
            label: fullMomentText(data.at[place] ?? 0, step, language),
            value: valueText(row?.values[place] ?? null, data.unit, language),
          },
        ]);
      },
    },
    series: [
      {
        type: 'heatmap',
        data: data.rows.flatMap((row, y) => data.at.map((_at, x) => [x, y, row.values[x] ?? '-'])),
        itemStyle: { borderColor: palette.surface, borderWidth: 1, borderRadius: 2 },
        emphasis: { disabled: true },
      },
    ],
  };
}
