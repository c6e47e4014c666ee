import { BarChart, HeatmapChart, LineChart } from 'echarts/charts';
import { AriaComponent, GridComponent, MarkLineComponent, TooltipComponent, VisualMapComponent } from 'echarts/components';
import { connect, init, use as register, type EChartsType } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { useEffect, useRef, type PointerEvent, type ReactElement } from 'react';
import type { Language } from '#kit/common/language.ts';
import { useDark } from '../theme/appearance.ts';
import { optionOf } from './chart-option.ts';
import type { ChartData } from './chart-types.ts';
import { readPalette } from './palette.ts';

register([
  LineChart,
  BarChart,
  HeatmapChart,
  AriaComponent,
  GridComponent,
  MarkLineComponent,
  TooltipComponent,
  VisualMapComponent,
  CanvasRenderer,
]);

/** What the drawing needs of its chart. */
export interface CanvasProps {
  data: ChartData;
  language: Language;
  description: string;
  small: boolean;
  hidden: ReadonlySet<string>;
  /** Charts of one group show the same moment when one of them is pointed at. */
  group?: string | undefined;
  onSpan?: ((from: number, to: number) => void) | undefined;
}

/** The drawing of a chart: the only file that knows the chart library, fetched with the first chart. */
export function Canvas({ data, language, description, small, hidden, group, onSpan }: CanvasProps): ReactElement {
  const place = useRef<HTMLDivElement>(null);
  const chart = useRef<EChartsType>(null);
  const isDark = useDark();
  useEffect(() => {
    if (!place.current) return;
    const drawn = init(place.current);
    chart.current = drawn;
    const watch = new ResizeObserver(() => drawn.resize());
    watch.observe(place.current);
    return () => {
      watch.disconnect();
      // On a slow machine a drawing goes on in the next frame, and would look there for what is gone: an empty one takes its place.
      drawn.clear();
      drawn.getZr().flush();
      drawn.dispose();
      chart.current = null;
    };
  }, []);
  useEffect(() => {
    if (chart.current === null || group === undefined) return;
    chart.current.group = group;
    connect(group);
  }, [group]);
  useEffect(() => {
    chart.current?.setOption(optionOf(data, { palette: readPalette(isDark), language, description, small, hidden }), { notMerge: true });
  }, [data, language, description, small, hidden, isDark]);
  const isSpan = onSpan !== undefined && data.kind !== 'rank' && data.kind !== 'heat';
  return (
    <div className="whc-stage">
      <div ref={place} className="whc-canvas" />
      {isSpan && <Span chart={chart} onSpan={onSpan} />}
    </div>
  );
}

/** Moved by fewer pixels it was a click. */
const leastPixels = 8;

/** Dragging over the chart chooses a span of time; what is pointed at goes on to the chart. */
function Span({ chart, onSpan }: { chart: { current: EChartsType | null }; onSpan: (from: number, to: number) => void }): ReactElement {
  const band = useRef<HTMLDivElement>(null);
  const start = useRef<number>(null);
  const xOf = (event: PointerEvent<HTMLDivElement>): number => event.clientX - event.currentTarget.getBoundingClientRect().left;
  const draw = (from: number, to: number): void => {
    if (!band.current) return;
    band.current.style.left = `${Math.min(from, to)}px`;
    band.current.style.width = `${Math.abs(to - from)}px`;
  };
  const momentAt = (x: number): number => Math.round(Number(chart.current?.convertFromPixel({ xAxisIndex: 0 }, x) ?? 0));
  const finish = (event: PointerEvent<HTMLDivElement>): void => {
    const from = start.current;
    start.current = null;
    draw(0, 0);
    const to = xOf(event);
    if (from === null || Math.abs(to - from) < leastPixels) return;
    onSpan(Math.max(0, momentAt(Math.min(from, to))), Math.max(1, momentAt(Math.max(from, to))));
  };
  return (
    <div
      className="whc-span"
      aria-hidden="true"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = xOf(event);
      }}
      onPointerMove={(event) => {
        const x = xOf(event);
        const y = event.clientY - event.currentTarget.getBoundingClientRect().top;
        if (start.current === null) chart.current?.dispatchAction({ type: 'showTip', x, y });
        else draw(start.current, x);
      }}
      onPointerLeave={() => chart.current?.dispatchAction({ type: 'hideTip' })}
      onPointerUp={finish}
      onPointerCancel={() => {
        start.current = null;
        draw(0, 0);
      }}
    >
      <div ref={band} className="whc-band" />
    </div>
  );
}
